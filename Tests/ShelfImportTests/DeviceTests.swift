import Testing

@testable import ShelfImport
@testable import ShelfModel

/// Databases of devices where books and marks do not match, or columns are unusual.
@Suite struct DeviceTests {
  private static let marks = """
    CREATE TABLE ZAEANNOTATION (ZANNOTATIONDELETED INTEGER, ZANNOTATIONTYPE INTEGER, ZANNOTATIONASSETID TEXT,
      ZANNOTATIONSELECTEDTEXT TEXT, ZANNOTATIONUUID TEXT);
    INSERT INTO ZAEANNOTATION VALUES (0, 2, 'A1', 'One.', 'U1'), (0, 2, 'GONE', 'Two.', 'U2'), (0, 2, 'LOST', 'Three.', 'U3');
    """
  private static let library = """
    CREATE TABLE ZBKLIBRARYASSET (ZASSETID TEXT, ZTITLE TEXT, ZAUTHOR TEXT);
    INSERT INTO ZBKLIBRARYASSET VALUES ('A1', 'Harbours', 'Jane Doe');
    """

  /// A mark can outlive its book. Without the database of books, it is unknown whether the book still exists.
  @Test func marksOfBooksThatAreGone() throws {
    let files = [(name: "a", bytes: try database(Self.marks)), (name: "b", bytes: try database(Self.library))]
    for files in [files, files.reversed()] {
      let batch = try read(files)
      #expect(Set(batch.titles) == ["Harbours", "Untitled (GONE)", "Untitled (LOST)"])
      #expect(batch.drafts(.quote).count == 3 && batch.draft(.book, "GONE")?.incomplete.contains(.title) == true)
      #expect(
        batch.reasons.contains(
          "the book of an annotation is no longer in Apple Books; it is named “Untitled (GONE)” here"))
    }
    let alone = try read([files[0]])
    #expect(alone.titles.isEmpty && alone.drafts(.book).allSatisfy { $0.reasonWithoutTitle != nil })
  }

  @Test func whatAKoboKnowsBeside() throws {
    let batch = try read([
      (
        name: "x",
        bytes: try database(
          """
          CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, Text TEXT, Hidden BOOL);
          CREATE TABLE content (ContentID TEXT, ContentType TEXT, Title TEXT, ReadStatus INTEGER, IsDownloaded BOOL,
            Subtitle TEXT, DateCreated TEXT, TimeSpentReading INTEGER, TimesStartedReading INTEGER, WordCount INTEGER,
            DateLastRead TEXT, ISBN TEXT, LastTimeFinishedReading TEXT);
          INSERT INTO content VALUES
            ('file:///a-file.epub', '6', 'A', 4, 'true', 'Sub', '2012-05-01T00:00:00Z', 60, 2, -1, '2024-01-02T00:00:00Z', '030640615X', NULL),
            ('file:///b.epub', 6, 'B', 2, 'TRUE', '', '', 0, 0, 0, '2024-01-02T00:00:00Z', '', '0000-00-00T00:00:00.000');
          INSERT INTO Bookmark VALUES ('m1', 'file:///a-file.epub', 'Shown.', 'FALSE'), ('m2', 'file:///a-file.epub', 'Gone.', 'TRUE');
          """)
      )
    ])
    #expect(batch.drafts(.quote).map { $0.first(.text) } == ["Shown."] && batch.skipped == 1)
    #expect(
      batch.leftOut == [
        "Subtitle": 1, "DateCreated": 1, "TimeSpentReading": 1, "TimesStartedReading": 1, "DateLastRead": 2,
      ])
    let (first, second) = (batch.drafts(.book)[0], batch.drafts(.book)[1])
    #expect(
      first.first(.status) == "onShelf" && batch.reasons.contains("ReadStatus: “4” is not a known status"))
    #expect(batch.reasons.contains("ISBN: “030640615X” is not an ISBN"))
    #expect(batch.reasons.contains("an annotation that was deleted on the device, in “A”"))
    // Kobo's placeholder for “never” is not a date.
    #expect(second.first(.status) == "completed" && second.first(.dateCompleted) == nil)
  }

  private static let books = """
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, authors TEXT, pages INTEGER, md5 TEXT, total_read_time INTEGER);
    """

  /// Before 2021, KOReader's statistics had a different table for pages.
  @Test func oldStatistics() throws {
    let batch = try read([
      (
        name: "x",
        bytes: try database(
          """
          \(Self.books)
          CREATE TABLE page_stat (id_book INTEGER, page INTEGER, start_time INTEGER, period INTEGER);
          INSERT INTO book VALUES (1, 'Tides', 'Jane Doe', 3, 'abc', 0), (2, 'Harbours', 'N/A', 200, 'def', 0);
          INSERT INTO page_stat VALUES (1, 1, 1690000000, 9), (1, 2, 1690086400, 9), (1, 3, 1690172800, 9), (2, 20, 1695000000, 9);
          """)
      )
    ])
    let (tides, harbours) = (batch.draft(.book, "abc"), batch.draft(.book, "def"))
    #expect(tides?.first(.status) == "completed" && tides?.first(.dateStarted) == "2023-07-22")
    #expect(tides?.first(.dateCompleted) == "2023-07-24")
    #expect(harbours?.first(.status) == "inProgress" && harbours?.first(.dateStarted) == "2023-09-18")
  }

  /// With a larger font, a page is a smaller part of the book. Pages that were read at one font size also count as read
  /// at another.
  @Test func pagesAtSeveralSizesOfLetters() throws {
    let batch = try read([
      (
        name: "x",
        bytes: try database(
          """
          \(Self.books)
          CREATE TABLE page_stat_data (id_book INTEGER, page INTEGER, start_time INTEGER, duration INTEGER, total_pages INTEGER);
          INSERT INTO book VALUES (1, 'Tides', 'Jane Doe', 20, 'abc', 0), (2, 'Harbours', 'Jo Doe', 20, 'def', 0);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)
            INSERT INTO page_stat_data SELECT 1, i, 1690000000 + i, 9, 20 FROM n
            UNION ALL SELECT 1, i + 20, 1690086400 + i, 9, 40 FROM n UNION ALL SELECT 1, i + 30, 1690172800 + i, 9, 40 FROM n
            UNION ALL SELECT 2, i, 1690000000 + i, 9, 20 FROM n UNION ALL SELECT 2, i, 1690086400 + i, 9, 40 FROM n;
          INSERT INTO page_stat_data VALUES (2, 9223372036854775807, 1690086500, 9, 9223372036854775807), (2, -1, 1690086500, 9, 4);
          """)
      )
    ])
    let (tides, harbours) = (batch.draft(.book, "abc"), batch.draft(.book, "def"))
    #expect(tides?.first(.status) == "completed" && tides?.first(.dateCompleted) == "2023-07-24")
    #expect(harbours?.first(.status) == "inProgress" && harbours?.first(.progress) == "50%")
  }

  @Test func oddNumbersOfASidecar() throws {
    let batch = try read(
      "return {\n[\"doc_props\"] = {[\"title\"] = \"T\"}, [\"doc_pages\"] = -1, [\"percent_finished\"] = 45.5,\n[\"annotations\"] = "
        + "{[1] = {[\"drawer\"] = \"x\", [\"text\"] = \"a\", [\"pageno\"] = -5}, [2] = {[\"drawer\"] = \"x\", [\"text\"] = \"b\", [\"pageno\"] = 7}}}\n"
    )
    #expect(batch.drafts(.quote).map { $0.first(.location) } == [nil, "screen 7"])
    #expect(
      batch.drafts[0].first(.progress) == nil && batch.reasons.contains("percent_finished: “45.5” is not a fraction"))
  }

  @Test func authorsOfNamesOfFiles() throws {
    let batch = try read(
      #"{"title":"Deberías (Stories","author":"Urano Testimonios) (Spanish Edition) (Gottlieb, Lori","entries":[{"text":"x","page":1}]}"#
    )
    #expect(batch.drafts[0][.author] == ["Lori Gottlieb"])
  }
}
