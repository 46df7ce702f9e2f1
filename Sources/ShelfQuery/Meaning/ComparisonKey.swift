import ShelfModel

/// The number that represents a value in comparisons.
///
/// - a whole number: itself
/// - a decimal or an amount: millionths
/// - a rating: quarters of a star
/// - a date: days since 1970
/// - a timestamp: seconds since 1970
/// - a duration: minutes
/// - a choice: its index among the possible values
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
  /// Whether values of this type are ordered. Booleans are not, because an order would be useless.
  var isOrdered: Bool {
    switch self {
    case .integer, .decimal, .money, .rating, .date, .timestamp, .duration, .choice: true
    default: false
    }
  }

  /// Returns the number that represents a value of this type (see `ComparisonKey`), or nil if there is none.
  package func ordinal(of value: FieldValue) -> Int? {
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
  /// Returns the ordinal of a field's value. Values of text fields have no ordinals.
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

  /// Parses a value in exactly the form that shelf writes. Returns nil for any other form, which takes longer to parse.
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
