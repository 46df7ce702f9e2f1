import CSQLite
import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Tests reading databases of other programs. shelf reads only the tables that it knows, runs no code from the
/// databases, and reports damage as an error.
@Suite struct DatabaseTests {
  /// Creates a database with SQL statements, and returns the bytes of the database and of its write-ahead log.
  private func database(_ statements: String, inLog: String = "") throws -> (bytes: [UInt8], log: [UInt8]?) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/x.sqlite"
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    #expect(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK)
    if !inLog.isEmpty {
      #expect(
        sqlite3_exec(handle, "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; " + inLog, nil, nil, nil)
          == SQLITE_OK)
    }
    return (try folder.read("x.sqlite"), inLog.isEmpty ? nil : try folder.read("x.sqlite-wal"))
  }

  /// Creates a database with these statements, and then runs the others, which may fail, for instance because they call
  /// missing functions.
  private func database(_ statements: String, also others: [String]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    var handle: OpaquePointer?
    #expect(sqlite3_open(folder.path + "/x.sqlite", &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    #expect(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK)
    for statement in others { sqlite3_exec(handle, statement, nil, nil, nil) }
    return try folder.read("x.sqlite")
  }

  private static let kobo = """
    CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, ContentID TEXT, Text TEXT, Annotation TEXT, Hidden BOOL,
      DateCreated TEXT, ChapterProgress REAL, Type TEXT);
    CREATE TABLE content (ContentID TEXT, ContentType TEXT, Title TEXT, Attribution TEXT, ReadStatus INTEGER,
      IsDownloaded BOOL, ISBN TEXT);
    CREATE TABLE user (UserID TEXT, AccessToken TEXT);
    INSERT INTO user VALUES ('me', 'secret');
    INSERT INTO content VALUES ('file:///mnt/onboard/t.epub', '6', 'Tides', 'Jane Doe', 2, 'true', '9780306406157');
    INSERT INTO Bookmark VALUES ('b1', 'file:///mnt/onboard/t.epub', 'c', 'One.', NULL, 'false',
      '2025-02-04T17:16:33.795', 0.5, 'highlight');
    """

  private func read(_ bytes: [UInt8], log: [UInt8]? = nil) throws -> SourceBatch {
    let file = SourceFile(path: "x", bytes: bytes, log: log)
    return try #require(try SourceReader.read([file], as: nil, ImportOptions()).first)
  }

  @Test func readsBooksAndMarks() throws {
    let batch = try read(try database(Self.kobo).bytes)
    #expect(batch.format == "kobo" && batch.drafts.map(\.kind) == [.book, .quote])
    #expect(batch.drafts[1].first(.location) == "50 % of the chapter")
    #expect(batch.drafts[1].first(.creationDate) == "2025-02-04T17:16:33Z")
  }

  /// The title of a book that was deleted from the device is guessed from its path, and does not replace the title from
  /// an earlier import. A finished book has no progress, even if an earlier import set one.
  @Test func whatTheDeviceNoLongerSays() throws {
    let gone = try read(try database(Self.kobo + "DELETE FROM content;").bytes)
    let mention = try #require(gone.drafts.first { $0.kind == .book })
    #expect(mention.first(.title) == "t" && mention.incomplete == [.title] && mention.rows == 0)
    let finished = try read(try database(Self.kobo).bytes)
    #expect(finished.drafts[0].fields[.progress] == [] && !finished.drafts[0].incomplete.contains(.progress))
    let encoded = Self.kobo.replacing("t.epub", with: "Gone%20Book_2.epub") + "DELETE FROM content;"
    #expect(try read(try database(encoded).bytes).drafts.first?.first(.title) == "Gone Book 2")
  }

  /// Tests invalid numbers, and the HTML entities that occur in books that the user copied to a device.
  @Test func oddValues() throws {
    let columns =
      "ALTER TABLE content ADD COLUMN ___PercentRead REAL; ALTER TABLE content ADD COLUMN Series TEXT;"
      + "ALTER TABLE content ADD COLUMN SeriesNumberFloat REAL; ALTER TABLE content ADD COLUMN SeriesNumber TEXT;"
    for number in ["9e999", "-9e999", "1e300", "'nan'", "'inf'", "'-infinity'"] {
      let values = """
        UPDATE content SET Title = 'Sand &amp; S&oacute;l', Attribution = 'Jos&eacute; P&eacute;rez', ReadStatus = 1,
          Series = 'Tides &amp; Co', ___PercentRead = \(number), SeriesNumberFloat = \(number), SeriesNumber = '\(number)';
        UPDATE Bookmark SET ChapterProgress = \(number);
        """.replacing("''", with: "'")
      let batch = try read(try database(Self.kobo + columns + values).bytes)
      let book = try #require(batch.drafts.first)
      #expect(book.first(.title) == "Sand & Sól" && book[.author] == ["José Pérez"])
      #expect(book.first(.series)?.hasPrefix("Tides & Co") ?? false)
      #expect(book[.progress].isEmpty && batch.drafts.last?[.location].isEmpty ?? false, "\(number)")
    }
  }

  private static let calibre = """
    CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, timestamp TEXT, pubdate TEXT, series_index REAL, uuid TEXT,
      author_sort TEXT);
    CREATE TABLE annotations (id INTEGER, book INTEGER, annot_id TEXT, annot_type TEXT, annot_data TEXT);
    CREATE TABLE data (id INTEGER, book INTEGER, format TEXT);
    INSERT INTO books VALUES (1, 'Good', '2020-01-01', '2001-02-03', 1.0, 'u1', 'x'), (2, '', '2020-01-01', '', 1.0, 'u2', 'x');
    INSERT INTO data VALUES (1, 1, 'EPUB');
    INSERT INTO annotations VALUES (9, 1, 'a', 'highlight', '{not json'),
      (10, 1, 'b', 'highlight', '{"notes": "only a note", "start_cfi": "/2"}');
    """

  /// Rows of a database that cannot be imported are written as lines of JSON, which the user can fix.
  @Test func rowsOfADatabaseAreRejectedAsJSON() throws {
    let batch = try read(try database(Self.calibre).bytes)
    #expect(batch.format == "calibre" && batch.rejected == 2)
    let lines = String(decoding: batch.rejects.file, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("\"sources\":[\"calibre:u2\"]") && lines[1].contains("{not json"))
    // A note without highlighted text is kept.
    #expect(batch.drafts.flatMap(\.bookNotes).map(\.text) == ["only a note"])
    let mended = Array(lines[0].replacing("\"title\":\"\"", with: "\"title\":\"Mended\",\"author\":\"A\"").utf8)
    #expect(try read(mended).drafts.map { $0.first(.title) } == ["Mended"])
  }

  /// A mark in a book without a title is rejected together with the book. Both are imported once the book has a title.
  @Test func marksOfABookWithoutATitle() throws {
    let marks = "INSERT INTO Bookmark VALUES ('b3', '', 'c', 'Three.', 'mine', 0, '2025-02-05T00:00:00Z', 0.6, 'note');"
    func records(_ bytes: [UInt8]) throws -> (library: Library, summary: ImportSummary) {
      let library = try TestLibrary.make([])
      var run = ImportRun(try read(bytes), into: library, ImportBase("x", nil), ImportOptions())
      var plan = EditPlan(library, now: EditPlan.testNow)
      try run.add(to: &plan)
      let files = Dictionary(uniqueKeysWithValues: plan.changes.map { (ExactPath($0.path), $0.new) })
      return (library.replacing(files), run.summary)
    }
    let summary = try records(try database(Self.kobo + marks).bytes).summary
    #expect(summary.rejected == 1 && !summary.hasMoreRejects)
    let rejects = String(decoding: summary.rejectFile, as: UTF8.self)
    let mended = try records(Array(rejects.replacing(#""title":null"#, with: #""title":"Mended""#).utf8))
    #expect(mended.summary.new == 2 && mended.summary.rejected == 0, "\(rejects)")
    let quote = try #require(mended.library.records(of: .quote).first)
    let named = "INSERT INTO content VALUES ('', '6', 'Mended', NULL, 0, 'true', NULL);"
    let wanted = try records(try database(Self.kobo + marks + named).bytes).library
    #expect(wanted.record(quote.id)?.source == quote.source, "\(String(decoding: quote.source, as: UTF8.self))")
    #expect(mended.library.records(of: .book).first?.id == wanted.records(of: .book).first { $0.title == "Mended" }?.id)
  }

  /// Until the device is ejected, the newest marks are only in the write-ahead log.
  @Test func readsWhatIsInTheLogAlone() throws {
    let (bytes, log) = try database(
      Self.kobo,
      inLog:
        "INSERT INTO Bookmark VALUES ('b2', 'file:///mnt/onboard/t.epub', 'c', 'Two.', 'n', 0, '2025-02-05T00:00:00Z', 0.6, 'note');"
    )
    let whole = try read(bytes, log: log)
    #expect(whole.drafts.filter { $0.kind == .quote }.map { $0.first(.text) } == ["One.", "Two."])
    // A truncated or damaged log is used up to the first incorrect checksum.
    for end in stride(from: 0, to: log?.count ?? 0, by: 97) {
      let part = try read(bytes, log: Array((log ?? [])[..<end]))
      #expect(part.drafts.contains { $0.first(.text) == "One." })
    }
  }

  /// Queries on tables that were not requested, such as the one with the owner's tokens, are refused.
  @Test func otherTablesAreRefused() throws {
    let file = SourceFile(path: "x", bytes: try database(Self.kobo).bytes)
    let database = try SQLiteDatabase(file, tables: ["bookmark"])
    for query in [
      "SELECT * FROM user", "SELECT load_extension('x')", "ATTACH 'y' AS z", "PRAGMA writable_schema=ON",
      "SELECT * FROM content", "INSERT INTO Bookmark VALUES (1)", "SELECT readfile('/etc/passwd')",
    ] {
      #expect(throws: SourceError.self, "\(query)") { try database.forEachRow(query) { _ in } }
    }
  }

  /// A Kobo is unplugged while its newest marks are only in the log. Nothing is written to the device.
  @Test func takesTheLogBesideAFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/KoboReader.sqlite"
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    let newest =
      "INSERT INTO Bookmark VALUES ('b2', 'file:///mnt/onboard/t.epub', 'c', 'Two.', NULL, 0, '2025-02-05T00:00:00Z', 0.6, 'highlight');"
    for statements in [Self.kobo, "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;", newest] {
      try #require(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK)
    }
    // The connection stays open so that SQLite does not move the log into the database.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let before = try names.map { try folder.read($0) }
    #expect(names.contains("KoboReader.sqlite-wal"))
    #expect(!String(decoding: try folder.read("KoboReader.sqlite"), as: UTF8.self).contains("Two."))
    var source = ImportSource(fileSystem: DiskFileSystem())
    try source.add(path)
    let batch = try #require(try SourceReader.read(source.files, as: nil, ImportOptions()).first)
    #expect(batch.drafts.filter { $0.kind == .quote }.map { $0.first(.text) } == ["One.", "Two."])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names)
    #expect(try names.map { try folder.read($0) } == before)
    // A log that exists but cannot be read makes the import fail. Otherwise, the newest marks would be lost silently.
    try FileManager.default.removeItem(atPath: path + "-wal")
    try FileManager.default.createDirectory(atPath: path + "-wal", withIntermediateDirectories: false)
    var other = ImportSource(fileSystem: DiskFileSystem())
    #expect(throws: SourceError.self) { try other.add(path) }
  }

  /// The owner's tokens are never read: the test corrupts the page that contains them, so reading it would fail.
  @Test func theTableOfTheOwnerIsNeverRead() throws {
    var bytes = try database(Self.kobo).bytes
    let file = SourceFile(path: "x", bytes: bytes)
    var root: Int?
    try SQLiteDatabase(file, tables: []).forEachRow("SELECT rootpage FROM sqlite_master WHERE name = 'user'") { row in
      root = row[0].flatMap { Int($0) }
    }
    let page = Int(bytes[16]) << 8 | Int(bytes[17])
    let start = (try #require(root) - 1) * page
    #expect(String(decoding: bytes[start..<start + page], as: UTF8.self).contains("secret"))
    for offset in start..<start + page { bytes[offset] = 0xEE }
    let spoiled = SourceFile(path: "x", bytes: bytes)
    #expect(throws: SourceError.self) {
      try SQLiteDatabase(spoiled, tables: ["user"]).forEachRow("SELECT * FROM user") { _ in }
    }
    let batch = try read(bytes)
    #expect(batch.drafts.count == 2 && batch.rejected == 0)
    #expect(!"\(try read(try database(Self.kobo).bytes))".contains("secret"))
  }

  /// Schemas with computed columns, views or triggers are rejected, because these may call functions.
  @Test(arguments: [
    "CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, Text TEXT AS (upper(BookmarkID)));",
    "CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, Text TEXT AS (load_extension(BookmarkID)) STORED);",
    "CREATE TABLE b (t TEXT); CREATE VIEW Bookmark AS SELECT t AS BookmarkID, readfile(t) AS Text, t AS VolumeID FROM b;",
    "CREATE VIEW Bookmark AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS BookmarkID, n AS Text FROM r;",
    "CREATE VIEW Bookmark AS SELECT name AS BookmarkID, file AS Text FROM pragma_database_list;",
  ])
  func whatASchemaComputesIsRefused(_ statements: String) throws {
    let rows =
      statements.contains("TABLE Bookmark") ? "INSERT INTO Bookmark (BookmarkID, VolumeID) VALUES ('a', 'b');" : ""
    let bytes = try database(
      "CREATE TABLE content (ContentID TEXT, ContentType TEXT, Title TEXT);", also: [statements, rows])
    let file = SourceFile(path: "x", bytes: bytes)
    let batch = try? SourceReader.read([file], as: ImportFormat.named("kobo"), ImportOptions()).first
    #expect(batch?.drafts.contains { $0.kind == .quote } != true)
  }

  /// A view in place of a table is refused, because it could compute anything.
  @Test func viewsAreRefused() throws {
    let statements =
      "CREATE TABLE user (t TEXT); INSERT INTO user VALUES ('secret'); "
      + "CREATE VIEW Bookmark AS SELECT t AS BookmarkID, t AS Text, t AS VolumeID FROM user; CREATE TABLE content (ContentID TEXT);"
    let file = SourceFile(path: "x", bytes: try database(statements).bytes)
    let batch = try? SourceReader.read([file], as: ImportFormat.named("kobo"), ImportOptions()).first
    #expect(batch?.drafts.contains { $0.first(.text) == "secret" } != true)
  }

  // MARK: - Other programs

  @Test func appleBooks() throws {
    let books = try database(
      """
      CREATE TABLE ZBKLIBRARYASSET (Z_PK INTEGER PRIMARY KEY, ZASSETID TEXT, ZTITLE TEXT, ZAUTHOR TEXT, ZGENRE TEXT,
        ZLANGUAGE TEXT, ZDATEFINISHED REAL, ZISFINISHED INTEGER, ZREADINGPROGRESS REAL);
      INSERT INTO ZBKLIBRARYASSET VALUES (1, 'A1', 'Harbours', 'Jane Doe', 'Travel', 'EN', 726700000, 1, 1.0),
        (2, 'A2', 'Tides', 'Ann Roe', '', NULL, NULL, 0, 0.256);
      """)
    let marks = try database(
      """
      CREATE TABLE ZAEANNOTATION (Z_PK INTEGER PRIMARY KEY, ZANNOTATIONDELETED INTEGER, ZANNOTATIONTYPE INTEGER,
        ZANNOTATIONCREATIONDATE REAL, ZANNOTATIONASSETID TEXT, ZANNOTATIONLOCATION TEXT, ZANNOTATIONNOTE TEXT,
        ZANNOTATIONSELECTEDTEXT TEXT, ZANNOTATIONUUID TEXT, ZFUTUREPROOFING5 TEXT);
      INSERT INTO ZAEANNOTATION VALUES (1, 0, 2, 726602576.413, 'A1', 'epubcfi(/6)', 'mine', 'A pause.', 'U1', 'One'),
        (2, 1, 2, 726602676, 'A1', 'x', NULL, 'deleted', 'U2', NULL),
        (3, 0, 3, 726602676, 'A1', 'y', NULL, NULL, 'U3', NULL);
      """)
    let files = [("AEAnnotation.sqlite", marks.bytes), ("BKLibrary.sqlite", books.bytes)]
      .map { SourceFile(path: $0.0, bytes: $0.1) }
    let batch = try #require(try SourceReader.read(files, as: nil, ImportOptions()).first)
    #expect(batch.format == "apple-books" && batch.read == 5 && batch.skipped == 2 && batch.rejected == 0)
    let harbours = try #require(batch.draft(.book, "A1"))
    #expect(harbours.first(.title) == "Harbours" && harbours.first(.author) == "Jane Doe")
    #expect(harbours.first(.status) == "completed" && harbours.first(.dateCompleted) == "2024-01-11")
    let tides = try #require(batch.draft(.book, "A2"))
    #expect(tides.first(.status) == "inProgress" && tides.first(.progress) == "26%")
    let quote = try #require(batch.draft(.quote, "U1"))
    #expect(quote.first(.text) == "A pause." && quote.first(.note) == "mine" && quote.first(.chapter) == "One")
    #expect(quote.first(.creationDate) == "2024-01-10T18:02:56Z" && quote.first(.location) == "epubcfi(/6)")
  }

  private static let statistics = """
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, authors TEXT, notes INTEGER, last_open INTEGER,
      highlights INTEGER, pages INTEGER, series TEXT, language TEXT, md5 TEXT, total_read_time INTEGER,
      total_read_pages INTEGER);
    CREATE TABLE page_stat_data (id_book INTEGER, page INTEGER, start_time INTEGER, duration INTEGER,
      total_pages INTEGER);
    INSERT INTO book VALUES (1, 'Tides', 'Jane Doe' || char(10) || 'Ann Roe', 0, 0, 0, 10, 'Coasts #2', 'en', 'abc', 9, 9),
      (2, 'Harbours', 'N/A', 0, 0, 0, 200, 'N/A', 'N/A', 'def', 60, 3), (3, 'Unread', 'X', 0, 0, 0, 0, '', '', 'ghi', 0, 0);
    WITH RECURSIVE p(n) AS (SELECT 1 UNION SELECT n + 1 FROM p WHERE n < 10)
      INSERT INTO page_stat_data SELECT 1, n, 1690000000 + n * 86400, 30, 10 FROM p;
    INSERT INTO page_stat_data VALUES (2, 1, 1695000000, 30, 200), (2, 2, 1695000060, 30, 200);
    """

  @Test func statisticsOfKOReader() throws {
    let bytes = try database(Self.statistics).bytes
    let batch = try read(bytes)
    #expect(batch.format == "koreader" && batch.read == 3)
    let tides = try #require(batch.draft(.book, "abc"))
    #expect(tides[.author] == ["Jane Doe", "Ann Roe"] && tides.first(.series) == "Coasts 2")
    #expect(tides.first(.status) == "completed")
    #expect(tides.first(.dateStarted) == "2023-07-23" && tides.first(.dateCompleted) == "2023-08-01")
    let harbours = try #require(batch.draft(.book, "def"))
    #expect(harbours.first(.status) == "inProgress" && harbours.first(.progress) == "1%")
    #expect(harbours[.author].isEmpty && harbours.first(.dateStarted) == "2023-09-18")
    #expect(batch.draft(.book, "ghi")?.first(.status) == nil)
  }

  /// The progress comes from the sidecar of a book; the statistics only add the dates.
  @Test func statisticsAddToTheSidecar() throws {
    let sidecar =
      "return {\n[\"doc_props\"] = {[\"title\"] = \"Tides\", [\"authors\"] = \"Jane Doe\\\nAnn Roe\"},\n"
      + "[\"partial_md5_checksum\"] = \"abc\", [\"percent_finished\"] = 0.5,\n"
      + "[\"summary\"] = {[\"status\"] = \"reading\"}, [\"annotations\"] = {}}\n"
    let files = [
      SourceFile(path: "a.lua", bytes: Array(sidecar.utf8)),
      SourceFile(path: "statistics.sqlite3", bytes: try database(Self.statistics).bytes),
    ]
    let batch = try #require(try SourceReader.read(files, as: nil, ImportOptions()).first)
    let tides = try #require(batch.draft(.book, "abc"))
    #expect(tides.first(.status) == "inProgress" && tides.first(.progress) == "50%")
    #expect(tides.first(.dateStarted) == "2023-07-23" && tides.first(.dateCompleted) == nil)
    #expect(!batch.problems.contains { $0.reason.contains("different from") })
  }

  @Test func damageIsAnErrorOrTheGoodRows() throws {
    let bytes = try database(Self.kobo).bytes
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    for end in stride(from: 0, to: bytes.count, by: 251) { _ = try? read(Array(bytes[..<end])) }
    for _ in 0..<(TestData.isFull ? 5000 : 100) {
      var copy = bytes
      for _ in 0..<8 {
        copy[Int.random(in: 0..<copy.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? SourceReader.read([SourceFile(path: "x", bytes: copy)], as: ImportFormat.named("kobo"), ImportOptions())
    }
  }
}
