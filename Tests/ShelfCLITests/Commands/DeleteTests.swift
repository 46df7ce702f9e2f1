import Testing

@testable import ShelfCLI

struct DeleteTests {
  @Test("`shelf delete --all` empties a library after naming what goes, as one undoable change")
  func emptiesALibrary() throws {
    let library = try TestLibrary()
    let before = try library.tree()
    _ = try library.run("queue add emma")
    try expect(
      library.refusals([
        ["delete --all"], ["delete --all dune"], ["delete --all --where has:id"], ["book delete --all"],
      ]),
      is: """
        $ delete --all
        ! error: will not delete 4 books, 2 quotes, 3 genres, 2 tags and 2 issues without confirmation
        ! hint: confirm with --yes
        [2]
        $ delete --all dune
        ! error: --all and a name cannot be combined
        ! hint: use only one
        [2]
        $ delete --all --where has:id
        ! error: --all and --where cannot be combined
        ! hint: use only one
        [2]
        $ book delete --all
        ! error: will not delete 4 books without confirmation
        ! hint: confirm with --yes
        [2]
        """)
    // On a terminal, the command lists all records before it prompts.
    let asked = try library.runOnTerminal("delete --all", typing: "n\n", columns: 100)
    #expect(
      asked.contains("book “Dune”\n") && asked.contains("issue “Measure the hall”\n"), "\(asked)")
    #expect(
      asked.hasSuffix(
        "Delete 4 books, 2 quotes, 3 genres, 2 tags and 2 issues? [y/N] Nothing was deleted.\n[1]\n"), "\(asked)")
    let files = try library.paths()
    #expect(try library.run("delete --all --yes") == "Deleted 4 books, 2 quotes, 3 genres, 2 tags and 2 issues\n")
    #expect(try library.paths() == files.filter { $0 == "shelf.yaml" })
    #expect(library["shelf.yaml"]?.contains("b0000003") == false)
    #expect(try library.run("undo") == "Undid “delete --all --yes” (14 files)\n")
    #expect(try library.paths() == files)
    _ = try library.run("undo")
    #expect(try library.tree() == before)
    #expect(try library.run("quote delete --all --yes") == "Deleted 2 quotes\n")
    // Two files with the same id are both deleted.
    library["books/twin.yaml"] = library[SmallLibrary.dune]
    #expect(try library.run("delete books/twin.yaml --yes").contains("files have the id"))
    // An unreadable file is kept, and the warning names it.
    library["books/odd.yaml"] = "title: [\n"
    let said = try library.run("delete --all --yes")
    #expect(
      said.hasPrefix("Deleted 5 books, ") && said.contains("! warning: not deleted: books/odd.yaml:2:1: "), "\(said)")
    #expect(try library.paths() == ["books/odd.yaml", "shelf.yaml"])
  }

  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func deletesABookWithItsQuotes() throws {
    try expect(
      library.run("book delete dune --yes"),
      is: """
        Deleted book “Dune”, with its 1 quote; removed from 1 issue
        """)
    let paths = try library.paths()
    #expect(!paths.contains(SmallLibrary.dune) && !paths.contains { $0.hasPrefix("quotes/dune") })
    #expect(library["issues/ask-anna-f0000001.yaml"]!.contains("books") == false)
    #expect(try library.run("issue show anna").contains("modification date  2026-11-21"))
  }

  @Test func takesReferencesOut() throws {
    try expect(
      library.transcript([
        ["genre delete", "science fiction", "-y"], ["tag delete lending -y"], ["quote delete c0000002 -y"],
        ["issue delete f0000002 -y"], ["genre delete horror -y"],
      ]),
      is: """
        $ genre delete "science fiction" -y
        Deleted genre “Science Fiction”; removed from 2 books
        $ tag delete lending -y
        Deleted tag “lending”; removed from 1 issue
        $ quote delete c0000002 -y
        Deleted quote “A line without a book, and another one.”
        $ issue delete f0000002 -y
        Deleted issue “Measure the hall”
        $ genre delete horror -y
        Deleted genre “Horror”
        """)
    #expect(library["books/dune-messiah-b0000002.yaml"]!.contains("genres") == false)
  }

  @Test func showsTheDifferenceInsteadOfMakingIt() throws {
    let before = try library.tree()
    try expect(
      library.run("quote delete c0000001 --dry-run"),
      is: """
        --- a/quotes/dune-b0000001/fear-c0000001.yaml
        +++ /dev/null
        @@ -1,5 +0,0 @@
        -id: c0000001-0000-4000-8000-000000000000
        -book: b0000001-0000-4000-8000-000000000000 # Dune
        -page: "8"
        -creationDate: 2019-06-03T20:41:07Z
        -text: Fear is the mind-killer.
        """)
    #expect(try library.tree() == before)
  }

  @Test func asks() throws {
    let before = try library.tree()
    try expect(
      library.runOnTerminal("book delete dune", typing: "what\nn\n"),
      is: """
        Delete book “Dune” with its 1 quote, and remove it from 1 issue? [y/N]   please answer yes or no
        Delete book “Dune” with its 1 quote, and remove it from 1 issue? [y/N] Nothing was deleted.
        [1]
        """)
    try expect(
      library.runOnTerminal("book delete dune", typing: "\n"),
      is: """
        Delete book “Dune” with its 1 quote, and remove it from 1 issue? [y/N] Nothing was deleted.
        [1]
        """)
    try expect(
      library.runOnTerminal("book delete dune", typing: "\u{4}"),
      is: """
        Delete book “Dune” with its 1 quote, and remove it from 1 issue? [y/N] 
        [1]
        """)
    #expect(try library.tree() == before)
    try expect(
      library.runOnTerminal("book delete dune", typing: "Y\n"),
      is: """
        Delete book “Dune” with its 1 quote, and remove it from 1 issue? [y/N] Deleted book “Dune”, with its 1 quote; removed from 1 issue
        """)
    #expect(library[SmallLibrary.dune] == nil)
  }

  @Test func warnsOfFilesThatCannotBeRead() throws {
    library["books/broken.yaml"] = "id: ["
    try expect(
      library.run("genre delete fiction --yes"),
      is: """
        Deleted genre “Fiction”; removed from 1 book
        ! warning: 1 file could not be read; references in it were not changed
        """)
  }

  @Test func refusesWithoutAnAnswer() throws {
    try expect(
      library.refusals([["book delete dune"], ["book delete nope --yes"], ["book delete"]], input: "y\n"),
      is: """
        $ book delete dune
        ! error: will not delete “Dune” without confirmation
        ! hint: confirm with --yes
        [2]
        $ book delete nope --yes
        ! error: no book is called “nope”
        ! hint: `shelf book list` shows all books
        [1]
        $ book delete
        ! error: no book was specified
        ! hint: specify one or more, or select them with --where QUERY
        [2]
        """)
  }
}
