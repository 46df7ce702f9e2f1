import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfSystem

/// Tests `--commit` and `git: {commit: true}`, which commit all files that a command changed, in one commit.
struct CommitTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Begin")
  }

  /// Returns the subjects of all commits except the first one, most recent first.
  private func subjects() throws -> String { try library.git("log", "--format=%s", "HEAD", "^HEAD~\(count() - 1)") }

  private func count() throws -> Int { Int(try library.git("rev-list", "--count", "HEAD").dropLast()) ?? 0 }

  @Test func writesAMessageForEachCommand() throws {
    library["shelf.yaml"] = "format: 1\nname: Small\ngit: {commit: true}\n"
    try library.commit("Commit always")
    for line in [
      "book finish emma --rating 5", "book set dune rating=4", "book set dune rating=", "book set dune rating=4 year=1",
      "quote add Words. --book emma", "genre delete e0000001 --yes", "book start emma", "book set dune review=x",
      "book set dune title=Sand", "book add New --genre Fresh --create", "undo", "undo --redo",
      "book set sand genres+=Fresh",
      "book set sand year=2 --message Mine", "book set sand year=2", "book set sand year=3 --no-commit",
    ] {
      #expect(!(try library.run(line)).contains("error"), "\(line)")
    }
    try expect(
      subjects(),
      is: """
        Mine
        Change “Sand”: genres + Fresh
        Redo “book add New --genre Fresh --create”
        Undo “book add New --genre Fresh --create”
        Add book “New”
        Rename “Dune” to “Sand”
        Change review of “Dune”
        Start “Emma”
        Delete genre “Fiction” (removed from 1 book)
        Add a quote to “Emma”
        Change rating and year of “Dune”
        Clear rating of “Dune”
        Set rating of “Dune” to 4
        Finish “Emma” (★★★★★)
        Commit always
        """)
    #expect(try library.git("status", "--short") == " M books/dune-b0000001.yaml\n")
    #expect(try library.git("show", "--format=", "--name-only", "HEAD") == "books/dune-b0000001.yaml\n")
  }

  /// A change to all records that match a query creates a single commit.
  @Test func wordsChangesOfMany() throws {
    for line in [
      "book set --where dune year=1 -y --commit", "book delete --where dune -y --commit",
      "filter save open issue is:open --commit", "filter save open issue -is:open --commit",
      "filter delete open --commit",
    ] {
      #expect(!(try library.run(line)).contains("error"), "\(line)")
    }
    try expect(
      subjects(),
      is: """
        Delete the filter “open”
        Replace the filter “open”
        Save the filter “open”
        Delete 2 books (with their 1 quote, removed from 1 issue)
        Set year of 2 books to 1
        """)
  }

  /// If a hook undoes the change or the commit, the command reports that the change is not committed.
  @Test(arguments: [
    ("pre-commit", "git checkout HEAD -- books"), ("pre-commit", "git stash -q"), ("pre-commit", "git reset -q"),
    ("post-commit", "git reset -q --soft HEAD~1"), ("post-commit", "git reset -q --hard HEAD~1"),
  ]) func reportsAHookThatUndoesTheChange(_ hook: String, _ command: String) throws {
    try library.writeProgram(".git/hooks/" + hook, "#!/bin/sh\n\(command)\n")
    var lines = ["book set emma rating=1 --commit", "book delete emma --yes --commit"]
    // A checkout changes no new files.
    if !command.contains("checkout") { lines.append("book add New --commit") }
    for line in lines {
      let said = try library.run(line)
      let reason = "git ended without an error, but the last commit does not contain the new "
      #expect(said.contains("error: the change was made but not committed: " + reason), "\(line) \(said)")
    }
  }

  /// A hook may change the files that are committed, and a file that the last commit already contains is no error.
  @Test func acceptsAHookThatFormatsFiles() throws {
    try library.writeProgram(
      ".git/hooks/pre-commit", "#!/bin/sh\necho '# formatted' >> \(SmallLibrary.emma)\ngit add books\n")
    #expect(try !library.run("book set emma rating=1 --commit").contains("error"))
    #expect(try library.git("show", "HEAD:" + SmallLibrary.emma).hasSuffix("# formatted\n"))
    try library.writeProgram(".git/hooks/pre-commit", "#!/bin/sh\n")
    _ = try library.run("book set emma rating=2")
    #expect(try !library.run("book set --where rating:1.. rating=1 -y --commit").contains("error"))
    #expect(try library.git("show", "--format=", "--name-only") == SmallLibrary.dune + "\n")
  }

  @Test func leavesOtherChangesAlone() throws {
    library["books/-staged ü.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: Staged\n"
    try library.git("add", ".")
    library["books/-staged ü.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: Staged and changed\n"
    library["note.txt"] = "untracked"
    library["genres/fiction-e0000001.yaml"]? += "# dirty\n"
    _ = try library.run("book set emma rating=1 --commit")
    #expect(
      try library.git("-c", "core.quotePath=false", "status", "--short")
        == "AM \"books/-staged ü.yaml\"\n M genres/fiction-e0000001.yaml\n?? note.txt\n")
    #expect(
      try library.git("show", "--format=%s", "--name-only") == "Set rating of “Emma” to 1\n\nbooks/emma-b0000003.yaml\n"
    )
  }

  /// If a changed record was moved by hand, the commit contains it only at its new path.
  @Test func commitsMovesByHand() throws {
    library["books/poetry/.keep"] = ""
    func move(_ old: String, _ new: String) throws {
      try FileManager.default.moveItem(atPath: library.absolute(old), toPath: library.absolute(new))
    }
    func books() throws -> String { try library.git("ls-tree", "-r", "--name-only", "HEAD", "books/") }
    try library.git("rm", "--quiet", "books/三体-b0000004.yaml")
    try library.git("commit", "--quiet", "--message=Fewer")
    try move("books/emma-b0000003.yaml", "books/poetry/emma.yaml")
    try move("books/dune-b0000001.yaml", "books/poetry/dune.yaml")
    _ = try library.run("book set emma rating=1 --commit")
    #expect(
      try books() == "books/dune-b0000001.yaml\nbooks/dune-messiah-b0000002.yaml\nbooks/poetry/emma.yaml\n")
    #expect(try library.git("status", "--short", "books/dune-b0000001.yaml") == " D books/dune-b0000001.yaml\n")
    try library.git("mv", "books/poetry/emma.yaml", "books/emma.yaml")
    _ = try library.run("book set emma rating=2 --commit")
    #expect(try books() == "books/dune-b0000001.yaml\nbooks/dune-messiah-b0000002.yaml\nbooks/emma.yaml\n")
    _ = try library.run("book delete dune --yes --commit")
    #expect(try !books().contains("books/dune-b0000001.yaml"))
    // This file is removed only from the index and still exists on disk.
    try library.git("rm", "--quiet", "--cached", "books/emma.yaml")
    library["books/copy.yaml"] = library["books/emma.yaml"]
    library["books/copy.yaml"]? += "pages: 3\n"
    _ = try library.run("book set books/copy.yaml rating=3 --commit")
    #expect(try books().contains("books/emma.yaml\n"))
  }

  /// Hooks can call `shelf`, because the library is not locked while git creates a commit.
  @Test func letsHooksChangeTheLibrary() throws {
    library.environment["PATH"] = TestMachine.productsFolder.path + ":" + TestMachine.path
    try library.writeProgram(".git/hooks/pre-commit", "#!/bin/sh\nshelf tag add \"Made $(date +%N)\" --no-commit >&2\n")
    for line in ["book set emma rating=1 --commit", "undo 2 --commit"] {
      let said = try library.run(line)
      #expect(said.contains("! Added tag “Made") && !said.contains("error"))
    }
  }

  @Test func waitsForOthersThatCommit() throws {
    library[".git/index.lock"] = ""
    let path = library.absolute(".git/index.lock")
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { try? FileManager.default.removeItem(atPath: path) }
    let program = ExternalProgram(
      TestMachine.productsFolder.path + "/shelf", ["--library", library.root, "book", "finish", "emma", "--commit"],
      environment: library.environment)
    let ending = try program.run(input: []) { _ in true }
    #expect(ending.status == 0, "\(String(decoding: ending.errors, as: UTF8.self))")
    #expect(try count() == 2)
  }

  /// If a file that git reads is a pipe, git would block, so the command reports an error and changes nothing.
  @Test(arguments: [".gitattributes", ".gitignore", "books/.gitattributes", ".git/info/exclude"])
  func doesNotWaitForAPipe(_ path: String) throws {
    _ = try library.run("book set emma rating=2")
    library["new.csv"] = "title,author\nNew,Anna\n"
    library[path] = nil
    mkfifo(library.absolute(path), 0o600)
    let before = try library.run("book list --format json")
    for line in ["book set emma rating=1 --commit", "undo --commit", "import new.csv --commit"] {
      let said = try library.run(line)
      let isNamed = said.contains("error: LIBRARY/\(path) is a pipe or a device, and git would wait for it")
      #expect(isNamed, "\(line): \(said)")
    }
    #expect(try library.run("book list --format json") == before)
  }

  @Test func saysThatAFileIsIgnored() throws {
    library[".git/info/exclude"] = "books/new*\n"
    try expect(
      library.run("book add New --commit"),
      is: """
        Added book “New”
        90000001-0000-4000-8000-000000000000  books/new-90000001.yaml
        ! error: the change was made but not committed: git ignores books/new-90000001.yaml
        ! hint: see .gitignore, or add it with `git add --force`; fix this and commit the files with git, or undo the change with `shelf undo`
        [1]
        """)
  }

  @Test func refusesInTheMiddleOfAnOperation() throws {
    _ = try library.run("book set emma rating=1 --commit")
    try library.git("checkout", "--quiet", "-b", "other", "HEAD~1")
    _ = try library.run("book set emma rating=2 --commit")
    for (start, end) in [("merge", "merge"), ("rebase", "rebase"), ("cherry-pick", "cherry-pick")] {
      _ = try? library.git(start, "master")
      let files = try library.tree().filter { $0.key.hasPrefix("books/") }
      try expect(
        library.refused("book set dune rating=1 --commit"),
        is: """
          ! error: nothing can be committed while a \(start) is in progress; nothing was changed
          ! hint: finish it with `git \(end) --continue`, or abort it with `git \(end) --abort`, or leave out --commit
          [1]
          """)
      #expect(try library.tree().filter { $0.key.hasPrefix("books/") } == files)
      try library.git(end, "--abort")
    }
    try library.git("checkout", "--quiet", "--detach")
    #expect(try !library.run("book set dune rating=1 --commit").contains("error"))
    library.environment["GIT_SEQUENCE_EDITOR"] = "sed -i 1ibreak"
    try library.git("rebase", "--quiet", "-i", "HEAD~1")
    library["shelf.yaml"] = "format: 1\ngit: {commit: true}\n"
    #expect(try library.run("book set dune rating=2").contains("warning: nothing will be committed while a rebase is"))
  }

  @Test func keepsTheChangeWhereAHookSaysNo() throws {
    try library.writeProgram(".git/hooks/pre-commit", "#!/bin/sh\necho no thanks >&2\nexit 1\n")
    try expect(
      library.run("book add New --commit"),
      is: """
        Added book “New”
        90000001-0000-4000-8000-000000000000  books/new-90000001.yaml
        ! no thanks
        ! error: the change was made but not committed: git refused
        ! hint: fix this and commit the files with git, or undo the change with `shelf undo`
        [1]
        """)
    #expect(try library.git("status", "--short") == "?? books/new-90000001.yaml\n")
    #expect(try count() == 1)
  }

  @Test func saysWhenThereIsNoRepository() throws {
    let plain = try TestLibrary()
    plain.environment = library.environment
    plain.environment["GIT_CEILING_DIRECTORIES"] = (plain.root as NSString).deletingLastPathComponent
    try expect(
      plain.refused("book set emma rating=1 --commit"),
      is: """
        ! error: LIBRARY is not in a git repository
        ! hint: create one with `shelf init LIBRARY`
        [3]
        """)
    plain["shelf.yaml"] = "format: 1\nname: Small\ngit:\n  commit: true\n"
    try expect(
      plain.run("book set emma rating=1"),
      is: """
        “Emma”: rating 3 → 1
        ! warning: nothing will be committed: LIBRARY is not in a git repository
        """)
  }

  @Test func commitsTheFirstFiles() throws {
    let fresh = try TestLibrary(["shelf.yaml": "format: 1\n"])
    fresh.useGit()
    try fresh.git("init", "--quiet")
    _ = try fresh.run("book add One --commit -m", ["x #\n# y"])
    #expect(try fresh.git("log", "--format=%B", "--name-only") == "x #\n# y\n\n\nbooks/one-90000001.yaml\n")
    #expect(try fresh.run("book delete one --yes --commit").contains("[") == false)
    #expect(try fresh.git("log", "--format=%s", "-1") == "Delete book “One”\n")
  }

  @Test func refuses() throws {
    try expect(
      library.refused("book set emma rating=1 --no-commit -m x"),
      is: """
        ! error: --message cannot be combined with --no-commit
        ! hint: use only one
        [2]
        """)
    library["shelf.yaml"] = "format: 1\ngit: {commit: perhaps}\n"
    #expect(try library.refused("book set emma rating=1").contains("git: commit must be true or false"))
  }
}
