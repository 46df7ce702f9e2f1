import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfSystem

/// Pipes in place of files of git's keep no command waiting for ever.
struct WaitingTests {
  private func repository() throws -> TestRepository {
    let test = try TestRepository()
    try test.write("books/dune.yaml", "id: \(RecordID.test("b0000001"))\ntitle: Dune\n")
    try test.commit("First")
    return test
  }

  /// Names of authors are taken as commits have them, so nothing is looked up for them.
  @Test func aPipeForNamesIsNotRead() throws {
    let test = try repository()
    mkfifo(test.top + "/.mailmap", 0o600)
    try test.git("config", "mailmap.file", test.top + "/.mailmap")
    try test.git("config", "log.mailmap", "true")
    let steps = try test.repository.history(schema: Schema(), since: nil, limit: nil) { $0 }
    #expect(steps.map(\.commit.author) == ["Jörg Müller"])
  }

  @Test func gitIsEndedIfItDoesNothing() throws {
    let test = try repository()
    let repository = try test.repository
    let index = test.top + "/.git/index"
    try FileManager.default.removeItem(atPath: index)
    mkfifo(index, 0o600)
    #expect(throws: GitError.waiting(command: "ls-files")) {
      _ = try repository.contents(of: ["books/dune.yaml"], in: .index)
    }
  }

  /// A git that changes something may wait for a person or a hook, so it is not ended for doing nothing.
  @Test(arguments: [".gitattributes", ".gitignore", "books/.gitattributes", "books/a/.gitignore", ".gitmodules"])
  func gitThatWritesIsNotStarted(_ path: String) throws {
    let test = try repository()
    try test.write("books/a/emma.yaml", "id: \(RecordID.test("b0000002"))\ntitle: Emma\n")
    try test.git("switch", "--quiet", "--create", "theirs")
    let theirs = try test.commit("Second")
    try test.git("switch", "--quiet", "main")
    try test.write("books/a/new.yaml", "id: \(RecordID.test("b0000003"))\ntitle: New\n")
    let repository = try test.repository
    let file = test.top + "/" + path
    mkfifo(file, 0o600)
    #expect {
      _ = try repository.commit(["books/a/new.yaml"], message: "New", DiskFileSystem())
    } throws: {
      guard case Repository.CommitFailure.git(.special(file)) = $0 else { return false }
      return true
    }
    let remote = Remote(
      name: "origin", branch: "main", target: "refs/heads/main", tracking: "refs/heads/theirs", isUpstream: true)
    #expect {
      _ = try repository.merge(remote, at: theirs, .ours, Schema(), DiskFileSystem())
    } throws: {
      guard case SyncError.git(.special(file)) = $0 else { return false }
      return true
    }
  }
}
