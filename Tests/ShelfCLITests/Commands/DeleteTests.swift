import Testing

@testable import ShelfCLI

struct DeleteTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func deletesABookWithItsQuotes() throws {
    try expect(
      library.run("book delete dune --yes"),
      is: """
        Deleted book “Dune”, with its 1 quote; taken out of 1 issue
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
        Deleted genre “Science Fiction”; taken out of 2 books
        $ tag delete lending -y
        Deleted tag “lending”; taken out of 1 issue
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
        Delete book “Dune” with its 1 quote, and take it out of 1 issue? [y/N]   please answer yes or no
        Delete book “Dune” with its 1 quote, and take it out of 1 issue? [y/N] Nothing was deleted.
        [1]
        """)
    try expect(
      library.runOnTerminal("book delete dune", typing: "\n"),
      is: """
        Delete book “Dune” with its 1 quote, and take it out of 1 issue? [y/N] Nothing was deleted.
        [1]
        """)
    try expect(
      library.runOnTerminal("book delete dune", typing: "\u{4}"),
      is: """
        Delete book “Dune” with its 1 quote, and take it out of 1 issue? [y/N] 
        [1]
        """)
    #expect(try library.tree() == before)
    try expect(
      library.runOnTerminal("book delete dune", typing: "Y\n"),
      is: """
        Delete book “Dune” with its 1 quote, and take it out of 1 issue? [y/N] Deleted book “Dune”, with its 1 quote; taken out of 1 issue
        """)
    #expect(library[SmallLibrary.dune] == nil)
  }

  @Test func warnsOfFilesThatCannotBeRead() throws {
    library["books/broken.yaml"] = "id: ["
    try expect(
      library.run("genre delete fiction --yes"),
      is: """
        Deleted genre “Fiction”; taken out of 1 book
        ! warning: 1 file could not be read; references in there stay
        """)
  }

  @Test func refusesWithoutAnAnswer() throws {
    try expect(
      library.refusals([["book delete dune"], ["book delete nope --yes"], ["book delete"]], input: "y\n"),
      is: """
        $ book delete dune
        ! error: nobody can be asked whether to delete “Dune”
        ! hint: --yes says that it may
        [2]
        $ book delete nope --yes
        ! error: no book is called “nope”
        ! hint: `shelf book list` shows what exists
        [1]
        $ book delete
        ! error: a book is missing
        ! hint: name one or more, or choose them with --where QUERY
        [2]
        """)
  }
}
