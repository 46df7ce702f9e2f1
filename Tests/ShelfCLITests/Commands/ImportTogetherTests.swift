import Foundation
import ShelfTestSupport
import Testing

/// Tests that importing several files at once has the same result as importing them one after another.
@Suite struct ImportTogetherTests {
  private static let goodreads = """
    Book Id,Title,Author,ISBN13,My Rating,Exclusive Shelf
    1,A Wizard of Earthsea,Ursula K. Le Guin,,5,read
    2,Dune,Frank Herbert,,0,to-read

    """

  private static let storygraph = """
    Title,Authors,ISBN/UID,Format,Read Status,Dates Read,Moods,Pace,Star Rating,Review,Tags
    A Wizard of Earthsea,Ursula K. Le Guin,9780553383041,paperback,read,,adventurous,medium,4.25,Short.,
    Solaris,Stanislaw Lem,,paperback,to-read,,,,,,

    """

  /// Returns a new library that contains the specified files, and the absolute paths of the files.
  private func library(_ files: [(name: String, text: String)]) throws -> (library: TestLibrary, paths: [String]) {
    let library = try ImportTests.empty()
    for (name, text) in files { library["in/" + name] = text }
    return (library, files.map { library.absolute("in/" + $0.name) })
  }

  private func records(_ library: TestLibrary) throws -> [String: String] {
    try library.tree().filter { !$0.key.hasPrefix("in/") && $0.value.contains("Regular") }
  }

  /// Imports files together and one by one, and checks that the resulting libraries are equal. Returns the first
  /// library and the summary of its import.
  @discardableResult private func checkTogether(
    _ files: [(name: String, text: String)], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (library: TestLibrary, summary: [String: Any]) {
    let (together, paths) = try library(files)
    let summary = try ImportTests.summary(together, paths, sourceLocation: sourceLocation)
    let (apart, others) = try library(files)
    for path in others { _ = try ImportTests.summary(apart, [path], sourceLocation: sourceLocation) }
    #expect(try records(together) == records(apart), sourceLocation: sourceLocation)
    let before = try together.tree()
    let again = try ImportTests.summary(together, paths, sourceLocation: sourceLocation)
    #expect(again["new"] as? Int == 0 && again["changed"] as? Int == 0, sourceLocation: sourceLocation)
    #expect(try together.tree() == before, sourceLocation: sourceLocation)
    return (together, summary)
  }

  @Test func oneBookOfTwoProgramsIsOneRecord() throws {
    let (library, summary) = try checkTogether([("a.csv", Self.goodreads), ("b.csv", Self.storygraph)])
    #expect(ImportTests.counts(summary) == "4 3 1 0 0 0")
    #expect(summary["format"] is NSNull && (summary["files"] as? [Any])?.count == 2)
    #expect(try library.run("book list --format ids").split(separator: "\n").count == 3)
    let book = try library.run("book show earthsea --format yaml")
    // Values from the first file take precedence; the second file adds what is missing.
    #expect(
      book.contains("rating: 5\n") && book.contains("isbn: \"9780553383041\"\n") && book.contains("review: Short."))
    // The whole import is undone in one step.
    _ = try library.run("undo")
    #expect(try records(library).keys.sorted() == ["shelf.yaml"])
  }

  @Test func twoNumbersInTwoFilesAreTwoBooks() throws {
    let other = Self.goodreads.replacing("1,A Wizard", with: "77,A Wizard").replacing("2,Dune", with: "2,Dune")
    let (library, summary) = try checkTogether([("a.csv", Self.goodreads), ("b.csv", other)])
    #expect(try library.run("book list --format ids").split(separator: "\n").count == 3)
    #expect((summary["nearDuplicates"] as? [Any])?.count == 1)
  }

  /// Two similar rows in the same file are two books, because the user has both.
  @Test func twoRowsOfOneFileStayTwoBooks() throws {
    let twice = Self.goodreads + "3,Dune,Frank Herbert,,0,read\n"
    let (library, summary) = try checkTogether([("a.csv", twice), ("b.csv", twice)])
    #expect(try library.run("book list --format ids").split(separator: "\n").count == 3)
    #expect((summary["nearDuplicates"] as? [Any])?.count == 1)
  }

  @Test func highlightsFindTheBookOfAnotherFile() throws {
    let clippings = """
      Dune (Frank Herbert)
      - Your Highlight on page 5 | Location 71-72 | Added on Sunday, November 28, 2021 5:19:35 PM

      Fear is the mind-killer.
      ==========

      """
    let (library, _) = try checkTogether([("a.csv", Self.goodreads), ("b.txt", clippings)])
    #expect(try library.run("quote list book:dune --format ids").split(separator: "\n").count == 1)
    #expect(try library.run("book list --format ids").split(separator: "\n").count == 2)
    _ = try checkTogether([("b.txt", clippings), ("a.csv", Self.goodreads), ("c.csv", Self.storygraph)])
  }

  @Test func rowsOfSeveralFormatsCannotBeWrittenTogether() throws {
    let (library, paths) = try library([("a.csv", Self.goodreads), ("b.csv", Self.storygraph)])
    let failure = try library.refused("import", paths + ["--rejects", library.absolute("r.csv")])
    #expect(failure.contains("have several formats"))
  }
}
