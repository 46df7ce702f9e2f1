import ShelfTestSupport
import Testing

/// Tests how an import reports what it leaves out and what it adds.
@Suite struct ImportLeftOutTests {
  private static let header = "Title,Author,Room,Paid,Pages\n"

  @Test("many values that were left out are counted for each column")
  func counted() throws {
    let library = try ImportTests.empty()
    _ = try library.run("library set fields.book.paid.type=money")
    let rows = (1...30).map { "T\($0),A B,\($0 < 7 ? "gift" : "swap"),\($0 < 3 ? "x" : "12")\n" }.joined()
    library["many.csv"] = "Title,Author,Paid,Pages\n" + rows
    let said = try library.run("import", [library.absolute("many.csv")])
    #expect(said.contains("many.csv:2: paid: “gift” is not"), "\(said)")
    #expect(
      said.contains("(and 29 other values of this column)\n") && said.contains("(and 1 other value of this column)"))
    #expect(said.contains("\n  --left-out FILE writes all of them\n"), "\(said)")
  }

  /// Of two columns of one field, the first one with a value is used, and the report names the other one.
  @Test func columnsOfOneField() throws {
    let library = try ImportTests.empty()
    library["two.csv"] = "Title,Author,Room No,Room-No\nA,X,first,second\nB,X,,only\nC,X,third,\n"
    let said = try library.run("import --declare", [library.absolute("two.csv")])
    #expect(said.contains("Declared in shelf.yaml: roomNo (text)\n"), "\(said)")
    #expect(said.contains("Columns left out, with their numbers of values: Room-No (1)\n"), "\(said)")
    #expect(try library.run("list --sort title --columns title,roomNo") == "A\tfirst\nB\tonly\nC\tthird\n")
    library["titles.csv"] = "Title,title,Author\nfirst,second,Y\n"
    let titles = try library.run("import", [library.absolute("titles.csv")])
    #expect(titles.contains("Columns left out, with their numbers of values: title (1)\n"), "\(titles)")
    #expect(try library.run("list author:Y --columns title") == "first\n")
  }

  /// No field is declared whose name is that of a built-in field.
  @Test func builtInNames() throws {
    let library = try ImportTests.empty()
    library["ids.csv"] = "Title,Author,former ids,Номер\nA,X,x9,1\n"
    let manifest = library["shelf.yaml"]
    let said = try library.run("import --declare", [library.absolute("ids.csv")])
    #expect(said.contains("former ids (1)") && !said.contains("formerIds") && !said.contains("--declare"), "\(said)")
    #expect(library["shelf.yaml"] == manifest)
  }

  private static let rooms = "Emma,Jane Austen,Study,£1.50,\nScoop,Evelyn Waugh,Hall,2,\n"

  private func columns(_ library: TestLibrary) throws -> String {
    try library.run("book list --sort title --columns title,room,paid")
  }

  /// The summary names the option that declares fields for the columns that were left out. A second import with this
  /// option includes them, and a single undo takes back the declarations with the values.
  @Test func leftOutColumnsShowTheWay() throws {
    let library = try ImportTests.empty()
    library["list.csv"] = Self.header + Self.rooms
    let (file, manifest) = (library.absolute("list.csv"), library["shelf.yaml"])
    let text = try library.run("import", [file])
    #expect(text.contains("--declare, which declares fields in shelf.yaml: room (text), paid (money)\n"), "\(text)")
    #expect(library["shelf.yaml"] == manifest)
    let preview = try library.run("import --declare --dry-run", [file])
    #expect(preview.contains("Would declare in shelf.yaml: room (text), paid (money)\n"))
    #expect(preview.contains("2 changed"))
    #expect(library["shelf.yaml"] == manifest)
    let again = try library.run("import --declare", [file])
    #expect(again.contains("\nDeclared in shelf.yaml: room (text), paid (money)\n") && !again.contains("left out"))
    #expect(try columns(library) == "Emma\tStudy\t1.50 GBP\nScoop\tHall\t2 GBP\n")
    #expect(try library.run("import --declare", [file]).contains("2 unchanged"))
    _ = try library.run("undo")
    #expect(library["shelf.yaml"] == manifest)
    _ = try library.run("import --declare", [file])
    let summary = try ImportTests.summary(library, ["--declare", file])
    #expect(summary["declared"] == nil && summary["unchanged"] as? Int == 2)
  }

  /// On a terminal, a single question declares the fields before anything is written. A single undo takes back
  /// everything.
  @Test func terminalAsksForFields() throws {
    let library = try ImportTests.empty()
    library["list.csv"] = Self.header + Self.rooms
    let (file, manifest) = (library.absolute("list.csv"), library["shelf.yaml"])
    let refused = try library.runOnTerminal("import", [file], typing: "n\n")
    let question = refused.replacing("\r\n", with: " ").replacing("\n", with: " ")
    #expect(question.contains("2 columns have no field: Room (2 values) → text, Paid (2 values) → money"), "\(refused)")
    #expect(refused.contains("--declare") && library["shelf.yaml"] == manifest)
    _ = try library.run("undo")
    let said = try library.runOnTerminal("import", [file], typing: "\n")
    #expect(said.contains("Declared in shelf.yaml: room (text), paid (money)"))
    #expect(try columns(library) == "Emma\tStudy\t1.50 GBP\nScoop\tHall\t2 GBP\n")
    _ = try library.run("undo")
    #expect(try library["shelf.yaml"] == manifest && library.run("book list").isEmpty)
    // Nothing is asked in a dry run, nor with --yes, nor if no column is left out.
    for option in ["--dry-run", "--yes"] {
      #expect(try !library.runOnTerminal("import \(option)", [file], typing: "").contains("have no field"))
    }
  }

  /// The question says that a text field would number copies. A call number is that of a title.
  @Test func terminalAsksForCopyNumbers() throws {
    let library = try ImportTests.empty()
    library["list.csv"] =
      "Title,Author,Barcodes,Signatur,Room\nEmma,Jane Austen,010001,JB A,Study\nScoop,Evelyn Waugh,010002,JB B,Hall\n"
    let said = try library.runOnTerminal("import", [library.absolute("list.csv")], typing: "\n")
    let question = said.replacing("\r\n", with: " ").replacing("\n", with: " ")
    #expect(question.contains("Barcodes (2 values) → copy numbers"), "\(said)")
    #expect(question.contains("Signatur (2 values) → text") && question.contains("Room (2 values) → text"), "\(said)")
    #expect(question.contains("barcodes (text)"), "\(said)")
  }

  /// A field may need another name than its column. Later imports of the same columns use it, too, and so do other
  /// files.
  @Test func declaredFieldsWithOtherNames() throws {
    let library = try ImportTests.empty()
    let header = "Title,Author,No\n"
    library["a.csv"] = header + "Emma,Jane Austen,x1\nScoop,Evelyn Waugh,x2\n"
    library["b.csv"] = header + "Dune,Frank Herbert,x3\n"
    library["c.json"] = #"[{"title": "Momo", "author": "Michael Ende", "room": "Hall"}]"#
    let said = try library.run("import --declare", ["a.csv", "c.json"].map(library.absolute))
    #expect(said.contains("Declared in shelf.yaml: number (text), room (text)"), "\(said)")
    _ = try library.run("import", [library.absolute("b.csv")])
    #expect(
      try library.run("book list --sort title --columns title,number,room")
        == "Dune\tx3\t\nEmma\tx1\t\nMomo\t\tHall\nScoop\tx2\t\n")
  }

  /// An amount without a currency gets that of the record, else the only one of its column, else that of the library.
  @Test func currencies() throws {
    let library = try ImportTests.empty()
    _ = try library.run(
      "library set fields.book.paid.type=money fields.book.worth.type=money fields.book.mixed.type=money")
    library["a.csv"] = """
      Title,Author,Paid,Worth,Mixed
      A,X Y,£5,"1,250.00",€3
      B,X Y,3.50,,$4
      C,X Y,2/6,7,5

      """
    let list = "book list --sort title --columns title,paid,worth,mixed"
    _ = try library.run("import", [library.absolute("a.csv")])
    #expect(
      try library.run(list)
        == "A\t5 GBP\t1250.00\t3 EUR\nB\t3.50 GBP\t\t4 USD\nC\t0.125 GBP\t7\t5\n")
    library["b.csv"] = "Title,Author,Paid\nD,X Y,8\n"
    _ = try library.run("import", [library.absolute("b.csv")])
    _ = try library.run("book add D2 --paid 9")
    #expect(try library.run("book list title:D --sort title --columns title,paid") == "D\t8 GBP\nD2\t9 GBP\n")
    // A second currency in the library changes nothing that was imported before.
    _ = try library.run("set D2 paid=9€")
    #expect(try library.run("import", [library.absolute("b.csv")]).contains("1 unchanged"))
  }

  /// If at least three quarters of a column's amounts have the same currency, the amounts without one get it.
  @Test func mixedCurrencies() throws {
    let library = try ImportTests.empty()
    _ = try library.run("library set fields.book.paid.type=money fields.book.worth.type=money")
    let many = (1...6).map { "£\($0),£\($0)" }
    let rows = many + ["€7,€7", "£8,$8", "£8,$8", "9,9", "10.50,10.50"]
    library["a.csv"] = "Title,Author,Paid,Worth\n" + rows.enumerated().map { "T\($0),X Y,\($1)\n" }.joined()
    let said = try library.run("import", [library.absolute("a.csv")])
    let note = "\npaid: 2 amounts without a currency are in GBP, as most amounts with a currency\n"
    #expect(said.contains(note), "\(said)")
    #expect(!said.contains("worth: "), "\(said)")
    let amounts = try library.run("book list --columns paid,worth").split(separator: "\n")
    #expect(amounts.contains("9 GBP\t9") && amounts.contains("10.50 GBP\t10.50"), "\(amounts)")
    let again = try library.run("import", [library.absolute("a.csv")])
    #expect(again.contains("11 unchanged") && !again.contains("without a currency"), "\(again)")
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
