/// The bytes that have a special meaning in YAML.
enum ASCII {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let doubleQuote = UInt8(ascii: "\"")
  static let hash = UInt8(ascii: "#")
  static let ampersand = UInt8(ascii: "&")
  static let singleQuote = UInt8(ascii: "'")
  static let plus = UInt8(ascii: "+")
  static let comma = UInt8(ascii: ",")
  static let dash = UInt8(ascii: "-")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let colon = UInt8(ascii: ":")
  static let openBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let pipe = UInt8(ascii: "|")
  static let closeBrace = UInt8(ascii: "}")
  static let greater = UInt8(ascii: ">")
  static let tilde = UInt8(ascii: "~")
  static let exclamation = UInt8(ascii: "!")

  /// The byte order mark in UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns whether the byte is a space or a tab.
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == tab
  }

  /// Returns whether the byte is a decimal digit.
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= zero && byte <= nine
  }
}
