import Foundation
import Testing

@testable import ShelfCLI
@testable import ShelfDoctor
@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfWording

/// A problem in the output of `shelf doctor --format json`.
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

    /// The option of `doctor` that carries out the repair.
    var option: String { command.split(separator: " ").first { $0.hasPrefix("--fix") }.map(String.init) ?? "" }
  }

  struct Report: Codable {
    var library: String
    var records: Int
    var problems: [DoctorProblem]
  }
}

extension TestLibrary {
  /// Returns the problems that `shelf doctor` finds.
  func problems(_ words: [String] = []) throws -> [DoctorProblem] {
    var text = try run("doctor --format json", words)
    if text.hasSuffix("[1]\n") { text.removeLast(4) }
    return try JSONDecoder().decode(DoctorProblem.Report.self, from: Data(text.utf8)).problems
  }

  /// Returns the same problems without running a command, which is faster.
  func examined(without code: String?) throws -> [DoctorProblem] {
    let library = try Library.load(at: root, fileSystem: fileSystem, threads: 1)
    let cache = (try? Repository(of: root, environment: environment)).map { HistoryCache($0, schema: library.schema) }
    let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
    let id = try #require(RecordID("90000000-0000-4000-8000-000000000000"))
    func ask(_ questions: HistoryFacts.Questions) -> HistoryFacts { cache?.answer(questions) ?? HistoryFacts() }
    var doctor = Doctor(settings: library.manifest.doctor, today: now.date, now: now, newID: { id }, asking: ask)
    doctor.checks.removeAll { $0.code == code }
    return doctor.findings(in: library, strays: library.strays(fileSystem)).map { DoctorProblem($0, in: library) }
  }

  /// Restores the specified contents of files, and deletes all other files.
  func put(_ files: [String: [UInt8]]) throws {
    let present = self.files()
    for path in present.keys where files[path] == nil { try FileManager.default.removeItem(atPath: absolute(path)) }
    for (path, bytes) in files where present[path] != bytes { try write(path, bytes) }
  }
}

extension DoctorProblem {
  fileprivate init(_ finding: Finding, in library: Library) {
    code = finding.check.code
    severity = finding.severity.rawValue
    path = finding.path
    message = finding.message
    repairs = finding.repairs(in: library).map { repair in
      Repair(
        name: repair.name, safe: repair.isSafe, description: repair.description,
        command: "shelf doctor " + DoctorText.option(for: repair, of: finding))
    }
  }
}

/// Splits a command into words as a shell does, supporting only single quotes and backslashes.
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
