import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfSystem

/// Tests `shelf sync` after an earlier sync was killed before it was complete.
///
/// A sync records the commits to be merged in a marker, `.git/shelf-sync`, before git changes the work tree, and
/// deletes it at the end. Most tests write the marker and leave the repository as a killed sync would. Some kill the
/// process from a hook. The next sync must finish the merge or roll it back, and must not lose any of the user's files
/// or edits.
struct SyncRecoveryTests {
  private let copies: SyncedCopies
  private var here: TestLibrary { copies.here }
  private var there: TestLibrary { copies.there }
  private var hub: TestLibrary { copies.hub }
  private let marker = ".git/shelf-sync"

  /// Creates two copies with several changes each, which can be merged without a conflict.
  init() throws {
    copies = try SyncedCopies()
    try copies.here.commit("Begin")
    try copies.clone()
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("book set emma rating=1 --commit")
    _ = try there.run("tag add There --commit")
    _ = try there.run("quote delete c0000001 --yes --commit")
    _ = try there.run("sync")
  }

  /// Commits changes in this copy, so that the merge is not a fast-forward.
  private func diverge() throws {
    _ = try here.run("book set dune year=1966 --commit")
    _ = try here.run("tag add Here --commit")
  }

  private func commits() throws -> (ours: String, theirs: String) {
    try here.git("fetch", "--quiet")
    let names = try ["HEAD", "origin/main"].map { try here.git("rev-parse", $0).filter { !$0.isNewline } }
    return (names[0], names[1])
  }

  private func mark() throws {
    let (ours, theirs) = try commits()
    here[marker] = "ours \(ours)\ntheirs \(theirs)\n"
  }

  private func contents(of path: String, in commit: String) throws -> String {
    try here.git("show", "\(commit):\(path)")
  }

  /// Checks that each copy has the changes of both copies.
  private func expectWhole(isDiverged: Bool) throws {
    #expect(here[marker] == nil)
    #expect(try here.git("status", "--short") == "")
    _ = try there.run("sync")
    for library in [here, there] {
      let dune = try library.run("book show dune --format json")
      #expect(dune.contains("\"rating\": 1") && dune.contains(isDiverged ? "1966" : "1965"))
      #expect(try library.run("tag list").contains("There"))
      #expect(try library.run("tag list").contains("Here") == isDiverged)
    }
  }

  /// git has written some of the files, one of them only partially, and its index does not list them yet.
  @Test(arguments: [true, false]) func halfOfTheFilesAreWritten(_ isDiverged: Bool) throws {
    if isDiverged { try diverge() }
    try mark()
    let (_, theirs) = try commits()
    here[SmallLibrary.emma] = try contents(of: SmallLibrary.emma, in: theirs)
    let names = try here.git("diff", "--name-only", "--no-renames", "--diff-filter=A", "HEAD", theirs)
    let added = names.split(separator: "\n").map(String.init)
    let path = try #require(added.first { $0.hasPrefix("tags/there") })
    here[path] = String(try contents(of: path, in: theirs).prefix(9))
    if !isDiverged { here[SmallLibrary.dune] = nil }
    here["books/mine.yaml"] = "id: b0000077-0000-4000-8000-000000000000\ntitle: Mine\n"
    here[".git/index.lock"] = ""
    let before = try here.tree()
    let said = try here.run("sync")
    #expect(
      said.contains("error: the last sync was interrupted, and git left its lock file LIBRARY/.git/index.lock behind\n")
    )
    #expect(try here.tree() == before)
    here[".git/index.lock"] = nil
    #expect(try here.run("sync").contains("! note: the last sync was interrupted; its merge was undone ("))
    #expect(here["books/mine.yaml"] != nil)
    here["books/mine.yaml"] = nil
    try expectWhole(isDiverged: isDiverged)
  }

  /// A hook kills git and the process that runs it.
  @Test(arguments: ["pre-merge-commit", "prepare-commit-msg"]) func killedBeforeTheMergeIsCommitted(_ hook: String)
    throws
  {
    try diverge()
    try here.writeProgram(
      ".git/hooks/" + hook,
      "#!/bin/sh\nread -r _ _ _ parent _ < /proc/$PPID/stat\nkill -9 $parent $PPID\n")
    let program = ExternalProgram("shelf", ["--library", here.root, "sync"], environment: here.environment)
    _ = try? program.run(input: []) { _ in true }
    here[".git/hooks/" + hook] = nil
    #expect(here[marker] != nil)
    if here[".git/index.lock"] != nil { here[".git/index.lock"] = nil }
    #expect(try here.run("sync").contains("! note: the last sync was interrupted; its merge was undone"))
    try expectWhole(isDiverged: true)
  }

  /// git passes the versions of a file to the merge driver in temporary files at the top of the work tree, and leaves
  /// them behind if it is killed.
  @Test func killedDuringTheDriver() throws {
    try diverge()
    try mark()
    for name in ["a1B2c3", "Zz0000"] { here[".merge_file_" + name] = "id: x\n" }
    let others = [".merge_file_seven77", ".merge_file_", "books/.merge_file_a1B2c3"]
    for path in others { here[path] = "mine\n" }
    #expect(!(try here.run("sync").contains("interrupted")))
    #expect(try here.paths().filter { $0.contains(".merge_file_") }.sorted() == others.sorted())
    for path in others { here[path] = nil }
    try expectWhole(isDiverged: true)
  }

  /// Files that existed before the sync are kept, even if they have the names of git's temporary files.
  @Test func filesThatWereThereBefore() throws {
    try diverge()
    let own = [".merge_file_mine01", ".merge_file_mine02"]
    for path in own { here[path] = "mine\n" }
    try here.writeProgram(
      ".git/hooks/pre-merge-commit",
      "#!/bin/sh\necho git > .merge_file_git001\nread -r _ _ _ parent _ < /proc/$PPID/stat\nkill -9 $parent $PPID\n")
    let program = ExternalProgram("shelf", ["--library", here.root, "sync"], environment: here.environment)
    _ = try? program.run(input: []) { _ in true }
    here[".git/hooks/pre-merge-commit"] = nil
    #expect(here[marker] != nil && here[".merge_file_git001"] != nil)
    here[".git/index.lock"] = nil
    #expect(try here.run("sync").contains("its merge was undone"))
    #expect(try here.paths().filter { $0.contains(".merge_file_") }.sorted() == own)
    for path in own { here[path] = nil }
    try expectWhole(isDiverged: true)
  }

  /// The user edits a file after the merged tree has been created and right before git writes the files.
  ///
  /// The hook makes the edit once the sync has recorded the tree in its marker.
  @Test func anEditComesBeforeTheMergeIsWritten() throws {
    try diverge()
    _ = try here.run("quote set c0000001 page=7 --commit")
    let edited = (here[SmallLibrary.emma] ?? "") + "review: by hand\n"
    here["edited"] = edited
    try here.writeProgram(
      ".git/hooks/reference-transaction",
      "#!/bin/sh\ngrep -q tree .git/shelf-sync && [ -e edited ] && mv edited \(SmallLibrary.emma)\nexit 0\n")
    let said = try here.run("sync --conflicts theirs")
    #expect(
      said.contains("error: the other copy changes files that have uncommitted changes here: \(SmallLibrary.emma)"),
      "\(said)")
    #expect(here[SmallLibrary.emma] == edited)
    #expect(here[marker] == nil && here[".git/MERGE_HEAD"] == nil)
    #expect(try here.git("status", "--short") == " M \(SmallLibrary.emma)\n")
    here[".git/hooks/reference-transaction"] = nil
    #expect(try here.run("sync --conflicts theirs --commit").hasPrefix("Received "))
    #expect(here[SmallLibrary.emma]?.contains("review: by hand\n") == true)
    try expectWhole(isDiverged: true)
  }

  /// The sync was killed before it could abort a merge with a conflict.
  @Test func killedAtAConflict() throws {
    try diverge()
    _ = try here.run("book set emma rating=2 --commit")
    try mark()
    #expect(throws: TestLibrary.GitFailure.self) { try here.git("merge", "--quiet", "refs/remotes/origin/main") }
    let said = try here.run("sync")
    #expect(said.contains("! note: the last sync was interrupted; its merge was undone ("))
    #expect(said.contains("rating is “2” here, “1” there"))
    #expect(try here.git("status", "--short") == "" && here[".git/MERGE_HEAD"] == nil && here[marker] == nil)
  }

  /// Edits that the user made after the sync was killed are never rolled back.
  @Test(arguments: [true, false]) func whatWasEditedSinceStays(_ isMerging: Bool) throws {
    try diverge()
    _ = try here.run("book set emma rating=2 --commit")
    try mark()
    if isMerging {
      #expect(throws: TestLibrary.GitFailure.self) { try here.git("merge", "--quiet", "refs/remotes/origin/main") }
    }
    here[SmallLibrary.emma] = here[SmallLibrary.emma].map { $0 + "review: resolved by hand\n" }
    func files() throws -> [String: String] { try here.tree().filter { !$0.key.hasPrefix(".git/objects") } }
    let before = try files()
    #expect(
      try here.run("sync").contains(
        "error: the last sync was interrupted in the middle of a merge, and these files have contents that it did not write: "
          + "books/emma-b0000003.yaml\n"))
    #expect(try files() == before)
  }

  /// A file of our side that git emptied, because the disk was full, is restored.
  @Test(arguments: [SmallLibrary.dune, "quotes/dune-b0000001/fear-c0000001.yaml"])
  func aFileThatWasEmptied(_ path: String) throws {
    try diverge()
    try mark()
    here[path] = ""
    let said = try here.run("sync")
    #expect(said.contains("Received 4 commits"), "\(said)")
    try expectWhole(isDiverged: true)
  }

  /// A marker that does not match the repository is ignored.
  @Test func aMarkerOfAnotherState() throws {
    try diverge()
    try mark()
    _ = try here.run("tag add Later --commit")
    #expect(try here.run("sync").hasPrefix("Received 4 commits and sent 4 commits"))
    for text in ["", "ours x\ntheirs y\n", "ours \(String(repeating: "0", count: 40))\n"] {
      here[marker] = text
      #expect(try here.run("sync") == "Both copies are the same.\n")
      #expect(here[marker] == nil)
    }
    // A merge that the user started is not aborted.
    let head = try commits().ours
    try here.git("switch", "--quiet", "--create", "other", "HEAD~1")
    _ = try here.run("tag add Other --commit")
    try here.git("switch", "--quiet", "main")
    try here.git("merge", "--quiet", "--no-commit", "other")
    here[marker] = "ours \(head)\ntheirs \(String(repeating: "1", count: 40))\n"
    #expect(try here.run("sync").contains("nothing can be merged while a merge is in progress"))
    #expect(here[".git/MERGE_HEAD"] != nil)
  }

  /// git has completed the merge, except that `MERGE_HEAD` still exists.
  @Test func killedAfterTheMergeWasCommitted() throws {
    try diverge()
    try mark()
    let theirs = try commits().theirs
    try here.git("merge", "--quiet", "--no-edit", "origin/main")
    here[".git/MERGE_HEAD"] = theirs + "\n"
    #expect(try here.run("sync").contains("! note: the last sync was interrupted after its merge\n"))
    try expectWhole(isDiverged: true)
  }

  /// Kills the sync at random moments and repeats it until it succeeds.
  @Test(.enabled(if: SeededGenerator.isFull)) func killedAtRandom() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for round in 0..<60 {
      _ = try there.run("tag add there\(round) --commit")
      _ = try there.run("book set dune pages=\(round + 1) --commit")
      _ = try there.run("sync")
      _ = try here.run("tag add here\(round) --commit")
      _ = try here.run("book set dune publisher=P\(round) --commit")
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/setsid")
      process.arguments = ["shelf", "--library", here.root, "sync"]
      process.environment = here.environment
      try process.run()
      usleep(UInt32.random(in: 1000...400_000, using: &random))
      kill(-process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      usleep(20_000)
      for lock in [
        "index.lock", "HEAD.lock", "refs/heads/main.lock", "refs/remotes/origin/main.lock", "packed-refs.lock",
      ] {
        here[".git/" + lock] = nil
      }
      hub["refs/heads/main.lock"] = nil
      let said = try here.run("sync")
      #expect(!said.contains("error:"), "round \(round), seed \(SeededGenerator.seedOfRun): \(said)")
    }
    _ = try there.run("sync")
    #expect(try here.git("rev-parse", "HEAD") == there.git("rev-parse", "HEAD"))
    #expect(try here.git("status", "--short") == "")
  }
}
