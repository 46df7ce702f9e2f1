import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfSystem

/// Files whose names are not UTF-8 cannot be records, so they are reported.
struct UnnamedFileTests {
  private static let shown = "books/caf\u{FFFD}.yaml"

  private func write(_ text: String, in test: TestRepository, extra: String = "") throws {
    let script = "mkdir -p books && printf '%s' \"$1\" > \"$(printf 'books/caf\\351.yaml')\"" + extra
    let program = ExternalProgram(
      "sh", ["-c", "cd '\(test.root)' && " + script, "sh", text], environment: TestMachine.environment)
    #expect(try program.run(input: []) { _ in true }.status == 0)
  }

  private func repository() throws -> TestRepository {
    let test = try TestRepository()
    try test.write("books/dune.yaml", "id: \(RecordID.test("b0000001"))\ntitle: Dune\n")
    try test.commit("First")
    return test
  }

  private func merge(_ test: TestRepository, _ policy: MergePolicy) throws {
    let remote = Remote(
      name: "origin", branch: "main", target: "refs/heads/main", tracking: "refs/heads/theirs", isUpstream: true)
    _ = try test.repository.merge(
      remote, at: test.git("rev-parse", "theirs"), policy, Schema(), DiskFileSystem())
  }

  @Test func differencesNameThem() throws {
    let test = try repository()
    try write("title: Cafe\n", in: test)
    let all = try test.repository.allChanges(.sinceCommit("HEAD"))
    #expect(all.files == [] && all.nonUTF8Paths == [Self.shown])
    try test.commit("Second")
    #expect(try test.repository.allChanges(.sinceCommit("HEAD")).nonUTF8Paths == [])
    let difference = try test.repository.difference(
      .between("HEAD~1", "HEAD"), root: test.root, fileSystem: DiskFileSystem(), schema: Schema())
    #expect(difference.nonUTF8Paths == [Self.shown])
    let entries = try test.repository.history(schema: Schema())
    #expect(entries.map(\.nonUTF8Paths) == [[Self.shown], []])
  }

  /// No policy can resolve a conflict in a file whose path is not valid UTF-8, because shelf cannot write to such a
  /// path.
  @Test func conflictsNameThem() throws {
    let test = try repository()
    try write("one\n", in: test)
    try test.commit("Second")
    try test.git("switch", "--quiet", "--create", "theirs")
    try write("theirs\n", in: test)
    try test.commit("Theirs")
    try test.git("switch", "--quiet", "main")
    try write("ours\n", in: test)
    let head = try test.commit("Ours")
    for policy in [MergePolicy.ours, .theirs, .newest] {
      #expect {
        try merge(test, policy)
      } throws: {
        guard case SyncError.nonUTF8Paths([Self.shown]) = $0 else { return false }
        return true
      }
      #expect(try test.git("rev-parse", "HEAD") == head)
      #expect(try test.git("status", "--porcelain") == "")
    }
  }

  /// An interrupted sync is rolled back unless a file whose name is not UTF-8 has changed since.
  @Test func recoveryLooksAtThem() throws {
    let test = try repository()
    try write("one\n", in: test)
    let ours = try test.commit("Second")
    try test.git("switch", "--quiet", "--create", "theirs")
    try write("theirs\n", in: test)
    let theirs = try test.commit("Theirs")
    try test.git("switch", "--quiet", "main")
    let marker = SyncMarker(ours: ours, theirs: theirs)
    try test.repository.mark(marker, DiskFileSystem())
    try write("edited\n", in: test)
    #expect {
      _ = try test.repository.recoverSync(DiskFileSystem())
    } throws: {
      guard case SyncError.interrupted([Self.shown]) = $0 else { return false }
      return true
    }
    try test.git("restore", "books")
    #expect(try test.repository.recoverSync(DiskFileSystem()) == nil)
    #expect(try test.repository.recoverSync(DiskFileSystem()) == nil)
  }
}
