/// A timestamp in UTC with a precision of one second, in the years 0 to 9999.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let secondsSince1970: Int

  /// - Parameter seconds: any number of seconds. The time is clamped to the years 0 to 9999.
  package init(secondsSince1970 seconds: Int) { secondsSince1970 = min(max(seconds, Self.first), Self.last) }

  /// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
  private static let (first, last) = (-62_167_219_200, 253_402_300_799)

  /// Parses `2026-11-21T10:00:00Z`. It also accepts a bare date, other offsets, fractions of a second, and a space
  /// instead of the `T`.
  package init?(_ text: String) {
    guard let moment = DateText(text) else { return nil }
    secondsSince1970 = moment.date.daysSince1970 * 86_400 + moment.secondOfDay - moment.offset
    // The offset may shift the time out of the range of four-digit years.
    guard (0...9999).contains(date.year) else { return nil }
  }

  /// The day in UTC.
  package var date: CalendarDate {
    CalendarDate(daysSince1970: Int((Double(secondsSince1970) / 86_400).rounded(.down)))
  }

  package static func < (a: Timestamp, b: Timestamp) -> Bool { a.secondsSince1970 < b.secondsSince1970 }

  package var description: String {
    let second = secondsSince1970 - date.daysSince1970 * 86_400
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined(separator: ":")
    return "\(date)T\(time)Z"
  }
}

/// The components of the text of a date or timestamp.
struct DateText {
  var date: CalendarDate
  var secondOfDay = 0
  /// The offset from UTC in seconds, positive to the east.
  var offset = 0
  /// Whether the offset is explicit rather than assumed.
  var hasOffset = false

  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let year = DateText.number(&rest, digits: 4...4), DateText.skip(&rest, "-"),
      let month = DateText.number(&rest, digits: 1...2), DateText.skip(&rest, "-"),
      let day = DateText.number(&rest, digits: 1...2),
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    self.date = date
    if rest.isEmpty { return }
    guard DateText.skip(&rest, "T") || DateText.skip(&rest, "t") || DateText.skip(&rest, " ") else { return nil }
    while DateText.skip(&rest, " ") {}
    guard let hour = DateText.number(&rest, digits: 1...2), hour < 24, DateText.skip(&rest, ":"),
      let minute = DateText.number(&rest, digits: 2...2), minute < 60
    else { return nil }
    secondOfDay = hour * 3600 + minute * 60
    if DateText.skip(&rest, ":") {
      guard let second = DateText.number(&rest, digits: 2...2), second <= 60 else { return nil }
      secondOfDay += second
      if DateText.skip(&rest, ".") {
        guard DateText.number(&rest, digits: 1...18) != nil else { return nil }
      }
    }
    while DateText.skip(&rest, " ") {}
    guard readOffset(&rest), rest.isEmpty else { return nil }
  }

  private mutating func readOffset(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.isEmpty { return true }
    hasOffset = true
    if DateText.skip(&rest, "Z") || DateText.skip(&rest, "z") { return true }
    let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
    guard DateText.skip(&rest, "+") || DateText.skip(&rest, "-") else { return false }
    guard let hours = DateText.number(&rest, digits: 1...2), hours < 24 else { return false }
    let hasColon = DateText.skip(&rest, ":")
    var minutes = 0
    if hasColon || !rest.isEmpty {
      guard let number = DateText.number(&rest, digits: 2...2), number < 60 else { return false }
      minutes = number
    }
    offset = sign * (hours * 3600 + minutes * 60)
    return true
  }

  private static func skip(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < digits.upperBound, let byte = rest.first, (0x30...0x39).contains(byte) {
      value = value * 10 + Int(byte - 0x30)
      rest.removeFirst()
      count += 1
    }
    return digits.contains(count) ? value : nil
  }
}
