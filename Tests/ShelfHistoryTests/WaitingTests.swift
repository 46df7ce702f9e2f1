import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory
@testable import ShelfModel
@testable import ShelfSystem

/// Tests that a command does not wait forever if one of git's files is a pipe.
struct WaitingTests {
  private func repository() throws -> TestRepository {
    let test = try TestRepository()
    try test.write("books/dune.yaml", "id: \(RecordID.test("b0000001"))\ntitle: Dune\n")
    try test.commit("First")
    return test
  }

  /// Authors' names are taken from the commits unchanged, so no mailmap is read.
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
    #expect(throws: GitError.waiting(command: "ls-files", seconds: 5)) {
      _ = try repository.contents(of: ["books/dune.yaml"], in: .index)
    }
    // After a timeout, later calls do not wait for the full time again.
    let start = ContinuousClock.now
    #expect(throws: GitError.self) { _ = try repository.changes(.staged) }
    #expect(throws: GitError.self) { _ = try repository.tracks(".shelf") }
    #expect(ContinuousClock.now - start < .seconds(4))
  }

  /// The files that every git command reads are checked before shelf runs git for the first time.
  @Test(
    arguments: ["HEAD", "config", "index", "packed-refs", "FETCH_HEAD", "info/attributes", "info/exclude", ""],
    [true, false])
  func aPipeAmongGitsFilesIsNamed(_ name: String, isLinked: Bool) throws {
    let test = try repository()
    let path = test.top + "/.git" + (name.isEmpty ? "" : "/" + name)
    try? FileManager.default.removeItem(atPath: path)
    if isLinked, !name.isEmpty {
      mkfifo(test.top + "/pipe", 0o600)
      symlink(test.top + "/pipe", path)
    } else {
      mkfifo(path, 0o600)
    }
    #expect(throws: GitError.special(path: path)) { _ = try test.repository }
  }

  /// A device such as `/dev/zero` returns bytes without end, and git has no limit on how much it reads.
  @Test(arguments: ["index", "info/attributes", "info/exclude"]) func aDeviceAmongGitsFilesIsNamed(_ name: String)
    throws
  {
    let test = try repository()
    let path = test.top + "/.git/" + name
    try? FileManager.default.removeItem(atPath: path)
    symlink("/dev/zero", path)
    #expect(throws: GitError.special(path: path)) { _ = try test.repository }
  }

  /// A git command that writes is terminated if it is idle and has not started another program. A command whose hook
  /// takes a while is not terminated.
  @Test func gitThatWritesIsEnded() throws {
    let test = try repository()
    let timeouts = GitTimeouts(reading: 5000, writing: 600, remote: 600, company: 60_000)
    let git = Git(folder: test.top, environment: test.environment, timeouts: timeouts)
    mkfifo(test.top + "/message", 0o600)
    #expect(throws: GitError.waiting(command: "commit", seconds: 0)) {
      _ = try git.write(["commit", "--allow-empty", "--quiet", "--file=message"])
    }
    #expect(!FileManager.default.fileExists(atPath: test.top + "/.git/index.lock"))
    // A separate program writes the hook. If this process had the file open, processes that other tests fork would
    // inherit it, and the hook could not be run.
    let script =
      "mkdir -p .git/hooks; printf '#!/bin/sh\\nsleep 2\\n' > .git/hooks/pre-commit; chmod 700 .git/hooks/pre-commit"
    let writer = ExternalProgram("sh", ["-c", "cd '\(test.top)'; " + script], environment: TestMachine.environment)
    #expect(try writer.run(input: []) { _ in true }.status == 0)
    #expect(try git.write(["commit", "--allow-empty", "--quiet", "--message=x"]).status == 0)
  }

  /// A git command that writes may wait for a hook, so its timeout is long. If it would read from a pipe, it is not
  /// started at all.
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
