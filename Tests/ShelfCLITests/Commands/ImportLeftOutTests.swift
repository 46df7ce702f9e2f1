import ShelfTestSupport
import Testing

/// Tests how an import reports what it leaves out and what it adds.
@Suite struct ImportLeftOutTests {
  private static let header = "Title,Author,Room,Paid,Pages\n"

  @Test("many values that were left out are counted for each column")
  func counted() throws {
    let library = try ImportTests.empty()
    _ = try library.run("library set fields.book.paid.type=money")
    let rows = (1...30).map { "T\($0),A B,\($0 < 7 ? "gift" : "2/6"),\($0 < 3 ? "x" : "12")\n" }.joined()
    library["many.csv"] = "Title,Author,Paid,Pages\n" + rows
    let said = try library.run("import", [library.absolute("many.csv")])
    #expect(said.contains("many.csv:2: paid: “gift” is not"), "\(said)")
    #expect(
      said.contains("(and 29 other values of this column)\n") && said.contains("(and 1 other value of this column)"))
    #expect(said.contains("\n  --left-out FILE writes all of them\n"), "\(said)")
  }

  /// The summary shows a command that declares fields for the columns that were left out. Once the user has run it, a
  /// second import includes them.
  @Test func leftOutColumnsShowTheWay() throws {
    let library = try ImportTests.empty()
    library["list.csv"] = Self.header + "Emma,Jane Austen,Study,£1.50,\nScoop,Evelyn Waugh,Hall,£2.00,\n"
    let text = try library.run("import", [library.absolute("list.csv")])
    let settings = "fields.book.room.type=text fields.book.paid.type=money"
    #expect(text.contains("import the file again:\n  shelf library set \(settings)\n"), "\(text)")
    _ = try library.run("library set", settings.split(separator: " ").map(String.init))
    let again = try library.run("import", [library.absolute("list.csv")])
    #expect(!again.contains("left out"))
    #expect(
      try library.run("book list --sort title --columns title,room,paid")
        == "Emma\tStudy\t1.50 GBP\nScoop\tHall\t2.00 GBP\n")
  }

  /// The summary names the option that writes all values that were left out to a file.
  @Test func leftOutValuesGoIntoAFile() throws {
    let library = try ImportTests.empty()
    let rows = (1...30).map { "Book \($0),Jane Austen,,,vol. \($0)\n" }
    library["list.csv"] = Self.header + rows.joined()
    let file = library.absolute("values.csv")
    let text = try library.run("import", [library.absolute("list.csv"), "--left-out", file])
    #expect(text.contains("(and 29 other values of this column)\n  --left-out FILE writes all of them\n"), "\(text)")
    let lines = try #require(library["values.csv"]).split(separator: "\n")
    #expect(lines.count == 31 && lines[0] == "file,line,column,value,reason")
    #expect(lines[1].hasSuffix("list.csv,2,Pages,vol. 1,is not a number of pages"), "\(lines[1])")
    #expect(
      try library.refused("import", [library.absolute("list.csv"), "--left-out", file])
        .contains("choose another file for --left-out"))
  }

  @Test func dryRunNamesTheBooks() throws {
    let library = try ImportTests.empty()
    _ = try library.run("book add", ["Anna Karenina", "--author", "Leo Tolstoy"])
    _ = try library.run("book add", ["Henry VI, Part 1", "--author", "William Shakespeare"])
    library["list.csv"] = """
      Title,Author
      Anna Karenin,Leo Tolstoy
      "Henry VI, Part 2",William Shakespeare
      Anna Karenina,Leo Tolstoy

      """
    let path = library.absolute("list.csv")
    let text = try library.run("import --dry-run", [path])
    #expect(text.contains("Would add 2 books\n  “Anna Karenin” by Leo Tolstoy\n  “Henry VI, Part 2” by"), "\(text)")
    #expect(text.contains("New, but similar to another book:\n  “Anna Karenin” and books/anna-karenina-"))
    let summary = try ImportTests.summary(library, ["--dry-run", path])
    let books = try #require(summary["newBooks"] as? [[String: Any]])
    #expect(books.map { $0["title"] as? String } == ["Anna Karenin", "Henry VI, Part 2"])
    #expect(books[0]["author"] as? [String] == ["Leo Tolstoy"])
    #expect((summary["nearDuplicates"] as? [[String: String]])?.count == 1)
  }

  /// The order of day and month that the user chooses is remembered for each format.
  @Test func chosenOrderIsRemembered() throws {
    let library = try ImportTests.empty()
    let table = "Title,Author,Bought\nEmma,Jane Austen,12/03/1979\n"
    library["a.csv"] = table
    _ = try library.run("import --dates dmy", [library.absolute("a.csv")])
    library["b.csv"] = table + "Scoop,Evelyn Waugh,05/06/1980\n"
    let text = try library.run("import", [library.absolute("b.csv")])
    #expect(text.contains("dates such as “12/03/1979” are read day first, as you chose before"), "\(text)")
    #expect(
      try library.run("book list --sort title --columns title,added")
        == "Emma\t1979-03-12\nScoop\t1980-06-05\n")
    // If the dates in the file reveal a different order, or an option specifies one, it takes precedence over the
    // remembered order.
    library["c.csv"] = "Title,Author,Bought\nNana,Émile Zola,05/30/1980\nMomo,Michael Ende,05/06/1980\n"
    _ = try library.run("import", [library.absolute("c.csv")])
    library["d.csv"] = "Title,Author,Bought\nUlysses,James Joyce,05/06/1980\n"
    _ = try library.run("import --dates mdy", [library.absolute("d.csv")])
    #expect(
      try library.run("book list title:momo or title:ulysses --sort title --columns title,added")
        == "Momo\t1980-05-06\nUlysses\t1980-05-06\n")
  }
}
