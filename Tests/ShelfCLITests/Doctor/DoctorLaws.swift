import Foundation
import Testing

@testable import ShelfCLI
@testable import ShelfStore
@testable import ShelfText

/// The rules that every repair must follow, regardless of the problem.
///
/// A repair solves its problem and reports no error. It causes no problems of other kinds, except those that the user
/// expects, such as an orphan after the removal of a reference. A second run changes nothing, and undo restores every
/// byte. Tests run each repair of each fixture through `check`, so a new repair is covered as soon as it has a fixture.
enum DoctorLaws {
  /// Problems that a repair may cause in place of the original one. A user who chooses the repair expects them.
  private static let consequences = [
    "dangling-reference": ["orphan-quote", "stale-comment"], "wrong-kind-reference": ["orphan-quote"],
    "duplicate-id": ["unused-genre"], "unknown-choice": ["status-dates"], "unknown-field": ["wrong-type"],
    "reference-by-name": ["stale-comment", "dangling-reference"], "old-field-name": ["reference-by-name"],
    "misplaced-file": ["duplicate-name", "unused-genre"], "name-twin": ["duplicate-id"],
  ]

  /// Runs `doctor` with a repair and checks the rules.
  ///
  /// - Returns: the contents of all files after the repair.
  @discardableResult
  static func check(
    _ words: [String], in library: TestLibrary, _ fixture: DoctorFixture
  ) throws -> [String: [UInt8]] {
    let subject = Comment(rawValue: "\(fixture.code): \(words.joined(separator: " "))")
    let option = words.first { $0.hasPrefix("--fix") } ?? ""
    let path = words.dropFirst().first.flatMap { $0.hasPrefix("-") ? nil : $0 }
    let filter = words.firstIndex(of: "--skip").map { Array(words[$0...]) } ?? []
    func isMended(_ problem: DoctorProblem) -> Bool {
      problem.repairs.contains { repair in
        repair.safe || option == "--fix=\(problem.code):\(repair.name)" || repair.option == option
      }
    }
    let before = library.files()
    let problems = try library.examined(without: filter.last)

    let output = try library.run("", words)
    // Some problems remain for the user to decide about. The output does not report them as errors.
    #expect(!output.contains("! error") && !output.contains("! warning"), subject)
    let after = library.files()
    #expect(after != before, subject)
    let left = try library.examined(without: filter.last)
    let mended = left.filter { $0.code == fixture.code && isMended($0) && (path == nil || path == $0.path) }
    #expect(mended.isEmpty, subject)
    let allowed = consequences[fixture.code] ?? []
    let known = Set(problems.map { [$0.code, $0.path, $0.message] })
    let codes = Set(problems.map(\.code))
    let new = left.filter { !known.contains([$0.code, $0.path, $0.message]) && !allowed.contains($0.code) }
    #expect(new.filter { !codes.contains($0.code) }.isEmpty, subject)
    #expect(left.count { !allowed.contains($0.code) } <= problems.count, subject)

    _ = try library.run("", words)
    #expect(library.files() == after, subject)
    _ = try library.run("undo")
    #expect(library.files() == before, subject)
    return after
  }

  /// Returns the differences between files as a diff with visible control characters.
  static func difference(_ before: [String: [UInt8]], _ after: [String: [UInt8]]) -> String {
    Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map { path in
      VisibleText.lines(UnifiedDiff.text(of: FileChange(path: path, old: before[path], new: after[path])))
    }.joined()
  }
}
