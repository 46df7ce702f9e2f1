import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Tests the variants of Apple Books databases that other programs can read.
@Suite struct AppleBooksShapeTests {
  /// The relevant columns of the books table.
  private static let table = """
    CREATE TABLE ZBKLIBRARYASSET (Z_PK INTEGER PRIMARY KEY, ZASSETID VARCHAR, ZTITLE VARCHAR, ZAUTHOR VARCHAR,
      ZISFINISHED INTEGER, ZDATEFINISHED TIMESTAMP, ZREADINGPROGRESS FLOAT, ZCREATIONDATE TIMESTAMP,
      ZPURCHASEDATE TIMESTAMP, ZCONTENTTYPE INTEGER, ZDATASOURCEIDENTIFIER VARCHAR, ZCANREDOWNLOAD INTEGER,
      ZISSAMPLE INTEGER, ZISSTOREAUDIOBOOK INTEGER, ZSERIESCONTAINER INTEGER, ZSEQUENCENUMBER DECIMAL, ZEPUBID VARCHAR,
      ZRATING INTEGER, ZPAGECOUNT INTEGER, ZYEAR VARCHAR);

    """

  private func books(_ rows: String, _ more: String = "") throws -> SourceBatch {
    try read([("BKLibrary-1.sqlite", try database(Self.table + rows + more))])
  }

  /// Returns a statement that adds a book.
  private static func add(_ key: Int, _ id: String, _ values: [String: String] = [:]) -> String {
    let all = ["Z_PK": "\(key)", "ZASSETID": "'\(id)'", "ZTITLE": "'T\(key)'", "ZAUTHOR": "'A B'"]
      .merging(values) { $1 }.sorted { $0.key < $1.key }
    return "INSERT INTO ZBKLIBRARYASSET (\(all.map(\.key).joined(separator: ", "))) "
      + "VALUES (\(all.map(\.value).joined(separator: ", ")));\n"
  }

  /// In addition to the user's books, the table lists series, and books in these series that are for sale.
  @Test func seriesAndOffers() throws {
    let shop = "'com.apple.ibooks.BKLibraryDataSourceSeries'"
    let batch = try books(
      Self.add(1, "S", ["ZTITLE": "'Coasts'", "ZCONTENTTYPE": "5", "ZDATASOURCEIDENTIFIER": shop])
        + Self.add(
          2, "V1",
          ["ZSERIESCONTAINER": "1", "ZSEQUENCENUMBER": "1", "ZDATASOURCEIDENTIFIER": shop, "ZCANREDOWNLOAD": "1"])
        + Self.add(
          3, "V2",
          ["ZSERIESCONTAINER": "1", "ZSEQUENCENUMBER": "2", "ZDATASOURCEIDENTIFIER": shop, "ZCANREDOWNLOAD": "0"])
        + Self.add(4, "V3", ["ZSERIESCONTAINER": "1", "ZSEQUENCENUMBER": "2.5", "ZREADINGPROGRESS": "0.1"])
        + Self.add(5, "V4", ["ZSERIESCONTAINER": "77"]))
    #expect(batch.read == 5 && batch.skipped == 2)
    #expect(
      batch.reasons.contains("“Coasts” is a series") && batch.reasons.contains("“T3” is a suggestion of the store"))
    #expect(batch.drafts.map { $0.first(.series) } == ["Coasts 1", "Coasts 2.5", nil])
  }

  /// A sample is treated as a book only once it has been started.
  @Test func samples() throws {
    let batch = try books(
      Self.add(1, "A", ["ZISSAMPLE": "1"]) + Self.add(2, "B", ["ZISSAMPLE": "1", "ZREADINGPROGRESS": "0.03"])
        + Self.add(3, "C", ["ZISSAMPLE": "0"]))
    #expect(batch.titles == ["T2", "T3"] && batch.skipped == 1 && batch.reasons.contains("“T1” is a sample"))
    #expect(batch.drafts[0].first(.status) == "inProgress" && batch.drafts[0].first(.progress) == "3%")
  }

  /// Books with missing flags, dates without a flag, zeros that stand for missing values, and times in seconds since
  /// 2001.
  @Test func flagsAndDays() throws {
    let batch = try books(
      Self.add(1, "A", ["ZISFINISHED": "1", "ZDATEFINISHED": "726700000.25", "ZREADINGPROGRESS": "0.4"])
        + Self.add(2, "B", ["ZISFINISHED": "NULL", "ZDATEFINISHED": "726700000", "ZRATING": "0", "ZPAGECOUNT": "0"])
        + Self.add(3, "C", ["ZISFINISHED": "1", "ZRATING": "4", "ZYEAR": "'1999'"])
        + Self.add(4, "D", ["ZCREATIONDATE": "0", "ZREADINGPROGRESS": "1.7"])
        + Self.add(5, "E", ["ZCREATIONDATE": "726700000", "ZPURCHASEDATE": "700000000"])
        + Self.add(6, "F", ["ZCREATIONDATE": "-63114076800.0"]))
    let (a, b, c, d, e) = (batch.drafts[0], batch.drafts[1], batch.drafts[2], batch.drafts[3], batch.drafts[4])
    #expect(a.first(.status) == "completed" && a.first(.dateCompleted) == "2024-01-11" && a[.progress].isEmpty)
    #expect(b.first(.status) == "onShelf" && b[.dateCompleted].isEmpty && b[.rating].isEmpty && b[.pages].isEmpty)
    #expect(batch.leftOut == ["ZDATEFINISHED": 1])
    #expect(c.first(.status) == "completed" && c[.dateCompleted].isEmpty && c.first(.rating) == "4")
    #expect(c.first(.year) == "1999" && d.first(.dateAdded) == "2001-01-01" && d.first(.progress) == "100%")
    #expect(e.first(.dateAdded) == "2023-03-08" && batch.drafts[5][.dateAdded].isEmpty)
  }

  @Test func formatsAndNumbers() throws {
    let batch = try books(
      Self.add(1, "A", ["ZISSTOREAUDIOBOOK": "1"]) + Self.add(2, "B", ["ZCONTENTTYPE": "3"])
        + Self.add(3, "C", ["ZCONTENTTYPE": "1", "ZEPUBID": "'urn:isbn:9780306406157'"])
        + Self.add(4, "D", ["ZEPUBID": "'1A2B-3C'"]))
    #expect(batch.drafts.map { $0.first(.format) } == ["Audiobook", "PDF", nil, nil])
    #expect(batch.drafts.map { $0.first(.isbn) } == [nil, nil, "9780306406157", nil] && batch.problems.isEmpty)
  }

  /// The user's own collections become genres. The built-in collection “Want to Read” sets the status of its unfinished
  /// books.
  @Test func collections() throws {
    let own = "'550E8400-E29B-41D4-A716-446655440000'"
    let tables = """
      CREATE TABLE ZBKCOLLECTION (Z_PK INTEGER PRIMARY KEY, ZDELETEDFLAG INTEGER, ZCOLLECTIONID VARCHAR, ZTITLE VARCHAR);
      CREATE TABLE ZBKCOLLECTIONMEMBER (Z_PK INTEGER PRIMARY KEY, ZSORTKEY INTEGER, ZASSET INTEGER, ZCOLLECTION INTEGER,
        ZASSETID VARCHAR);
      INSERT INTO ZBKCOLLECTION VALUES (1, 0, \(own), 'Sea'), (2, 0, 'Want_To_Read_Collection_ID', 'Want to Read'),
        (3, 1, '650E8400-E29B-41D4-A716-446655440000', 'Gone'), (4, 0, 'Books_Collection_ID', 'Books');
      INSERT INTO ZBKCOLLECTIONMEMBER VALUES (1, 1, 1, 1, 'A'), (2, 1, 2, 2, 'B'), (3, 1, 2, 3, 'B'), (4, 1, 1, 4, 'A'),
        (5, 2, 3, 1, NULL), (6, 2, 3, 2, 'C');
      """
    let batch = try books(Self.add(1, "A") + Self.add(2, "B") + Self.add(3, "C", ["ZISFINISHED": "1"]), tables)
    #expect(batch.drafts.map { $0[.genres] } == [["Sea"], [], ["Sea"]])
    #expect(batch.drafts.map { $0.first(.status) } == ["onShelf", "wanted", "completed"])
  }

  /// The earliest libraries have few columns, and numbers where later ones have text.
  @Test func fewColumns() throws {
    let bytes = try database(
      "CREATE TABLE ZBKLIBRARYASSET (ZASSETID INTEGER, ZTITLE TEXT); INSERT INTO ZBKLIBRARYASSET VALUES (12, 'T'), (13, '');"
    )
    let batch = try read([("x.sqlite", bytes)])
    #expect(batch.drafts.map(\.sources) == [["apple-books:12"]] && batch.rejected == 1)
    #expect(batch.drafts[0].incomplete.contains(.author))
  }

  private static let marks = """
    CREATE TABLE ZAEANNOTATION (Z_PK INTEGER PRIMARY KEY, ZANNOTATIONDELETED INTEGER, ZANNOTATIONISUNDERLINE INTEGER,
      ZANNOTATIONSTYLE INTEGER, ZANNOTATIONTYPE INTEGER, ZPLLOCATIONRANGESTART INTEGER, ZANNOTATIONCREATIONDATE TIMESTAMP,
      ZANNOTATIONASSETID VARCHAR, ZANNOTATIONLOCATION VARCHAR, ZANNOTATIONNOTE VARCHAR,
      ZANNOTATIONREPRESENTATIVETEXT VARCHAR, ZANNOTATIONSELECTEDTEXT VARCHAR, ZANNOTATIONUUID VARCHAR);

    """

  /// The database contains highlights, underlines, notes with and without text, bookmarks, reading positions and
  /// deleted marks.
  @Test func marks() throws {
    let rows = """
      INSERT INTO ZAEANNOTATION VALUES
        (1, 0, 0, 3, 2, 9, 726602576.413, 'A', 'epubcfi(/6)', 'mine', 'Around. A pause.', 'A pause.', 'U1'),
        (2, 0, 1, 0, 2, 5, 0, 'A', NULL, NULL, 'Under.', 'Under.', 'U2'),
        (3, 0, 0, 3, 2, 1, NULL, 'A', NULL, 'a note alone', NULL, NULL, 'U3'),
        (4, 0, 0, 3, 2, 2, NULL, 'A', NULL, NULL, 'Only around.', NULL, 'U4'),
        (5, 0, 0, 0, 1, 0, 1, 'A', 'x', NULL, 'the start of a page', NULL, 'U5'),
        (6, 0, 0, 0, 3, 0, 1, 'A', 'x', NULL, NULL, NULL, 'U6'),
        (7, 1, 0, 0, 0, NULL, NULL, '', NULL, NULL, NULL, NULL, 'U7'),
        (8, 0, 0, 3, 2, 3, 'bad', 'A', NULL, NULL, NULL, 'No id.', NULL);
      """
    let batch = try read([
      ("AEAnnotation.sqlite", try database(Self.marks + rows)),
      ("BKLibrary.sqlite", try database(Self.table + Self.add(1, "A"))),
    ])
    let quotes = batch.drafts(.quote)
    #expect(quotes.map { $0.first(.text) } == ["Only around.", "No id.", "Under.", "A pause."])
    #expect(quotes.map { $0.first(.note) } == [nil, nil, nil, "mine"])
    #expect(quotes.map { $0.first(.creationDate) } == [nil, nil, "2001-01-01T00:00:00Z", "2024-01-10T18:02:56Z"])
    #expect(batch.drafts(.book)[0].bookNotes.map(\.text) == ["a note alone"])
    #expect(batch.skipped == 3 && batch.reasons.contains("an annotation that was deleted there"))
    #expect(batch.leftOut == ["ZANNOTATIONSTYLE": 4, "ZANNOTATIONISUNDERLINE": 1])
  }
}
