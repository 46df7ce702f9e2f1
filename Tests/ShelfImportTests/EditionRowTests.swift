import ShelfTestSupport
import Testing

@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore

/// Tables with several rows that have the same title and author: editions, copies, and entries of a reading log.
@Suite struct EditionRowTests {
  private static let header = "Title;Author;Translator;Publisher;Edition year;ISBN;Binding;Read;Remarks\n"
  private static let rieu = "The Odyssey;Homer;E. V. Rieu;Penguin;1946;;pb;1961;foxed\n"
  private static let wilson = "The Odyssey;Homer;Emily Wilson;Norton;2018;9780393356250;hb;2018;\n"
  private static let fagles = "The Odyssey;Homer;Robert Fagles;Viking;1996;;hb;;gift\n"
  private static let other = "Emma;Jane Austen;;Penguin;1966;;pb;1970;\n"

  /// Returns the translator, ISBN, readings and notes of each edition, by publisher.
  private static func editions(_ shelf: ImportedShelf) -> [String: [String]] {
    let books = shelf.library.records(of: .book).filter { $0.title == "The Odyssey" }
    return Dictionary(
      books.map { book in
        (
          shelf.texts("publisher", of: book).first ?? "",
          ["contributors", "isbn", "dateCompleted", "notes"].map { shelf.texts($0, of: book).first?.trimmed ?? "" }
        )
      }, uniquingKeysWith: { first, _ in first + ["twice"] })
  }

  private static let expected = [
    "Penguin": ["E. V. Rieu (translator)", "", "1961", "foxed"],
    "Norton": ["Emily Wilson (translator)", "9780393356250", "2018", ""],
    "Viking": ["Robert Fagles (translator)", "", "", "gift"],
  ]

  @Test func editionsStaySeparate() throws {
    var shelf = try ImportedShelf()
    let outcome = try shelf.take(Self.header + Self.rieu + Self.other + Self.wilson + Self.fagles, at: "/a.csv")
    #expect(outcome.summary.new == 4 && outcome.summary.records[.book] == 4)
    #expect(Self.editions(shelf) == Self.expected)
    #expect(outcome.summary.notes.contains("2 rows are other editions or copies of books in this file"))
    let reasons = outcome.summary.problems.filter { $0.kind == .note }.map(\.reason)
    #expect(
      reasons.contains(
        "another edition or copy of the book in line 2: contributors, editionDate, format, publisher differ"))
    #expect(outcome.summary.nearDuplicates.isEmpty && !outcome.summary.problems.contains { $0.kind == .value })
  }

  /// Importing the same rows again changes nothing, regardless of their order, whether or not the state of the last
  /// import is known, and even after edits.
  @Test(arguments: [true, false])
  func sameRowsChangeNothing(_ remembers: Bool) throws {
    let rows = [Self.rieu, Self.wilson, Self.fagles, Self.other]
    var shelf = try ImportedShelf()
    try shelf.take(Self.header + rows.joined(), at: "/a.csv")
    let wilson = try #require(
      shelf.library.records(of: .book).first { shelf.texts("publisher", of: $0) == ["Norton"] })
    try shelf.set("format", of: wilson, to: ["audiobook"])
    try shelf.set("notes", of: wilson, to: ["Mine"])
    for order in [[0, 1, 2, 3], [2, 1, 0, 3], [1, 3, 2, 0]] {
      if !remembers { shelf.remembered = [:] }
      let outcome = try shelf.take(Self.header + order.map { rows[$0] }.joined(), at: "/a.csv")
      #expect(outcome.isNothing, "\(outcome.summary.changes)")
      #expect(shelf.library.records(of: .book).count == 4)
    }
  }

  /// A new edition in a row above the others does not take over an existing record. A row that was edited keeps its
  /// record.
  @Test func rowsAreAddedAndEdited() throws {
    var shelf = try ImportedShelf()
    try shelf.take(Self.header + Self.rieu, at: "/a.csv")
    try shelf.take(Self.header + Self.wilson + Self.rieu, at: "/a.csv")
    #expect(Self.editions(shelf).filter { $0.key != "Viking" } == Self.expected.filter { $0.key != "Viking" })
    let outcome = try shelf.take(
      Self.header + Self.fagles + Self.wilson.replacing("Norton", with: "Norton & Co") + Self.rieu, at: "/a.csv")
    #expect(outcome.summary.new == 1 && outcome.summary.changed == 1)
    var expected = Self.expected
    expected["Norton & Co"] = expected.removeValue(forKey: "Norton")
    #expect(Self.editions(shelf) == expected)
    // Removing a row from the file does not change its record.
    #expect(try shelf.take(Self.header + Self.fagles, at: "/a.csv").isNothing)
  }

  /// If several rows could describe a book in the library, the row with the fewest contradictions is matched with it.
  @Test func aBookOfTheLibrary() throws {
    var shelf = try ImportedShelf()
    try shelf.take("Title,Author,Publisher,Translator\nThe Odyssey,Homer,Norton,Emily Wilson\n", at: "/own.csv")
    shelf.remembered = [:]
    try shelf.take(Self.header + Self.rieu + Self.wilson, at: "/a.csv")
    #expect(Self.editions(shelf).filter { $0.key != "Viking" } == Self.expected.filter { $0.key != "Viking" })
  }

  /// The rows of a reading log describe the same book, and become several readings of it.
  @Test func readingsAddUp() throws {
    var shelf = try ImportedShelf()
    let table = """
      Title,Author,Date read,Rating,Notes
      Emma,Jane Austen,2001-05-01,4,first
      Emma,Jane Austen,2010-06-02,5,again
      Emma,Jane Austen,,,

      """
    let outcome = try shelf.take(table, at: "/log.csv")
    #expect(outcome.summary.records[.book] == 1)
    let book = try #require(shelf.library.records(of: .book).first)
    #expect(shelf.texts("dateCompleted", of: book) == ["2010-06-02"])
    #expect(shelf.texts("readings", of: book) == ["/2001-05-01"])
    #expect(try shelf.take(table, at: "/log.csv").isNothing)
  }

  /// Rows of one edition are different copies if they are lent to different people. A different spelling of the
  /// publisher does not make a different edition.
  @Test func copies() throws {
    var shelf = try ImportedShelf()
    let outcome = try shelf.take(
      """
      Title,Author,ISBN,Publisher,Lent to
      Emma,Jane Austen,9780141439587,Penguin,Jean
      Emma,Jane Austen,9780141439587,Penguin Books Ltd,
      Emma,Jane Austen,9780141439587,Penguin,Bob

      """, at: "/a.csv")
    #expect(outcome.summary.records[.book] == 2)
    #expect(shelf.column("lentTo")["Emma"].map { Set($0.split(separator: " | ")) } == ["Jean", "Bob"])
  }

  // MARK: - The same table under another name

  @Test func emptiedFieldsStayEmpty() throws {
    let table = "Title,Author,Lent to,Notes,Tags,Read\nEmma,Jane Austen,Jean,hello,\"a, b\",2001\n"
    var shelf = try ImportedShelf()
    try shelf.take(table, at: "/f.csv")
    for (field, texts) in [("lentTo", []), ("notes", []), ("publisher", ["Penguin"]), ("dateCompleted", ["2001-07"])] {
      try shelf.set(field, of: try #require(shelf.library.records(of: .book).first), to: texts)
    }
    for path in ["/f-2027.csv", "/other/f.csv", "/f.csv", "/f-2027.csv"] {
      let outcome = try shelf.take(table, at: path)
      #expect(outcome.isNothing && outcome.summary.differences.isEmpty, "\(path)")
    }
    // A value that occurs in no earlier file fills an empty field.
    try shelf.take(table.replacing("Jean", with: "Bob"), at: "/f-2028.csv")
    #expect(shelf.column("lentTo")["Emma"] == "Bob")
    #expect(shelf.column("notes")["Emma"] == "")
    // An empty column of another table does not clear the field.
    #expect(try shelf.take("Title,Author,Lent to,Publisher\nEmma,Jane Austen,,\n", at: "/g.csv").isNothing)
  }

  // MARK: - Readings and dates

  @Test(arguments: [
    ("2020-21", ["2020/2021"]), ("2020/21", ["2020/2021"]), ("2020–2021", ["2020/2021"]), ("1999-00", ["1999/2000"]),
    ("2020-05", ["/2020-05"]), ("05-2020", ["/2020-05"]), ("2019-12", ["/2019-12"]),
    ("2011/12", []), ("1973-4", []), ("2020-19", []), ("2020 to 21", []),
    ("1986-", []), ("2020-06-02/", ["2020-06-02/"]), ("2020-xx", ["/2020"]),
    ("c. 1990", ["/1990"]), ("1979; 2004", ["/1979", "/2004"]),
    ("2019-06-02/2019-06-30", ["2019-06-02/2019-06-30"]),
  ])
  func readings(_ text: String, _ expected: [String]) throws {
    let batch = try read("Title,Author,Readings\nEmma,Jane Austen,\(text)\n")
    #expect(batch.drafts(.book)[0][.readings] == expected)
    #expect(batch.problems.filter { $0.kind == .value }.count == (expected.isEmpty ? 1 : 0))
  }

  /// An ambiguous date does not replace the complete date that an earlier import chose.
  @Test func ambiguousDatesReplaceNothing() throws {
    let table = "Title,Author,Bought,Date read\nEmma,Jane Austen,12/03/1979,05/06/1980\n"
    var shelf = try ImportedShelf()
    try shelf.take(
      table.replacing("12/03/1979", with: "1979-03-12").replacing("05/06/1980", with: "1980-06-05"), at: "/a.csv")
    let outcome = try shelf.take(table, at: "/a.csv")
    #expect(outcome.isNothing)
    #expect(shelf.column("dateAdded")["Emma"] == "1979-03-12")
    #expect(shelf.column("dateCompleted")["Emma"] == "1980-06-05")
    // A date that has become less precise in the source becomes less precise in the library.
    try shelf.take("Title,Author,Bought\nEmma,Jane Austen,1979\n", at: "/a.csv")
    #expect(shelf.column("dateAdded")["Emma"] == "1979")
  }

  /// If two books have one ISBN, the row belongs to the book with exactly its title.
  @Test func booksWithOneISBN() throws {
    var shelf = try ImportedShelf()
    try shelf.take(
      "@book{a, title={The Habsburg Empire: A New History}, author={Judson, Pieter}, isbn={9780674047761}, year=2016}\n"
        + "@book{b, title={Habsburg Empire: a new history}, author={Judson, Pieter}, isbn={9780674047761}, year=2016}\n",
      at: "/a.bib")
    let place = try #require(shelf.library.schema.field("place", of: .book))
    for title in ["The Habsburg Empire: A New History", "Habsburg Empire: a new history"] {
      var other = shelf
      try other.take(
        "Title,Author,ISBN,Publisher,Place\n\"\(title)\",Pieter Judson,9780674047761,X,Boston\n", at: "/b.csv")
      let changed = other.library.records(of: .book).filter { $0.texts(of: place) == ["Boston"] }
      #expect(changed.map(\.title) == [title])
    }
  }
}
