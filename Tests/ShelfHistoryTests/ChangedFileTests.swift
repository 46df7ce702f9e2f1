import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfHistory

/// Tests how shelf compares two states of a library: commits, the index, or the files on disk.
struct ChangedFileTests {
  private func lines(_ files: [ChangedFile]) -> [String] { files.map { "\($0.status) \($0.path)" } }

  /// Returns a repository with a file in each state that git distinguishes.
  private func repository(below prefix: String) throws -> TestRepository {
    let test = try TestRepository(below: prefix)
    for name in ["same", "touched", "disk", "index", "both", "gone", "removed", "untracked", "-x ü\n\"y"] {
      try test.write("books/\(name).yaml", "1\n")
    }
    try test.write("readme.txt", "1\n")
    try test.commit("first")
    try test.write("books/touched.yaml", "1\n")
    try test.write("books/disk.yaml", "2\n")
    try test.write("books/-x ü\n\"y.yaml", "2\n")
    try test.write("readme.txt", "2\n")
    for name in ["index", "both", "staged", "half", "lost"] { try test.write("books/\(name).yaml", "2\n") }
    for name in ["index", "both", "staged", "half", "lost"] { try test.git("add", prefix + "books/\(name).yaml") }
    try test.write("books/index.yaml", "1\n")
    try test.write("books/both.yaml", "3\n")
    try test.write("books/half.yaml", "3\n")
    try test.remove("books/lost.yaml")
    try test.remove("books/gone.yaml")
    try test.git("rm", "--quiet", prefix + "books/removed.yaml")
    try test.git("rm", "--quiet", "--cached", prefix + "books/untracked.yaml")
    try test.write("books/new.yaml", "2\n")
    try test.write("books/announced.yaml", "2\n")
    try test.git("add", "--intent-to-add", prefix + "books/announced.yaml")
    try test.write(".gitignore", "ignored.yaml\n")
    try test.write("books/ignored.yaml", "2\n")
    return test
  }

  @Test(arguments: ["", "a b/ü/"])
  func comparesTheDisk(prefix: String) throws {
    let test = try repository(below: prefix)
    let files = try test.repository.changes(.uncommitted)
    #expect(lines(try test.repository.changes(.sinceCommit("HEAD"))) == lines(files))
    #expect(
      lines(files) == [
        "modified books/-x ü\n\"y.yaml", "added books/announced.yaml", "modified books/both.yaml",
        "modified books/disk.yaml", "deleted books/gone.yaml", "added books/half.yaml", "added books/ignored.yaml",
        "added books/new.yaml", "deleted books/removed.yaml", "added books/staged.yaml",
        "modified books/untracked.yaml",
      ])
  }

  @Test(arguments: ["", "a b/ü/"])
  func comparesTheIndex(prefix: String) throws {
    let test = try repository(below: prefix)
    let files = try test.repository.changes(.staged)
    #expect(
      lines(files) == [
        "modified books/both.yaml", "added books/half.yaml", "modified books/index.yaml", "added books/lost.yaml",
        "deleted books/removed.yaml", "added books/staged.yaml", "deleted books/untracked.yaml",
      ])
  }

  @Test(arguments: ["", "a b/ü/"])
  func layersTheIndexOverTheDisk(prefix: String) throws {
    let test = try repository(below: prefix)
    let overlay = try test.repository.indexOverlay()
    let lines = overlay.map { "\($0.key): \($0.value.map { String(decoding: $0.dropLast(), as: UTF8.self) } ?? "-")" }
    #expect(
      lines.sorted() == [
        "books/-x ü\n\"y.yaml: 1", "books/announced.yaml: -", "books/both.yaml: 2", "books/disk.yaml: 1",
        "books/gone.yaml: 1", "books/half.yaml: 2", "books/ignored.yaml: -", "books/index.yaml: 2",
        "books/lost.yaml: 2", "books/new.yaml: -", "books/untracked.yaml: -",
      ])
  }

  @Test func comparesCommits() throws {
    let test = try TestRepository()
    let first = try test.commit("first")
    try test.write("books/a.yaml", "1\n")
    try test.write("shelf.yaml", "format: 1\nname: Other\n")
    try test.commit("second")
    try test.remove("books/a.yaml")
    let there = try test.repository.changes(.between(first, "main"))
    #expect(lines(there) == ["added books/a.yaml", "modified shelf.yaml"])
    let back = try test.repository.changes(.between("main", first))
    #expect(lines(back) == ["deleted books/a.yaml", "modified shelf.yaml"])
  }

  @Test func comparesAnEmptyBranch() throws {
    let test = try TestRepository()
    try test.write("books/a.yaml", "1\n")
    try test.git("add", ".")
    #expect(lines(try test.repository.changes(.staged)) == ["added books/a.yaml", "added shelf.yaml"])
    try test.write("books/b.yaml", "1\n")
    #expect(
      lines(try test.repository.changes(.uncommitted)) == [
        "added books/a.yaml", "added books/b.yaml", "added shelf.yaml",
      ])
    #expect(throws: GitError.unknownRevision("HEAD")) { try test.repository.changes(.sinceCommit("HEAD")) }
  }

  @Test func readsWhatGitHolds() throws {
    let test = try TestRepository(below: "ü/")
    let names = (0..<300).map { "books/-\($0) ü\n.yaml" }
    for name in names { try test.write(name, name) }
    let commit = try test.commit("first")
    for name in names { try test.write(name, "other") }
    try test.git("add", ".")
    for count in [1, 2, 300] {
      let some = Array(names.prefix(count))
      let held = try test.repository.contents(of: some + ["books/none.yaml", "books"], in: .commit(commit))
      #expect(held == Dictionary(uniqueKeysWithValues: some.map { ($0, Array($0.utf8)) }))
      let staged = try test.repository.contents(of: some, in: .index)
      #expect(staged == Dictionary(uniqueKeysWithValues: some.map { ($0, Array("other".utf8)) }))
    }
  }

  @Test func tellsWhenFilesWereAdded() throws {
    let test = try TestRepository()
    try test.commit("root")
    try test.write("books/a.yaml", "1\n")
    let first = try test.commit("a")
    try test.git("switch", "--quiet", "--create", "side")
    try test.write("books/b.yaml", "1\n")
    let second = try test.commit("b")
    try test.git("switch", "--quiet", "main")
    try test.remove("books/a.yaml")
    try test.commit("delete")
    try test.write("books/a.yaml", "2\n")
    try test.commit("again")
    try test.git("merge", "--quiet", "--no-edit", "side")
    try test.write("books/c.yaml", "1\n")
    let added = try test.repository.added(["books/a.yaml", "books/b.yaml", "books/c.yaml"])
    #expect(added.mapValues(\.hash) == ["books/a.yaml": first, "books/b.yaml": second])
  }

  /// git runs hooks at the top of the work tree, with a separate index if only some files are committed.
  @Test func seesTheIndexThatAHookIsGiven() throws {
    let test = try TestRepository(below: "sub/")
    try test.commit("first")
    try test.write("books/a.yaml", "1\n")
    try test.git("read-tree", "HEAD", with: ["GIT_INDEX_FILE": ".git/other"])
    try test.git("add", ".", with: ["GIT_INDEX_FILE": ".git/other"])
    let given = test.environment.merging(["GIT_INDEX_FILE": ".git/other"]) { $1 }
    let files = try Repository(of: test.root, environment: given).changes(.staged)
    #expect(lines(files) == ["added books/a.yaml"])
  }
}
