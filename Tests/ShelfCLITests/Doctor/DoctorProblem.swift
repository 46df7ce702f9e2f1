import Foundation
import Testing

@testable import ShelfCLI

/// A problem as `shelf doctor --format json` writes it.
struct DoctorProblem: Codable, Hashable {
  var code: String
  var severity: String
  var path: String
  var line: Int?
  var column: Int?
  var endLine: Int?
  var endColumn: Int?
  var message: String
  var record: String?
  var field: String?
  var repairs: [Repair]

  struct Repair: Codable, Hashable {
    var name: String
    var safe: Bool
    var description: String
    var command: String

    /// The option that makes the repair.
    var option: String { command.split(separator: " ").first { $0.hasPrefix("--fix") }.map(String.init) ?? "" }
  }

  struct Report: Codable {
    var library: String
    var records: Int
    var problems: [DoctorProblem]
  }
}

extension TestLibrary {
  /// Returns what `shelf doctor` finds.
  func problems(_ words: [String] = []) throws -> [DoctorProblem] {
    var text = try run("doctor --format json", words)
    if text.hasSuffix("[1]\n") { text.removeLast(4) }
    return try JSONDecoder().decode(DoctorProblem.Report.self, from: Data(text.utf8)).problems
  }
}

/// Returns the words of a command as a shell reads them that knows single quotes and backslashes.
func shellWords(_ line: String) -> [String] {
  var words: [String] = []
  var word: String?
  var isQuoted = false
  var isEscaped = false
  for character in line {
    if isEscaped {
      word = (word ?? "") + String(character)
      isEscaped = false
    } else if character == "'" {
      isQuoted.toggle()
      word = word ?? ""
    } else if character == "\\", !isQuoted {
      isEscaped = true
    } else if character == " ", !isQuoted {
      if let whole = word { words.append(whole) }
      word = nil
    } else {
      word = (word ?? "") + String(character)
    }
  }
  if let word { words.append(word) }
  return words
}
