import ShelfModel

/// The number that represents a value in comparisons.
///
/// - a whole number: itself
/// - a decimal or an amount: millionths
/// - a rating: quarters of a star
/// - a date: days since 1970
/// - a timestamp: seconds since 1970
/// - a duration: minutes
/// - a choice: its position in the list of choices
/// - a boolean: 0 for false, 1 for true
package enum ComparisonKey: Hashable, Sendable {
  case missing
  /// The text is not a valid value of the field's type.
  case unreadable
  case number(Int)

  var number: Int? {
    if case .number(let number) = self { return number }
    return nil
  }
}

extension FieldType {
  /// Whether values of this type are ordered. Booleans are not, because their order would be useless.
  var isOrdered: Bool {
    switch self {
    case .integer, .decimal, .money, .rating, .date, .timestamp, .duration, .choice: true
    default: false
    }
  }

  /// Returns the ordinal of a value of this type, or nil if it has none.
  func ordinal(of value: FieldValue) -> Int? {
    switch (self, value) {
    case (_, .integer(let number)): number
    case (_, .decimal(let number)): number.millionths
    case (_, .money(let money)): money.amount.millionths
    case (_, .rating(let rating)): rating.quarters
    case (_, .boolean(let flag)): flag ? 1 : 0
    case (_, .date(let day)): day.daysSince1970
    case (_, .timestamp(let moment)): moment.secondsSince1970
    case (_, .duration(let time)): time.minutes
    case (.choice(let words), .text(let word)): words.firstIndex(of: word)
    default: nil
    }
  }
}

extension Record {
  /// Returns the ordinal of a field's value. Text fields have none.
  package func ordinal(of field: Field) -> ComparisonKey {
    var found: Slot?
    for slot in slots where slot.field == UInt16(field.index) && slot.value.count > 0 && slot.shape != .emptyList {
      if found != nil { return .unreadable }
      found = slot
    }
    guard let found else { return .missing }
    if found.shape != .nested, let number = withBytes(of: found.value, { plainOrdinal($0, field.type) }) {
      return .number(number)
    }
    return value(of: field).flatMap { field.type.ordinal(of: $0) }.map { .number($0) } ?? .unreadable
  }

  /// Parses a value in the exact form that shelf writes. Returns nil for any other form.
  private func plainOrdinal(_ text: UnsafeBufferPointer<UInt8>, _ type: FieldType) -> Int? {
    switch type {
    case .integer(let range):
      guard let number = PlainNumber.integer(text), range.contains(number) else { return nil }
      return number
    case .rating:
      guard text.count == 1, let number = PlainNumber.integer(text) else { return nil }
      return Rating(quarters: number * 4)?.quarters
    case .date: return text.count == 10 ? PlainNumber.day(text) : nil
    case .timestamp: return PlainNumber.second(text)
    case .choice(let words): return words.firstIndex { $0.utf8.elementsEqual(text) }
    default: return nil
    }
  }
}

/// Parses numbers and dates from bytes, in the exact form that shelf writes.
private enum PlainNumber {
  static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    guard let number = digits(text, isNegative ? 1 : 0, text.count) else { return nil }
    return isNegative ? -number : number
  }

  /// Parses a date such as `2026-11-21` at the start of text of at least ten bytes.
  static func day(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), let year = digits(text, 0, 4),
      let month = digits(text, 5, 7), let day = digits(text, 8, 10)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)?.daysSince1970
  }

  /// Parses `2026-11-21T10:00:00Z`.
  static func second(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count == 20, text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z"), let day = day(text),
      let hour = digits(text, 11, 13), hour < 24, let minute = digits(text, 14, 16), minute < 60,
      let second = digits(text, 17, 19), second <= 60
    else { return nil }
    return day * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func digits(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    guard start < end, end - start <= 9 else { return nil }
    var number = 0
    for position in start..<end {
      let digit = text[position] &- 0x30
      if digit > 9 { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }
}
