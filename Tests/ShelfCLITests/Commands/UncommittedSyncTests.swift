import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests that a sync never discards uncommitted edits, regardless of what the other copy did to the file.
struct UncommittedSyncTests {
  private let copies: SyncedCopies
  private var here: TestLibrary { copies.here }
  private var there: TestLibrary { copies.there }

  init() throws {
    copies = try SyncedCopies()
    _ = try copies.here.run("doctor --fix --yes")
    try copies.here.git("add", ".")
    try copies.here.git("commit", "--quiet", "--message=All")
    try copies.clone()
  }

  private static let choices = ["", " --conflicts ours", " --conflicts theirs", " --conflicts newest"]

  /// Checks that a sync stops if a record with uncommitted edits was deleted in the other copy.
  ///
  /// - Parameter move: the path to which this copy moves the file before the edit, or nil if it does not move the file.
  private func check(_ choice: String, move: String?) throws {
    _ = try there.run("book delete Dune --yes --commit")
    _ = try there.run("sync")
    _ = try here.run("book set Dune rating=2 --commit")
    let path = move ?? SmallLibrary.dune
    if move != nil {
      try here.git("mv", SmallLibrary.dune, path)
      try here.git("commit", "--quiet", "--message=Move")
    }
    let edited = try #require(here[path]) + "# written by hand\n"
    here[path] = edited
    let head = try here.git("rev-parse", "HEAD")
    let said = try here.run("sync" + choice)
    #expect(said.contains("uncommitted changes here: \(path)"), "\(said)")
    #expect(here[path] == edited)
    #expect(try here.git("rev-parse", "HEAD") == head)
    #expect(try here.git("status", "--porcelain").contains(path))
    // After a commit, the sync succeeds.
    #expect(
      try here.run("sync --commit" + (choice.isEmpty ? " --conflicts ours" : choice)).contains("Received 1 commit"))
  }

  @Test(arguments: choices) func aFileThatWasDeletedThere(_ choice: String) throws { try check(choice, move: nil) }

  @Test(arguments: choices) func aFileThatMovedHereAndWasDeletedThere(_ choice: String) throws {
    try check(choice, move: "books/sand.yaml")
  }

  /// Uncommitted edits do not prevent a sync if the other copy did not change the same files.
  @Test func anotherFileIsNoHindrance() throws {
    _ = try there.run("book set Dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("tag add New --commit")
    let emma = try #require(try here.paths().first { $0.hasPrefix("books/") && $0 != SmallLibrary.dune })
    here[emma] = try #require(here[emma]) + "# written by hand\n"
    #expect(try here.run("sync").hasPrefix("Received 1 commit"))
    #expect(here[emma]?.hasSuffix("# written by hand\n") ?? false)
  }
}
