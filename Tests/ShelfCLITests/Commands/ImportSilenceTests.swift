import Foundation
import Testing

/// Tests values that a newer file lacks, as opposed to values that it clears.
@Suite struct ImportSilenceTests {
  /// Returns the specified columns of the only book after several imports.
  private static func book(
    _ columns: String, after texts: [String], _ name: String = "csv", _ words: [String] = []
  ) throws -> String {
    try ImportTests.importing(texts, name, words).library.run("book list --columns", [columns]).trimmingCharacters(
      in: .newlines)
  }

  /// Returns a table with one row, limited to the specified columns.
  private static func table(_ row: [(String, String)], only columns: [String]? = nil) -> String {
    let row = row.filter { columns?.contains($0.0) ?? true }
    func line(_ cells: [String]) -> String {
      cells.map { $0.contains(",") || $0.contains("\"") ? "\"\($0.replacing("\"", with: "\"\""))\"" : $0 }
        .joined(separator: ",") + "\n"
    }
    return line(row.map(\.0)) + line(row.map(\.1))
  }

  private static func with(_ row: [(String, String)], _ cells: [String: String]) -> [(String, String)] {
    row.map { ($0.0, cells[$0.0] ?? $0.1) }
  }

  private static let goodreads = [
    ("Book Id", "1"), ("Title", "One"), ("Author", "Ann Lee"), ("Additional Authors", "Bob Cruz"), ("ISBN", "=\"\""),
    ("ISBN13", "=\"9780441013593\""), ("My Rating", "3"), ("Publisher", "P1"), ("Binding", "Paperback"),
    ("Number of Pages", "100"), ("Year Published", "2005"), ("Original Publication Year", "1968"),
    ("Date Read", "2020/01/02"), ("Date Added", "2019/03/04"), ("Bookshelves", "sf"), ("Exclusive Shelf", "read"),
    ("My Review", "my long review"), ("Private Notes", "private"),
  ]
  private static let columns =
    "author,isbn,rating,publisher,format,pages,year,dateCompleted,dateAdded,genres,status,review,notes"
  private static let whole =
    "Ann Lee; Bob Cruz\t9780441013593\t3\tP1\tPaperback\t100\t1968\t2020-01-02\t2019-03-04\tsf\tcompleted\t"
    + "my long review\tprivate"

  @Test(arguments: [
    ["Book Id", "Title", "Author", "ISBN13", "My Rating", "Bookshelves", "Exclusive Shelf"],
    ["Book Id", "Title", "Author", "Exclusive Shelf"],
    ["Book Id", "Title", "Author l-f", "Author", "Year Published", "Date Read", "Exclusive Shelf"],
  ])
  func aColumnThatIsNotThere(_ columns: [String]) throws {
    let files = [Self.table(Self.goodreads), Self.table(Self.goodreads, only: columns)]
    #expect(try Self.book(Self.columns, after: files) == Self.whole)
  }

  @Test func aRowThatIsTooShort() throws {
    let header = Self.goodreads.map(\.0).joined(separator: ",") + "\n"
    let (library, last) = try ImportTests.importing([Self.table(Self.goodreads), header + "1,One,Ann Lee\n"])
    #expect(try library.run("book list --columns", [Self.columns]) == Self.whole + "\n")
    #expect("\(last["problems"] ?? "")".contains("the row has 3 cells"))
  }

  @Test func aValueThatDoesNotRead() throws {
    let bad = Self.with(
      Self.goodreads, ["Date Read": "2020/13/45", "My Rating": "9", "Number of Pages": "abc", "ISBN13": "12345"])
    #expect(try Self.book(Self.columns, after: [Self.table(Self.goodreads), Self.table(bad)]) == Self.whole)
  }

  /// If a cell exists but is now empty, the import clears the value.
  @Test func aCellThatIsEmptyNow() throws {
    let empty = Self.with(
      Self.goodreads,
      [
        "My Rating": "0", "My Review": "", "Private Notes": "", "Publisher": "", "Number of Pages": "",
        "Bookshelves": "",
        "Date Read": "", "ISBN13": "=\"\"", "Exclusive Shelf": "to-read", "Additional Authors": "",
      ])
    #expect(
      try Self.book(Self.columns, after: [Self.table(Self.goodreads), Self.table(empty)])
        == "Ann Lee\t\t\t\tPaperback\t\t1968\t\t2019-03-04\t\twanted\t\t")
  }

  @Test func columnsThatSpreadsheetsLose() throws {
    let row = [
      ("Title", "SG"), ("Authors", "A B"), ("ISBN/UID", "9780525509288"), ("Format", "paperback"),
      ("Read Status", "read"), ("Date Added", "2019/01/01"), ("Last Date Read", "2021/05/05"),
      ("Dates Read", "2020/01/01-2020/02/01, 2021/05/05"), ("Moods", "dark"), ("Pace", "slow"), ("Star Rating", "4.25"),
      ("Review", "rev"), ("Tags", "a, b"),
    ]
    let lost = Self.table(row, only: ["Title", "Authors", "ISBN/UID", "Read Status", "Moods", "Pace"])
    let columns = "rating,genres,format,dateAdded,dateCompleted,readings,review"
    #expect(
      try Self.book(columns, after: [Self.table(row), lost]) == Self.book(columns, after: [Self.table(row)]))
  }

  /// BookWyrm exports from 2022 have no shelves and no dates.
  @Test(arguments: ["to-read", "reading", "read", "stopped-reading", "mine-123"])
  func anOlderGeneration(_ shelf: String) throws {
    let row = [
      ("title", "BW"), ("author_text", "A B, C D"), ("remote_id", "https://bw/book/1"), ("isbn_10", ""),
      ("isbn_13", "9780525509288"), ("start_date", "2024-01-01"), ("finish_date", shelf == "read" ? "2024-02-01" : ""),
      ("stopped_date", shelf == "stopped-reading" ? "2024-03-01" : ""), ("rating", "3.5"), ("review_name", "R"),
      ("review_cw", "cw"), ("review_content", "<p>rc</p>"), ("shelf", shelf), ("shelf_name", shelf),
    ]
    let old = Self.table(
      row,
      only: [
        "title", "author_text", "remote_id", "isbn_10", "isbn_13", "rating", "review_name", "review_cw",
        "review_content",
      ])
    let columns = "author,status,isbn,rating,dateStarted,dateCompleted,genres,review,notes"
    #expect(try Self.book(columns, after: [Self.table(row), old]) == Self.book(columns, after: [Self.table(row)]))
  }

  @Test func theTwoAnswersOfOpenLibrary() throws {
    let data = #"""
      {"ISBN:9780140328721": {"key": "/books/OL1M", "title": "Fox", "authors": [{"name": "Roald Dahl"}],
       "subjects": [{"name": "Animals"}], "identifiers": {"openlibrary": ["OL1M"], "isbn_13": ["9780140328721"]}}}
      """#
    let edition = #"""
      {"key": "/books/OL1M", "type": {"key": "/type/edition"}, "title": "Fox", "number_of_pages": 96,
       "isbn_13": ["9780140328721"], "authors": [{"key": "/authors/OL34184A"}]}
      """#
    #expect(try Self.book("author,genres,pages", after: [data, edition], "json") == "Roald Dahl\tAnimals\t96")
  }

  @Test func fewFieldsOfCalibre() throws {
    let all = #"""
      [{"id": 4, "title": "India", "authors": "Ann Lee & Bob Cruz", "uuid": "aaaaaaaa-0000-4000-8000-000000000004",
        "author_sort": "x", "identifiers": {"isbn": "9780140328721"}, "formats": ["/x/a.epub"], "rating": 8,
        "pubdate": "2001-02-03T00:00:00+00:00", "timestamp": "2020-01-01T00:00:00+00:00", "comments": "<p>c</p>"}]
      """#
    let few = #"""
      [{"id": 4, "title": "India", "authors": "Ann Lee & Bob Cruz", "uuid": "aaaaaaaa-0000-4000-8000-000000000004"}]
      """#
    let package = """
      <?xml version="1.0"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="u">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
      <dc:identifier id="u" opf:scheme="uuid">aaaaaaaa-0000-4000-8000-000000000004</dc:identifier>
      <dc:title>India</dc:title><dc:creator opf:role="aut">Ann Lee</dc:creator>
      <dc:creator opf:role="aut">Bob Cruz</dc:creator></metadata></package>

      """
    let columns = "author,isbn,format,rating,year,dateAdded,synopsis"
    let expected = try Self.book(columns, after: [all], "json")
    #expect(expected.contains("EPUB"))
    #expect(try Self.book(columns, after: [all, few], "json") == expected)
    #expect(try Self.book(columns, after: [all, package], "json") == expected)
  }

  @Test func highlightsOfFewerColumns() throws {
    let row = [
      ("Highlight", "H1"), ("Book Title", "Bk"), ("Book Author", "J D"), ("Amazon Book ID", "B01"), ("Note", "mine"),
      ("Color", "y"), ("Tags", "t1"), ("Location Type", "location"), ("Location", "12"),
      ("Highlighted at", "2021-05-05 10:11:12+00:00"), ("Document tags", "dt"),
    ]
    let old = Self.table(row, only: row.map(\.0).dropLast(2) + [])
    let (library, last) = try ImportTests.importing([Self.table(row), old])
    #expect(
      try library.run("quote list --columns note,tags,location,creationDate")
        == "mine\tt1\tloc 12\t2021-05-05T10:11:12Z\n"
    )
    #expect(try library.run("book list --columns genres") == "dt\n")
    #expect(ImportTests.counts(last) == "1 0 0 1 0 0")
    let emptied = Self.table(Self.with(row, ["Note": "", "Tags": ""]))
    let (other, _) = try ImportTests.importing([Self.table(row), emptied])
    #expect(try other.run("quote list --columns note,tags") == "\t\n")
  }

  @Test func aListOfAnybody() throws {
    let row = [
      ("title", "T"), ("author", "A"), ("rating", "4"), ("status", "abandoned"), ("finished", "2020-01-01"),
      ("genres", "x, y"), ("notes", "n"),
    ]
    let columns = "rating,status,dateCompleted,genres,notes"
    let expected = try Self.book(columns, after: [Self.table(row)])
    for few in [["title", "author"], ["title", "author", "finished"], ["title", "author", "rating"]] {
      #expect(try Self.book(columns, after: [Self.table(row), Self.table(row, only: few)]) == expected, "\(few)")
    }
    let bad = Self.table(Self.with(row, ["rating": "many", "status": "odd"]))
    #expect(try Self.book(columns, after: [Self.table(row), bad]) == expected)
  }

  // MARK: - Truncated files

  @Test func aCellThatIsCut() throws {
    let text = Self.table(Self.goodreads)
    let cut = String(text[..<text.range(of: "my l")!.upperBound])
    let (library, last) = try ImportTests.importing([text, cut])
    #expect(try library.run("book list --columns review,notes") == "my long review\tprivate\n")
    #expect("\(last["problems"] ?? "")".contains("“my l” may be cut"))
  }

  @Test func anEntryThatIsCut() throws {
    func entry(_ place: String, _ text: String) -> String {
      "Dune (Frank Herbert)\r\n- Your Highlight on page 6 | Location \(place) | Added on Sunday, November 28, 2021 "
        + "5:19:35 PM\r\n\r\n\(text)\r\n==========\r\n"
    }
    let whole = entry("71-72", "first") + entry("81-84", "a long highlight that goes on and on")
    let (library, last) = try ImportTests.importing([whole, String(whole.dropLast(25))], "txt")
    #expect(try library.run("quote list --sort text --columns text").contains("a long highlight that goes on and on\n"))
    #expect(ImportTests.counts(last) == "2 0 0 2 0 0")
    #expect("\(last["problems"] ?? "")".contains("the file ends in this entry, whose text may be cut off"))
    // Importing the complete file completes the text.
    let (other, more) = try ImportTests.importing([String(whole.dropLast(25)), whole], "txt")
    #expect(try other.run("quote list --sort text --columns text").contains("a long highlight that goes on and on\n"))
    #expect(ImportTests.counts(more) == "2 0 1 1 0 0")
  }

  @Test(arguments: [
    "Book Id,Title,Author,Exclusive Shelf\n1,\"Dune,Frank Herbert,read\n2,Emma,\"Jane Austen\",read\n3,Ilium,Dan Simmons,read\n",
    "Book Id,Title,Author,Exclusive Shelf\n1,\"Dune,Frank Herbert,read\n2,\"Emma\",Jane Austen,read\n3,Ilium,Dan Simmons,read\n",
  ])
  func aQuotationMarkThatIsNotClosed(_ text: String) throws {
    let (library, last) = try ImportTests.importing([text])
    #expect(
      try library.run("book list --sort title --columns title,author") == "Emma\tJane Austen\nIlium\tDan Simmons\n")
    #expect(ImportTests.counts(last) == "3 2 0 0 0 1")
    #expect("\(last["problems"] ?? "")".contains("the quotation mark in line 2 is not closed"))
  }

  /// Tests unescaped quotation marks in a multiline review.
  @Test func marksInsideOfAText() throws {
    let text =
      "Book Id,Title,Author,My Review,Exclusive Shelf\n1,Dune,Frank Herbert,\"Two\nlines of \"good\" words\",read\n"
    let (library, last) = try ImportTests.importing([text])
    #expect(ImportTests.counts(last) == "1 1 0 0 0 0")
    #expect(try library.run("book list --json review").contains("lines of"))
  }
}
