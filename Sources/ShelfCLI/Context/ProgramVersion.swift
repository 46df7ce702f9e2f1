import CProcess

/// What version of the program this is, and what source it was built from.
enum ProgramVersion {
  /// The version. It is said here and nowhere else; scripts read it from this line.
  static let number = "1.0.0"

  /// The line that `--version` prints.
  static var line: String { line(source: String(cString: shelf_source())) }

  /// - Parameter source: a commit and its day, as `shelf_source` tells.
  static func line(source: String) -> String {
    let words = source.split(separator: " ")
    guard words.count == 2, !source.hasPrefix("$") else { return "shelf \(number) (unknown source)" }
    let digits = words[0].prefix { $0.isHexDigit }
    // What follows the digits says that files were changed since.
    return "shelf \(number) (\(digits.prefix(10))\(words[0].dropFirst(digits.count)), \(words[1]))"
  }
}
