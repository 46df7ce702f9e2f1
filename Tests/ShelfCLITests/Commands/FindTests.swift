import Testing

@testable import ShelfCLI

/// Tests the ways to specify a record in a command.
struct FindTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test(arguments: [
    "b0000001-0000-4000-8000-000000000000", "B0000001-0000-4000-8000-000000000000", "b0000001", "b0000001-0000",
    "b000 0001", "books/dune-b0000001.yaml", "./books/dune-b0000001.yaml", "Dune", "DUNE", "  dune ", "düne",
  ])
  func findsABook(_ name: String) throws {
    let expected = name == "b000 0001" ? "[1]" : "\"Dune\""
    #expect(try library.run("book show --json title", [name]).contains(expected))
  }

  @Test func findsABookByItsFileFromWhereverOneIs() throws {
    library.fileSystem = TestFileSystem(folder: library.absolute("books"))
    #expect(try library.run("book show --json title dune-b0000001.yaml").contains("\"Dune\""))
    #expect(try library.run("book show --json title ../books/dune-b0000001.yaml").contains("\"Dune\""))
    #expect(try library.run("book show --json title", [library.absolute(SmallLibrary.dune)]).contains("\"Dune\""))
    #expect(try library.run("quote add Hm --book dune-b0000001.yaml").contains("quotes/dune-b0000001/hm-90000001.yaml"))
  }

  @Test func prefersWhatIsWrittenTheSame() throws {
    library["genres/accent.yaml"] = "id: e0000009-0000-4000-8000-000000000000\nname: Fictión\n"
    #expect(try library.run("genre show --json name Fiction").contains("Fiction"))
    #expect(try library.run("genre show --json name Fictión").contains("Fictión"))
    try expect(
      library.refused("genre show fiction"),
      is: """
        ! error: “fiction” matches 2 genres: e0000001 “Fiction”, e0000009 “Fictión”
        ! hint: specify one by its id, such as e0000001
        [1]
        """)
  }

  /// If several ids have a common prefix, they are shown up to the first difference, so the user sees how much of an id
  /// to type.
  @Test func idsThatBeginAlike() throws {
    library["books/a.yaml"] = "id: dddddddd-1230-4000-8000-000000000000\ntitle: Same\n"
    library["books/b.yaml"] = "id: dddddddd-1234-4000-8000-000000000000\ntitle: Same\n"
    for name in ["same", "dddd"] {
      try expect(
        library.refused("book show \(name)"),
        is: """
          ! error: “\(name)” matches 2 books: dddddddd-1230 “Same”, dddddddd-1234 “Same”
          ! hint: specify one by its id, such as dddddddd-1230
          [1]
          """)
    }
    #expect(try library.run("book show --json path dddddddd-1234").contains("books/b.yaml"))
  }

  @Test func tellsWhyThereIsNotOne() throws {
    try expect(
      library.refusals([
        ["book show dun"], ["book show dnue"], ["book show b00"], ["book show b000"], ["book show", ""],
        ["book show", " "], ["book show", "\u{1B}[31mx"], ["book show", "a\nb"], ["book show ../x.yaml"],
        ["book show genres/fiction-e0000001.yaml"], ["book show books/none.yaml"], ["quote show dune"],
        ["book show b0000009-0000-4000-8000-000000000000"], ["book show c0000001-0000-4000-8000-000000000000"],
      ]),
      is: #"""
        $ book show dun
        ! error: “dun” matches 2 books: b0000001 “Dune”, b0000002 “Dune Messiah”
        ! hint: specify one by its id, such as b0000001
        [1]
        $ book show dnue
        ! error: no book is called “dnue”
        ! hint: did you mean “Dune”?
        [1]
        $ book show b00
        ! error: no book is called “b00”
        ! hint: `shelf book list` shows all books
        [1]
        $ book show b000
        ! error: “b000” matches 4 books: b0000001 “Dune”, b0000002 “Dune Messiah”, b0000003 “Emma”, b0000004 “三体”
        ! hint: specify one by its id, such as b0000001
        [1]
        $ book show ""
        ! error: no book is called “”
        ! hint: `shelf book list` shows all books
        [1]
        $ book show " "
        ! error: no book is called “ ”
        ! hint: `shelf book list` shows all books
        [1]
        $ book show "\u{1B}[31mx"
        ! error: no book is called “␛[31mx”
        ! hint: `shelf book list` shows all books
        [1]
        $ book show "a\nb"
        ! error: no book is called “a⏎b”
        ! hint: `shelf book list` shows all books
        [1]
        $ book show ../x.yaml
        ! error: no book is called “../x.yaml”
        ! hint: `shelf book list` shows all books
        [1]
        $ book show genres/fiction-e0000001.yaml
        ! error: no book is called “genres/fiction-e0000001.yaml”
        ! hint: `shelf book list` shows all books
        [1]
        $ book show books/none.yaml
        ! error: no book is called “books/none.yaml”
        ! hint: `shelf book list` shows all books
        [1]
        $ quote show dune
        ! error: no quote is called “dune”
        ! hint: `shelf quote list` shows all quotes
        [1]
        $ book show b0000009-0000-4000-8000-000000000000
        ! error: no book is called “b0000009-0000-4000-8000-000000000000”
        ! hint: `shelf book list` shows all books
        [1]
        $ book show c0000001-0000-4000-8000-000000000000
        ! error: no book is called “c0000001-0000-4000-8000-000000000000”
        ! hint: `shelf book list` shows all books
        [1]
        """#)
  }

  @Test func doesNotPassOverABrokenFile() throws {
    library[SmallLibrary.dune] = "id: [\n"
    try expect(
      library.refusals([["book show dune"], ["book set dune rating=1"], ["book delete dune --yes"]]),
      is: """
        $ book show dune
        ! error: books/dune-b0000001.yaml:2:1: a value was expected here
        !   2 | 
        !     | ^
        ! hint: `shelf edit books/dune-b0000001.yaml` opens the file
        [3]
        $ book set dune rating=1
        ! error: books/dune-b0000001.yaml:2:1: a value was expected here
        !   2 | 
        !     | ^
        ! hint: `shelf edit books/dune-b0000001.yaml` opens the file
        [3]
        $ book delete dune --yes
        ! error: books/dune-b0000001.yaml:2:1: a value was expected here
        !   2 | 
        !     | ^
        ! hint: `shelf edit books/dune-b0000001.yaml` opens the file
        [3]
        """)
  }
}
