/// The path of a file in the folder of pages: names that are safe on every system, and no way out of the folder.
struct SitePath: Hashable, Comparable, Sendable {
  /// The names with slashes between them.
  let text: String
  let parts: [String]

  /// - Parameter parts: names that this program makes: letters, digits, hyphens and dots, not first.
  init(_ parts: String...) { self.init(parts) }

  init(_ parts: [String]) {
    precondition(!parts.isEmpty && parts.allSatisfy(SitePath.isName), "not a path of a page")
    self.parts = parts
    text = parts.joined(separator: "/")
  }

  /// Reads a path from a list of files that anybody may have written; nil if it is none.
  init?(reading utf8: ArraySlice<UInt8>) {
    let parts = utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: SitePath.mostParts, omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count <= SitePath.mostParts, parts.allSatisfy(SitePath.isName) else { return nil }
    self.parts = parts
    text = parts.joined(separator: "/")
  }

  static let mostParts = 4

  static func == (a: SitePath, b: SitePath) -> Bool { a.text == b.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  static func < (a: SitePath, b: SitePath) -> Bool { a.text < b.text }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && name.utf8.first != UInt8(ascii: ".")
      && name.unicodeScalars.allSatisfy(isSafe)
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
