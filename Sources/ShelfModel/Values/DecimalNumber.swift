/// A number with decimals, exact to a millionth.
package struct DecimalNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A million for 1.
  package let millionths: Int

  package static let unit = 1_000_000

  /// How many digits come before the decimals at most, without zeros in front, so that every program reads all of them.
  private static let mostDigits = 9

  /// How many decimals there are at most.
  package static let mostDecimals = 6

  /// Reads `12`, `-0.5`, `12.50` and `12,50`; with a comma before three digits, which separates thousands elsewhere, nothing.
  package init?(_ text: String) { self.init(text[...], decimals: nil) }

  /// - Parameter decimals: becomes the number of decimals that were written.
  init?(_ text: Substring, decimals: UnsafeMutablePointer<Int>?) {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text
    let parts = digits.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
    }
    guard (1...2).contains(parts.count), !parts[0].isEmpty else { return nil }
    let wholeDigits = parts[0].drop { $0 == UInt8(ascii: "0") }
    guard wholeDigits.count <= DecimalNumber.mostDigits, let whole = DecimalNumber.number(wholeDigits) else {
      return nil
    }
    let places = parts.count == 2 ? parts[1].count : 0
    guard parts.count == 1 || (1...DecimalNumber.mostDecimals).contains(places),
      !(places == 3 && digits.contains(",")), let part = parts.count == 2 ? DecimalNumber.number(parts[1]) : 0
    else { return nil }
    let scale = (places..<DecimalNumber.mostDecimals).reduce(1) { scale, _ in scale * 10 }
    let size = whole * DecimalNumber.unit + part * scale
    decimals?.pointee = places
    millionths = isNegative ? -size : size
  }

  private static func number(_ digits: Substring.UTF8View.SubSequence) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    // Nine digits at most, so this never overflows.
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  package static func < (a: DecimalNumber, b: DecimalNumber) -> Bool { a.millionths < b.millionths }

  /// The number for programs that know no other; exact for as many digits as there can be.
  package var double: Double { Double(millionths) / Double(DecimalNumber.unit) }

  package var description: String { text(decimals: 0) }

  /// Returns the number with no more decimals than it needs, but at least so many.
  func text(decimals: Int) -> String {
    let size = millionths.magnitude
    var part = String(size % 1_000_000 + 1_000_000).dropFirst()
    while part.count > decimals, part.last == "0" { part.removeLast() }
    return (millionths < 0 ? "-" : "") + String(size / 1_000_000) + (part.isEmpty ? "" : "." + part)
  }
}
