import ShelfSystem
import ShelfTestSupport
import Testing

@testable import ShelfImport
@testable import ShelfModel

/// OPF files of both versions, and OPF files next to a database.
@Suite struct CalibrePackageTests {
  private static func package(_ metadata: String) -> String {
    """
    <package version="3.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="id">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    \(metadata)
    </metadata></package>
    """
  }

  @Test func versionThree() throws {
    let batch = try read(
      Self.package(
        """
        <dc:identifier id="id">urn:uuid:AAAA-3</dc:identifier><dc:identifier>isbn:9780306406157</dc:identifier>
        <dc:identifier>goodreads:5</dc:identifier><dc:identifier>https://example.org/x</dc:identifier>
        <dc:title id="s">Sub</dc:title><dc:title id="t">Main</dc:title>
        <meta refines="#t" property="title-type">main</meta><meta refines="#s" property="title-type">subtitle</meta>
        <dc:creator id="c1">Jane Doe</dc:creator><meta refines="#c1" property="role">aut</meta>
        <dc:creator id="c2">Tr Ans</dc:creator><meta refines="#c2" property="role" scheme="marc:relators">trl</meta>
        <meta property="belongs-to-collection" id="k">A Set</meta>
        <meta property="belongs-to-collection" id="s1">Shores</meta>
        <meta refines="#s1" property="collection-type">series</meta><meta refines="#s1" property="group-position">3.00</meta>
        <meta property="calibre:rating">8</meta><meta property="calibre:timestamp">2024-02-01T10:00:00+00:00</meta>
        <meta property="calibre:user_metadata">{"#own": {"#value#": "mine"}, "#saga": {"#value#": "Saga", "#extra#": 2.0}}</meta>
        <meta property="calibre:annotation">{"annotation": {"highlighted_text": "a mark", "uuid": "u9", "type": "highlight"}}</meta>
        """))
    let book = batch.drafts[0]
    #expect(book.first(.title) == "Main: Sub" && book[.author] == ["Jane Doe"] && book.first(.series) == "Shores 3")
    #expect(book.first(.rating) == "4" && book.first(.dateAdded) == "2024-02-01")
    #expect(book.first(.isbn) == "9780306406157" && book.sources == ["calibre:AAAA-3", "goodreads:5"])
    #expect(book[.contributors] == ["Tr Ans (translator)"])
    #expect(batch.leftOut == ["belongs-to-collection": 1, "#own": 1, "#saga": 1])
    #expect(batch.drafts(.quote).map { $0.first(.text) } == ["a mark"])
  }

  @Test func elementsWithAPrefix() throws {
    let batch = try read(
      """
      <?xml version="1.0"?>
      <opf:package xmlns:opf="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" version="3.0">
      <opf:metadata><dc:title>T</dc:title><dc:creator>A B</dc:creator></opf:metadata></opf:package>
      """)
    #expect(batch.format == "calibre" && batch.drafts[0].first(.title) == "T" && batch.drafts[0][.author] == ["A B"])
  }

  @Test func identifiersOfVersionTwo() throws {
    let batch = try read(
      Self.package(
        """
        <dc:identifier opf:scheme="uuid">bbbb</dc:identifier><dc:identifier opf:scheme="ISBN13">9780306406157</dc:identifier>
        <dc:identifier opf:scheme="URI">http://x</dc:identifier><dc:identifier opf:scheme="MOBI-ASIN">B01</dc:identifier>
        <dc:title>T</dc:title><meta name="calibre:user_metadata:#saga" content="{&quot;#value#&quot;: &quot;Saga&quot;, &quot;#extra#&quot;: 2.0}"/>
        """), maps: [("#saga", .series)])
    #expect(batch.drafts[0].first(.isbn) == "9780306406157" && batch.leftOut == ["uri": 1])
    #expect(batch.drafts[0].sources == ["calibre:bbbb", "amazon:B01"] && batch.drafts[0].first(.series) == "Saga 2")
  }

  /// In Calibre's JSON, the position in a custom series is in a separate column.
  @Test func seriesOfOnesOwn() throws {
    let batch = try read(
      ##"[{"title":"T","uuid":"u","authors":"A","author_sort":"A","*saga":"Saga","*saga_index":4.0,"*shelf":["S| Two","x"]}]"##,
      maps: [("#saga", .series), ("#shelf", .genres)])
    #expect(batch.drafts[0].first(.series) == "Saga 4" && batch.drafts[0][.genres] == ["S, Two", "x"])
    #expect(batch.leftOut.isEmpty)
  }

  /// The database takes precedence over the OPF files next to it. Books that are only in OPF files are imported as
  /// well.
  @Test func filesBesideADatabase() throws {
    let folder = try TemporaryFolder()
    let database = try ShelfImportTests.database(
      """
      CREATE TABLE books(id INTEGER PRIMARY KEY, title TEXT, author_sort TEXT, timestamp TEXT, pubdate TEXT,
        series_index REAL, uuid TEXT);
      INSERT INTO books VALUES (1, 'Renamed', 'x', '', '', 1.0, 'AAAA-1');
      CREATE TABLE ratings(id INTEGER PRIMARY KEY, rating INTEGER);
      INSERT INTO ratings VALUES (1, 8);
      CREATE TABLE books_ratings_link(id INTEGER PRIMARY KEY, book INTEGER, rating INTEGER);
      INSERT INTO books_ratings_link VALUES (1, 1, 1);
      """)
    let opf = { (id: String, title: String) in
      Array(
        Self.package(
          "<dc:identifier opf:scheme=\"uuid\">\(id)</dc:identifier><dc:title>\(title)</dc:title>"
            + "<meta name=\"calibre:rating\" content=\"10\"/>"
        ).utf8)
    }
    try folder.write("metadata.db", database)
    try folder.write("A/Known (1)/metadata.opf", opf("aaaa-1", "Known"))
    try folder.write("A/Lost (2)/metadata.opf", opf("bbbb-2", "Lost"))
    var source = ImportSource(fileSystem: DiskFileSystem())
    try source.add(folder.path)
    let batch = try #require(try SourceReader.read(source.files, as: nil, isFolder: true, ImportOptions()).first)
    #expect(batch.titles == ["Renamed", "Lost"] && batch.read == 2)
    // When the user names both files, in either order, their common identifier connects them and the database takes
    // precedence.
    let files = [(name: "o", bytes: opf("AAAA-1", "Known")), (name: "d", bytes: database)]
    for files in [files, files.reversed()] {
      let both = try read(files)
      #expect(both.drafts.count == 1 && both.drafts[0].first(.rating) == "4" && both.titles == ["Renamed"])
      #expect(both.reasons.contains("rating"))
    }
  }
}
