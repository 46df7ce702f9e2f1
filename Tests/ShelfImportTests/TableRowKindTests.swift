import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfText

/// Rows of tables and lines of texts that are not books, abbreviated columns, and ranges of years.
struct TableRowKindTests {
  @Test(arguments: [
    "--- NEW BOX FROM ATTIC ---", "==== 1975 ====", "*** Box 2 ***", "== Box 3", "----", "* * *", "###### Attic",
  ])
  func dividers(_ text: String) throws {
    for row in [";\(text);;", "\(text);;;"] {
      let batch = try read("Nr;Title;Author;Price\n1;Momo;Michael Ende;25\n\(row)\n2;Emil;E K;28\n", as: "csv")
      #expect(batch.titles == ["Momo", "Emil"])
      #expect(batch.problems.map(\.reason) == ["a divider, not a book, “\(text)”"])
    }
  }

  @Test(arguments: [
    ";--- X ---;A B;", ";**Emma**;;", ";#foo;;", ";-;;3", ";... and then;;", ";?;;", ";– Emma;;", ";1984;;",
  ])
  func titlesLikeDividers(_ row: String) throws {
    let batch = try read("Nr;Title;Author;Price\n1;Momo;Michael Ende;25\n\(row)\n", as: "csv")
    #expect(batch.titles.count == 2, "\(batch.reasons)")
  }

  @Test func linesThatAreNoTitles() throws {
    let batch = try read("1975\n----\nDune by Frank Herbert\n=== 1976 ===\nEmma by Jane Austen\n", as: "list")
    #expect(batch.titles == ["Dune", "Emma"] && batch.skipped == 3)
  }

  @Test func proseIsRefused() throws {
    let diaries = [
      "READING DIARY\n\n1975\n----\n2 Feb  Simenon, Maigret. ***\n3 Apr  Christie, Curtain\n28/6  Spark, Memento Mori.\n"
        + "Dec  Marsh, Artists in Crime\n",
      "I read Emma today.\nIt was good and very long.\n\nThen Dune came in the post!\nWho would read all of it?\n",
    ]
    for diary in diaries {
      #expect(UnknownFile.reason(SourceFile(path: "x", bytes: Array(diary.utf8)))?.contains("table (CSV)") == true)
      #expect(throws: SourceReader.Failure.self) { try read(diary, as: "list") }
    }
    let list = "Dune by Frank Herbert\nMr. Norris Changes Trains by Christopher Isherwood\nMay We Be Forgiven\n1984\n"
    #expect(try read(list, as: "list").titles.count == 3)
  }

  @Test func abbreviatedColumns() throws {
    let english = try read("Auth.;Title;Publ.;Yr.;Ed.;Pp.\nJane Austen;Emma;Penguin;1815;2nd;474\n")
    let draft = english.drafts(.book)[0]
    #expect(
      [FieldHandle.author, .publisher, .year, .edition, .pages].map { draft[$0].first } == [
        "Jane Austen", "Penguin", "1815", "2nd", "474",
      ])
    let german = try read("Verf.;Titel;Verl.;Jg.;Aufl.\nMichael Ende;Momo;Thienemann;1973;3.\n").drafts(.book)[0]
    #expect(
      [FieldHandle.author, .publisher, .year, .edition].map { german[$0].first } == [
        "Michael Ende", "Thienemann", "1973", "3.",
      ])
    #expect(try read("Title;Author;Series;Vol.\nA;B C;D;2\n").drafts(.book)[0][.series] == ["D 2"])
  }

  @Test(arguments: [
    ("1837/1843", "1837"), ("1984/1992", "1984"), ("c. 1000", "1000"), ("1854-10~", "1854"), ("1990--1995", "1990"),
    ("1990?", "1990"), ("1950/..", "1950"),
  ])
  func datesOfBibliographies(_ date: String, _ year: String) throws {
    let batch = try read("@book{a, author={A B}, title={T}, date={\(date)}}\n", as: "bibtex")
    #expect(batch.drafts(.book)[0][.year] == [year])
    #expect(batch.problems.map(\.kind) == [.value] && batch.reasons.hasSuffix("was imported as \(year)"))
    let both = try read("@book{a, author={A B}, title={T}, origdate={1820}, date={\(date)}}\n", as: "bibtex")
    #expect(both.drafts(.book)[0][.editionDate] == [year] && both.problems.map(\.kind) == [.value])
  }

  @Test(arguments: ["1837", "1837-05", "1837-05-02", "c1990", "[c1990]"])
  func exactDatesOfBibliographies(_ date: String) throws {
    #expect(try read("@book{a, author={A B}, title={T}, date={\(date)}}\n", as: "bibtex").problems.isEmpty)
  }

  @Test func rangesInOtherFormats() throws {
    let table = try read("Title,Author,Year\nA,B C,1990–1995\nD,E F,ca. 1985\n")
    #expect(table.problems.map(\.kind) == [.value, .note])
    let csl = try read(
      #"[{"id":"a","type":"book","title":"T","issued":{"date-parts":[[1984],[1992]]}}]"#, as: "csl-json")
    #expect(csl.drafts(.book)[0][.year] == ["1984"] && csl.problems.map(\.kind) == [.value])
  }

  /// The remarks about all readings of a book are kept.
  @Test func notesOfTwoReadings() throws {
    var shelf = try ImportedShelf()
    let diary =
      "Title,Author,Date read,Notes\nEmma,Jane Austen,1975-02-03,Splendid.\nEmma,Jane Austen,1980-02-03,Better.\n"
      + "Emma,Jane Austen,1985-02-03,Better.\n"
    let outcome = try shelf.take(diary, at: "/diary.csv")
    #expect(
      shelf.column("notes")["Emma"]?.trimmed
        == "1975-02-03: Splendid.\n\n1980-02-03: Better.\n\n1985-02-03: Better.")
    #expect(outcome.summary.problems.map(\.kind) == [.note, .note])
    #expect(try shelf.take(diary, at: "/diary.csv").isNothing)
  }

  /// Readings without a remark do not change the date of a remark about another reading.
  @Test(arguments: [
    ("1980-02-02,Splendid", "1990-03-03,", "1999-04-04,Dull"),
    ("1999-04-04,Dull", "1990-03-03,", "1980-02-02,Splendid"),
    ("1990-03-03,", "1980-02-02,Splendid", "1999-04-04,Dull"),
  ])
  func readingsWithoutNotes(_ one: String, _ two: String, _ three: String) throws {
    var shelf = try ImportedShelf()
    let rows = [one, two, three].map { "Dune,Frank Herbert,\($0)\n" }.joined()
    try shelf.take("Title,Author,Date read,Notes\n" + rows, at: "/diary.csv")
    let notes = Set((shelf.column("notes")["Dune"] ?? "").split(separator: "\n\n").map(\.trimmed))
    #expect(notes == ["1980-02-02: Splendid", "1999-04-04: Dull"])
  }

  /// Books whose day of purchase is empty get the day of the import, and the summary says so.
  @Test func booksWithoutADate() throws {
    var shelf = try ImportedShelf()
    let outcome = try shelf.take("Title,Author,Bought\nA,B C,2003-07-14\nD,E F,\nG,H I,\n", at: "/a.csv")
    #expect(outcome.summary.notes == ["dateAdded is the day of the import for 2 books without a date in “Bought”"])
    #expect(try shelf.take("Title,Author\nX,Y Z\n", at: "/b.csv").summary.notes.isEmpty)
  }

  /// The columns that the user mapped are mapped again in another table with the same columns.
  @Test func mapsAreRemembered() throws {
    var options = ImportOptions()
    func batch(_ text: String) throws -> SourceBatch {
      let file = SourceFile(path: "x", bytes: Array(text.utf8))
      return try SourceReader.read([file], as: ImportFormat.csv, options)[0]
    }
    options.maps = [("House", .publisher)]
    let first = try batch("Title,Author,House\nEmma,Jane Austen,Penguin\n")
    var choices = ImportChoices(nil)
    let remembered = choices.remember([:], first.chosenMaps)
    let change = try #require(remembered)
    options.maps = []
    options.rememberedMaps = ImportChoices(change.new).maps
    let second = try batch("title,Author,House\nDune,Frank Herbert,Ace\n")
    #expect(
      second.drafts(.book)[0][.publisher] == ["Ace"] && second.notes.contains { $0.contains("“House” as publisher") })
    #expect(try batch("Title,House\nDune,Ace\n").drafts(.book)[0][.publisher].isEmpty)
    #expect(second.chosenMaps.isEmpty)
  }
}
