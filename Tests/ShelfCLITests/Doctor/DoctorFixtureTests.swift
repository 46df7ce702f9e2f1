import Foundation
import Testing

@testable import ShelfCLI
@testable import ShelfText

/// Compares the report for each fixture, and the changes that each repair makes, with the expected files in the
/// fixture. Each repair also runs on variants of the files: with CRLF line breaks, with a byte order mark, or without a
/// final line break. It must make the same changes to the variants.
@Suite struct DoctorFixtureTests {
  @Test(arguments: DoctorFixture.all)
  func reportIsTheOneShown(_ fixture: DoctorFixture) throws {
    let library = try fixture.library()
    let report = try library.run("doctor").replacing(/in \d+\.\d\d s/, with: "in 0.00 s")
    try fixture.compare("$ shelf doctor\n" + report, with: "report.txt")
    let codes = try library.problems().map(\.code)
    #expect(codes.contains(fixture.code))
    #expect(VisibleText.lines(report) == report)
  }

  @Test(arguments: DoctorFixture.all)
  func eachRepairChangesWhatIsShown(_ fixture: DoctorFixture) throws {
    var text = ""
    let library = try fixture.library()
    let before = library.files()
    for command in try Set(library.problems().flatMap(\.repairs).map(\.command)).sorted() {
      let after = try DoctorLaws.check(Array(shellWords(command).dropFirst()), in: library, fixture)
      text += "$ \(command)\n" + DoctorLaws.difference(before, after) + "\n"
    }
    try fixture.compare(text.replacingNewIDs, with: "repairs.txt")
  }

  @Test(arguments: DoctorFixture.all)
  func repairsOfTheWholeLibraryKeepTheLaws(_ fixture: DoctorFixture) throws {
    let repairs = try fixture.library().problems().filter { $0.code == fixture.code }.flatMap(\.repairs)
    let options = Set(repairs.map(\.option) + repairs.map { "--fix=\(fixture.code):\($0.name)" }).sorted()
    let library = try fixture.library()
    let plain = try options.map { try DoctorLaws.check(["doctor", $0], in: library, fixture) }
    for variant in DoctorFixture.Variant.allCases where variant != .plain && fixture.code != "unusable-text" {
      let library = try fixture.library(variant)
      for (option, files) in zip(options, plain) { try check(library, variant, option, files, fixture) }
    }
  }

  /// Repairs a variant of the files, and checks that the result is the same as for the plain files.
  private func check(
    _ library: TestLibrary, _ variant: DoctorFixture.Variant, _ option: String, _ plain: [String: [UInt8]],
    _ fixture: DoctorFixture
  ) throws {
    let before = library.files()
    _ = try library.run("doctor", [option, "--skip", "unusable-text"])
    let files = Dictionary(uniqueKeysWithValues: library.files().map { ($0.key.replacingNewIDs, $0.value) })
    try library.put(before)
    let plain = Dictionary(uniqueKeysWithValues: plain.map { ($0.key.replacingNewIDs, $0.value) })
    for path in Set(files.keys).union(plain.keys).sorted() where path != "shelf.yaml" {
      let expected = plain[path].map { (path.hasPrefix("covers/") ? $0 : variant.of($0)).replacingNewIDs }
      let actual = files[path]?.replacingNewIDs
      if actual == expected { continue }
      // shelf writes new files in its own format, regardless of the variant.
      if before[path] == nil, actual == plain[path]?.replacingNewIDs { continue }
      // A line break after the last line of a block scalar would become part of its text, so that a new field precedes
      // the scalar. The repaired file may also end with such a line break.
      if variant == .openEnd, let actual, let expected = plain[path]?.replacingNewIDs,
        actual.split(separator: 0x0A).sorted(by: { $0.lexicographicallyPrecedes($1) })
          == expected.split(separator: 0x0A).sorted(by: { $0.lexicographicallyPrecedes($1) })
      {
        continue
      }
      Issue.record(
        """
        \(fixture.code), \(option), \(variant): \(path) is
        \(files[path].map { VisibleText.lines(String(decoding: $0, as: UTF8.self)) } ?? "not there")
        and should be
        \(expected.map { VisibleText.lines(String(decoding: $0, as: UTF8.self)) } ?? "not there")
        """)
    }
  }

  @Test(arguments: DoctorFixture.all)
  func filesInAnotherFormHaveTheSameProblems(_ fixture: DoctorFixture) throws {
    if ["unusable-text", "unreadable-file"].contains(fixture.code) { return }
    let plain = try fixture.library().problems().map(DoctorFixtureTests.comparable)
    for variant in DoctorFixture.Variant.allCases where variant != .plain {
      let problems = try fixture.library(variant).problems(["--skip", "unusable-text"])
        .map(DoctorFixtureTests.comparable)
      #expect(problems == plain, "\(variant)")
    }
  }

  /// Replaces commit hashes, which depend on the bytes of the files.
  private static func comparable(_ problem: DoctorProblem) -> DoctorProblem {
    var problem = problem
    problem.message = problem.message.replacing(/commit [0-9a-f]+/, with: "commit 0")
    return problem
  }
}

extension String {
  /// The text with a placeholder for new ids, which differ in each run.
  fileprivate var replacingNewIDs: String {
    if !hasRun(of: 8, "0123456789", from: "9") { return self }
    return replacing(/9\d{7}(-0000-4000-8000-000000000000|\.yaml)/) { "NEW\($0.1)" }
  }
}

extension [UInt8] {
  fileprivate var replacingNewIDs: [UInt8] { Array(String(decoding: self, as: UTF8.self).replacingNewIDs.utf8) }
}
