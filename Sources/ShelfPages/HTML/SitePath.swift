/// The path of a file in the folder of pages: names that are safe on every system, and no way out of the folder.
struct SitePath: Hashable, Comparable, Sendable {
  /// The names with slashes between them.
  let text: String
  /// The same as a part of an address, with everything encoded that could mean something there; most paths are as they are.
  let address: String
  let parts: [String]

  /// - Parameter parts: names that this program makes: letters, digits, hyphens and dots, not first.
  init(_ parts: String...) { self.init(parts) }

  init(_ parts: [String]) {
    precondition(!parts.isEmpty && parts.allSatisfy(SitePath.isName), "not a path of a page")
    self.parts = parts
    text = parts.joined(separator: "/")
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    address = isPlain ? text : parts.map(Address.percentEncoded).joined(separator: "/")
  }

  /// Reads a path from a list of files that anyone may have written; nil if it is none.
  init?(reading utf8: ArraySlice<UInt8>) {
    guard SitePath.isPath(utf8) else { return nil }
    self.init(utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Whether a text, which anyone may have written, is a path.
  static func isPath(_ utf8: ArraySlice<UInt8>) -> Bool {
    let parts = utf8.split(separator: UInt8(ascii: "/"), maxSplits: mostParts, omittingEmptySubsequences: false)
    return parts.count <= mostParts
      && parts.allSatisfy { part in
        // Most names are of plain letters, which need not be looked up.
        if part.allSatisfy(isPlain) { return (1...mostBytes).contains(part.count) && part.first != UInt8(ascii: ".") }
        return String(validating: part, as: UTF8.self).map(isName) ?? false
      }
  }

  static let mostParts = 4

  static func == (a: SitePath, b: SitePath) -> Bool { a.text == b.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  static func < (a: SitePath, b: SitePath) -> Bool { a.text < b.text }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= mostBytes && name.utf8.first != UInt8(ascii: ".")
      && (name.utf8.allSatisfy(isPlain) || name.unicodeScalars.allSatisfy(isSafe))
  }

  /// The maximum length of a name.
  private static let mostBytes = 200

  /// Whether a byte is a character of ASCII that is safe.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E: true
    default: false
    }
  }

  /// Whether a character may be in the name of a file: letters and digits of every script, hyphens and dots.
  static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return switch scalar {
      case "-", ".", "0"..."9", "a"..."z", "A"..."Z": true
      default: false
      }
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}
