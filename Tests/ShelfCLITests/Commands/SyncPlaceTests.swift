import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfSystem

/// Tests where `shelf sync` sends commits to, and the files that it leaves behind.
struct SyncPlaceTests {
  private let copies: SyncedCopies
  private var here: TestLibrary { copies.here }
  private var there: TestLibrary { copies.there }

  init() throws {
    copies = try SyncedCopies()
    try copies.here.commit("Begin")
  }

  /// If another repository is pushed to than fetched from, only the commits that it lacks are counted. The copies are
  /// not called the same while the repository that is fetched from lacks commits.
  @Test func countsWhatAnotherRepositoryLacks() throws {
    _ = try here.run("sync")
    try here.git("init", "--quiet", "--bare", "--initial-branch=main", "other.git")
    here["other.git/.gitignore"] = "*\n"
    try here.git("remote", "set-url", "--push", "origin", here.absolute("other.git"))
    _ = try here.run("book set dune rating=1 --commit")
    #expect(try here.run("sync").hasPrefix("Sent "))
    let rest = "not arrived where git fetches from. `git remote -v` shows both addresses.\n"
    for _ in 1...2 { #expect(try here.run("sync") == "All commits are sent, but 1 commit has \(rest)") }
    _ = try here.run("book set dune rating=2 --commit")
    #expect(try here.run("sync") == "Sent 1 commit\n")
    #expect(try here.git("-C", "other.git", "log", "-1", "--format=%s", "main") == "Set rating of “Dune” to 2\n")
    #expect(try here.run("sync") == "All commits are sent, but 2 commits have \(rest)")
    try here.git("push", "--quiet", copies.hub.root, "main")
    #expect(try here.run("sync") == "Both copies are the same.\n")
  }

  /// With several push addresses, a sync pushes to all of them, even if the one that it fetches from has all commits.
  @Test func pushesToEveryAddress() throws {
    _ = try here.run("sync")
    try there.git("init", "--quiet", "--bare", "--initial-branch=main", "other.git")
    for path in [copies.hub.root, there.absolute("other.git")] {
      try here.git("config", "--add", "remote.origin.pushurl", path)
    }
    #expect(try here.run("sync").hasPrefix("Sent "))
    #expect(try here.run("sync") == "Both copies are the same.\n")
    try FileManager.default.moveItem(atPath: there.absolute("other.git"), toPath: there.absolute("gone.git"))
    _ = try here.run("book set dune rating=1 --commit")
    for _ in 1...2 {
      let said = try here.run("sync")
      #expect(said.contains("other.git' does not appear to be a git repository\n"), "\(said)")
      #expect(
        said.contains("! error: git could not push to every address of the remote; not everything was sent\n"),
        "\(said)")
      #expect(said.hasSuffix("[1]\n"))
    }
    try FileManager.default.moveItem(atPath: there.absolute("gone.git"), toPath: there.absolute("other.git"))
    #expect(try here.run("sync") == "Sent 1 commit\n")
    #expect(try here.run("sync") == "Both copies are the same.\n")
    let hashes = try [copies.hub.root, there.absolute("other.git")].map { try here.git("-C", $0, "rev-parse", "main") }
    #expect(hashes[0] == hashes[1])
  }

  /// A push that is refused at one of several addresses is an error, too.
  @Test func saysWhichAddressRefuses() throws {
    _ = try here.run("sync")
    try there.git("init", "--quiet", "--bare", "--initial-branch=main", "other.git")
    for path in [copies.hub.root, there.absolute("other.git")] {
      try here.git("config", "--add", "remote.origin.pushurl", path)
    }
    try there.writeProgram("other.git/hooks/pre-receive", "#!/bin/sh\necho not today >&2\nexit 1\n")
    _ = try here.run("book set dune rating=1 --commit")
    for _ in 1...2 {
      try expect(
        here.run("sync"),
        is: """
          ! not today
          ! error: git could not push to every address of the remote; not everything was sent
          ! hint: fix that, and sync again
          [1]
          """)
    }
  }

  @Test func aTagMayBeNamedAsTheBranch() throws {
    _ = try here.run("sync")
    try here.git("tag", "main")
    _ = try here.run("book set dune rating=1 --commit")
    #expect(try here.run("sync") == "Sent 1 commit\n")
    try there.git("clone", "--quiet", copies.hub.root, ".")
    #expect(there[SmallLibrary.dune]?.contains("rating: 1\n") == true)
  }

  /// If a hook takes the commit back, the copies are not called the same.
  @Test func aHookThatUndoesTheCommitIsReported() throws {
    _ = try here.run("sync")
    try here.writeProgram(".git/hooks/post-commit", "#!/bin/sh\ngit reset -q --soft HEAD~1\n")
    _ = try here.run("book set dune rating=1")
    let said = try here.run("sync --commit")
    #expect(said.contains("were not committed, and nothing was merged or sent: git ended without an error"), "\(said)")
  }

  // MARK: Permissions

  private func mode(_ path: String) throws -> UInt32? { try DiskFileSystem().status(here.absolute(path))?.mode }

  private func restrict(_ path: String) { chmod(here.absolute(path), 0o600) }

  /// A file that only its owner may read stays so, whether the sync merges it, replaces it or fails.
  @Test(arguments: [
    "book set emma rating=1 --commit", "book set dune year=1966 --commit", "book set dune rating=2 --commit",
  ])
  func filesKeepTheirPermissions(_ line: String) throws {
    try copies.clone()
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("library set goal=5 --commit")
    _ = try there.run("sync")
    _ = try here.run(line)
    for path in [SmallLibrary.dune, "shelf.yaml"] { restrict(path) }
    let usual = try mode(SmallLibrary.emma)
    let said = try here.run("sync")
    #expect(said.contains(line.contains("rating=2") ? "nothing was merged" : "Received"), "\(said)")
    for path in [SmallLibrary.dune, "shelf.yaml"] { #expect(try mode(path) == 0o600, "\(path)") }
    #expect(try mode(SmallLibrary.emma) == usual)
    if line.contains("rating=2") {
      _ = try here.run("sync --conflicts theirs")
      #expect(here[SmallLibrary.dune]?.contains("rating: 1\n") == true)
      #expect(try mode(SmallLibrary.dune) == 0o600)
    }
  }

  /// The permissions follow a record whose file was moved, or which was merged into another one.
  @Test(arguments: [false, true]) func permissionsFollowTheRecord(_ isMerged: Bool) throws {
    try copies.clone()
    if isMerged {
      _ = try there.run("merge dune emma --yes --commit")
    } else {
      try there.git("mv", SmallLibrary.dune, "books/sand.yaml")
      try there.git("commit", "--quiet", "--message=Move")
    }
    _ = try there.run("sync")
    restrict(SmallLibrary.dune)
    #expect(try here.run("sync").hasPrefix("Received"))
    #expect(here[SmallLibrary.dune] == nil)
    #expect(try mode(isMerged ? SmallLibrary.emma : "books/sand.yaml") == 0o600)
  }
}
