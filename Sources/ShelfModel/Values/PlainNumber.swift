/// Parses numbers and dates from bytes, in the exact form that shelf writes.
package enum PlainNumber {
  package static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    guard let number = digits(text, isNegative ? 1 : 0, text.count) else { return nil }
    return isNegative ? -number : number
  }

  /// Parses a date such as `2026-11-21` at the start of a text, which must have at least ten bytes. Returns the number
  /// of days since 1970-01-01.
  package static func day(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), let year = digits(text, 0, 4),
      let month = digits(text, 5, 7), let day = digits(text, 8, 10)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)?.daysSince1970
  }

  /// Parses `2026-11-21T10:00:00Z`.
  package static func second(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count == 20, text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z"), let day = day(text),
      let hour = digits(text, 11, 13), hour < 24, let minute = digits(text, 14, 16), minute < 60,
      let second = digits(text, 17, 19), second < 60
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
