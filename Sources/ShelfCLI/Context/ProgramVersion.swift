import CProcess

/// The version of the program, and the commit that it was built from.
enum ProgramVersion {
  /// The version.
  ///
  /// Scripts extract the version from this line of the source code.
  static let number = "1.0.0"

  /// The line that `--version` prints.
  static var line: String { line(source: String(cString: shelf_source())) }

  /// - Parameter source: a commit and its date, in the form that `shelf_source` returns.
  static func line(source: String) -> String {
    let words = source.split(separator: " ")
    guard words.count == 2, !source.hasPrefix("$") else { return "shelf \(number) (unknown source)" }
    let digits = words[0].prefix { $0.isHexDigit }
    // A suffix after the digits marks changes since the commit.
    return "shelf \(number) (\(digits.prefix(10))\(words[0].dropFirst(digits.count)), \(words[1]))"
  }
}
