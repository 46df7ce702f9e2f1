import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// The table that Kindle apps send as a notebook.
@Suite struct KindleTableTests {
  private static let notebook = """
    "Your Kindle Notes For:",,,
    "ON WRITING WELL, 30TH EDITION",,,
    "by William Zinsser and Ann Bee",,,
    "Free Kindle instant preview:",,,
    "https://z.cn/x",,,
    ----------------------------------------------,,,
    ,,,
    "Annotation Type","Location","Starred?","Annotation"
    "Highlight (Yellow)","Location 93","","Rewriting, mostly."
    "Highlight (Blue)","Location 181","*","Clear ""thinking"" helps."
    "Note","Location 181","","my own note"
    "Highlight","Page 12","","Third
    line."
    "Note","Page 300","","alone"
    "Bookmark","Page 4","",""

    """

  @Test func aNotebookIsRead() throws {
    let batch = try read(Self.notebook)
    #expect(batch.format == "kindle" && batch.read == 6 && batch.skipped == 1 && batch.rejected == 0)
    let book = try #require(batch.drafts(.book).first)
    #expect(book.title == "ON WRITING WELL, 30TH EDITION" && book[.author] == ["William Zinsser", "Ann Bee"])
    let quotes = batch.drafts(.quote)
    #expect(quotes.map { $0.first(.text) } == ["Rewriting, mostly.", "Clear \"thinking\" helps.", "Third\nline."])
    #expect(quotes[0].first(.location) == "loc 93" && quotes[1].first(.note) == "my own note")
    #expect(quotes[2].first(.page) == "12" && book.bookNotes.map(\.text) == ["alone (p. 300)"])
    #expect(batch.leftOut == ["color": 2, "Starred?": 1])
  }

  /// Highlights in the device's clippings match the quotes from the same highlights in the table.
  @Test func aNotebookAndClippingsAreTheSame() throws {
    let clippings = """
      On Writing Well, 30th Edition (Zinsser, William;Bee, Ann)
      - Your Highlight on Location 93-93 | Added on Monday, 5 August 2013 09:11:28

      Rewriting, mostly.
      ==========

      """
    var shelf = try ImportedShelf()
    try shelf.take(clippings, at: "/c.txt")
    try shelf.take(Self.notebook, at: "/n.csv")
    #expect(shelf.column("author") == ["On Writing Well, 30th Edition": "William Zinsser; Ann Bee"])
    #expect(shelf.library.records(of: .quote).count == 3)
  }

  @Test(arguments: [
    "a:\nb\n--------------\nTitle,Author,Rating,Year\nDune,Frank Herbert,5,1965\n", "-----------\n",
    "x,,,\n-----------,,,\n",
    "Notes:,,,\n,,,\n-----------,,,\na,b,c,d\n", "Notes:,,,\nTitle,,,\n-----------,,,\na,b,c\n",
  ])
  func otherTables(_ text: String) {
    let probe = SourceProbe(SourceFile(path: "x", bytes: Array(text.utf8)))
    #expect(!KindleTable.recognizes(probe) || text.hasPrefix("a:"))
  }
}
