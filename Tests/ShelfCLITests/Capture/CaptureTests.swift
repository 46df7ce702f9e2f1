import Testing

@testable import ShelfCLI

/// Tests adding records without a terminal, where the command cannot prompt.
struct CaptureTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func aQuoteIsFromTheBookInProgress() throws {
    #expect(
      try library.run("quote add Words. --page 44") == """
        Added quote “Words.”
        90000001-0000-4000-8000-000000000000  quotes/emma-b0000003/words-90000001.yaml
        ! note: from “Emma”, the book in progress

        """)
  }

  @Test func whichBookHasToBeClear() throws {
    library["books/dune-messiah-b0000002.yaml"]! += "status: inProgress\n"
    #expect(
      try library.refused("quote add Words.") == """
        ! error: no book was specified, and 2 are in progress: “Emma” and “Dune Messiah”
        ! hint: specify it with --book TITLE, or use --no-book if there is none
        [1]

        """)
    library[SmallLibrary.emma] = nil
    library["books/dune-messiah-b0000002.yaml"] = nil
    #expect(try library.refused("quote add Words.").contains("no book was specified, and none is in progress"))
  }

  @Test func noBookIsKnowing() throws {
    #expect(try library.run("quote add Words. --no-book").contains("quotes/words-90000001.yaml"))
    #expect(library["quotes/words-90000001.yaml"]?.contains("book: ~\n") == true)
    #expect(try !library.run("doctor quotes/words-90000001.yaml").contains("orphan"))
    #expect(
      try library.refused("quote add Words. --no-book --book dune")
        .contains("--book and --no-book cannot be combined"))
    #expect(try library.refused("quote add --no-book").contains("a quote needs a text"))
  }

  @Test(arguments: [
    ["Dune", "--author", "frank  herbert"], ["DUNE", "--author", "Herbert, Frank"], ["Dune"],
    ["Other", "--isbn", "978-0-441-17271-9"],
  ])
  func aSecondDuneIsSaidBefore(_ words: [String]) throws {
    library[SmallLibrary.dune]! += "isbn: \"0441172717\"\n"
    let said = try library.refused("book add", words)
    #expect(said.contains("! error: there is already “Dune” by Frank Herbert"))
    #expect(said.contains("! hint: use --duplicate to add it anyway"))
    #expect(try library.run("book add --duplicate", words).contains("Added book"))
  }

  @Test(arguments: [["Dune", "--author", "Another One"], ["Dune II", "--author", "Frank Herbert"]])
  func anotherBookIsNone(_ words: [String]) throws {
    #expect(try library.run("book add", words).contains("Added book"))
  }

  @Test func newGenresHaveColorsThatDiffer() throws {
    _ = try library.run("genre add Kids")
    _ = try library.run("book add X --genre One --genre Two --create")
    let genres = try library.paths().filter { $0.hasPrefix("genres/") }.compactMap { library[$0] }
    let colors = genres.flatMap { $0.split(separator: "\n").filter { $0.hasPrefix("color:") } }
    // Horror is the only genre without a color, and no color is added to it.
    #expect(colors.count == 5)
    #expect(Set(colors).count == 5)
    #expect(try library.run("genre add Red --color FF0000").contains("Added"))
    #expect(try library.paths().contains { library[$0]?.contains("name: Red\ncolor: \"FF0000\"") == true })
  }
}
