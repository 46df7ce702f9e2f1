import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Lists of loans, and the loans and copies that the library has.
struct LoanListTests {
  private static let header = "Title,Author,Borrower,Lent on,Returned\n"
  private static func row(_ person: String, _ day: String, _ back: String = "") -> String {
    "Holes,Louis Sachar,\(person),\(day),\(back)\n"
  }

  /// A library with a book of several copies.
  private static func shelf(copies: Int) throws -> ImportedShelf {
    var shelf = try ImportedShelf()
    try shelf.take("Title,Author,Copies\nHoles,Louis Sachar,\(copies)\nMomo,Michael Ende,1\n", at: "/books.csv")
    return shelf
  }

  private func loans(_ shelf: ImportedShelf) -> String {
    ["lentTo", "lentOn", "loans"].map { shelf.column($0)["Holes"] ?? "" }.filter { !$0.isEmpty }
      .joined(separator: " | ")
  }

  // MARK: - Copies

  @Test(arguments: [false, true]) func furtherLoansNeedFreeCopies(_ updates: Bool) throws {
    var shelf = try Self.shelf(copies: 3)
    shelf.updates = updates
    let (first, second) = (Self.header + Self.row("Ali", "2026-02-02"), Self.header + Self.row("Cem", "2026-03-02"))
    try shelf.take(first, at: "/t1.csv")
    let outcome = try shelf.take(second, at: "/t2.csv")
    #expect(outcome.summary.changed == 1 && outcome.summary.differences.isEmpty)
    #expect(loans(shelf) == "Ali | 2026-02-02 | 2026-03-02/.. Cem")
    #expect(try shelf.take(second, at: "/t2.csv").isNothing)
    #expect(try shelf.take(second, at: "/copy.csv").isNothing)
    #expect(try shelf.take(first, at: "/t1.csv").isNothing)
    // A list that grows adds only its new rows.
    try shelf.take(second + Self.row("Dora", "2026-03-05"), at: "/t2.csv")
    #expect(loans(shelf) == "Ali | 2026-02-02 | 2026-03-02/.. Cem; 2026-03-05/.. Dora")
  }

  /// Without a free copy, a row conflicts with the loan, until a copy is back.
  @Test func noFreeCopy() throws {
    var shelf = try Self.shelf(copies: 1)
    try shelf.take(Self.header + Self.row("Ali", "2026-02-02"), at: "/t1.csv")
    let second = Self.header + Self.row("Cem", "2026-03-02")
    for _ in 0..<2 {
      let outcome = try shelf.take(second, at: "/t2.csv")
      #expect(outcome.isNothing && outcome.summary.different == 1)
      #expect(outcome.summary.differences[0].fields.map(\.key) == ["lentTo"])
      #expect(outcome.summary.differences[0].fields[0].old == ["Ali since 2026-02-02"])
      #expect(outcome.summary.differences[0].fields[0].new == ["Cem since 2026-03-02"])
    }
    var other = shelf
    // With --update, the earlier loan stays in the history.
    other.updates = true
    try other.take(second, at: "/t2.csv")
    #expect(loans(other) == "Cem | 2026-03-02 | 2026-02-02/ Ali")
    try shelf.take(Self.header + Self.row("Ali", "2026-02-02", "2026-03-01"), at: "/t1.csv")
    try shelf.take(second, at: "/t2.csv")
    #expect(loans(shelf) == "Cem | 2026-03-02 | 2026-02-02/2026-03-01 Ali")
  }

  /// In a list that has one row for each copy, a new borrower takes the place of the one before.
  @Test func anotherBorrowerInTheSameRow() throws {
    var shelf = try Self.shelf(copies: 1)
    try shelf.take(Self.header + Self.row("Ali", "2026-02-02"), at: "/t.csv")
    try shelf.take(Self.header + Self.row("Cem", "2026-03-02"), at: "/t.csv")
    #expect(loans(shelf) == "Cem | 2026-03-02 | 2026-02-02/ Ali")
  }

  /// The library's changes win: a loan that was removed, returned or extended there stays so.
  @Test func changesInTheLibrary() throws {
    let list = Self.header + Self.row("Ali", "2026-02-02") + Self.row("Bea", "2026-02-03")
    for (lentTo, past) in [("", ""), ("", "2026-02-02/2026-02-09 Ali; 2026-02-03/2026-02-10 Bea")] {
      var shelf = try Self.shelf(copies: 3)
      try shelf.take(list, at: "/t.csv")
      let book = try #require(shelf.library.records(of: .book).first { $0.title == "Holes" })
      for field in ["lentTo", "lentOn"] { try shelf.set(field, of: shelf.library.record(book.id) ?? book, to: []) }
      try shelf.set(
        "loans", of: shelf.library.record(book.id) ?? book, to: past.split(separator: "; ").map(String.init))
      let outcome = try shelf.take(list, at: "/t.csv")
      #expect(outcome.isNothing && outcome.summary.differences.isEmpty)
      #expect(shelf.column("lentTo")["Holes"] == lentTo && shelf.column("loans")["Holes"] == past)
    }
  }

  // MARK: - Equal rows

  /// Equal rows, and rows that differ only in the number of the copy, are loans of several copies.
  @Test func equalRowsAreSeveralLoans() throws {
    let plain = Self.header + String(repeating: Self.row("Fr. Weber", "2026-02-02"), count: 3)
    let numbered = "Barcode,Title,Author,Borrower,Lent on\n"
    let rows = (1...3).map { "01004\($0),Holes,Louis Sachar,Fr. Weber,2026-02-02\n" }
    for list in [plain, numbered + rows.joined()] {
      var shelf = try Self.shelf(copies: 6)
      let outcome = try shelf.take(list, at: "/t.csv")
      #expect(outcome.summary.skipped == 0 && outcome.summary.changed == 3, "\(outcome.summary.problems)")
      #expect(loans(shelf) == "Fr. Weber | 2026-02-02 | 2026-02-02/.. Fr. Weber; 2026-02-02/.. Fr. Weber")
      #expect(try shelf.take(list, at: "/t.csv").isNothing)
      #expect(try shelf.take(list, at: "/other.csv").isNothing)
    }
    // Past loans are equal, too.
    var shelf = try Self.shelf(copies: 6)
    let past = Self.header + String(repeating: Self.row("Fr. Weber", "2026-02-02", "2026-02-09"), count: 2)
    for _ in 0..<2 { try shelf.take(past, at: "/t.csv") }
    #expect(loans(shelf) == "2026-02-02/2026-02-09 Fr. Weber; 2026-02-02/2026-02-09 Fr. Weber")
  }

  @Test func moreEqualRowsThanCopies() throws {
    var shelf = try Self.shelf(copies: 2)
    let list = Self.header + String(repeating: Self.row("Fr. Weber", "2026-02-02"), count: 3)
    let outcome = try shelf.take(list, at: "/t.csv")
    #expect(loans(shelf) == "Fr. Weber | 2026-02-02 | 2026-02-02/.. Fr. Weber")
    #expect(outcome.summary.differences.isEmpty)
    let note = "more equal rows than free copies of “Holes”: Fr. Weber since 2026-02-02"
    #expect(outcome.summary.problems.map(\.reason) == [note])
  }

  /// A book that only the list mentions has as many copies as are lent.
  @Test func copiesOfANewBook() throws {
    var shelf = try ImportedShelf()
    let list = "Barcode;Titel;Entleiher;Klasse;Ausgeliehen am;Zurück am\n1;Holes;Fr. Weber;7b;02.02.2026;\n"
    let second = "2;Holes;Fr. Weber;7b;02.02.2026;\n3;Holes;Ali;7b;02.01.2026;03.01.2026\n"
    #expect(try shelf.take(list + second, at: "/t.csv").summary.records[.book] == 1)
    #expect(shelf.column("copies")["Holes"] == "2")
    #expect(loans(shelf) == "Fr. Weber 7b | 2026-02-02 | 2026-02-02/.. Fr. Weber 7b; 2026-01-02/2026-01-03 Ali 7b")
    #expect(try shelf.take(list + second, at: "/t.csv").isNothing)
  }

  // MARK: - Classes

  /// The class of a pupil follows the name, in whatever order the columns are. A class without a pupil is a borrower.
  @Test func classes() throws {
    func borrowers(_ list: String, _ maps: [(String, FieldHandle)] = []) throws -> [String] {
      var options = ImportOptions()
      options.maps = maps.map { (column: $0.0, field: $0.1) }
      let file = SourceFile(path: "x", bytes: Array(list.utf8))
      return try SourceReader.read([file], as: nil, options)[0].drafts(.book).map { $0.first(.lentTo) ?? "" }
    }
    for header in ["Class,Title,Child,Lent", "Form,Title,Pupil,Lent", "Jg.,Titel,Schüler,Ausgeliehen"] {
      let rows =
        "7b,A,Lena Maier,2026-02-02\n,B,Ali,2026-02-02\n8a,C,,2026-02-02\n7b,D,Mia 7b,2026-02-02\n"
        + "a,E,Anna,2026-02-02\n"
      #expect(try borrowers(header + "\n" + rows) == ["Lena Maier 7b", "Ali", "8a", "Mia 7b", "Anna a"], "\(header)")
    }
    let list = "Title,Klasse,First,Last,Lent\nA,7b,Lena,Maier,2026-02-02\nB,7b,zurück,,2026-02-02\n"
    for maps: [(String, FieldHandle)] in [
      [("First", .lentTo), ("Last", .lentTo)], [("Klasse", .lentTo), ("First", .lentTo), ("Last", .lentTo)],
    ] {
      #expect(try borrowers(list, maps) == ["Lena Maier 7b", ""])
    }
    let other = "Title,Klasse,Child,Lent\nA,7b,Lena,2026-02-02\n"
    #expect(try borrowers(other, [("Klasse", .lentTo)]) == ["Lena 7b"])
  }

  /// A loan that was recorded without the class is the same loan, and gets the class with `--update`.
  @Test func classesOfKnownLoans() throws {
    var shelf = try Self.shelf(copies: 3)
    try shelf.take(
      Self.header + Self.row("Ali", "2026-02-02") + Self.row("Bea", "2026-02-03", "2026-02-04"), at: "/t.csv")
    let before = loans(shelf)
    let header = "Title,Author,Borrower,Class,Lent on,Returned\n"
    let rows = "Holes,Louis Sachar,Ali,7b,2026-02-02,\nHoles,Louis Sachar,Bea,7b,2026-02-03,2026-02-04\n"
    #expect(try shelf.take(header + rows, at: "/u.csv").isNothing)
    #expect(loans(shelf) == before)
    var other = shelf
    other.updates = true
    try other.take(header + rows, at: "/u.csv")
    #expect(loans(other) == "Ali 7b | 2026-02-02 | 2026-02-03/2026-02-04 Bea 7b")
    // On another day, it is another loan.
    try shelf.take(header + "Holes,Louis Sachar,Ali,7b,2026-02-05,\n", at: "/v.csv")
    #expect(loans(shelf) == "Ali | 2026-02-02 | 2026-02-03/2026-02-04 Bea; 2026-02-05/.. Ali 7b")
  }

  // MARK: - Numbers of copies

  /// A library that knows the numbers of its copies, with two books of one title.
  private static func numberedShelf() throws -> ImportedShelf {
    var shelf = try ImportedShelf(own: [.book: [Field("barcodes", .text, "x"), Field("signatur", .text, "x")]])
    try shelf.take(
      "Title,Author,Year,Copies,Barcodes,Signatur\nHoles,Louis Sachar,1998,3,001; 002; 003,JB 1\n"
        + "Tschick,W. Herrndorf,2010,1,010,JB 2\nTschick,W. Herrndorf,2012,1,011,JB 3\n", at: "/books.csv")
    return shelf
  }

  private static let numbered = "Barcode;Titel;Entleiher;Klasse;Ausgeliehen am;Zurück am\n"

  /// The number decides which book a row is about, even if its title is ambiguous, and becomes the copy of the loan.
  @Test func numbersDecide() throws {
    var shelf = try Self.numberedShelf()
    let list =
      Self.numbered
      + "002;Holes;Ali;7b;2026-02-02;\n1;Holes;Ali;7b;2026-02-02;\n003;Holes;Bea;7b;2026-02-02;2026-02-03\n"
      + "011;Tschick;Cem;7b;2026-02-02;\n"
    let outcome = try shelf.take(list, at: "/t.csv")
    #expect(outcome.summary.changed == 4 && outcome.summary.rejected == 0 && outcome.summary.changes.count == 2)
    #expect(
      loans(shelf) == "Ali 7b | 2026-02-02 | 2026-02-02/.. Ali 7b (copy 001); 2026-02-02/2026-02-03 Bea 7b (copy 003)")
    #expect(shelf.column("lentCopy")["Holes"] == "002")
    let lent = shelf.library.records(of: .book).filter {
      shelf.library.schema.field("lentTo", of: .book).map($0.has) ?? false
    }
    #expect(lent.count == 2)
    #expect(try shelf.take(list, at: "/t.csv").isNothing)
    #expect(try shelf.take(list, at: "/other.csv").isNothing)
    // A copy that is lent cannot be lent to another person, although other copies are free.
    let second = try shelf.take(
      Self.numbered + "002;Holes;Dan;7b;2026-02-05;\n003;Holes;Dan;7b;2026-02-05;\n", at: "/u.csv")
    #expect(second.summary.changed == 1 && second.summary.unchanged == 1 && second.summary.different == 1)
  }

  /// Loans that were imported before they had numbers get the numbers of their rows.
  @Test func numbersForKnownLoans() throws {
    var shelf = try Self.numberedShelf()
    let row = "Holes,Louis Sachar,Fr. Weber,2026-02-02,\n"
    try shelf.take(Self.header + row + row, at: "/t.csv")
    #expect(loans(shelf) == "Fr. Weber | 2026-02-02 | 2026-02-02/.. Fr. Weber")
    try shelf.take(Self.numbered + "003;Holes;Fr. Weber;;2026-02-02;\n001;Holes;Fr. Weber;;2026-02-02;\n", at: "/u.csv")
    #expect(shelf.column("lentCopy")["Holes"] == "003")
    #expect(loans(shelf) == "Fr. Weber | 2026-02-02 | 2026-02-02/.. Fr. Weber (copy 001)")
  }

  /// Sets fields of the only book of a title.
  private func lend(_ shelf: inout ImportedShelf, _ fields: [(String, [String])]) throws {
    let books = shelf.library.records(of: .book)
    let book = try #require(books.first { $0.title == "Holes" })
    for (field, texts) in fields { try shelf.set(field, of: shelf.library.record(book.id) ?? book, to: texts) }
  }

  /// With `--update`, a row takes the place of the loan of its copy, and the person in the separate fields is that of
  /// the row, even if the rows before it moved another loan there.
  @Test func updatesOfNumberedLoans() throws {
    var shelf = try Self.numberedShelf()
    let others = ["2026-03-27/.. Ali (copy 001)", "2026-03-27/.. Ali (copy 002)"]
    try lend(
      &shelf,
      [("lentTo", ["Fr. Weber"]), ("lentOn", ["2025-10-01"]), ("lentCopy", ["003"]), ("loans", others)])
    shelf.updates = true
    let rows = ["001", "003", "002"].map { "\($0);Holes;Fr. Weber;;2026-02-02;\n" }
    try shelf.take(Self.numbered + rows.joined(), at: "/t.csv")
    #expect(shelf.column("lentTo")["Holes"] == "Fr. Weber" && shelf.column("lentOn")["Holes"] == "2026-02-02")
    let entries = (shelf.column("loans")["Holes"] ?? "").split(separator: "; ").compactMap { LoanEntry(String($0)) }
    let current = entries.filter(\.isCurrent)
    #expect(current.map(\.person) == ["Fr. Weber", "Fr. Weber"], "\(entries)")
    let numbers = current.compactMap(\.copy) + [shelf.column("lentCopy")["Holes"] ?? ""]
    #expect(numbers.sorted() == ["001", "002", "003"])
    #expect(entries.filter { !$0.isCurrent }.map(\.person).sorted() == ["Ali", "Ali", "Fr. Weber"])
  }

  /// A row with a number never takes the place of the loan of another person whose copy is unknown.
  @Test func numberedRowsAndUnknownCopies() throws {
    var shelf = try Self.numberedShelf()
    try lend(&shelf, [("lentTo", ["Ali"]), ("lentOn", ["2026-03-27"])])
    try lend(&shelf, [("loans", ["2026-03-27/.. Ali", "2026-03-27/.. Fr. Weber"])])
    shelf.updates = true
    let list = Self.numbered + "001;Holes;Fr. Weber;;2026-02-02;\n002;Holes;Cem;;2026-02-02;\n"
    let outcome = try shelf.take(list, at: "/t.csv")
    #expect(outcome.summary.different == 1)
    #expect(loans(shelf).hasPrefix("Ali | 2026-03-27 | 2026-03-27/.. Ali; "), "\(loans(shelf))")
    #expect(loans(shelf).contains("2026-03-27/ Fr. Weber; 2026-02-02/.. Fr. Weber (copy 001)"), "\(loans(shelf))")
  }

  /// A row without a number is not about a book whose number contains no letter or digit but zeros.
  @Test func emptyNumbers() throws {
    var shelf = try ImportedShelf(own: [.book: [Field("barcodes", .text, "x")]])
    try shelf.take("Title,Author,Barcodes\nDune,A B,-\nEmma,C D,000\nMomo,E F,13\nUlysses,G H,14\n", at: "/b.csv")
    let list = "Barcode,Title,Borrower,Lent on\n13,Momo,Anna,2026-01-02\n,Ulysses,Ben,2026-01-03\n"
    let outcome = try shelf.take(list, at: "/l.csv")
    #expect(outcome.summary.rejected == 0 && shelf.column("lentTo")["Ulysses"] == "Ben")
    #expect(shelf.column("lentTo")["Dune"] == "" && shelf.column("lentTo")["Emma"] == "")
  }

  /// A number of another book than the title's, and an unknown number with an unknown title, are rejected.
  @Test func contradictoryNumbers() throws {
    var shelf = try Self.numberedShelf()
    let list =
      Self.numbered
      + "010;Holes;Ali;;2026-02-02;\n999;Gibtsnicht;Bea;;2026-02-02;\n999;Gibtsnicht;Cem;;2026-01-02;2026-01-03\n"
      + "002;Hols;Dan;;2026-02-02;\n888;Holes;Eve;;2026-02-02;\n"
    let outcome = try shelf.take(list, at: "/t.csv")
    let rejected = outcome.summary.problems.filter { $0.kind == .rejected }
    #expect(outcome.summary.rejected == 3 && rejected.map(\.line) == [2, 3, 4], "\(rejected)")
    #expect(rejected[0].reason == "the number belongs to “Tschick”, not to “Holes”")
    #expect(outcome.summary.changed == 2 && outcome.summary.records[.book] == nil)
    #expect(loans(shelf) == "Dan | 2026-02-02 | 2026-02-02/.. Eve (copy 888)")
    #expect(outcome.summary.problems.contains { $0.reason.contains("“Hols” is taken for it") })
  }

  /// A call number belongs to the title, so it is not the copy of the loan.
  @Test func callNumbers() throws {
    var shelf = try Self.numberedShelf()
    try shelf.take("Signatur;Titel;Entleiher;Ausgeliehen am;Zurück am\nJB 3;Tschick;Ali;2026-02-02;\n", at: "/t.csv")
    let lent = shelf.library.records(of: .book).filter {
      shelf.library.schema.field("lentTo", of: .book).map($0.has) ?? false
    }
    #expect(lent.map { $0.texts(of: shelf.library.schema.field("signatur", of: .book)!) } == [["JB 3"]])
    #expect(shelf.column("lentCopy")["Tschick"] == " | ")
  }

  // MARK: - Loans or books

  /// A list with borrowers and days is a list of loans, even if the copies of one book have different barcodes.
  @Test(arguments: [
    "Barcode;Titel;Entleiher;Klasse;Ausgeliehen am;Zurück am", "Barcode;Titel;Autor;Entleiher;Klasse;verliehen",
  ])
  func classSets(_ header: String) throws {
    let cells = header.contains("Autor") ? "Louis Sachar;" : ""
    let rows = (1...4).map { "01004\($0);Holes;\(cells)Fr. Weber;7b;02.02.2026\n" }.joined()
    let batch = try read(header + "\n" + rows)
    #expect(batch.drafts(.book).allSatisfy(\.isLoan) && batch.drafts(.book).count == 1)
    #expect(batch.leftOut == ["Barcode": 4] && batch.suggestions.isEmpty)
  }

  /// Columns that describe the books themselves, and mostly empty cells for the borrower, make it a list of books.
  @Test(arguments: [
    "Barcode;Titel;Autor;Verlag;Ausgeliehen an;Ausgeliehen am",
    "Barcode;Titel;Autor;ISBN;Ausgeliehen an;Ausgeliehen am",
    "Barcode;Titel;Autor;Seiten;Ausgeliehen an;Ausgeliehen am",
  ])
  func inventories(_ header: String) throws {
    let rows = (1...4).map { "01004\($0);Holes;Louis Sachar;;Fr. Weber;02.02.2026\n" }.joined()
    #expect(try !read(header + "\n" + rows, as: "csv").drafts(.book).contains(where: \.isLoan))
    let few = "Barcode;Titel;Autor;Ausgeliehen an;Ausgeliehen am\n1;A;B C;Ali;02.02.2026\n2;D;E F;;\n3;G;H I;;\n"
    #expect(try !read(few, as: "csv").drafts(.book).contains(where: \.isLoan))
  }

  @Test func theUserSaysLoans() throws {
    var options = ImportOptions()
    options.rows = .loans
    func batch(_ text: String) throws -> SourceBatch {
      let file = SourceFile(path: "x", bytes: Array(text.utf8))
      return try SourceReader.read([file], as: nil, options)[0]
    }
    #expect(try batch("Title,Name,Date\nHoles,Ali,2026-02-02\n").drafts(.book)[0].isLoan)
    let list = try batch("ISBN,Title,Publisher,Name,Date\n9780440414803,Holes,Yearling,Ali,2026-02-02\n")
    #expect(list.drafts(.book)[0].isLoan && list.drafts(.book)[0][.lentTo] == ["Ali"])
    #expect(list.drafts(.book)[0][.lentOn] == ["2026-02-02"] && list.leftOut == ["Publisher": 1])
    #expect(throws: SourceReader.Failure.self) { try batch("Title,Pages\nHoles,20\n") }
  }

  /// A declared field does not get the class of a borrower.
  @Test func declaredFields() throws {
    var shelf = try ImportedShelf(own: [.book: [Field("klasse", .text, "x"), Field("barcode", .text, "x")]])
    try shelf.take("Titel;Autor;Barcode\nHoles;Louis Sachar;001\n", at: "/books.csv")
    try shelf.take("Barcode;Titel;Entleiher;Klasse;Ausgeliehen am\n002;Holes;Ali;7b;02.02.2026\n", at: "/t.csv")
    #expect(shelf.column("lentTo")["Holes"] == "Ali 7b" && shelf.column("barcode")["Holes"] == "001")
    #expect(shelf.column("klasse")["Holes"] == "")
  }
}
