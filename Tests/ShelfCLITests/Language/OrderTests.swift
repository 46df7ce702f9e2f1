import Testing

@testable import ShelfCLI

/// Tests the sort orders of lists.
struct OrderTests {
  private func library() throws -> TestLibrary {
    var files = SmallLibrary.files
    let books: [(title: String, series: String, author: String)] = [
      ("A", "Discworld 12", "\"Pratchett, Terry\""), ("B", "Discworld 2", "Terry Brooks"),
      ("C", "Discworld 2.5", "\"Pratchett, Ann\""), ("D", "Discworld", "Pratchett"), ("E", "Discworld 02", "Ęo"),
    ]
    for (number, book) in books.enumerated() {
      files["books/x\(number).yaml"] = """
        id: d000000\(number)-0000-4000-8000-000000000000
        title: \(book.title)
        series: \(book.series)
        author: \(book.author)
        dateAdded: 2026-01-0\(number + 1)
        status: \(number < 3 ? "wanted" : "completed")

        """
    }
    for (number, page) in ["100", "9", "xiv", "10", "12a", "v", "12", "ix", "n. p."].enumerated() {
      files["quotes/p\(number).yaml"] = """
        id: 8000000\(number)-0000-4000-8000-000000000000
        book: d0000000-0000-4000-8000-000000000000
        page: "\(page)"
        creationDate: 2026-02-0\(number + 1)T00:00:00Z
        text: Page \(page)

        """
    }
    return try TestLibrary(files)
  }

  private func list(_ line: String, _ library: TestLibrary) throws -> String {
    try library.run(line).split(separator: "\n").joined(separator: " | ")
  }

  @Test func numbersAreNumbers() throws {
    let library = try library()
    #expect(
      try list("book list has:series --sort series --columns title", library) == "B | E | C | A | D")
    #expect(
      try list("quote list book:a --sort page --columns page", library)
        == "v | ix | xiv | 9 | 10 | 12 | 12a | 100 | n. p.")
  }

  @Test func authorsAreSortedByFamilyName() throws {
    #expect(
      try list("book list has:series --sort author --columns author", library())
        == "Terry Brooks | Ęo | Pratchett | Pratchett, Ann | Pratchett, Terry")
  }

  @Test func newestAndOldestTurnDates() throws {
    let library = try library()
    func titles(_ options: String) throws -> String {
      try list("book list has:series --columns title \(options)", library)
    }
    #expect(try titles("--newest") == "E | D | C | B | A")
    #expect(try titles("--oldest") == "A | B | C | D | E")
    #expect(try titles("--sort added --newest") == "E | D | C | B | A")
    #expect(try titles("--sort dateAdded --oldest") == "A | B | C | D | E")
    #expect(try titles("--sort modified:desc --newest") == "E | D | C | B | A")
    #expect(try titles("--sort status --newest") == "C | B | A | E | D")
    #expect(try titles("--sort status:desc --oldest") == "D | E | A | B | C")
    #expect(try titles("-s Date-Added:DESC -n 2") == "E | D")
    let issues = "issue list --columns title --sort"
    #expect(try list("\(issues) modificationDate --newest", library) == "Ask Anna to return Dune | Measure the hall")
    #expect(try list("\(issues) modified --oldest", library) == "Measure the hall | Ask Anna to return Dune")
    #expect(try list("quote list book:a --newest --columns text -n 1", library) == "Page n. p.")
  }

  @Test func refusesWhatHasNoOrder() throws {
    try expect(
      library().refusals([
        ["book list --newest --oldest"], ["book list --sort added:asc --newest"], ["tag list --newest"],
        ["book list --sort rating:up"], ["book list --sort dateAded"],
      ]),
      is: """
        $ book list --newest --oldest
        ! error: --newest and --oldest cannot be combined
        [2]
        $ book list --sort added:asc --newest
        ! error: “added:asc” and --newest contradict each other
        ! hint: use only one
        [2]
        $ tag list --newest
        ! error: tags have no date for --newest
        ! hint: use --sort FIELD
        [2]
        $ book list --sort rating:up
        ! error: cannot sort by “rating:up”
        ! hint: use FIELD or FIELD:desc
        [2]
        $ book list --sort dateAded
        ! error: a list of books has no column “dateAded”
        ! hint: did you mean “dateAdded”?
        [2]
        """)
  }
}
