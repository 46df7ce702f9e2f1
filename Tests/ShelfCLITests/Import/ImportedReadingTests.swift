import Foundation
import Testing

/// Tests readings of the same book that several sources report, or that one source reports at different times.
@Suite struct ImportedReadingTests {
  private static let storygraph = """
    Title,Authors,ISBN/UID,Format,Read Status,Dates Read,Moods,Pace,Star Rating
    Tides,Ann Roe,9780306406157,paperback,read,"2020/05/01-2020/05/20, 2022/03/01-2022/03/10",,,5.0

    """

  private static func goodreads(_ day: String, _ shelf: String = "read", count: String = "1") -> String {
    "Book Id,Title,Author,ISBN13,Date Read,Exclusive Shelf,Read Count\n1,Tides,Ann Roe,9780306406157,\(day),\(shelf),\(count)\n"
  }

  private static func hardcover(_ status: String, _ start: String, _ end: String) -> String {
    "Title,Author,Status,Hardcover Book ID,ISBN 13,Date Started,Date Finished,Rating\nTides,Ann Roe,\(status),101,9780306406157,\(start),\(end),\n"
  }

  private static func sidecar(_ share: Double, _ status: String = "reading") -> String {
    """
    return {
        ["doc_props"] = { ["title"] = "Tides", ["authors"] = "Ann Roe" },
        ["partial_md5_checksum"] = "0123456789abcdef0123456789abcdef",
        ["percent_finished"] = \(share),
        ["summary"] = { ["status"] = "\(status)", ["modified"] = "2025-08-11" },
    }

    """
  }

  private static func reading(_ library: TestLibrary) throws -> String {
    try library.run("book list --columns status,dateStarted,dateCompleted,progress,readings").trimmed
      .replacing("\t", with: "|")
  }

  /// Imports a file, and checks that a second import changes nothing.
  @discardableResult private static func take(
    _ text: String, into library: TestLibrary, _ words: [String] = [], name: String = "in/a.csv",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    library[name] = text
    let words = words + [library.absolute(name)]
    let summary = try ImportTests.summary(library, words, sourceLocation: sourceLocation)
    let before = try library.run("book list --format json")
    _ = try ImportTests.summary(library, words, sourceLocation: sourceLocation)
    #expect(try library.run("book list --format json") == before, sourceLocation: sourceLocation)
    return summary
  }

  private static func differences(_ summary: [String: Any]) -> [String] {
    (summary["differences"] as? [[String: Any]] ?? []).flatMap { ($0["fields"] as? [String: Any] ?? [:]).keys }.sorted()
  }

  @Test(arguments: [false, true], [false, true]) func twoTrackersTellOfTwoReadings(
    together: Bool, reversed: Bool
  ) throws {
    let library = try ImportTests.empty()
    var texts = [Self.goodreads("2020/05/20"), Self.storygraph]
    if reversed { texts.reverse() }
    if together {
      for (number, text) in texts.enumerated() { library["in/\(number).csv"] = text }
      _ = try ImportTests.summary(library, [library.absolute("in/0.csv"), library.absolute("in/1.csv")])
    } else {
      for text in texts { try Self.take(text, into: library) }
    }
    #expect(try Self.reading(library) == "completed|2022-03-01|2022-03-10||2020-05-01/2020-05-20")
    // Even without the record of earlier imports, importing the files again changes nothing.
    try FileManager.default.removeItem(atPath: library.absolute(".shelf/imports"))
    for text in texts { #expect(try Self.differences(Self.take(text, into: library)) == []) }
    #expect(try Self.reading(library) == "completed|2022-03-01|2022-03-10||2020-05-01/2020-05-20")
  }

  @Test func aBookThatWasFinishedIsBeingReadAgain() throws {
    let library = try ImportTests.empty()
    try Self.take(Self.goodreads("2015/06/01"), into: library)
    try Self.take(Self.hardcover("Currently Reading", "2025-08-11", ""), into: library)
    #expect(try Self.reading(library) == "inProgress|2025-08-11|||/2015-06-01")
  }

  /// Returns a library with a book that the user added, after running a command about its reading.
  private static func own(_ command: String) throws -> TestLibrary {
    let library = try ImportTests.empty()
    _ = try library.run("book add Tides", ["--author", "Ann Roe"])
    _ = try library.run(command)
    return library
  }

  @Test func anOwnReadingMakesRoomForALaterOne() throws {
    let library = try Self.own("finish Tides --date 2010-01-01")
    try Self.take(Self.hardcover("Read", "2024-02-02", "2024-03-02"), into: library)
    #expect(try Self.reading(library) == "completed|2024-02-02|2024-03-02||/2010-01-01")
  }

  @Test func anEarlierReadingGoesBehindTheOwn() throws {
    let library = try Self.own("start Tides --date 2025-01-01")
    let summary = try Self.take(Self.hardcover("Read", "2020-02-02", "2020-03-02"), into: library)
    #expect(try Self.reading(library) == "inProgress|2025-01-01|||2020-02-02/2020-03-02")
    #expect(Self.differences(summary) == [])
  }

  /// If it is unclear whether the reading in the file is the one in progress, the book is not changed and the
  /// difference is reported.
  @Test func whatIsNotClearStaysAndIsNamed() throws {
    let library = try ImportTests.empty()
    _ = try library.run("book add Tides", ["--author", "Ann Roe"])
    _ = try library.run("start Tides --date 2024-01-01")
    let file = Self.hardcover("Read", "2024-01-05", "2024-02-02")
    #expect(try Self.differences(Self.take(file, into: library)) == ["dateCompleted", "dateStarted", "status"])
    #expect(try Self.reading(library) == "inProgress|2024-01-01")
    try Self.take(file, into: library, ["--update"])
    #expect(try Self.reading(library) == "completed|2024-01-05|2024-02-02")
  }

  @Test func progressBelongsToTheReadingThatGoesOn() throws {
    let library = try ImportTests.empty()
    try Self.take(Self.goodreads("2015/06/01"), into: library)
    let name = "in/Tides.sdr/metadata.epub.lua"
    let summary = try Self.take(Self.sidecar(0.46), into: library, name: name)
    #expect(Self.differences(summary) == ["progress", "status"])
    #expect(try Self.reading(library) == "completed||2015-06-01")
    try Self.take(Self.sidecar(0.46), into: library, ["--update"], name: name)
    #expect(try Self.reading(library) == "inProgress|||46%|/2015-06-01")
  }

  // MARK: - A newer file of one source

  @Test(arguments: [
    ("2019/06/01", "1", "2022/03/10", "2", "completed||2022-03-10||/2019-06-01"),
    // The newer file has the same reading with a corrected date.
    ("2019/06/01", "1", "2022/03/10", "1", "completed||2022-03-10"),
    ("2019/06/01", "1", "2019/06/03", "2", "completed||2019-06-03||/2019-06-01"),
    ("2019/06/01", "", "2022/03/10", "1", "completed||2022-03-10||/2019-06-01"),
    ("2019/06/01", "", "2019/06/03", "1", "completed||2019-06-03"),
  ])
  func aNewerExport(_ old: String, _ count: String, _ new: String, _ newCount: String, _ expected: String) throws {
    let library = try ImportTests.empty()
    try Self.take(Self.goodreads(old, count: count), into: library)
    try Self.take(Self.goodreads(new, count: newCount), into: library)
    #expect(try Self.reading(library) == expected)
  }

  @Test func aReadingThatTheOwnerMendedMakesRoomWhole() throws {
    let library = try ImportTests.empty()
    try Self.take(Self.goodreads("2019/06/01"), into: library)
    _ = try library.run("book set Tides dateStarted=2019-05-01")
    try Self.take(Self.goodreads("2022/03/10", count: "2"), into: library)
    #expect(try Self.reading(library) == "completed||2022-03-10||2019-05-01/2019-06-01")
  }

  @Test func startedAgainThere() throws {
    let library = try ImportTests.empty()
    try Self.take(Self.hardcover("Read", "2019-05-01", "2019-06-01"), into: library)
    try Self.take(Self.hardcover("Currently Reading", "2024-02-01", ""), into: library)
    #expect(try Self.reading(library) == "inProgress|2024-02-01|||2019-05-01/2019-06-01")
    try Self.take(Self.hardcover("Read", "2024-02-01", "2024-03-01"), into: library)
    #expect(try Self.reading(library) == "completed|2024-02-01|2024-03-01||2019-05-01/2019-06-01")
  }

  // MARK: - Updating from the file

  /// An import does not report the user's own changes as differences. `--update` applies only the differences that an
  /// import has reported, including an earlier import.
  @Test func updatingTakesWhatIsNamedAndNothingElse() throws {
    func file(_ rating: String, _ publisher: String) -> String {
      "Book Id,Title,Author,My Rating,Publisher,Exclusive Shelf,Bookshelves,Private Notes\n"
        + "1,Tides,Ann Roe,\(rating),\(publisher),read,a,n\n"
    }
    let library = try ImportTests.empty()
    try Self.take(file("3", "Ace"), into: library)
    _ = try library.run("genre add b")
    _ = try library.run("book set Tides", ["title=Mine", "notes=", "genres+=b", "rating=5"])
    let newer = file("4", "Tor")
    for words in [[], ["--dry-run"], []] {
      #expect(try Self.differences(ImportTests.summary(library, words + write(newer))) == ["rating"])
    }
    func write(_ text: String) -> [String] {
      library["in/a.csv"] = text
      return [library.absolute("in/a.csv")]
    }
    let last = try ImportTests.summary(library, ["--update"] + write(newer))
    #expect(Self.differences(last) == [] && ImportTests.counts(last) == "1 0 1 0 0 0")
    let book = try library.run("book list --columns title,rating,publisher,notes,genres").trimmed
    #expect(book == "Mine\t4\tTor\t\ta; b")
  }
}
