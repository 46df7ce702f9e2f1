/// A colour of three bytes, written as six hexadecimal digits.
public struct Color: Hashable, Sendable, CustomStringConvertible {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8

  /// What a genre without a readable colour shows as.
  public static let fallback = Color(red: 0xFF, green: 0, blue: 0)

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads six hexadecimal digits of either case, with or without a leading `#`.
  public init?(_ text: String) {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "#") }.map(RecordID.hexDigit)
    guard digits.count == 6, text.utf8.count <= 7, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    self.init(red: values[0] << 4 | values[1], green: values[2] << 4 | values[3], blue: values[4] << 4 | values[5])
  }

  /// Returns the six digits in upper case, as files hold them.
  public var description: String {
    [red, green, blue].map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
