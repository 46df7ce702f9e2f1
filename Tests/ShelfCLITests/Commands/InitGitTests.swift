import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests how `shelf init` sets up git: it configures merge drivers, and adds a hook without breaking existing hooks.
struct InitGitTests {
  private let folder: TestLibrary

  init() throws {
    folder = try TestLibrary([:])
    folder.useGit()
    try folder.git("init", "--quiet", "--initial-branch=main")
  }

  private func driver(in path: String) throws -> String {
    try folder.git("-C", path, "config", "--local", "--get", "merge.shelf.driver")
  }

  @Test func setsTheDriversOnce() throws {
    try expect(
      folder.run("init sub/books"),
      is: """
        Created the library “books” in LIBRARY/sub/books
        Set up git to merge records field by field
        Committed shelf.yaml, .gitignore and .gitattributes
        Later changes are committed only with --commit, or after `shelf library set git.commit=true`
        Next: cd sub/books && shelf book add "Dune" --author "Frank Herbert"
        """)
    #expect(try driver(in: ".").hasPrefix("shelf merge-driver --marker-size %L -- %O %A %B %P"))
    #expect(try folder.git("config", "--get", "merge.shelf.recursive") == "shelf-base\n")
    let config = folder[".git/config"]
    #expect(try !folder.run("init sub/books").contains("Set up"))
    #expect(folder[".git/config"] == config)
    try folder.git("config", "merge.shelf.driver", "mine %A")
    #expect(try folder.run("init sub/books").contains("the git setting merge.shelf.driver already has another value"))
    #expect(try driver(in: ".") == "mine %A\n")
  }

  @Test func completesAClone() throws {
    _ = try folder.run("init .")
    try folder.git("clone", "--quiet", ".", "clone")
    try folder.git("-C", "clone", "checkout", "--quiet", "--detach")
    let files = try folder.tree().filter { $0.key.hasPrefix("clone/") && !$0.key.contains(".git/") }
    #expect(try folder.run("init clone").contains("Set up git to merge records field by field"))
    #expect(try driver(in: "clone").hasPrefix("shelf merge-driver"))
    #expect(try folder.tree().filter { $0.key.hasPrefix("clone/") && !$0.key.contains(".git/") } == files)
    try folder.git("worktree", "add", "--quiet", "tree")
    #expect(try !folder.run("init tree").contains("Set up"))
  }

  /// `shelf init` commits only the files that it creates, and a clone of that commit is a complete library.
  @Test func commitsWhatItMakes() throws {
    folder[".gitignore"] = nil
    folder["note.txt"] = "not in the library"
    folder["books/.gitattributes"] = "not in the library either"
    try folder.git("add", "note.txt")
    #expect(try folder.run("init .").contains("\nCommitted shelf.yaml, .gitignore and .gitattributes\n"))
    #expect(try folder.git("log", "--format=%s", "--name-only", "--", ".").split(separator: "\n").count == 4)
    #expect(try folder.git("status", "--short") == "A  note.txt\n?? books/\n")
    try folder.git("clone", "--quiet", ".", "clone")
    #expect(try folder.run("--library clone book list") == "")
    #expect(try folder.run("init clone").contains("Committed") == false)
  }

  @Test func commitsTheExamples() throws {
    folder[".gitignore"] = nil
    #expect(try folder.run("init a --sample").contains("\nCommitted 23 files\n"))
    #expect(try folder.git("status", "--short") == "")
  }

  @Test func leavesTheCommitToLater() throws {
    folder[".gitignore"] = nil
    #expect(try !folder.run("init . --no-commit").contains("Committed"))
    #expect(try folder.git("status", "--short") == "?? .gitattributes\n?? .gitignore\n?? shelf.yaml\n")
    folder["shelf.yaml"] = "format: 1\nname: Changed\n"
    #expect(
      try folder.run("init .").contains("nothing to add\nCommitted shelf.yaml, .gitignore and .gitattributes"))
    // `shelf init` does not commit changes that were made by hand.
    folder["shelf.yaml"] = "format: 1\nname: Changed again\n"
    folder[".gitattributes"] = nil
    #expect(try folder.run("init .").contains("added to .gitattributes\n"))
    #expect(try folder.git("status", "--short") == " M shelf.yaml\n")
  }

  @Test func warnsIfGitCannotCommit() throws {
    try write(".git/hooks/pre-commit", "#!/bin/sh\necho no thanks >&2\nexit 1\n")
    let said = try folder.run("init a")
    #expect(said.contains("! no thanks\n! warning: the library's files were not committed: git refused\n"))
    #expect(said.contains("Created the library") && !said.contains("["))
    folder[".git/hooks/pre-commit"] = nil
    folder[".gitignore"] = "b/\n"
    #expect(
      try folder.run("init b").contains(
        "warning: the library's files were not committed: git ignores .gitattributes, .gitignore, shelf.yaml"))
    folder[".git/MERGE_HEAD"] = try folder.git("hash-object", "-t", "tree", "/dev/null")
    #expect(try folder.run("init c").contains("warning: nothing can be committed while a merge is in progress"))
  }

  private func write(_ path: String, _ text: String, mode: Int = 0o755) throws {
    try folder.writeProgram(path, text, mode: mode)
  }

  /// Puts a program named `shelf` first in the search path. The program prints its arguments and fails.
  private func refuse() throws {
    try write("bin/shelf", "#!/bin/sh\necho \"$@\"\nexit 1\n")
    folder.environment["PATH"]? = folder.absolute("bin") + ":" + TestMachine.path
  }

  private func refusal() -> String? {
    #expect(throws: TestLibrary.GitFailure.self) {
      try folder.git("commit", "--quiet", "--allow-empty", "--message=x")
    }?.text
  }

  @Test func addsToTheHookThatIsThere() throws {
    try write(".git/hooks/pre-commit", "#!/bin/sh -e\necho $(basename \"$0\")\nexec true\n")
    try expect(
      folder.run("init a --hooks"),
      is: """
        Created the library “a” in LIBRARY/a
        Set up git to merge records field by field
        Commits are checked by `shelf doctor --staged`, called at the beginning of the hook LIBRARY/.git/hooks/pre-commit
        Committed shelf.yaml, .gitignore and .gitattributes
        Later changes are committed only with --commit, or after `shelf library set git.commit=true`
        Next: cd a && shelf book add "Dune" --author "Frank Herbert"
        ! shelf is not installed; the records are not checked
        ! pre-commit
        """)
    #expect(try folder.run("init --hooks", ["it's"]).contains("for this library too"))
    let hook = try #require(folder[".git/hooks/pre-commit"])
    #expect(hook.contains("if [ -f './a/shelf.yaml' ]; then\n") && hook.contains("--library './it'\\''s' doctor"))
    #expect(hook.hasPrefix("#!/bin/sh -e\n# Checks") && hook.hasSuffix("fi\necho $(basename \"$0\")\nexec true\n"))
    #expect(try !folder.run("init a --hooks").contains("Commits"))
    #expect(folder[".git/hooks/pre-commit"] == hook)
    try refuse()
    #expect(refusal() == "--library ./it's doctor --staged\n")
    // The hook ignores a library whose manifest is missing from the work tree.
    folder["it's/shelf.yaml"] = nil
    #expect(refusal() == "--library ./a doctor --staged\n")
    folder["a/shelf.yaml"] = nil
    try folder.git("commit", "--quiet", "--allow-empty", "--message=x")
  }

  /// husky rewrites git's hooks at each install, and makes them run a script that the user wrote.
  @Test func keepsHuskyGoing() throws {
    try folder.git("config", "core.hooksPath", ".husky/_")
    let hook = "#!/usr/bin/env sh\n. \"$(dirname \"$0\")/h\""
    try write(".husky/_/pre-commit", hook)
    try write(
      ".husky/_/h",
      """
      #!/usr/bin/env sh
      n=$(basename "$0")
      s=$(dirname "$(dirname "$0")")/$n
      [ ! -f "$s" ] && exit 0
      sh -e "$s" "$@"
      c=$?
      [ $c != 0 ] && echo "husky - $n script failed (code $c)"
      exit $c
      """, mode: 0o644)
    try write(".husky/pre-commit", "echo tests >&2\n", mode: 0o644)
    #expect(try folder.run("init . --hooks").contains("at the beginning of the hook LIBRARY/.husky/pre-commit\n"))
    #expect(folder[".husky/_/pre-commit"] == hook)
    #expect(folder[".husky/pre-commit"]?.hasSuffix("fi\necho tests >&2\n") ?? false)
    try refuse()
    #expect(refusal() == "--library . doctor --staged\nhusky - pre-commit script failed (code 1)\n")
    try write("bin/shelf", "#!/bin/sh\necho \"$@\"\nexit 0\n")
    try folder.git("commit", "--quiet", "--allow-empty", "--message=x")
  }

  @Test(arguments: ["#!/usr/bin/python3\nprint()\n", "\u{7F}ELF", "#!/bin/sh\r\ntrue\r\n", "#!/usr/bin/env fish\n"])
  func leavesOtherHooksAlone(_ hook: String) throws {
    try write(".git/hooks/pre-commit", hook)
    let said = try folder.run("init . --hooks")
    #expect(said.contains("! warning: the hook LIBRARY/.git/hooks/pre-commit was not changed, so commits are not"))
    #expect(said.contains("!     shelf --library '.' doctor --staged || exit\n"))
    #expect(folder[".git/hooks/pre-commit"] == hook)
    try write(".git/hooks/pre-commit", "#!/bin/sh\n", mode: 0o644)
    #expect(try folder.run("init . --hooks").contains("git does not run it"))
  }

  @Test func respectsWhereHooksAre() throws {
    try folder.git("config", "core.hooksPath", "hooks here")
    #expect(try folder.run("init . --hooks").contains("Commits are checked"))
    #expect(folder["hooks here/pre-commit"]?.contains("--library '.' doctor") ?? false)
    let shared = try TestLibrary([:])
    shared.useGit()
    shared["config"] = "[core]\n  hooksPath = \(shared.root)/shared\n"
    shared.environment["GIT_CONFIG_GLOBAL"] = shared.absolute("config")
    #expect(try shared.run("init . --hooks").contains("all your repositories share their hooks"))
    #expect(shared["shared/pre-commit"] == nil)
  }

  @Test func saysWhyNot() throws {
    try folder.git("init", "--quiet", "--bare", "bare")
    try expect(
      folder.refused("init bare"),
      is: """
        ! error: LIBRARY/bare is a bare git repository
        ! hint: work in a clone of it
        [3]
        """)
    folder.environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
    #expect(try folder.run("init foreign").contains("! warning: git does not trust the repository"))
    #expect(try folder.refused("init --no-git --hooks").contains("--hooks and --no-git cannot be combined"))
  }
}
