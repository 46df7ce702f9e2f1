import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

@Suite(.serialized, .sharesProcess)
struct InitTests {
  private let folder: TestLibrary

  init() throws {
    folder = try TestLibrary([:])
    folder.environment["PATH"] = TestMachine.path
  }

  @Test func makesALibrary() throws {
    try expect(
      folder.run("init my/books --no-git"),
      is: """
        Created the library “books” in LIBRARY/my/books
        Next: cd my/books && shelf book add "Dune" --author "Frank Herbert"
        """)
    #expect(try folder.paths() == ["my/books/.gitattributes", "my/books/.gitignore", "my/books/shelf.yaml"])
    expect(
      folder["my/books/shelf.yaml"]!,
      is: """
        format: 1
        name: books
        """)
    expect(
      folder["my/books/.gitignore"]!,
      is: """
        # The state that shelf keeps for itself.
        .shelf/
        """)
  }

  /// On a terminal, `shelf init` asks for confirmation before it turns the home folder into a library.
  @Test func asksAboutTheHomeFolder() throws {
    folder.environment["HOME"] = folder.root
    let said = try folder.runOnTerminal("init --no-git", typing: "n\n")
    #expect(said.contains("This is your home folder. Make all of it a library?"))
    #expect(said.contains("`shelf init ~/books` creates a library in a folder of its own"))
    #expect(folder["shelf.yaml"] == nil)
    #expect(try folder.runOnTerminal("init --no-git", typing: "y\n").contains("Created the library"))
    #expect(!(try folder.runOnTerminal("init --no-git").contains("home folder")))
  }

  @Test func makesTheFolderItRunsInALibrary() throws {
    try expect(
      folder.run("init --no-git", ["--name", "Tom's: books"]),
      is: """
        Created the library “Tom's: books” in LIBRARY
        Next: shelf book add "Dune" --author "Frank Herbert"
        """)
    expect(
      folder["shelf.yaml"]!,
      is: """
        format: 1
        name: "Tom's: books"
        """)
  }

  @Test func quotesTheFolderForTheShell() throws {
    try expect(
      folder.run("init --no-git", ["Tom's books"]),
      is: #"""
        Created the library “Tom's books” in LIBRARY/Tom's books
        Next: cd 'Tom'\''s books' && shelf book add "Dune" --author "Frank Herbert"
        """#)
  }

  @Test func addsExamples() throws {
    try expect(
      folder.run("init --no-git --sample --name X"),
      is: """
        Created the library “X” in LIBRARY
        Added 8 books, 1 quote, 9 genres, 1 tag and 1 issue
        Next: shelf book list
        """)
    try expect(
      folder.run("book show time"),
      is: """
        The Time Machine

        author          H. G. Wells
        status          completed
        rating          ★★★★☆
        genres          [Fiction]
        year            1895
        language        en
        date added      2026-11-21
        date completed  2026-11-21
        ID              90000010-0000-4000-8000-000000000000
        file            books/the-time-machine-90000010.yaml

        Synopsis
          A Victorian inventor travels to the year 802,701 and finds what became of us.

        Quotes (1)
          Strength is the outcome of need; security sets a premium on feebleness.
            p. 33 · 2026-11-21 · 90000011

        Issues (1)
          90000013  Ask Anna to return The Time Machine
        """)
    try expect(
      folder.run("init --no-git --sample"),
      is: """
        LIBRARY is already a library; nothing to add
        Next: shelf book list
        ! warning: the library already has records; no examples were added
        """)
  }

  /// Doctor finds no problems in the sample library.
  @Test func doctorFindsNothingInTheExamples() throws {
    _ = try folder.run("init --no-git --sample --name X")
    #expect(try folder.run("doctor").hasPrefix("No problems: "))
  }

  @Test func makesARepository() throws {
    #expect(try folder.run("init books").contains("[") == false)
    #expect(FileManager.default.fileExists(atPath: folder.absolute("books/.git/HEAD")))
    #expect(try folder.run("init books/more").contains("[") == false)
    #expect(!FileManager.default.fileExists(atPath: folder.absolute("books/more/.git")))
  }

  @Test func goesOnWithoutGit() throws {
    folder.environment["PATH"] = "/nonexistent"
    try expect(
      folder.run("init books"),
      is: """
        Created the library “books” in LIBRARY/books
        Next: cd books && shelf book add "Dune" --author "Frank Herbert"
        ! warning: git is not installed; the library works without a repository
        ! hint: install it from https://git-scm.com
        """)
  }

  @Test func staysOutOfAnotherLibrarysRecords() throws {
    _ = try folder.run("init --no-git")
    folder["books/dune-b0000001.yaml"] = "id: b0000001-0000-4000-8000-000000000000\ntitle: Dune\n"
    try expect(
      folder.refused("init --no-git books"),
      is: """
        ! error: LIBRARY/books is inside the folder books of the library LIBRARY
        ! hint: create the new library elsewhere
        [2]
        """)
    try expect(
      folder.refused("init --no-git .git/x"),
      is: """
        ! error: LIBRARY/.git/x is inside git's own folder
        [2]
        """)
    // A manifest in a folder of records is not a record, and repairs leave it alone.
    folder["books/sub/shelf.yaml"] = "format: 1\n"
    #expect(try folder.run("doctor --fix").contains("is the manifest of a library inside this one"))
    #expect(folder["books/sub/shelf.yaml"] == "format: 1\n")
  }

  @Test func isNoChangeToTakeBackWhereOnlyGitWasSetUp() throws {
    _ = try folder.run("init --no-git")
    _ = try folder.run("tag add reading")
    folder[".gitattributes"] = nil
    _ = try folder.run("init --no-git")
    try expect(folder.run("undo"), is: "Undid “tag add reading” (1 file)")
    #expect(folder[".gitattributes"] != nil)
  }

  @Test func completesWhatIsThere() throws {
    folder["shelf.yaml"] = "format: 1\n"
    folder[".gitignore"] = "*.tmp"
    try expect(
      folder.run("init --no-git"),
      is: """
        LIBRARY is already a library; added to .gitignore and .gitattributes
        Next: shelf
        """)
    expect(
      folder[".gitignore"]!,
      is: """
        *.tmp
        # The state that shelf keeps for itself.
        .shelf/
        """)
    #expect(folder["shelf.yaml"] == "format: 1\n")
    try expect(
      folder.run("init --no-git"),
      is: """
        LIBRARY is already a library; nothing to add
        Next: shelf
        """)
  }

  @Test func refusesWhatItCannotMake() throws {
    folder["file"] = "x"
    folder["broken/shelf.yaml"] = "format: ["
    folder["newer/shelf.yaml"] = "format: 2\n"
    try expect(
      folder.refusals([
        ["init file --no-git"], ["init file/below --no-git"], ["init broken --no-git"], ["init newer --no-git"],
        ["init newer --sample --no-git"], ["init a b"], ["init --nothing"],
      ]),
      is: """
        $ init file --no-git
        ! error: cannot create LIBRARY/file/.shelf: a part of the path is not a folder; nothing was written
        [3]
        $ init file/below --no-git
        ! error: cannot create LIBRARY/file/below: a part of the path is not a folder
        [3]
        $ init broken --no-git
        ! error: shelf.yaml:1:10: a value was expected here
        !   1 | format: [
        !     |          ^
        ! hint: a value that starts with a bracket needs quotes, or the bracket that closes it
        [3]
        $ init newer --no-git
        ! error: LIBRARY/newer/shelf.yaml: the library has format 2, but this version of shelf supports formats up to 1
        ! hint: install a newer version of shelf; nothing was read or written
        [3]
        $ init newer --sample --no-git
        ! error: LIBRARY/newer/shelf.yaml: the library has format 2, but this version of shelf supports formats up to 1
        ! hint: install a newer version of shelf; nothing was read or written
        [3]
        $ init a b
        ! error: unexpected argument 'b'
        ! hint: see `shelf init --help`
        [2]
        $ init --nothing
        ! error: unknown option '--nothing'
        ! hint: see `shelf init --help`
        [2]
        """)
    folder.fileSystem.failure = { operation, _ in operation == "write" ? ENOSPC : nil }
    try expect(
      folder.refused("init new/books --sample --no-git"),
      is: """
        ! error: cannot write LIBRARY/new/books/.shelf/staging/entry.yaml: the disk is full; nothing was written
        [3]
        """)
  }
}
