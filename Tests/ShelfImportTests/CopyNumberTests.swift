import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore

/// Numbers that people give to the copies of their books, in lists of a class, a club or a household.
@Suite struct CopyNumberTests {
  private static let nr = [Kind.book: [Field("nr", .text, "number of the copy")]]

  private static func shelf(_ fields: [Kind: [Field]] = nr) throws -> ImportedShelf { try ImportedShelf(own: fields) }

  /// Returns the numbers of the copies of each title.
  private static func numbers(_ shelf: ImportedShelf, _ field: String = "nr") -> [String: Set<String>] {
    shelf.column(field).mapValues { Set($0.split(separator: " | ").map(String.init)) }
  }

  private static let first = "Nr;Titel;Autor\n001;Momo;Michael Ende\n002;Momo;Michael Ende\n003;Emil;Erich Kästner\n"

  @Test(arguments: [
    ("001", true), ("K3-045", true), ("Ju 1", true), ("PR 6000 .W", true), ("2019.17", true), ("A", false),
    ("2019-05-01", false), ("12.5.2019", false), ("12,50 €", false), ("Box 3", false), ("https://x.org/1", false),
    ("a remark about page 3 of the book", false), ("", false),
  ])
  func numbers(_ text: String, _ isNumber: Bool) { #expect(CopyNumber.isNumber(text) == isNumber) }

  @Test(arguments: ["Nr.", "Inv.-Nr.", "invNr", "Barcode", "Signatur", "Call number", "Copy", "ID", "Exemplarnummer"])
  func names(_ name: String) { #expect(CopyNumber.isName(name)) }

  /// Another number is another copy, in a second file, in a newer version of the first file, and with `--update`.
  @Test(arguments: [("/second.csv", false), ("/second.csv", true), ("/first.csv", false), ("/first.csv", true)])
  func anotherNumber(_ path: String, _ updates: Bool) throws {
    var shelf = try Self.shelf()
    shelf.updates = updates
    try shelf.take(Self.first, at: "/first.csv")
    let second = "Nr;Titel;Autor\n004;Momo;Michael Ende\n002;Momo;Michael Ende\n005;Emil;Erich Kästner\n"
    let outcome = try shelf.take(second, at: path)
    #expect(outcome.summary.new == 2 && outcome.summary.changed == 0 && outcome.summary.differences.isEmpty)
    #expect(Self.numbers(shelf) == ["Momo": ["001", "002", "004"], "Emil": ["003", "005"]])
    #expect(outcome.summary.problems.contains { $0.reason.contains("another copy of books/") && $0.line == 4 })
    #expect(try shelf.take(second, at: path).isNothing)
    #expect(try shelf.take(Self.first, at: "/first.csv").isNothing)
    #expect(try shelf.take("Nr;Titel;Autor\n006;Emil;Erich Kästner\n", at: path).summary.new == 1)
  }

  /// A file in another format finds the copy with its number, and adds the others.
  @Test func anotherFormat() throws {
    var shelf = try Self.shelf()
    try shelf.take(Self.first, at: "/first.csv")
    let list =
      #"[{"title": "Momo", "author": "Michael Ende", "nr": "2", "pages": 300}, "#
      + #"{"title": "Momo", "author": "Michael Ende", "nr": "7"}]"#
    try shelf.take(list, at: "/list.json", as: "json")
    #expect(Self.numbers(shelf)["Momo"]?.contains("7") == true && shelf.library.records(of: .book).count == 4)
    #expect(shelf.column("pages")["Momo"]?.contains("300") == true)
  }

  /// A book without a number gets the number of the row, and a row without a number is the book that exists.
  @Test func missingNumbers() throws {
    var shelf = try Self.shelf()
    try shelf.take("Titel;Autor\nMomo;Michael Ende\n", at: "/old.csv")
    try shelf.take(Self.first, at: "/first.csv")
    #expect(Self.numbers(shelf)["Momo"] == ["001", "002"])
    #expect(try shelf.take("Titel;Autor;Seiten\nEmil;Erich Kästner;150\n", at: "/pages.csv").summary.changed == 1)
  }

  /// A field whose values are no numbers, or are the same for many books, does not make copies.
  @Test(arguments: [("remark", "good", "bad"), ("ageGroup", "8+", "10+"), ("roomInSchool", "R 1", "R 2")])
  func otherFields(_ key: String, _ old: String, _ new: String) throws {
    var shelf = try Self.shelf([.book: [Field(key, .text, "x")]])
    let rows = ["Momo", "Emil", "Krabat", "Tintenherz", "Sams"]
    func table(_ value: String, _ titles: [String]) -> String {
      "Titel;Autor;\(key)\n" + titles.map { "\($0);A B;\(value)\n" }.joined()
    }
    try shelf.take(table(old, rows), at: "/a.csv")
    let outcome = try shelf.take(table(new, rows), at: "/b.csv")
    #expect(outcome.summary.new == 0 && outcome.summary.differences.count == 5)
  }

  // MARK: - Rows of one file

  @Test func combinedRowsAreNamed() throws {
    let batch = try read(
      "Nr.;Titel;Autor;Seiten\n001;Momo;Michael Ende;\n002;Momo;Michael Ende;300\n003;Momo;Michael Ende;\n", as: "csv")
    #expect(batch.drafts(.book).count == 1)
    let reasons = batch.problems.map { "\($0.kind) \($0.line ?? 0) \($0.reason)" }
    #expect(
      reasons == [
        "note 3 the same book as the one in line 2, “Momo”; counted as another copy",
        "note 4 the same book as the one in line 2, “Momo”; counted as another copy",
      ])
    #expect(batch.drafts(.book)[0][.copies] == ["3"])
    #expect(batch.notes.contains { $0.contains("2 rows") && $0.contains("--declare keeps the numbers") })
    #expect(batch.suggestions.map(\.setting) == ["fields.book.nr.type=text"])
    // Without a column of numbers, there is nothing to declare.
    #expect(try read("Titel;Autor\nMomo;Michael Ende\nMomo;Michael Ende\n", as: "csv").notes.isEmpty)
  }

  /// Rows that are equal, with the number of the copy, are the same row twice.
  @Test func equalRows() throws {
    let others = (30..<60).map { "\($0);Book \($0);A B\n" }.joined()
    let batch = try read(
      "Card No;Titel;Autor\n21;Momo;Michael Ende\n21;Momo;Michael Ende\n22;Emil;E K\n23;Emil;E K\n" + others, as: "csv")
    let reasons = batch.problems.map { "\($0.kind) \($0.line ?? 0) \($0.reason)" }
    #expect(
      reasons == [
        "skipped 3 the same row as the one in line 2, “Momo”",
        "note 5 the same book as the one in line 4, “Emil”; counted as another copy",
      ])
    #expect(batch.drafts(.book).prefix(2).map { $0[.copies] } == [[], ["2"]])
    #expect(batch.notes.contains { $0.hasPrefix("1 row is combined") })
    #expect(batch.suggestions.map(\.setting) == ["fields.book.cardNo.type=text"])
  }

  /// If the numbers get a field later, each copy becomes a book, and no book counts the others.
  @Test func numbersThatGetAField() throws {
    var shelf = try ImportedShelf()
    let changes = try shelf.take(Self.first, at: "/first.csv").changes
    #expect(shelf.column("copies")["Momo"] == "2")
    var declared = try Self.shelf()
    declared.apply(changes)
    declared.remembered = shelf.remembered
    try declared.take(Self.first, at: "/first.csv")
    #expect(Self.numbers(declared)["Momo"] == ["001", "002"] && declared.column("copies")["Momo"] == " | ")
  }

  /// Numbers at the start of a row of a reading log are not those of copies.
  @Test func readingsAreNoCopies() throws {
    let batch = try read(
      "Entry no;Title;Author;Date read\n1;Emma;Jane Austen;2019-01-02\n2;Emma;Jane Austen;2021-03-04\n", as: "csv")
    #expect(batch.drafts(.book).count == 1 && batch.drafts(.book)[0][.copies].isEmpty)
  }

  // MARK: - Columns of numbers and money

  @Test(arguments: [
    ("Barcode", ["010001", "010002"], "text"), ("Key", ["0017", "0018"], "text"), ("Card No", ["4", "7"], "text"),
    ("Signature", ["12", "13"], "text"), ("Weight", ["120", "0"], "integer"), ("Weight", ["0.5", "1.25"], "decimal"),
    ("Value", ["£120", "€40", "1,250.00", "5", "2/6", "£1,100"], "money"), ("Value", ["12", "1,250.00"], "money"),
    ("Price paid", ["£1 5s", "3.50", "2/6", "gift", "£12", "0.50"], "money"),
    ("Extra", ["£5", "none", "old"], "text"),
  ])
  func suggestedTypes(_ column: String, _ values: [String], _ type: String) throws {
    let rows = values.enumerated().map { "Book \($0.offset);A B;\($0.element)\n" }.joined()
    let batch = try read("Title;Author;\(column)\n\(rows)", as: "csv")
    #expect(batch.suggestions.map(\.type) == [type], "\(column)")
  }

  // MARK: - Loans or books

  private static let lending = "Nr.;Titel;Autor;Ausgeliehen an;Rückgabe\n"

  @Test func fewLoansAreAListOfBooks() throws {
    let batch = try read(
      "Titel;Kind;Fällig\nMomo;Ali;2026-03-20\nEmil;;\nKrabat;;\nSams;;\n")
    #expect(batch.drafts(.book).count == 4 && !batch.drafts(.book).contains { $0.isLoan })
    #expect(batch.drafts(.book)[0][.lentTo] == ["Ali"] && batch.drafts(.book)[0][.dueOn] == ["2026-03-20"])
    #expect(batch.notes.contains { $0.hasSuffix("is imported as a book, because most rows have no borrower") })
  }

  @Test func numbersOfCopiesAreAListOfBooks() throws {
    let rows = "K1;Momo;Michael Ende;Ali;20.3.2026\nK2;Momo;Michael Ende;Mia;20.3.2026\nK3;Emil;E K;Ben;20.3.2026\n"
    let batch = try read(Self.lending + rows, as: "csv")
    #expect(!batch.drafts(.book).contains { $0.isLoan })
    var shelf = try Self.shelf()
    #expect(try shelf.take(Self.lending + rows, at: "/a.csv").summary.records[.book] == 3)
    #expect(Set(shelf.column("lentTo")["Momo"]?.split(separator: " | ") ?? []) == ["Ali", "Mia"])
  }

  /// The rows of a list that grows with every loan may be numbered, and the same copy is lent several times.
  @Test(arguments: [
    "Nr;Titel;Kind;Ausgeliehen;Zurück\n1;Momo;Ali;2026-03-02;2026-03-09\n2;Momo;Mia;2026-03-10;2026-03-19\n"
      + "3;Emil;Ben;2026-03-10;\n",
    "Copy;Title;Child;Lent;Returned\nK1;Momo;Ali;2026-03-02;2026-03-09\nK2;Momo;Mia;2026-03-10;2026-03-19\n"
      + "K1;Momo;Ben;2026-03-10;\nK2;Momo;Zoe;2026-03-20;\n",
    "Title;Child;Class;Lent\nMomo;Ali;3a;2026-03-02\nMomo;Mia;4b;2026-03-02\nEmil;Ben;2c;2026-03-02\n",
  ])
  func logsOfLoans(_ table: String) throws {
    let batch = try read(table)
    #expect(batch.drafts(.book).allSatisfy { $0.isLoan })
    #expect(batch.notes.contains { $0.contains("as a loan of the book with its title (use --as books") })
  }

  /// The numbers of loans are not the numbers of copies.
  @Test func numberedLoans() throws {
    var shelf = try Self.shelf()
    try shelf.take(Self.first.replacing("002;Momo;Michael Ende\n", with: ""), at: "/first.csv")
    let log = "Nr;Titel;Kind;Ausgeliehen;Zurück\n1;Momo;Ali;2026-03-02;2026-03-09\n2;Momo;Mia;2026-03-10;\n"
    #expect(try shelf.take(log, at: "/log.csv").summary.new == 0)
    #expect(shelf.column("lentTo")["Momo"] == "Mia" && Self.numbers(shelf)["Momo"] == ["001"])
  }

  /// Two files that are imported together have copies of the same book.
  @Test func filesTogether() throws {
    var shelf = try Self.shelf()
    let second = "Nr;Titel;Autor\n004;Momo;Michael Ende\n002;Momo;Michael Ende\n"
    _ = try shelf.take([("/a.csv", Self.first), ("/b.csv", second)])
    #expect(Self.numbers(shelf) == ["Momo": ["001", "002", "004"], "Emil": ["003"]])
  }

  @Test func theUserDecides() throws {
    var options = ImportOptions()
    options.rows = .books
    let text = "Title,Child,Lent\nMomo,Ali,2026-03-02\nEmil,Mia,2026-03-02\n"
    let batch = try SourceReader.read([SourceFile(path: "x", bytes: Array(text.utf8))], as: nil, options)[0]
    #expect(!batch.drafts(.book).contains { $0.isLoan } && batch.drafts(.book)[0][.lentTo] == ["Ali"])
  }

  @Test(arguments: [
    "With child", "Child", "Schüler", "Schueler", "Schülerin", "Ausgeliehen an", "With pupil", "Bei Kind", "Entleiher",
    "Member", "Leser",
  ])
  func borrowers(_ column: String) throws {
    for day in ["Due", "Rückgabe", "Returned"] {
      let batch = try read("ISBN,Title,Author,\(column),\(day)\n9783522177504,Momo,Michael Ende,Ali,\n")
      #expect(batch.drafts(.book)[0][.lentTo] == ["Ali"], "\(column), \(day)")
    }
    // Without such a column, a child is not somebody who has borrowed the book.
    if column == "Child" {
      #expect(try read("ISBN,Title,Author,Child\n9783522177504,Momo,Michael Ende,Ali\n").leftOut == ["Child": 1])
    }
  }

  // MARK: - Totals

  @Test(arguments: [
    ";TOTAL;;53", "TOTAL;;;53", "Summe;2;;53,00 €", "Total:;;;$53.00", ";Gesamt;;53", ";;Sum;53", "Grand total;;;53",
    "Summe Bücher: 2;;;53", "Durchschnitt;;;26,50", "Total 2026;;;53", ";Summe;;", "Summe;;;",
    ";Anzahl Bücher: 2;;", "Total books: 2;;;",
  ])
  func totals(_ row: String) throws {
    let batch = try read("Nr;Title;Author;Price\n1;Momo;Michael Ende;25\n2;Emil;E K;28\n\(row)\n", as: "csv")
    #expect(batch.titles == ["Momo", "Emil"])
    let reasons = batch.problems.map { "\($0.kind) \($0.line ?? 0) \($0.reason)" }
    #expect(reasons == ["skipped 4 a row with totals, not a book"])
  }

  @Test(arguments: [
    "3;Total;Someone Else;12", "3;Total Recall;;12", "3;Sum of Us;Heather McGhee;12", "3;Average;;", "Summe;Momo;;3",
  ])
  func titlesLikeTotals(_ row: String) throws {
    let batch = try read("Nr;Title;Author;Price\n1;Emil;E K;25\n\(row)\n", as: "csv")
    #expect(batch.titles.count == 2, "\(batch.reasons)")
  }
}
