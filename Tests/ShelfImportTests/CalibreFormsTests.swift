import ShelfTestSupport
import Testing

@testable import ShelfImport
@testable import ShelfModel

/// One Calibre library, read from its database, from the OPF files next to its books, and from its catalogue. All three
/// must yield the same books.
@Suite struct CalibreFormsTests {
  private struct Book: Equatable {
    let title: String
    let authors: [String]
    let series: String?
    let sources: Set<String>
    let isbn: String?

    init(_ draft: Draft) {
      title = draft.first(.title) ?? ""
      authors = draft[.author]
      series = draft.first(.series)
      sources = Set(draft.sources)
      isbn = draft.first(.isbn)
    }
  }

  private static let uuids = ["1b3d3c5c-0000-4000-8000-000000000001", "1b3d3c5c-0000-4000-8000-000000000002"]

  private static let statements = """
    CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, timestamp TEXT, pubdate TEXT, series_index REAL, uuid TEXT,
      author_sort TEXT);
    CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT, sort TEXT);
    CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book INTEGER, author INTEGER);
    CREATE TABLE series (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE books_series_link (id INTEGER PRIMARY KEY, book INTEGER, series INTEGER);
    CREATE TABLE identifiers (id INTEGER PRIMARY KEY, book INTEGER, type TEXT, val TEXT);
    INSERT INTO books VALUES (1, 'Tides & Sand: Sól', '2020-01-01', '2001-02-03', 2.0, '\(uuids[0])', 'x'),
      (2, 'Short', '2020-01-01', '2001-02-03', 1.0, '\(uuids[1])', 'x');
    INSERT INTO authors VALUES (1, 'Jane Doe', 'Doe, Jane'), (3, 'José Pérez', 'Pérez, José');
    INSERT INTO books_authors_link VALUES (1, 1, 1), (2, 1, 3), (3, 2, 1);
    INSERT INTO series VALUES (1, 'Shores');
    INSERT INTO books_series_link VALUES (1, 1, 1);
    INSERT INTO identifiers VALUES (1, 1, 'isbn', '9780306406157'), (2, 1, 'goodreads', '5');
    """

  private static func package(_ metadata: String) -> String {
    """
    <package version="2.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="uuid_id">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">\(metadata)</metadata>
    </package>
    """
  }

  private static let packages = [
    package(
      """
      <dc:identifier opf:scheme="uuid" id="uuid_id">\(uuids[0])</dc:identifier><dc:title>Tides &amp; Sand: Sól</dc:title>
      <dc:creator opf:role="aut" opf:file-as="Doe, Jane">Jane Doe</dc:creator>
      <dc:creator opf:role="aut" opf:file-as="Pérez, José">José Pérez</dc:creator>
      <dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier>
      <dc:identifier opf:scheme="GOODREADS">5</dc:identifier>
      <meta name="calibre:series" content="Shores"/><meta name="calibre:series_index" content="2.0"/>
      """),
    package(
      """
      <dc:identifier opf:scheme="uuid" id="uuid_id">\(uuids[1])</dc:identifier><dc:title>Short</dc:title>
      <dc:creator opf:role="aut">Jane Doe</dc:creator>
      """),
  ]

  private static let catalogue =
    "\u{FEFF}author_sort,authors,id,identifiers,isbn,series,series_index,timestamp,title,title_sort,uuid\n"
    + "\"Doe, Jane & Pérez, José\",\"Jane Doe & José Pérez\",1,\"goodreads:5,isbn:9780306406157\",9780306406157,Shores,"
    + "2.0,2020-01-01T00:00:00+00:00,Tides & Sand: Sól,Tides & Sand: Sól,\(uuids[0])\n"
    + "\"Doe, Jane\",Jane Doe,2,,,,1.0,2020-01-01T00:00:00+00:00,Short,Short,\(uuids[1])\n"

  @Test func allFormsTellTheSame() throws {
    func books(_ batch: SourceBatch) -> [Book] { batch.drafts(.book).map(Book.init) }
    let wanted = books(try read([("metadata.db", try database(Self.statements))]))
    #expect(wanted.map(\.title) == ["Tides & Sand: Sól", "Short"])
    #expect(wanted[0].authors == ["Jane Doe", "José Pérez"] && wanted[0].series == "Shores 2")
    #expect(wanted[0].sources == ["calibre:\(Self.uuids[0])", "goodreads:5"] && wanted[0].isbn == "9780306406157")
    let packages = Self.packages.enumerated().map { ("\($0.offset).opf", Array($0.element.utf8)) }
    #expect(books(try read(packages)) == wanted)
    #expect(books(try read([("catalog.csv", Array(Self.catalogue.utf8))])) == wanted)
  }
}
