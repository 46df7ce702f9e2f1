import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests conflicts that `shelf sync` leaves to the user, and states that it does not report as synchronized.
struct SyncRefusalTests {
  private let copies: SyncedCopies
  private var here: TestLibrary { copies.here }
  private var there: TestLibrary { copies.there }
  private var hub: TestLibrary { copies.hub }

  init() throws {
    copies = try SyncedCopies()
    try copies.here.commit("Begin")
  }

  /// Returns the commits and the uncommitted files, which a refused sync must not change.
  private func state() throws -> [String] {
    [
      try here.git("rev-parse", "HEAD"), try here.git("status", "--short"),
      try hub.git("rev-parse", "--all"),
    ]
  }

  /// Checks that a sync fails with the specified error and changes nothing.
  private func expectRefusal(_ error: String, _ line: String = "sync") throws {
    let before = try state()
    let said = try here.run(line)
    if !said.contains(error) { Issue.record("\(said)") }
    #expect(said.hasSuffix("[1]\n") || said.hasSuffix("[3]\n"))
    #expect(!said.contains("Received") && !said.contains("Sent"))
    #expect(try state() == before)
  }

  // MARK: - Files outside the library

  static let others = [
    "main.c", "README.md", "books/README.md", "covers/SOURCES.yaml", "books/.hidden.yaml", ".gitignore",
  ]

  @Test(arguments: others, ["ours", "theirs", "newest"]) func settlesNoConflictInAnotherFile(
    _ path: String, _ policy: String
  ) throws {
    here["shelf.yaml"] = "format: 1\nname: Small\nmerge: \(policy)\n"
    here[path] = "zero\n"
    try here.commit("More")
    try copies.clone()
    there[path] = "seven\n"
    there[SmallLibrary.dune] = there[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 1")
    try there.commit("There")
    _ = try there.run("sync")
    here[path] = "forty-two\n"
    here[SmallLibrary.dune] = here[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 2")
    try here.commit("Here")
    for line in ["sync", "sync --conflicts \(policy)"] {
      try expectRefusal("error: both copies have conflicting changes in \(path); nothing was merged or sent\n", line)
      #expect(here[path] == "forty-two\n")
    }
    #expect(
      try here.run("sync").contains("hint: shelf resolves conflicts only in records and shelf.yaml; run `git merge"))
  }

  /// A sync does not resolve the conflict if one side deletes a file that is not a record, and the other side changes
  /// it.
  @Test(arguments: [true, false]) func settlesNoDeletionOfAnotherFile(_ isDeletedHere: Bool) throws {
    here["notes.txt"] = "a\n"
    try here.commit("More")
    try copies.clone()
    for library in [there, here] {
      library["notes.txt"] = isDeletedHere == (library === here) ? nil : "b\n"
      try library.commit("Change")
      if library === there { _ = try there.run("sync") }
    }
    let sides = isDeletedHere ? "deleted here, changed there" : "changed here, deleted there"
    for policy in ["ours", "theirs", "newest"] {
      try expectRefusal("conflicting changes in notes.txt (\(sides)); nothing was merged", "sync --conflicts \(policy)")
    }
  }

  /// A sync restores no record whose path has become a folder, because one of the two would be lost.
  ///
  /// - Parameter isFolderHere: whether this copy has replaced the record with a folder, and the other one has edited it.
  @Test(arguments: [true, false], ["another.yaml", "notes.txt"])
  func restoresNoRecordAtThePathOfAFolder(_ isFolderHere: Bool, _ name: String) throws {
    try copies.clone()
    for library in [there, here] {
      if isFolderHere == (library === here) {
        library[SmallLibrary.emma] = nil
        library["\(SmallLibrary.emma)/\(name)"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: Another\n"
      } else {
        library[SmallLibrary.emma] = library[SmallLibrary.emma]?.replacing("rating: 3", with: "rating: 4")
      }
      try library.commit("Change")
      if library === there { _ = try there.run("sync") }
    }
    let error = "error: both copies have conflicting changes in \(SmallLibrary.emma)"
    // With `newest`, the changed record would be kept, because the commits of both copies have the same date.
    for policy in [isFolderHere ? "theirs" : "ours", "newest"] {
      try expectRefusal(error, "sync --conflicts \(policy)")
    }
    let said = try here.run("sync --conflicts \(isFolderHere ? "ours" : "theirs")")
    #expect(said.contains(name == "notes.txt" ? "conflicting changes in" : "Received 1 commit"), "\(said)")
  }

  /// A sync does not resolve conflicts in another library in the same repository. The `merge:` setting of that library
  /// applies only to `git merge`.
  @Test(arguments: ["", "--conflicts ours"]) func settlesNothingInAnotherLibrary(_ option: String) throws {
    let path = "other/books/dune.yaml"
    here["shelf.yaml"] = "format: 1\nname: Small\nmerge: ours\n"
    here["other/shelf.yaml"] = "format: 1\nmerge: ours\n"
    here["other/.gitattributes"] = "*.yaml merge=shelf\n"
    here[path] = here[SmallLibrary.dune]
    try here.commit("Two libraries")
    try copies.clone()
    for (library, rating) in [(there, 1), (here, 2)] {
      library[path] = library[path]?.replacing("rating: 5", with: "rating: \(rating)")
      try library.commit("Rate")
      if library === there { _ = try there.run("sync") }
    }
    try expectRefusal("conflicting changes in \(path); nothing was merged", option.isEmpty ? "sync" : "sync " + option)
    #expect(here[path]?.contains("rating: 2\n") ?? false)
    try here.git("merge", "--quiet", "--no-edit", "origin/main")
    #expect(here[path]?.contains("rating: 2\n") ?? false)
  }

  /// A YAML file in a folder for records is not a record if it has no valid id.
  @Test(
    arguments: [nil, "id:", "id: 12", "id: [b0000001-0000-4000-8000-000000000001]"], ["ours", "theirs", "newest"])
  func settlesNoConflictInAFileWithoutID(_ id: String?, _ policy: String) throws {
    let path = "books/config.yaml"
    func contents(_ server: String) -> String { (id.map { $0 + "\n" } ?? "") + "server: \(server)\n" }
    here["shelf.yaml"] = "format: 1\nname: Small\nmerge: \(policy)\n"
    here[path] = contents("one")
    try here.commit("More")
    try copies.clone()
    there[path] = contents("there")
    try there.commit("There")
    _ = try there.run("sync")
    here[path] = contents("here")
    try here.commit("Here")
    for line in ["sync", "sync --conflicts \(policy)"] {
      try expectRefusal("error: both copies have conflicting changes in \(path); nothing was merged or sent\n", line)
      #expect(here[path] == contents("here"))
    }
    here[path] = nil
    try here.commit("Delete")
    try expectRefusal("conflicting changes in \(path) (deleted here, changed there); nothing was merged")
  }

  // MARK: - The manifest of the other copy

  static let manifests: [(text: String?, error: String)] = [
    (
      "format: 2\nname: Small\n",
      "the other copy has format 2, but this version of shelf supports formats up to 1; nothing"
    ),
    (nil, "the other copy deleted shelf.yaml, which every library needs; nothing was merged or sent"),
    ("format: one\n", "error: shelf.yaml:1:9: in the other copy: needs a line “format: 1”; nothing was merged or sent"),
    ("format: 1\n\tname: x\n", "shelf.yaml:2:1: in the other copy: "),
    ("format: 1\nfields: {book: {x: {type: wrong}}}\n", "in the other copy: "),
  ]

  @Test(arguments: manifests, [true, false]) func readsTheManifestBeforeItMerges(
    _ manifest: (text: String?, error: String), _ isFastForward: Bool
  ) throws {
    try copies.clone()
    there["shelf.yaml"] = manifest.text
    try there.commit("Manifest")
    try there.git("push", "--quiet")
    if !isFastForward { _ = try here.run("book set dune pages=9 --commit") }
    for line in ["sync", "sync --conflicts theirs"] { try expectRefusal(manifest.error, line) }
    #expect(try here.run("list --format ids").contains("-"))
  }

  @Test func refusesALinkInPlaceOfTheManifest() throws {
    try copies.clone()
    there["shelf.yaml"] = nil
    try FileManager.default.createSymbolicLink(
      atPath: there.absolute("shelf.yaml"), withDestinationPath: "/etc/hostname")
    try there.commit("Link")
    try there.git("push", "--quiet")
    try expectRefusal("shelf.yaml in the other copy is a link, a folder or too large; nothing was merged or sent")
  }

  /// The other copy has no manifest, because it has only commits from before the library was created.
  @Test func mergesWithoutAManifestThere() throws {
    there["README.md"] = "One\n"
    try there.git("init", "--quiet", "--initial-branch=main")
    try there.commit("Begin")
    try there.git("remote", "add", "origin", hub.root)
    try there.git("push", "--quiet", "--set-upstream", "origin", "main")
    let library = try TestLibrary([:])
    library.environment = here.environment
    try library.git("clone", "--quiet", hub.root, ".")
    _ = try library.run("init .")
    there["README.md"] = "Two\n"
    try there.commit("Change")
    try there.git("push", "--quiet")
    #expect(try library.run("sync") == "Received 1 commit and sent 2 commits\n")
  }

  // MARK: - Branches

  @Test(arguments: [true, false]) func saysThatTheBranchWasRenamed(_ isPruned: Bool) throws {
    try copies.clone()
    try hub.git("branch", "--move", "main", "trunk")
    if isPruned { try here.git("fetch", "--quiet", "--prune") }
    _ = try here.run("book set dune pages=9 --commit")
    try expectRefusal("error: origin no longer has the branch main, only trunk; nothing was merged or sent\n")
    #expect(try hub.git("branch", "--format=%(refname:short)") == "trunk\n")
    // The command in the error's hint resolves the problem.
    try here.git("branch", "--set-upstream-to=origin/trunk")
    #expect(try here.run("sync") == "Sent 1 commit\n")
  }

  /// In a clone of a single branch, git asks the remote only for this branch.
  @Test func saysThatTheOnlyBranchWasRenamed() throws {
    _ = try here.run("sync")
    try there.git("clone", "--quiet", "--single-branch", hub.root, ".")
    try hub.git("branch", "--move", "main", "trunk")
    _ = try there.run("book set dune pages=9 --commit")
    let branch = "`git branch --set-upstream-to=origin/trunk`"
    try expect(
      there.run("sync"),
      is: """
        ! error: origin no longer has the branch main, only trunk; nothing was merged or sent
        ! hint: if it was renamed, run `git remote set-branches origin trunk`, `git fetch` and \(branch); to push this branch anyway, run `git push origin main:main`
        [1]
        """)
    try there.git("remote", "set-branches", "origin", "trunk")
    try there.git("fetch", "--quiet")
    try there.git("branch", "--set-upstream-to=origin/trunk")
    #expect(try there.run("sync") == "Sent 1 commit\n")
  }

  /// A branch that was never pushed is not reported as deleted.
  @Test func sendsANewBranch() throws {
    try copies.clone()
    try here.git("switch", "--quiet", "--create", "laptop")
    _ = try here.run("book set dune pages=9 --commit")
    #expect(try here.run("sync").hasPrefix("Sent "))
    #expect(try hub.git("branch", "--format=%(refname:short)") == "laptop\nmain\n")
  }

  /// If both sides have a single branch, the branches belong together even if their names differ.
  @Test(arguments: ["main", "master"]) func joinsLibrariesThatWereBegunSeparately(_ branch: String) throws {
    _ = try here.run("sync")
    there["shelf.yaml"] = "format: 1\nname: Other\n"
    there["tags/new.yaml"] = "id: e0000009-0000-4000-8000-000000000000\nname: New\n"
    try there.git("init", "--quiet", "--initial-branch=\(branch)")
    _ = try there.run("init .")
    try there.commit("Begin too")
    try there.git("remote", "add", "origin", hub.root)
    let said = try there.run("sync")
    #expect(said.contains("error: the two copies have no commit in common, so they are not merged automatically"))
    #expect(said.contains("join them once with `git merge --allow-unrelated-histories origin/main`"))
    #expect(throws: TestLibrary.GitFailure.self) {
      try there.git("merge", "--quiet", "--no-edit", "--allow-unrelated-histories", "origin/main")
    }
    let conflicts = try there.git("diff", "--name-only", "--diff-filter=U").split(separator: "\n").map(String.init)
    #expect(conflicts.contains("shelf.yaml") && !conflicts.contains { $0.contains("/") })
    for path in conflicts { there[path] = here[path] }
    try there.commit("Join")
    #expect(try there.run("sync").hasPrefix("Sent "))
    #expect(try hub.git("branch", "--format=%(refname:short)") == "main\n")
    #expect(try there.git("rev-parse", "--abbrev-ref", "@{upstream}") == "origin/main\n")
    #expect(try here.run("sync").hasPrefix("Received "))
  }

  /// The only branch here has no counterpart among several branches on the remote.
  @Test func asksWhichOfSeveralBranchesIsMeant() throws {
    _ = try here.run("sync")
    try here.git("push", "--quiet", "origin", "main:trunk")
    try there.git("clone", "--quiet", hub.root, ".")
    try there.git("branch", "--move", "master")
    try there.git("branch", "--unset-upstream")
    _ = try there.run("init .")
    #expect(
      try there.run("sync --commit").contains(
        """
        ! error: origin has no branch master, only main, trunk; nothing was merged or sent
        ! hint: to sync with main, run `git branch --set-upstream-to=origin/main`; to push this branch as a new one, run `git push --set-upstream origin master:master`
        """))
    try there.git("branch", "--set-upstream-to=origin/main")
    #expect(try !there.run("sync").contains("error"))
  }

  /// A remote with only a branch of another name is not the counterpart, unless one is `main` and the other `master`.
  @Test func sendsToNoOtherBranch() throws {
    _ = try here.run("sync")
    try hub.git("branch", "--move", "main", "backup")
    try there.git("clone", "--quiet", "--branch", "backup", hub.root, ".")
    try there.git("branch", "--move", "main")
    try there.git("branch", "--unset-upstream")
    _ = try there.run("init .")
    #expect(try there.run("sync --commit").contains("error: origin has no branch main, only backup; nothing was"))
    #expect(try hub.git("branch", "--format=%(refname:short)") == "backup\n")
  }

  /// `git init` and `git commit` may have failed in part, for example because git did not know the user's name.
  @Test func commitsALibraryWithoutCommits() throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\nname: New\n"])
    library.environment = here.environment
    _ = try library.run("add Dune --author Herbert")
    try library.git("init", "--quiet", "--initial-branch=main")
    try library.git("remote", "add", "origin", hub.root)
    #expect(try library.run("diff").contains("Dune"))
    #expect(try library.run("sync").contains("not committed"))
    #expect(try library.run("sync --commit").contains("Sent 1 commit"))
    #expect(try hub.git("ls-tree", "-r", "--name-only", "main").contains("books/dune"))
  }

  @Test func keepsCommitsOnNoBranch() throws {
    try copies.clone()
    try here.git("checkout", "--quiet", "--detach")
    #expect(try here.run("sync").contains("hint: check one out with `git switch BRANCH`\n"))
    try expect(
      here.run("book set dune pages=9 --commit"),
      is: """
        “Dune”: pages 9
        ! warning: no branch is checked out, so the commit will not be on any branch; `git switch --create NAME` puts it on a new one
        """)
    try expect(
      here.run("sync"),
      is: """
        ! error: no branch is checked out, and 1 commit here is on no branch
        ! hint: `git switch --create NAME` puts them on a new branch, which can be synced or merged
        [1]
        """)
  }

  // MARK: - Changes that git does not notice

  /// Tests a submodule, and a nested clone that git does not know about.
  @Test(arguments: [true, false]) func saysThatAFolderIsARepositoryOfItsOwn(_ isSubmodule: Bool) throws {
    try copies.clone()
    try here.git("rm", "--quiet", "-r", "--cached", "quotes")
    if !isSubmodule { here[".git/info/exclude"] = "" }
    try here.git("-C", "quotes", "init", "--quiet", "--initial-branch=main")
    try here.git("-C", "quotes", "add", "--all")
    try here.git("-C", "quotes", "commit", "--quiet", "--message", "Quotes")
    if isSubmodule { try here.git("-c", "advice.addEmbeddedRepo=false", "add", "quotes") }
    try here.git("commit", "--quiet", "--message", "Apart")
    let before = try here.git("rev-parse", "HEAD")
    let said = try here.run("quote add Short --book dune --commit")
    #expect(
      said.contains(
        "error: the change was made but not committed: quotes is a separate git repository\n"), "\(said)")
    #expect(said.hasSuffix("[1]\n"))
    #expect(try here.git("rev-parse", "HEAD") == before)
    _ = try here.run("sync")
    let synced = try here.run("sync")
    #expect(synced.contains("note: not committed, so not sent: quotes is a separate git repository\n"))
    #expect(synced.hasPrefix("Both copies have the same commits.\n"))
    // Changes in other folders are committed as usual.
    #expect(!(try here.run("book set dune pages=9 --commit").contains("error")))
  }

  @Test(arguments: ["--skip-worktree", "--assume-unchanged"]) func saysThatAFileIsNotLookedAt(_ mark: String) throws {
    try copies.clone()
    _ = try here.run("sync")
    #expect(try here.run("sync") == "Both copies are the same.\n")
    try here.git("update-index", mark, SmallLibrary.dune)
    #expect(try here.run("sync") == "Both copies are the same.\n")
    if mark == "--skip-worktree" {
      let said = try here.run("book set dune pages=9 --commit")
      #expect(said.contains("error: the change was made but not committed: git is set to ignore changes in books/"))
    } else {
      here[SmallLibrary.dune] = here[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 2")
    }
    let synced = try here.run("sync")
    #expect(synced.contains("note: not committed, so not sent: git is set to ignore changes in books/"))
    #expect(!synced.contains("the same.\n"))
  }

  /// Covers are part of the library, unless git ignores them.
  @Test func countsCovers() throws {
    _ = try here.run("sync")
    here["covers/dune-b0000001.jpg"] = "one"
    let note = "! note: covers/dune-b0000001.jpg is not committed, so it will not be sent; --commit commits it\n"
    #expect(try here.run("sync") == "Both copies have the same commits.\n" + note)
    #expect(try here.run("sync --commit") == "Sent 1 commit\n")
    here["covers/dune-b0000001.jpg"] = "two"
    #expect(try here.run("sync") == "Both copies have the same commits.\n" + note)
    #expect(try here.run("sync --commit") == "Sent 1 commit\n")
    #expect(try here.git("log", "-1", "--format=%s") == "Change 1 file in the library\n")
    here[".git/info/exclude"] = "covers/\n"
    here["covers/emma-b0000003.jpg"] = "three"
    #expect(try here.run("sync --commit") == "Both copies are the same.\n")
  }

  @Test func namesAHistoryThatItReceives() throws {
    try copies.clone()
    there[".shelf/notes"] = "made up\n"
    try there.git("add", "--force", ".shelf/notes")
    try there.git("commit", "--quiet", "--message", "State")
    try there.git("push", "--quiet")
    let said = try here.run("sync")
    #expect(said.contains("! warning: the other copy sent its .shelf folder, which belongs on one machine"), "\(said)")
    #expect(said.hasPrefix("Received 1 commit\n"))
    #expect(try here.run("doctor --only tracked-state").contains("[tracked-state]"))
    #expect(try !here.run("sync").contains(".shelf"))
  }

  // MARK: - A merge that fails halfway

  /// git fails after it has written some of the files, as it would if the disk were full.
  @Test(
    arguments: [true, false],
    [
      ("No space left on device", "the disk is full, so git cannot merge"),
      ("fatal: sha1 file 'index.lock' write error. Out of diskspace", "the disk is full, so git cannot merge"),
      ("error: unable to write file tags/zzz.yaml", "git cannot write the merged files"),
    ])
  func leavesNothingOfAMergeThatFails(_ isFastForward: Bool, _ words: (git: String, shelf: String)) throws {
    try copies.clone()
    there["books/a-new.yaml"] = "id: e0000009-0000-4000-8000-000000000000\ntitle: New\n"
    there[SmallLibrary.dune] = there[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 1")
    there["tags/zzz.yaml"] = "id: e0000008-0000-4000-8000-000000000000\nname: Last\n"
    try there.commit("There")
    _ = try there.run("sync")
    if !isFastForward { _ = try here.run("genre add Novel --commit") }
    here[".git/info/attributes"] = "tags/zzz.yaml filter=full\n"
    try here.git("config", "filter.full.smudge", "echo \"\(words.git)\" >&2; exit 1")
    try here.git("config", "filter.full.required", "true")
    let before = try state()
    let said = try here.run("sync")
    #expect(said.contains(words.git), "\(said)")
    #expect(said.contains("error: \(words.shelf); nothing was merged or sent\n"))
    #expect(try state() == before)
    try here.git("config", "--unset", "filter.full.smudge")
    try here.git("config", "--unset", "filter.full.required")
    #expect(try here.run("sync").hasPrefix("Received 1 commit"))
  }

  /// On a full disk, git would leave the files empty that it restores. shelf restores them only if there is room, which
  /// it makes by deleting what the merge has added.
  ///
  /// - Parameter attempts: the number of attempts to find room that fail.
  @Test(arguments: [true, false], [1, 2]) func emptiesNoFileOnAFullDisk(_ isFastForward: Bool, _ attempts: Int) throws {
    try copies.clone()
    there["books/a-new.yaml"] = "id: e0000009-0000-4000-8000-000000000000\ntitle: New\n"
    there[SmallLibrary.dune] = there[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 1")
    try there.git("mv", SmallLibrary.emma, "books/jane.yaml")
    there["quotes/dune-b0000001/fear-c0000001.yaml"] = nil
    there["tags/zzz.yaml"] = "id: e0000008-0000-4000-8000-000000000000\nname: Last\n"
    try there.commit("There")
    _ = try there.run("sync")
    if !isFastForward { _ = try here.run("genre add Novel --commit") }
    here[".git/info/attributes"] = "tags/zzz.yaml filter=full\n"
    try here.git("config", "filter.full.smudge", "echo 'fatal: write error: No space left on device' >&2; exit 1")
    try here.git("config", "filter.full.required", "true")
    func files() throws -> [String: String] { try here.tree().filter { !$0.key.hasPrefix(".git/") } }
    let (before, old) = (try state(), try files())
    let (failures, library) = (Counter(), here)
    library.fileSystem.failure = { operation, path in
      guard operation == "create", path.hasSuffix("shelf-sync-room") else { return nil }
      return failures.next() < attempts ? ENOSPC : nil
    }
    let said = try here.run("sync")
    let left = attempts > 1 ? ", and some of its changes are still here" : ""
    #expect(
      said.contains("error: the disk is full, so git cannot merge\(left); nothing was merged or sent\n"), "\(said)")
    #expect(said.contains("sync again, which undoes them") == (attempts > 1))
    if attempts == 1 {
      #expect(try state() == before && files() == old)
    } else {
      // Files that git has removed are still missing, but none is empty, and no received file is left.
      let now = try files()
      #expect(now.allSatisfy { old[$0.key] == $0.value || $0.key == SmallLibrary.dune }, "\(now.keys.sorted())")
      #expect(here["books/a-new.yaml"] == nil && here["books/jane.yaml"] == nil)
    }
    library.fileSystem.failure = { _, _ in nil }
    try here.git("config", "--remove-section", "filter.full")
    let again = try here.run("sync")
    #expect(again.contains("Received 1 commit") && !again.contains("error"), "\(again)")
    #expect(try here.git("status", "--short") == "")
    #expect(here[SmallLibrary.emma] == nil && here["books/jane.yaml"] != nil)
  }

  @Test func writesMessagesInUTF8() throws {
    try here.git("config", "i18n.commitEncoding", "ISO-8859-1")
    _ = try here.run("book set dune", ["author=Stanisław Lem", "--message", "Zażółć"])
    #expect(try here.git("cat-file", "commit", "HEAD").contains("\n\nZażółć\n"))
    #expect(try !here.git("cat-file", "commit", "HEAD").contains("encoding"))
  }
}
