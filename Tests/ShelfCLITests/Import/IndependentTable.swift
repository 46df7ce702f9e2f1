import Foundation

/// A delimited table, parsed without any of the program's own parsers.
struct IndependentTable {
  /// The rows as dictionaries from column names to cells, without surrounding white space.
  let rows: [[String: String]]

  init(_ text: String, separator: Character = ",", isQuoted: Bool = true) {
    var lines: [[String]] = [[]]
    var cell = ""
    var isInside = false
    var characters = Array(text.replacing("\r\n", with: "\n").replacing("\u{FEFF}", with: ""))
    if characters.last != "\n" { characters.append("\n") }
    var position = 0
    while position < characters.count {
      let character = characters[position]
      position += 1
      if isInside {
        if character != "\"" {
          cell.append(character)
        } else if characters[position] == "\"" {
          cell.append("\"")
          position += 1
        } else {
          isInside = false
        }
      } else if character == "\"", isQuoted {
        isInside = true
      } else if character == separator || character == "\n" {
        lines[lines.count - 1].append(cell)
        cell = ""
        if character == "\n" { lines.append([]) }
      } else {
        cell.append(character)
      }
    }
    lines.removeLast()
    let header = lines[0].map(Self.trimmed)
    rows = lines.dropFirst().filter { $0 != [""] }.map { cells in
      Dictionary(zip(header, cells.map(Self.trimmed)), uniquingKeysWith: { first, _ in first })
    }
  }

  /// Returns a text without surrounding white space.
  static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Returns a trimmed text with each run of spaces replaced with a single space.
  static func collapsed(_ text: String) -> String {
    trimmed(text).replacingOccurrences(of: " +", with: " ", options: .regularExpression)
  }
}
