/// The path of a file in the folder of pages: names that are safe on every system, and no way out of the folder.
struct SitePath: Hashable, Comparable, Sendable {
  let parts: [String]

  /// - Parameter parts: names that this program makes: letters, digits, hyphens and dots, not first.
  init(_ parts: String...) { self.init(parts) }

  init(_ parts: [String]) {
    precondition(!parts.isEmpty && parts.allSatisfy(SitePath.isName), "not a path of a page")
    self.parts = parts
  }

  /// Reads a path from a list of files that anybody may have written; nil if it is none.
  init?(reading text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !parts.isEmpty, parts.count <= 4, parts.allSatisfy(SitePath.isName) else { return nil }
    self.parts = parts
  }

  var text: String { parts.joined(separator: "/") }

  static func < (a: SitePath, b: SitePath) -> Bool { a.text < b.text }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && name.first != "."
      && name.unicodeScalars.allSatisfy(isSafe)
  }

  /// Whether a character may be in the name of a file: letters and digits of every script, hyphens and dots.
  static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "-" || scalar == "." || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}
