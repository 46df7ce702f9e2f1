import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfDoctor
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Libraries without any problem.
@Suite struct WholeLibraryTests {
  private static func findings(_ root: String) throws -> [Finding] {
    let library = try Library.load(at: root, fileSystem: DiskFileSystem(), threads: 2)
    let doctor = Doctor(
      today: try #require(CalendarDate("2026-11-21")), now: try #require(Timestamp("2026-11-21T10:00:00Z")),
      newID: { recordID(0) })
    return doctor.findings(in: library, strays: library.strays(DiskFileSystem()))
  }

  @Test func theSampleLibraryHasNoProblem() throws {
    let project = URL(filePath: #filePath).appending(path: "../../..").standardized
    let findings = try WholeLibraryTests.findings(project.appending(path: "sample-library").path)
    #expect(findings.map { "\($0.path): \($0.message)" } == [])
  }

  @Test(.enabled(if: TestData.isThere, TestData.whereFrom))
  func aRealLibraryHasNotesOnly() throws {
    let findings = try WholeLibraryTests.findings(TestData.folder("real-library"))
    #expect(findings.filter { $0.severity > .note }.map { "\($0.path): \($0.message)" } == [])
    // Hundreds of notes from one check would be noise.
    for (code, notes) in Dictionary(grouping: findings, by: \.check.code) { #expect(notes.count < 100, "\(code)") }
  }
}
