import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Columns whose meaning depends on their values or on other columns.
@Suite struct ColumnMeaningTests {
  private func fields(_ batch: SourceBatch) -> [String: String] {
    Dictionary(batch.preview.map { ($0.name, $0.field ?? "-") }, uniquingKeysWith: { first, _ in first })
  }

  @Test func shelvesArePlacesOrStates() throws {
    let places = try read("Title,Author,Shelf\nEmma,Jane Austen,A1\nScoop,Evelyn Waugh,L2\n")
    #expect(fields(places)["Shelf"] == "-" && places.leftOut == ["Shelf": 2])
    #expect(places.suggestions.map(\.setting) == ["fields.book.shelf.type=text"])
    #expect(!places.problems.contains { $0.kind == .value })
    let states = try read("Title,Author,Shelf\nEmma,Jane Austen,to-read\nScoop,Evelyn Waugh,read\n")
    #expect(fields(states)["Shelf"] == "status")
    #expect(states.drafts(.book).map { $0.first(.status) } == ["wanted", "completed"])
  }

  @Test func readIsReadingsOrAQuestion() throws {
    let table = "Title,Author,Read\nA,X,\"1979, 2004\"\nB,X,2013\nC,X,n\nD,X,y\nE,X,c. 1990\nF,X,2020-21\n"
    let batch = try read(table)
    let books = batch.drafts(.book)
    #expect(fields(batch)["Read"] == "readings")
    #expect(books.map { $0[.readings] } == [["/1979"], [], [], [], [], []])
    #expect(books.map { $0.first(.dateCompleted) } == ["2004", "2013", nil, nil, "1990", "2021"])
    #expect(books.map { $0.first(.status) } == ["completed", "completed", nil, "completed", "completed", "completed"])
    #expect(books[5].first(.dateStarted) == "2020")
    let mapped = try read(table, maps: [("Read", .readings)])
    #expect(mapped.drafts(.book).map { $0[.readings] } == books.map { $0[.readings] })
    #expect(fields(try read("Title,Author,Read\nA,X,yes\nB,X,2013-05-02\n"))["Read"] == "status")
  }

  /// A year that is added to the cell becomes another reading.
  @Test func readingsGrow() throws {
    var shelf = try ImportedShelf()
    try shelf.take("Title,Author,Read\nEmma,Jane Austen,\"1979, 2004\"\n", at: "/a.csv")
    let longer = "Title,Author,Read\nEmma,Jane Austen,\"1979, 2004, 2020\"\n"
    try shelf.take(longer, at: "/a.csv")
    #expect(shelf.column("dateCompleted")["Emma"] == "2020")
    #expect(shelf.column("readings")["Emma"] == "/1979; /2004")
    #expect(try shelf.take(longer, at: "/a.csv").isNothing)
  }

  @Test(arguments: [
    "Vol", "Vol.", "Volume", "Band", "Bd.", "Tome", "No. in series", "Number in series", "Series number", "#",
  ])
  func numbersInSeries(_ column: String) throws {
    let table = "Title,Author,Series,\(column)\nPost Captain,Patrick O'Brian,Aubrey-Maturin,2\nEmma,Jane Austen,,\n"
    let batch = try read(table)
    #expect(batch.drafts(.book)[0][.series] == ["Aubrey-Maturin 2"])
    #expect(batch.leftOut.isEmpty && batch.problems.isEmpty)
    #expect(try read(table, maps: [(column, .series)]).drafts(.book)[0][.series] == ["Aubrey-Maturin 2"])
  }

  @Test func numbersThatAreNone() throws {
    let rows = try read("#,Title,Author,Series\n1,Emma,Jane Austen,\n2,Post Captain,Patrick O'Brian,Aubrey-Maturin\n")
    #expect(rows.drafts(.book)[1][.series] == ["Aubrey-Maturin"])
    // Without a series, rows with the same title are treated as volumes of one work.
    let volumes = try read(
      "Title,Author,Series,Vol\nEmma,Jane Austen,,1\nEmma,Jane Austen,,2\nScoop,Evelyn Waugh,S,1\n")
    #expect(volumes.drafts(.book).map { $0[.series] } == [["Emma 1"], ["Emma 2"], ["S 1"]])
    let lone = try read("Title,Author,Series,Vol\nEmma,Jane Austen,,2\nScoop,Evelyn Waugh,S,1\n")
    #expect(lone.drafts(.book)[0][.series].isEmpty)
    #expect(lone.problems.map(\.reason) == ["Vol: “2” is a position in a series, but the row has no series"])
    #expect(lone.problems.map(\.line) == [2])
    let odd = try read("Title,Author,Series,Vol\nEmma,Jane Austen,,last\nScoop,Evelyn Waugh,S,1\n")
    #expect(odd.problems.map(\.reason) == ["Vol: “last” is a position in a series, but the row has no series"])
    #expect(try read("Title,Author,Vol\nEmma,Jane Austen,2\n").leftOut == ["Vol": 1])
  }

  @Test(arguments: [
    ("II", "Aubrey 2"), ("Bd. IV", "Aubrey 4"), ("vol. xii", "Aubrey 12"), ("12/13", "Aubrey 12–13"),
    ("3 u. 4", "Aubrey 3–4"), ("Bd. 3 & 4", "Aubrey 3–4"), ("1 and 2", "Aubrey 1–2"), ("5-7", "Aubrey 5–7"),
  ])
  func formsOfVolumeNumbers(_ number: String, _ series: String) throws {
    let batch = try read("Title,Author,Series,Vol\nEmma,Jane Austen,Aubrey,\(number)\n")
    #expect(batch.drafts(.book)[0][.series] == [series] && batch.problems.isEmpty)
  }

  /// A number that differs from the one in the name of the series is reported.
  @Test func volumeNumbersThatDoNotFit() throws {
    let batch = try read("Title,Author,Series,Vol\nEmma,Jane Austen,Aubrey Nr. 12,877\n")
    #expect(batch.drafts(.book)[0][.series] == ["Aubrey Nr. 12"])
    #expect(batch.reasons == "Vol: “877” is not the position in “Aubrey Nr. 12”")
  }

  /// Letters are the volumes of an encyclopedia, not Roman numerals.
  @Test(arguments: ["A", "C", "D", "L", "M-N", "Mix", "last", "1/7", "IIII"])
  func lettersOfVolumes(_ volume: String) throws {
    let batch = try read("Title,Author,Series,Vol\nEmma,Jane Austen,Lexikon,\(volume)\n")
    #expect(batch.drafts(.book)[0][.series] == ["Lexikon \(volume)"] && batch.problems.isEmpty)
  }

  @Test func volumesInWordsWithoutASeries() throws {
    let batch = try read("Title,Author,Series,Vol\nEmma,Jane Austen,,Bd. II\nScoop,Evelyn Waugh,,II\n")
    #expect(batch.drafts(.book).map { $0[.series] } == [["Emma 2"], []])
  }

  /// A text that says more than a status and a date is read as before.
  @Test(arguments: ["started 2019, finished 2020", "began 2019-01-02 - 2019-03-04", "Started 12 pages in"])
  func statesWithMore(_ cell: String) throws {
    let draft = try read("Title;Author;Date read\nEmma;Jane Austen;\(cell)\n").drafts(.book)[0]
    #expect(draft[.status] != ["inProgress"])
  }

  @Test(arguments: [
    ("begun 2018", "inProgress", "dateStarted", "2018"), ("angefangen 3/2019", "inProgress", "dateStarted", "2019-03"),
    ("DNF 2020", "abandoned", "dateAbandoned", "2020"),
    ("abgebrochen 1.5.2020", "abandoned", "dateAbandoned", "2020-05-01"),
    ("read 2018", "completed", "dateCompleted", "2018"), ("paused 2021", "paused", "dateCompleted", ""),
  ])
  func statesWithDays(_ cell: String, _ status: String, _ field: String, _ day: String) throws {
    for column in ["Read", "Date read"] {
      let draft = try read("Title,Author,\(column)\nEmma,Jane Austen,\(cell)\nScoop,Evelyn Waugh,2019\n").drafts(.book)[
        0]
      #expect(draft[.status] == [status] && draft[FieldHandle(named: field)] == (day.isEmpty ? [] : [day]), "\(column)")
    }
  }

  @Test(arguments: [
    ("Tolstoi, Leo / übers. v. Hermann Röhl", "Leo Tolstoi", "Hermann Röhl (translator)"),
    ("Eco, Umberto (Übers. B. Kroeber)", "Umberto Eco", "B. Kroeber (translator)"),
    ("Homer, übersetzt von J. H. Voß", "Homer", "J. H. Voß (translator)"),
    ("Busch, Wilhelm (ill. by Max Müller)", "Wilhelm Busch", "Max Müller (illustrator)"),
    ("Hrsg. v. Karl Otto Conrady", "Karl Otto Conrady", "Karl Otto Conrady (editor)"),
  ])
  func rolesBeforeNames(_ cell: String, _ author: String, _ contributor: String) throws {
    let draft = try read("Title;Author\nEmma;\(cell)\n").drafts(.book)[0]
    #expect(draft[.author] == [author] && draft[.contributors] == [contributor])
  }

  @Test(arguments: [
    ("First pub.", "My edition"), ("First published", "Edition year"), ("Orig. year", "This edition"),
  ])
  func yearsOfWorkAndEdition(_ first: String, _ edition: String) throws {
    let book = try read("Title,Author,\(first),\(edition)\nTess,Thomas Hardy,1891,1978\n").drafts(.book)[0]
    #expect(book.first(.year) == "1891" && book.first(.editionDate) == "1978")
  }

  @Test(arguments: [
    ("Series Name", FieldHandle.series, "Discworld"), ("Series Title", .series, "Discworld"),
    ("Stars out of 5", .rating, "4"), ("Rating (out of 5)", .rating, "4"), ("Publisher address", .place, "London"),
    ("Orig. date", .year, "1891"),
  ])
  func otherHeadings(_ column: String, _ field: FieldHandle, _ text: String) throws {
    let batch = try read("Title,Author,\(column)\nTess,Thomas Hardy,\(text)\n")
    #expect(batch.drafts(.book)[0][field] == [text] && batch.leftOut.isEmpty)
  }

  @Test(arguments: ["Subject", "Topic", "Keywords", "Category"])
  func subjectsOfQuotes(_ column: String) throws {
    let batch = try read("Quotation,Book,Author,\(column)\nFog,Bleak House,Dickens,Weather; London\n")
    #expect(batch.drafts(.quote)[0][.tags] == ["Weather", "London"])
    #expect(batch.drafts(.book)[0][.genres].isEmpty && batch.drafts(.book)[0][.status].isEmpty)
  }

  /// The creation date of a quote includes the time, so a year alone is not sufficient.
  @Test func yearsOfQuotes() throws {
    let batch = try read("Quotation,Book,Page,Date copied\nFog,Bleak House,1,1971\nRain,Bleak House,2,3 May 1972\n")
    #expect(batch.drafts(.quote).map { $0.first(.creationDate) } == [nil, "1972-05-03T00:00:00Z"])
    #expect(
      batch.problems.map(\.reason) == ["Date copied: “1971” is a year without a day, which creationDate needs"])
    #expect(batch.notes.contains { $0.contains("shelf library set fields.quote.dateCopied.type=date") })
  }

  @Test func typesOfColumns() throws {
    let batch = try read(
      "No.,Title,Author,Value 2023,Weighed on,Grams,Price,Signed,Room\n"
        + "1,Emma,Jane Austen,£2.00,2020-01-02,120,1.5,y,Study\n2,Scoop,Evelyn Waugh,£12.50,2021-01-02,300,2,n,Hall\n")
    #expect(
      batch.suggestions.map(\.setting) == [
        "fields.book.value2023.type=money", "fields.book.weighedOn.type=date", "fields.book.grams.type=integer",
        "fields.book.price.type=money", "fields.book.signed.type=boolean", "fields.book.room.type=text",
      ])
  }

  /// Call numbers may contain what looks like a year.
  @Test func callNumbersAreNoDates() throws {
    let batch = try read("Title,Author,Call Number\nEmma,Jane Austen,PR 4034 .E5\nScoop,Evelyn Waugh,PR 6000 .W\n")
    #expect(batch.suggestions.map(\.setting) == ["fields.book.callNumber.type=text"])
  }
}

extension FieldSuggestion {
  /// The setting that declares the field.
  var setting: String { settingKeys.joined(separator: ".") + "=" + type }
}
