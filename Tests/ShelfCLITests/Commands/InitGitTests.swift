import Foundation
import Testing

@testable import ShelfCLI

/// `shelf init` sets up git: drivers in the repository's own configuration, and a hook beside those that are there.
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
        Made the library “books” in LIBRARY/sub/books
        Set up git to merge records field by field
        Next: cd sub/books && shelf book add "Dune" --author "Frank Herbert"
        """)
    #expect(try driver(in: ".").hasPrefix("shelf merge-driver --marker-size %L %O %A %B %P"))
    #expect(try folder.git("config", "--get", "merge.shelf.recursive") == "shelf-base\n")
    let config = folder[".git/config"]
    #expect(try !folder.run("init sub/books").contains("Set up"))
    #expect(folder[".git/config"] == config)
    try folder.git("config", "merge.shelf.driver", "mine %A")
    #expect(try folder.run("init sub/books").contains("git's setting merge.shelf.driver is not shelf's; it stays"))
    #expect(try driver(in: ".") == "mine %A\n")
  }

  @Test func completesAClone() throws {
    _ = try folder.run("init .")
    try folder.commit("Begin")
    try folder.git("clone", "--quiet", ".", "clone")
    try folder.git("-C", "clone", "checkout", "--quiet", "--detach")
    let files = try folder.tree().filter { $0.key.hasPrefix("clone/") && !$0.key.contains(".git/") }
    #expect(try folder.run("init clone").contains("Set up git to merge records field by field"))
    #expect(try driver(in: "clone").hasPrefix("shelf merge-driver"))
    #expect(try folder.tree().filter { $0.key.hasPrefix("clone/") && !$0.key.contains(".git/") } == files)
    try folder.git("worktree", "add", "--quiet", "tree")
    #expect(try !folder.run("init tree").contains("Set up"))
  }

  @Test func addsAHookToThoseThatAreThere() throws {
    folder[".git/hooks/pre-commit"] = "#!/bin/sh\necho mine\n"
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.absolute(".git/hooks/pre-commit"))
    try expect(
      folder.run("init a --hooks"),
      is: """
        Made the library “a” in LIBRARY/a
        Set up git to merge records field by field
        Commits are checked by `shelf doctor --staged`, after the hook that is now \
        LIBRARY/.git/hooks/pre-commit.before-shelf
        Next: cd a && shelf book add "Dune" --author "Frank Herbert"
        """)
    _ = try folder.run("init --hooks", ["it's"])
    let hook = try #require(folder[".git/hooks/pre-commit"])
    #expect(hook.contains("shelf --library './a' doctor --staged || exit\nshelf --library './it'\\''s' doctor"))
    _ = try folder.run("init a --hooks")
    #expect(folder[".git/hooks/pre-commit"] == hook)
    #expect(folder[".git/hooks/pre-commit.before-shelf"] == "#!/bin/sh\necho mine\n")
    // What counts is that the library is checked; here a stand-in says no.
    folder["bin/shelf"] = "#!/bin/sh\necho \"$@\"\nexit 1\n"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.absolute("bin/shelf"))
    folder.environment["PATH"]? = folder.absolute("bin") + ":/usr/bin:/bin"
    try folder.git("add", "a")
    let refusal = #expect(throws: TestLibrary.GitFailure.self) { try folder.git("commit", "--message=x") }
    #expect(refusal?.text == "mine\n--library ./a doctor --staged\n")
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
        ! error: LIBRARY/bare is a git repository without files
        ! hint: work in a clone of it
        [3]
        """)
    folder.environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
    #expect(try folder.run("init foreign").contains("! warning: git does not trust the repository"))
    #expect(try folder.refused("init --no-git --hooks").contains("--hooks needs git"))
  }
}
