import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Columns and rows that mean one thing in a list of books, and another in other lists.
struct PlaceAndLoanTests {
  private func fields(_ batch: SourceBatch) -> [String: String] {
    Dictionary(batch.preview.map { ($0.name, $0.field ?? "-") }, uniquingKeysWith: { first, _ in first })
  }

  private func readDeclaring(_ key: String, _ text: String) throws -> SourceBatch {
    var options = ImportOptions()
    options.customFields = [.book: [Field(key, .text, "where it stands")]]
    return try SourceReader.read([SourceFile(path: "x", bytes: Array(text.utf8))], as: nil, options)[0]
  }

  // MARK: - Places

  @Test(arguments: ["Box 3", "Kiste 4", "Regal B2", "top shelf", "Wohnzimmer", "living room", "12", "Bücherschrank"])
  func positionsInAHouse(_ value: String) throws {
    let table = "Title,Author,Place\nEmma,Jane Austen,\(value)\nScoop,Evelyn Waugh,\(value)\n"
    let batch = try read(table)
    #expect(fields(batch)["Place"] == "-" && batch.suggestions.map(\.setting) == ["fields.book.location.type=text"])
    let declared = try readDeclaring("location", table)
    #expect(fields(declared)["Place"] == "location" && declared.notes.count == 1)
  }

  @Test func placesOfPublication() throws {
    let doubtful = try read("Title,Author,Place\nEmma,Jane Austen,London\nScoop,Evelyn Waugh,Boston\n")
    #expect(fields(doubtful)["Place"] == "place")
    #expect(doubtful.notes.contains { $0.contains("place of publication") && $0.contains("--map Place=location") })
    let clear = try read("Title,Author,Publisher,Place\nEmma,Jane Austen,Murray,London\nScoop,Evelyn Waugh,,Boston\n")
    #expect(fields(clear)["Place"] == "place" && clear.notes.isEmpty)
    // A city with a year is still a place of publication, and a column without values has no meaning.
    let mixed = try read("Title,Author,Publisher,Place\nA,B C,X,London 1813\nD,E F,,Boston\nG,H I,,Paris\n")
    #expect(fields(mixed)["Place"] == "place")
    #expect(try read("Title,Author,Place\nEmma,Jane Austen,\n").notes.isEmpty)
    let mapped = try read("Title,Author,Place\nEmma,Jane Austen,Box 3\n", maps: [("Place", .place)])
    #expect(fields(mapped)["Place"] == "place" && mapped.notes.isEmpty)
  }

  // MARK: - Loans

  @Test(arguments: [
    "Title,Child,Lent,Due,Returned", "Book,Name,Date,Due back,Returned on", "Title,Borrower,Out,Due,In",
    "Titel,Kind,Ausgeliehen,Fällig,Zurück", "Title,Student,Checked out,Due date,Date returned",
  ])
  func registers(_ header: String) throws {
    let batch = try read("\(header)\nMomo,Ali,2026-03-02,2026-03-20,2026-03-18\nEmma,Mia,2026-04-02,2026-04-20,\n")
    let (momo, emma) = (batch.drafts(.book)[0], batch.drafts(.book)[1])
    #expect(momo.isLoan && momo[.loans] == ["2026-03-02/2026-03-18 Ali"] && momo[.lentTo].isEmpty)
    #expect(emma[.lentTo] == ["Mia"] && emma[.lentOn] == ["2026-04-02"] && emma[.dueOn] == ["2026-04-20"])
    #expect(batch.leftOut.isEmpty)
  }

  @Test(arguments: ["Title,Author,Rating,Lent to,Date", "Title,Name,Date", "Title,Author,Date,Pages,Borrower"])
  func listsOfBooks(_ header: String) throws {
    let batch = try read("\(header)\nMomo,Ali,4,2026-03-02,3\n", as: "csv")
    #expect(!batch.drafts(.book)[0].isLoan)
  }

  @Test func loansOfABook() throws {
    let batch = try read(
      "Title,Child,Lent,Returned\nMomo,Ali,2026-03-02,yes\nMomo,Mia,2026-04-02,\nMomo,Ben,2026-05-02,no\nEmma,Zoe,,yes\n"
    )
    let (momo, emma) = (batch.drafts(.book)[0], batch.drafts(.book)[1])
    #expect(momo[.lentTo] == ["Mia"] && momo[.loans] == ["2026-03-02/ Ali", "2026-05-02/.. Ben"])
    #expect(emma[.lentTo].isEmpty && emma[.loans].isEmpty)
    #expect(batch.reasons.contains("without any day, was left out, “Zoe”") && batch.problems.count == 1)
  }

  @Test(arguments: [
    ("Mia", "Mia", "", ""), ("Klasse 3b", "Klasse 3b", "", ""), ("lent to Karin 3/2020", "Karin", "2020-03", ""),
    ("Harald (seit 2019)", "Harald", "2019", ""), ("Frau Groß bis 12.6.2026", "Frau Groß", "", "2026-06-12"),
    ("Mia, until 2026-05-01", "Mia", "", "2026-05-01"), ("Anna from 1 March 2020", "Anna", "2020-03-01", ""),
    ("An Nguyen", "An Nguyen", "", ""), ("To Huong", "To Huong", "", ""), ("Grade 5 2019", "Grade 5 2019", "", ""),
    ("Da", "Da", "", ""), ("Class of 2019", "Class of 2019", "", ""), ("Karin (2019)", "Karin", "2019", ""),
  ])
  func borrowersWithDays(_ cell: String, _ person: String, _ since: String, _ due: String) throws {
    let batch = try read("Title;Author;Lent to\nMomo;Michael Ende;\"\(cell)\"\n")
    let draft = batch.drafts(.book)[0]
    #expect(draft[.lentTo] == [person] && draft[.lentOn] == (since.isEmpty ? [] : [since]))
    #expect(draft[.dueOn] == (due.isEmpty ? [] : [due]) && batch.problems.isEmpty)
  }

  /// A column with shelf's own name for the field contains only names, and a long cell takes no long time.
  @Test func borrowersThatAreOnlyNames() throws {
    let own = try read("title,author,lentTo\nMomo,Michael Ende,Karin 3/2020\n")
    #expect(own.drafts(.book)[0][.lentTo] == ["Karin 3/2020"])
    let long = String(repeating: "a 1 ", count: 5000)
    #expect(try read("Title,Author,Lent to\nMomo,Michael Ende,\(long)\n").drafts(.book)[0][.lentTo] == [long.trimmed])
  }

  @Test("a class list with a column for names keeps the borrower, and loans that ended are loans")
  func namesAndNumbersOfLoans() throws {
    let list = try read("Title,Name,Lent,Due\nDune,Anna,2026-11-01,2026-12-01\nEmma,,,\nKim,,,\nShe,,,\n")
    #expect(list.drafts(.book)[0][.lentTo] == ["Anna"] && list.drafts(.book)[1][.lentTo].isEmpty)
    let loans = try read(
      "Title,Child,Lent,Returned,Loan No\nDune,Anna,2026-01-02,2026-02-01,17\nDune,Ben,2026-03-02,2026-04-01,22\n"
        + "Dune,Anna,2026-05-02,,31\nEmma,Cy,2026-05-02,,40\n")
    #expect(loans.drafts(.book).allSatisfy(\.isLoan) && loans.notes.count { $0.contains("loan of the book") } == 1)
  }

  @Test(arguments: ["nein", "no", "-", "–", "?", "zurück", "Returned", "ja", "x", "lent", "back", "none", "N/A"])
  func cellsWithoutABorrower(_ cell: String) throws {
    let batch = try read("Title,Author,Lent to,Lent on\nMomo,Michael Ende,\(cell),\n")
    #expect(batch.drafts(.book)[0][.lentTo].isEmpty)
    // A plain “no” is not worth a report.
    let isSilent = ["nein", "no", "-", "none", "N/A"].contains(cell)
    #expect(batch.reasons == (isSilent ? "" : "Lent to: “\(cell)” names no person"))
  }

  /// A loan is added to the only book with its title, regardless of the author, and changes nothing else in the book.
  @Test func loansOfBooksThatExist() throws {
    var shelf = try ImportedShelf()
    try shelf.take(
      "Title,Author\nMomo,Michael Ende\nThe Hobbit: There and Back Again,J. R. R. Tolkien\nTwins,A B\nTwins,C D\n",
      at: "/books.csv")
    let register = "Title,Child,Lent,Returned\nMomo,Ali,2026-03-02,\nHobbit,Mia,2026-03-03,\nTwins,Ben,2026-03-04,\n"
    let outcome = try shelf.take(register, at: "/loans.csv")
    #expect(outcome.summary.new == 0 && outcome.summary.changed == 2 && outcome.summary.rejected == 1)
    #expect(outcome.summary.differences.isEmpty)
    #expect(outcome.summary.problems.contains { $0.kind == .rejected && $0.reason.contains("several books") })
    #expect(shelf.column("lentTo")["Momo"] == "Ali")
    #expect(shelf.column("lentTo")["The Hobbit: There and Back Again"] == "Mia")
    #expect(try shelf.take(register, at: "/loans.csv").isNothing)
    try shelf.take(
      register.replacing("Ali,2026-03-02,", with: "Ali,2026-03-02,2026-03-09") + "Momo,Zoe,2026-03-10,\n",
      at: "/loans.csv")
    #expect(shelf.column("lentTo")["Momo"] == "Zoe" && shelf.column("loans")["Momo"] == "2026-03-02/2026-03-09 Ali")
    // Another register adds its loans to those that are known.
    try shelf.take("Title,Child,Lent,Returned\nMomo,Kim,2025-03-02,2025-03-09\n", at: "/old.csv")
    #expect(shelf.column("loans")["Momo"] == "2026-03-02/2026-03-09 Ali; 2025-03-02/2025-03-09 Kim")
  }

  // MARK: - Years

  @Test(arguments: [
    ("ca. 1985", "1985"), ("c1990", "1990"), ("c. 1990", "1990"), ("[1985?]", "1985"), ("1985?", "1985"),
    ("1820s", "1820"), ("1985-87", "1985"), ("1985/1987", "1985"), ("um 1900", "1900"), ("after 1900", "1900"),
  ])
  func roughYears(_ text: String, _ year: String) throws {
    for (column, field) in [("Year", FieldHandle.year), ("Edition year", .editionDate)] {
      let batch = try read("Title,Author,\(column)\nA,B C,\(text)\n")
      #expect(batch.drafts(.book)[0][field] == [year], "\(column)")
      #expect(batch.reasons.contains("not an exact year, “\(text)” was imported as \(year)"), "\(batch.reasons)")
    }
  }

  @Test(arguments: ["1985", "[1985]", "1985-03", "1985-03-01", "800 BC", "-800", "AD 79", "©1985", "1985.0"])
  func exactYears(_ text: String) throws {
    let batch = try read("Title,Author,Year\nA,B C,\(text)\n")
    #expect(batch.drafts(.book)[0][.year].count == 1 && batch.problems.isEmpty, "\(batch.reasons)")
  }

  // MARK: - Diaries

  @Test func diariesAreNoLists() throws {
    let diaries = [
      "# 2026-03-01\n\nStarted Dune by Frank Herbert today.\n\n# 2026-03-02\n\nHalf of it, and a look at Emma.\n",
      "## Dune by Frank Herbert\n\nI liked the sand a lot.\n\n- spice is like oil\n- Paul is no hero\n\n"
        + "## Emma by Jane Austen\n\nToo long, but very funny.\n\n- the picnic by the hill\n- “Badly done”\n",
      "# Diary\n\nOne two three four.\nFive six seven eight.\nNine ten eleven twelve.\n\n- A by B C\n- D by E F\n",
    ]
    for diary in diaries {
      let file = SourceFile(path: "x", bytes: Array(diary.utf8))
      #expect(ImportFormat.of(file) == nil)
      #expect(UnknownFile.reason(file)?.contains("diary") == true)
      #expect(throws: SourceReader.Failure.self) { try read(diary, as: "list") }
    }
    let list = "# To read\n\nBooks that friends gave me:\n\n- Dune by Frank Herbert\n- Emma by Jane Austen\n"
    #expect(try read(list).titles == ["Dune", "Emma"])
    let sections = list + "\n# Read\n\nWhat I have read so far.\n\n- SPQR by Mary Beard\n"
    #expect(try read(sections).titles == ["Dune", "Emma", "SPQR"])
  }
}
