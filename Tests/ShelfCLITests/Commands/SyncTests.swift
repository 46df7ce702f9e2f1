import Foundation
import ShelfTestSupport
import Synchronization
import Testing

@testable import ShelfCLI
@testable import ShelfSystem

/// Tests `shelf sync` between two copies of a library, through a bare repository.
struct SyncTests {
  private let copies: SyncedCopies
  var here: TestLibrary { copies.here }
  var there: TestLibrary { copies.there }
  private var hub: TestLibrary { copies.hub }

  init() throws {
    copies = try SyncedCopies()
    try copies.here.commit("Begin")
  }

  func clone() throws { try copies.clone() }

  private func head(_ library: TestLibrary) throws -> String { try library.git("rev-parse", "HEAD") }

  /// If a file that git reads is a pipe, the sync reports it, because git would block.
  @Test(arguments: [".gitattributes", "books/.gitignore", ".gitmodules"]) func doesNotWaitForAPipe(_ path: String)
    throws
  {
    try clone()
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune year=1966 --commit")
    here[path] = nil
    mkfifo(here.absolute(path), 0o600)
    for line in ["sync", "sync --commit --conflicts ours"] {
      #expect(try here.run(line).contains("error: LIBRARY/\(path) is a pipe or a device, and git would wait for it"))
    }
    try FileManager.default.removeItem(atPath: here.absolute(path))
    #expect(try here.run("sync").contains("Received 1 commit and sent 2 commits\n"))
  }

  @Test func sendsReceivesAndMerges() throws {
    #expect(try here.run("sync") == "Sent 2 commits\n")
    #expect(try here.run("sync") == "Both copies are the same.\n")
    #expect(try here.git("rev-parse", "--abbrev-ref", "@{upstream}") == "origin/main\n")
    try clone()
    #expect(try there.run("sync") == "Both copies are the same.\n")
    _ = try there.run("book set dune rating=1 genres+=Fiction year=1966 --commit")
    _ = try here.run("book set dune review=Short publisher=Ace --commit")
    _ = try here.run("book delete emma --yes --commit")
    #expect(try there.run("sync") == "Sent 1 commit\n")
    try expect(
      here.run("sync"),
      is: """
        Received 1 commit and sent 3 commits
          book “Dune”
            rating: 5 → 1
            year: 1965 → 1966
        """)
    #expect(try there.run("sync").hasPrefix("Received 3 commits\n"))
    #expect(try head(here) == head(there))
    #expect(here[SmallLibrary.dune] == there[SmallLibrary.dune])
  }

  /// `--conflicts` resolves conflicts even without a setting in `shelf.yaml`.
  @Test(arguments: [("ours", "2"), ("theirs", "1")])
  func settlesConflictsAsAsked(_ choice: String, _ rating: String) throws {
    try clone()
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating=2 --commit")
    let said = try here.run("sync --conflicts \(choice)")
    #expect(said.contains("Received 1 commit and sent 2 commits"), "\(said)")
    #expect(here[SmallLibrary.dune]?.contains("rating: \(rating)\n") == true, "\(here[SmallLibrary.dune] ?? "")")
    #expect(try head(here) == hub.git("rev-parse", "main"))
    #expect(try here.refused("sync --conflicts mine").contains("ours"))
  }

  /// Records are merged field by field even without git attributes, regardless of the name of the library's folder.
  @Test(arguments: ["", "my [books] \"é\" \\ *"])
  func mergesByFieldWithoutAttributes(_ folder: String) throws {
    try clone()
    for library in [here, there] { library.environment["SHELF_LIBRARY"] = library.root + "/" + folder }
    func path(_ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }
    if !folder.isEmpty {
      for name in try here.paths() where !name.hasPrefix(".") {
        here[path(name)] = here[name]
        here[name] = nil
      }
    }
    here[".gitattributes"] = nil
    here[path(".gitattributes")] = nil
    try here.commit("Without attributes")
    _ = try here.run("sync")
    _ = try there.git("pull", "--quiet")
    _ = try there.run("book set dune rating=1 year=1966 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating=2 publisher=Ace --commit")
    #expect(try here.run("sync").contains("rating is “2” here, “1” there"))
    let said = try here.run("sync --conflicts theirs")
    #expect(said.contains("Received 1 commit and sent 2 commits"), "\(said)")
    let text = here[path(SmallLibrary.dune)] ?? ""
    #expect(text.contains("rating: 1\n") && text.contains("year: 1966\n") && text.contains("publisher: Ace\n"))
  }

  /// The merge driver is the program that is running, regardless of its path, and not a `shelf` in the search path.
  @Test(arguments: [nil, "exit 1", "cat \"$5\""])
  func mergesWithTheProgramThatRuns(other: String?) throws {
    try clone()
    _ = try there.run("book set dune rating=1 year=1966 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating=2 publisher=Ace --commit")
    if let other { try here.writeProgram("bin/shelf", "#!/bin/sh\n\(other)\n") }
    here.environment["PATH"] = here.absolute("bin") + ":" + TestMachine.path
    let program = "of 100% it's/shelf"
    let folder = (here.absolute(program) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: here.absolute(program), withDestinationPath: TestMachine.productsFolder.path + "/shelf")
    here.program = here.absolute(program)
    let said = try here.run("sync --conflicts theirs")
    #expect(said.contains("Received 1 commit and sent 2 commits"), "\(said)")
    let text = here[SmallLibrary.dune] ?? ""
    #expect(text.contains("rating: 1\n") && text.contains("year: 1966\n") && text.contains("publisher: Ace\n"))
  }

  /// If the user has configured a merge driver for the repository, that driver is used.
  @Test func anotherDriverStays() throws {
    try clone()
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating=2 --commit")
    try here.git("config", "merge.shelf.driver", "sed s/rating:.*/rating:\\ 3/ %A >%A.3 && mv %A.3 %A")
    here.program = TestMachine.productsFolder.path + "/shelf"
    #expect(try here.run("sync").contains("Received 1 commit and sent 2 commits"))
    #expect(here[SmallLibrary.dune]?.contains("rating: 3\n") == true, "\(here[SmallLibrary.dune] ?? "")")
  }

  /// If a record has no modification date, the date of the last commit to its file is used.
  @Test(arguments: [("2026-03-01T10:00:00Z", "2"), ("2026-01-01T10:00:00Z", "1")])
  func theNewerCommitCounts(_ date: String, _ rating: String) throws {
    try clone()
    there.environment["GIT_AUTHOR_DATE"] = "2026-02-01T10:00:00Z"
    _ = try there.run("book set dune rating=1 --commit")
    there.environment["GIT_AUTHOR_DATE"] = "2026-05-01T10:00:00Z"
    _ = try there.run("book set emma year=1815 --commit")
    _ = try there.run("sync")
    here.environment["GIT_AUTHOR_DATE"] = date
    _ = try here.run("book set dune rating=2 --commit")
    here.environment["GIT_AUTHOR_DATE"] = nil
    let said = try here.run("sync --conflicts newest")
    #expect(said.contains("Received 2 commits and sent 2 commits"), "\(said)")
    #expect(here[SmallLibrary.dune]?.contains("rating: \(rating)\n") == true, "\(here[SmallLibrary.dune] ?? "")")
  }

  /// If two changes were made in the same second, the change in this copy is considered newer, so that `newest`
  /// resolves every conflict.
  @Test func ofTwoChangesOfOneMomentTheOneHereIsTaken() throws {
    try clone()
    for library in [here, there] { library.environment["GIT_AUTHOR_DATE"] = "2026-02-01T10:00:00Z" }
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating=2 --commit")
    #expect(try here.run("sync --conflicts newest").contains("Received 1 commit and sent 2 commits"))
    #expect(here[SmallLibrary.dune]?.contains("rating: 2\n") == true)
  }

  @Test func stopsAtAConflict() throws {
    try clone()
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating=2 --commit")
    here["note.txt"] = "not committed"
    here[SmallLibrary.emma]? += "# dirty\n"
    let before = try (head(here), here.git("status", "--short"))
    try expect(
      here.run("sync"),
      is: """
        ! note: books/emma-b0000003.yaml is not committed, so it will not be sent; --commit commits it
        ! “Dune”, books/dune-b0000001.yaml: rating is “2” here, “1” there
        ! error: both copies have conflicting changes in books/dune-b0000001.yaml; nothing was merged or sent
        ! hint: resolve all of them with --conflicts=ours, theirs or newest (committed last); to decide each field, run `git merge origin/main`, resolve and commit the conflicts, and sync again
        [1]
        """)
    #expect(try (head(here), here.git("status", "--short")) == before)
    #expect(try hub.git("rev-list", "--count", "main") == "3\n")
    _ = try? here.git("merge", "origin/main")
    #expect(here[SmallLibrary.dune]?.contains("<<<<<<<") ?? false)
    try expect(
      here.run("sync"),
      is: """
        ! error: nothing can be merged while a merge is in progress
        ! hint: finish it with `git merge --continue`, or abort it with `git merge --abort`
        [1]
        """)
  }

  @Test("on a terminal, `sync` asks how to resolve conflicts", arguments: [("1", "2"), ("2", "2"), ("3", "1")])
  func asksAboutConflicts(_ answer: String, _ rating: String) throws {
    try clone()
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating=2 --commit")
    let asked = try here.runOnTerminal("sync", typing: "\(answer)\n", columns: 120)
    #expect(asked.contains("“Dune”, \(SmallLibrary.dune): rating is “2” here, “1” there"), "\(asked)")
    #expect(asked.contains("What should both copies have?"), "\(asked)")
    #expect(
      asked.contains(answer == "1" ? "nothing was merged or sent" : "Received 1 commit and sent 2 commits"), "\(asked)")
    #expect(here[SmallLibrary.dune]?.contains("rating: \(rating)\n") ?? false)
  }

  @Test("on a terminal, `sync` asks whether to commit changes", arguments: [("", true), ("y", true), ("n", false)])
  func asksToCommit(_ answer: String, _ isCommitted: Bool) throws {
    _ = try here.run("sync")
    _ = try here.run("book set dune rating=2")
    let asked = try here.runOnTerminal("sync", typing: "\(answer)\n", columns: 120)
    #expect(asked.contains("\(SmallLibrary.dune) is not committed. Commit and send it? [Y/n]"), "\(asked)")
    #expect(asked.contains("Sent 1 commit") == isCommitted, "\(asked)")
    #expect(asked.contains("will not be sent") != isCommitted, "\(asked)")
    #expect(try here.git("status", "--short").isEmpty == isCommitted)
    #expect(try !here.runOnTerminal("sync --no-commit").contains("Commit and send"))
  }

  @Test func settlesConflictsAsTheManifestSays() throws {
    here["shelf.yaml"] = "format: 1\nname: Small\nmerge: theirs\n"
    try here.commit("Theirs")
    try clone()
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating=2 --commit")
    #expect(try here.run("sync").hasPrefix("Received 1 commit and sent 2 commits\n"))
    #expect(try here.run("book list dune --json rating").contains("\"rating\": 1"))
  }

  /// The error states what has been done and what has not.
  @Test func saysWhatStandsInTheWay() throws {
    try clone()
    _ = try there.run("book set dune rating=1 --commit")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating=2")
    let (place, undone) = (SmallLibrary.dune, "nothing was merged or sent")
    let uncommitted = "the other copy changes files that have uncommitted changes here: \(place); \(undone)\n"
    #expect(try here.run("sync").contains(uncommitted))
    try here.git("add", ".")
    #expect(try here.run("sync").contains(uncommitted))
    #expect(
      try here.run("sync --commit").contains(
        "both copies have conflicting changes in \(place); your changes were committed here, but \(undone)\n"))
    #expect(try here.git("log", "-1", "--format=%s") == "Change rating of “Dune”\n")
    try here.git("reset", "--quiet", "--hard", "HEAD~1")
    _ = try here.run("book delete dune --yes --commit")
    #expect(try here.run("sync").contains("in \(place) (deleted here, changed there); \(undone)\n"))
    try here.git("reset", "--quiet", "--hard", "HEAD~1")
    here["note.txt"] = "staged"
    try here.git("add", "note.txt")
    _ = try here.run("tag add New --commit")
    #expect(try here.run("sync").contains("git cannot merge while files are staged: note.txt; \(undone)\n"))
    try here.git("reset", "--quiet")
    #expect(try here.run("sync").hasPrefix("Received 1 commit and sent 2 commits\n"))
    #expect(try here.git("log", "-1", "--format=%s") == "Merge changes from origin/main\n")
  }

  @Test func saysWhenAHookSaysNo() throws {
    try clone()
    _ = try there.run("tag add There --commit")
    _ = try there.run("sync")
    for hook in [".git/hooks/pre-commit", ".git/hooks/pre-push"] {
      try here.writeProgram(hook, "#!/bin/sh\necho no thanks >&2\nexit 1\n")
    }
    _ = try here.run("tag add Here")
    try expect(
      here.run("sync --commit"),
      is: """
        ! no thanks
        ! error: the changes were not committed, and nothing was merged or sent: git refused
        ! hint: fix this, and sync again
        [1]
        """)
    here[".git/hooks/pre-commit"] = nil
    let said = try here.run("sync --commit")
    #expect(said.hasPrefix("! no thanks\n"))
    #expect(
      said.contains(
        "error: git or a hook refused to push; your changes were committed and the received commits were merged here, but "
          + "nothing was sent\n"))
  }

  @Test func commitsFirst() throws {
    try clone()
    there[SmallLibrary.emma] = there[SmallLibrary.emma]?.replacing("rating: 3", with: "rating: 4")
    there["genres/new.yaml"] = "id: e0000009-0000-4000-8000-000000000000\nname: New\n"
    there["note.txt"] = "no part in the library"
    #expect(try there.run("sync --commit") == "Sent 1 commit\n")
    #expect(
      try there.git("log", "-1", "--format=%B")
        == "Change 2 files in the library\n\nbook “Emma”\n  rating: 3 → 4\nadded genre “New”\n\n")
    #expect(try there.git("status", "--short") == "?? note.txt\n")
  }

  @Test func saysWhyNot() throws {
    try here.git("remote", "remove", "origin")
    try expect(
      here.run("sync"),
      is: """
        ! error: there is no remote to sync with
        ! hint: add one with `git remote add origin URL`, or commit without one: `git add -A`, then `git commit`; `shelf guide history` explains how two machines share a library
        [1]
        """)
    try here.git("remote", "add", "origin", "/nonexistent/hub")
    #expect(try here.run("sync").contains("error: git cannot fetch from the other copy; nothing was merged or sent\n"))
    try here.git("remote", "set-url", "origin", hub.root)
    try hub.writeProgram("hooks/pre-receive", "#!/bin/sh\necho not today >&2\nexit 1\n")
    try expect(
      here.run("sync"),
      is: """
        ! not today
        ! error: the other copy rejected the push; nothing was sent
        ! hint: fix that, and sync again
        [1]
        """)
    try here.git("checkout", "--quiet", "--detach")
    #expect(try here.run("sync").contains("no branch is checked out"))
  }

  /// If both copies change and sync at the same time over many rounds, no change is lost.
  @Test func losesNothing() throws {
    try clone()
    let rounds = ProcessInfo.processInfo.environment["SHELF_FULL"] == "1" ? 100 : 8
    for round in 0..<rounds {
      for (library, name) in [(here, "here"), (there, "there")] {
        _ = try library.run("tag add \(name)\(round) --commit")
        let field = name == "here" ? "publisher=P\(round)" : "pages=\(round + 1)"
        _ = try library.run("book set dune \(field) author+=\(name)\(round) --commit")
      }
      let programs = [here, there].map {
        ExternalProgram("shelf", ["--library", $0.root, "sync"], environment: $0.environment)
      }
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        let ending = try? programs[index].run(input: []) { _ in true }
        if ending?.status != 0 {
          failures.withLock { $0.append(String(decoding: ending?.errors ?? [], as: UTF8.self)) }
        }
      }
      #expect(failures.withLock { $0 } == [])
    }
    _ = try here.run("sync")
    _ = try there.run("sync")
    #expect(try head(here) == head(there))
    let authors = try here.run("book list dune --json author")
    let tags = try here.run("tag list --format ids").split(separator: "\n").count
    for round in 0..<rounds {
      #expect(authors.contains("\"here\(round)\"") && authors.contains("\"there\(round)\""))
    }
    #expect(tags == 2 * rounds + SmallLibrary.files.keys.count { $0.hasPrefix("tags/") })
  }

  // MARK: - Messages

  @Test func saysWhatItLeavesUnsent() throws {
    try clone()
    _ = try here.run("book set dune rating=1")
    try expect(
      here.run("sync"),
      is: """
        Both copies have the same commits.
        ! note: books/dune-b0000001.yaml is not committed, so it will not be sent; --commit commits it
        """)
    _ = try here.run("tag add New")
    #expect(try here.run("sync").contains("are not committed, so they will not be sent; --commit commits them\n"))
  }

  @Test func namesFieldsAndValuesOfConflicts() throws {
    try clone()
    _ = try there.run("book set dune rating=1 title=Arrakis --commit")
    _ = try there.run("book delete emma --yes --commit")
    there["shelf.yaml"]? += "filters: {best: rating:5}\n"
    try there.git("commit", "--quiet", "--all", "--message=x")
    _ = try there.run("sync")
    _ = try here.run("book set dune rating= title=Wüste --commit")
    _ = try here.run("book set emma rating=1 --commit")
    here["shelf.yaml"]? += "filters: {best: rating:4}\n"
    try here.git("commit", "--quiet", "--all", "--message=x")
    let said = try here.run("sync")
    #expect(said.contains("! “Wüste”, books/dune-b0000001.yaml: title is “Wüste” here, “Arrakis” there\n"))
    #expect(said.contains("! “Wüste”, books/dune-b0000001.yaml: rating is nothing here, “1” there\n"))
    #expect(said.contains("! “Emma”, books/emma-b0000003.yaml: changed here, deleted there\n"))
    #expect(said.contains("! shelf.yaml: filters.best is “rating:4” here, “rating:5” there\n"))
  }

  @Test func checksWhatItReceives() throws {
    try clone()
    there["books/new.yaml"] = "id: b0000077-0000-4000-8000-000000000000\ntitle: New\nrating: many\n"
    try there.commit("Add a book with an error")
    #expect(try there.run("sync") == "Sent 1 commit\n")
    let said = try here.run("sync")
    #expect(
      said.contains("! warning: doctor found a new problem; `shelf doctor` shows what to do\n"))
    #expect(said.contains("! books/new.yaml:3:9: error: ") && !said.contains("["))
  }

  /// If one copy deletes a genre and the other starts to use it, each copy is valid, but the result of the merge is
  /// not.
  @Test func doesNotSendErrorsThatAMergeMakes() throws {
    try clone()
    _ = try there.run("book set emma genres+=Fiction --commit")
    _ = try there.run("sync")
    _ = try here.run("genre delete Fiction --yes --commit")
    let pushed = try hub.git("rev-parse", "main")
    for _ in 0..<2 {
      let said = try here.run("sync")
      #expect(said.contains("! books/emma-b0000003.yaml:") && said.contains("error: "))
      #expect(
        said.contains(
          "! error: the merge caused an error that neither copy had; it was kept here, but nothing was sent\n"))
      #expect(said.hasSuffix("[1]\n"))
    }
    #expect(try hub.git("rev-parse", "main") == pushed)
    _ = try here.run("book set emma genres= --commit")
    #expect(try here.run("sync").hasPrefix("Sent 3 commits"))
    #expect(try there.run("sync").hasPrefix("Received 3 commits"))
  }
}

extension SyncTests {
  /// The output shows both the value that a rule discards and the value that it keeps.
  @Test(arguments: [
    ("ours", "review is “short”, as in this copy, not “long and careful”"),
    ("theirs", "review is “long and careful”, as in the other copy, not “short”"),
  ])
  func theValueThatIsDroppedIsNamed(_ choice: String, _ line: String) throws {
    try clone()
    _ = try there.run("book set emma", ["review=long and careful", "year=1815", "--commit"])
    _ = try there.run("sync")
    _ = try here.run("book set emma review=short pages=300 --commit")
    let said = try here.run("sync --conflicts \(choice)")
    #expect(said.contains("! note: “Emma”, \(SmallLibrary.emma): \(line)\n"), "\(said)")
    #expect(said.split(separator: "\n").count { $0.contains("! note") } == 1, "\(said)")
  }

  /// The output shows them even if one copy has moved the record's file to another name or folder.
  @Test(arguments: ["books/jane.yaml", "books/EMMA-b0000003.yaml", "books/old/emma.yaml"], [true, false])
  func theValueThatIsDroppedIsNamedAfterAMove(_ path: String, _ isMovedHere: Bool) throws {
    for (number, choice) in ["ours", "theirs", "newest"].enumerated() {
      let copies = try SyncedCopies()
      try copies.here.commit("Begin")
      try copies.clone()
      for library in [copies.there, copies.here] {
        let isHere = library === copies.here
        library.environment["GIT_AUTHOR_DATE"] = "2026-01-0\(isHere ? 3 : 2)T10:00:00Z"
        _ = try library.run("book set emma", ["review=\(isHere ? "short" : "long and careful")", "--commit"])
        if isHere == isMovedHere {
          let text = library[SmallLibrary.emma]
          library[SmallLibrary.emma] = nil
          library[path] = text
          try library.commit("Move")
        }
        if !isHere { _ = try library.run("sync") }
      }
      let said = try copies.here.run("sync --conflicts \(choice)")
      let line =
        number == 1
        ? "review is “long and careful”, as in the other copy, not “short”"
        : "review is “short”, as in this copy, not “long and careful”"
      #expect(said.contains("! note: “Emma”, \(isMovedHere ? path : SmallLibrary.emma): \(line)\n"), "\(said)")
      #expect(said.split(separator: "\n").count { $0.contains("! note") } == 1, "\(said)")
      #expect(copies.here[path]?.contains(number == 1 ? "long and careful" : "short") == true)
    }
  }

  /// The output lists changed settings of the library with their values, but omits the queries of filters.
  @Test func settingsAreSpelledOut() throws {
    try clone()
    _ = try there.run("queue add 三体 --commit")
    _ = try there.run("goal 20 --commit")
    _ = try there.run("filter save mine", ["book lent:anna", "--commit"])
    _ = try there.run("sync")
    let said = try here.run("sync")
    #expect(
      said.contains("  changed shelf.yaml\n    queue: + 三体\n    goal 2026: 20\n    filters mine: saved\n"), "\(said)")
    #expect(try here.run("log -n 3").contains("changed shelf.yaml\n    queue: + 三体\n"))
  }
}
