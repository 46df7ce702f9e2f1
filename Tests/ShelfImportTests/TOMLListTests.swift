import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Reading lists in TOML, and notes with TOML as their front matter.
@Suite struct TOMLListTests {
  private static let list = """
    # Books on my site
    updated = 2024-01-02

    [[books]]
    title = "Dune" # again
    author = "Frank Herbert"
    isbn = 9780441013593
    rating = 5
    finished = 2022-04-11
    tags = ["scifi", "desert planet"]

    [[books]]
    title = 'Emma'
    authors = ["Jane Austen"]
    status = "reading"
    notes = \"""
    Box Hill.
    \"""
    [[books]]
    author = "Nobody"

    """

  @Test func aList() throws {
    let batch = try read(TOMLListTests.list)
    #expect(batch.format == "toml" && batch.titles == ["Dune", "Emma"])
    let (dune, emma) = (batch.drafts(.book)[0], batch.drafts(.book)[1])
    #expect(dune.first(.author) == "Frank Herbert" && dune.first(.isbn) == "9780441013593")
    #expect(dune.first(.rating) == "5" && dune.first(.dateCompleted) == "2022-04-11")
    #expect(emma.first(.author) == "Jane Austen" && emma.first(.status) == "inProgress")
    #expect(emma.first(.notes)?.contains("Box Hill.") ?? false)
    #expect(batch.problems.map(\.line) == [19], "\(batch.problems)")
  }

  /// Lists with a table for each book, and lists with the books of each year.
  @Test(arguments: [
    "[dune]\ntitle = \"Dune\"\nauthor = \"F\"\n[emma]\ntitle = \"Emma\"\nauthor = \"J\"\n",
    "[[2022]]\ntitle = \"Dune\"\nauthor = \"F\"\n[[2022]]\ntitle = \"Emma\"\nauthor = \"J\"\n",
    "books = [{ title = \"Dune\", author = \"F\" }, { title = \"Emma\", author = \"J\" }]\n",
    "edition = 1\nread = true\n\n[[books]]\ntitle = \"Dune\"\n[[books]]\ntitle = \"Emma\"\n",
    "\u{FEFF}[meta]\r\ncount = 2\r\n[[book]]\r\n'title' = \"Dune\"\r\nauthors = [\"F\"]\r\n[[book]]\r\ntitle = 'Emma'\r\n",
  ])
  func otherArrangements(_ text: String) throws {
    let batch = try read(text)
    #expect(batch.format == "toml" && batch.titles == ["Dune", "Emma"])
  }

  @Test func aNote() throws {
    let note = "+++\ntitle = \"Dune\"\nauthor = [\"Frank Herbert\"]\nfinished = 2022-04-11\n+++\nIt was good.\n"
    let batch = try read([("dune.md", Array(note.utf8))])
    #expect(batch.format == "toml" && batch.titles == ["Dune"])
    #expect(batch.notes == ["the text below the front matter of dune.md was skipped"])
    let untitled = "+++\nauthor = \"Frank Herbert\"\nisbn = \"9780441013593\"\n+++\n# Dune\n"
    #expect(try read([("x.md", Array(untitled.utf8))]).titles == ["Dune"])
  }

  @Test(arguments: [
    "[tool.x]\nname = \"x\"\nversion = \"1\"\n",
    "[package]\nname = \"shelf\"\nauthors = [\"A\"]\n\n[dependencies]\nserde = \"1\"\n",
    "title = \"My site\"\nbaseURL = \"https://example.org\"\n[params]\nx = 1\n",
  ])
  func otherFiles(_ text: String) {
    #expect(ImportFormat.of(SourceFile(path: "x.toml", bytes: Array(text.utf8)))?.name != "toml")
  }

  @Test func aMistakeIsNamedWithItsLine() {
    #expect {
      try read("[[books]]\ntitle = \"Dune\"\nauthor = Frank\n")
    } throws: {
      "\($0)".contains("“Frank” needs quotation marks") && "\($0)".contains("3")
    }
  }
}
