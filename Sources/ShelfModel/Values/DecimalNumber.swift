/// A decimal number, exact to a millionth.
package struct DecimalNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number multiplied by a million.
  package let millionths: Int

  package static let unit = 1_000_000

  /// The maximum number of digits before the decimal separator, not counting leading zeros. All programs can read
  /// numbers of this size.
  private static let maxDigits = 9

  /// The maximum number of decimal places.
  package static let maxDecimals = 6

  /// Parses `12`, `-0.5`, `12.50` and `12,50`. A comma before exactly three digits is rejected, since it could be a
  /// thousands separator.
  package init?(_ text: String) { self.init(text[...], decimals: nil) }

  /// - Parameter decimals: receives the number of decimal places in the text.
  init?(_ text: Substring, decimals: UnsafeMutablePointer<Int>?) {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text
    let parts = digits.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
    }
    guard (1...2).contains(parts.count), !parts[0].isEmpty else { return nil }
    let wholeDigits = parts[0].drop { $0 == UInt8(ascii: "0") }
    guard wholeDigits.count <= DecimalNumber.maxDigits, let whole = DecimalNumber.number(wholeDigits) else {
      return nil
    }
    let places = parts.count == 2 ? parts[1].count : 0
    guard parts.count == 1 || (1...DecimalNumber.maxDecimals).contains(places),
      !(places == 3 && digits.contains(",")), let part = parts.count == 2 ? DecimalNumber.number(parts[1]) : 0
    else { return nil }
    let scale = (places..<DecimalNumber.maxDecimals).reduce(1) { scale, _ in scale * 10 }
    let size = whole * DecimalNumber.unit + part * scale
    decimals?.pointee = places
    millionths = isNegative ? -size : size
  }

  package init(millionths: Int) { self.millionths = millionths }

  private static func number(_ digits: Substring.UTF8View.SubSequence) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    // There are at most nine digits, so this cannot overflow.
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  package static func < (a: DecimalNumber, b: DecimalNumber) -> Bool { a.millionths < b.millionths }

  /// The number as a floating-point value, for formats that have no decimal numbers. No digit is lost.
  package var double: Double { Double(millionths) / Double(DecimalNumber.unit) }

  package var description: String { text(decimals: 0) }

  /// Returns the number as text with as few decimal places as possible, but at least the given number of them.
  func text(decimals: Int) -> String {
    let size = millionths.magnitude
    var part = String(size % 1_000_000 + 1_000_000).dropFirst()
    while part.count > decimals, part.last == "0" { part.removeLast() }
    return (millionths < 0 ? "-" : "") + String(size / 1_000_000) + (part.isEmpty ? "" : "." + part)
  }
}

extension Int {
  /// Returns the sum, or the largest or smallest integer if the sum is out of range. Files can contain arbitrarily
  /// large numbers.
  package func saturatingSum(_ other: Int) -> Int {
    let (sum, isOutOfRange) = addingReportingOverflow(other)
    return isOutOfRange ? (other < 0 ? .min : .max) : sum
  }
}
