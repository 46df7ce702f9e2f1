import ShelfText

/// The relative path of a file in the site's folder.
///
/// It is valid on every operating system, and cannot lead out of the folder, because none of its names starts with a
/// dot.
struct SitePath: Hashable, Comparable, Sendable {
  /// The names, joined with slashes.
  let text: String
  /// The path for use in a URL, percent-encoded where necessary. Most paths are the same in both forms.
  let address: String
  let parts: [String]

  /// - Parameter parts: names that consist of letters, digits, hyphens and dots and do not start with a dot. Any other
  ///   name is a programming error.
  init(_ parts: String...) { self.init(parts) }

  init(_ parts: [String]) {
    precondition(!parts.isEmpty && parts.allSatisfy(SitePath.isName), "not a path of a page")
    self.parts = parts
    text = parts.joined(separator: "/")
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    address = isPlain ? text : parts.map { PercentEncoding.encode($0) }.joined(separator: "/")
  }

  /// Parses a path in a list of files, which is not trusted. The result is nil if the path is invalid.
  init?(reading utf8: ArraySlice<UInt8>) {
    guard SitePath.isPath(utf8) else { return nil }
    self.init(utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Returns whether untrusted bytes are a valid path.
  static func isPath(_ utf8: ArraySlice<UInt8>) -> Bool {
    let parts = utf8.split(separator: UInt8(ascii: "/"), maxSplits: maxParts, omittingEmptySubsequences: false)
    return parts.count <= maxParts
      && parts.allSatisfy { part in
        // Most names are ASCII and require no lookup of Unicode properties.
        if part.allSatisfy(isPlain) { return (1...maxBytes).contains(part.count) && part.first != UInt8(ascii: ".") }
        return String(validating: part, as: UTF8.self).map(isName) ?? false
      }
  }

  static let maxParts = 4

  static func == (a: SitePath, b: SitePath) -> Bool { a.text == b.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  static func < (a: SitePath, b: SitePath) -> Bool { a.text < b.text }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= maxBytes && name.utf8.first != UInt8(ascii: ".")
      && (name.utf8.allSatisfy(isPlain) || name.unicodeScalars.allSatisfy(isSafe))
  }

  /// The maximum length of a name, in bytes.
  private static let maxBytes = 200

  /// Returns whether a byte is an ASCII character that is allowed in names.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E: true
    default: false
    }
  }

  /// Returns whether a character is allowed in names. This is true for letters and digits of any script, hyphens and
  /// dots.
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
