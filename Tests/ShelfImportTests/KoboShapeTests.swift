import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel

/// Tests entries of Kobo databases, other than ordinary books and highlights, that other programs can read.
@Suite struct KoboShapeTests {
  private static let tables = """
    CREATE TABLE content (ContentID TEXT, ContentType TEXT, MimeType TEXT, Title TEXT, Attribution TEXT,
      ReadStatus INTEGER, IsDownloaded BOOL, Accessibility INTEGER, ___PercentRead INTEGER, Series TEXT,
      SeriesNumber TEXT, SeriesNumberFloat REAL, DateLastRead TEXT);
    CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, ContentID TEXT, Text TEXT, Annotation TEXT, Hidden BOOL,
      DateCreated TEXT, ChapterProgress REAL, Type TEXT, Color INTEGER);
    CREATE TABLE Shelf (Id TEXT, Name TEXT, InternalName TEXT, Type TEXT, _IsDeleted BOOL);
    CREATE TABLE ShelfContent (ShelfName TEXT, ContentId TEXT, _IsDeleted BOOL);

    """

  private func read(_ statements: String) throws -> SourceBatch {
    try ShelfImportTests.read([("KoboReader.sqlite", try database(Self.tables + statements))])
  }

  /// Returns a statement that adds a book.
  private static func add(_ id: String, _ values: [String: String] = [:]) -> String {
    let all = [
      "ContentID": "'\(id)'", "ContentType": "'6'", "Title": "'T \(id)'", "ReadStatus": "0", "IsDownloaded": "'true'",
    ]
    .merging(values) { $1 }.sorted { $0.key < $1.key }
    return "INSERT INTO content (\(all.map(\.key).joined(separator: ", "))) "
      + "VALUES (\(all.map(\.value).joined(separator: ", ")));\n"
  }

  private static func mark(_ id: String, _ volume: String, _ text: String, _ note: String, _ rest: String) -> String {
    "INSERT INTO Bookmark VALUES ('\(id)', '\(volume)', 'c', \(text), \(note), \(rest));\n"
  }

  /// Articles that Pocket and Instapaper sent to the device, and pictures, are not books; marks in them are not quotes.
  @Test func articlesAndPictures() throws {
    let batch = try read(
      Self.add("1", ["MimeType": "'application/x-kobo-html+pocket'", "ReadStatus": "2"])
        + Self.add("2", ["MimeType": "'application/x-kobo-html+instapaper'"])
        + Self.add("file:///mnt/onboard/p.png", ["MimeType": "'image/png'"])
        + Self.add("4", ["MimeType": "'application/x-kobo-epub+zip'"])
        + Self.mark("m1", "1", "'In an article.'", "NULL", "'false', NULL, 0.1, 'highlight', 0")
        + Self.mark("m2", "4", "'In a book.'", "NULL", "0, NULL, 0.1, 'highlight', 1"))
    #expect(batch.read == 6 && batch.skipped == 4 && batch.titles == ["T 4"])
    #expect(batch.drafts(.quote).map { $0.first(.text) } == ["In a book."])
    #expect(
      batch.reasons.contains("“T 1” is an article or a picture")
        && batch.reasons.contains("an annotation in something that is not a book"))
  }

  @Test func audiobooks() throws {
    let batch = try read(
      Self.add("1", ["MimeType": "'application/x-kobo-mp3z'"])
        + Self.add("2", ["MimeType": "'application/octet-stream'"])
        + Self.add("3", ["MimeType": "'application/epub+zip'"]))
    #expect(batch.drafts.map { $0.first(.format) } == ["Audiobook", "Audiobook", nil])
  }

  /// Previews and offers from the store are skipped unless they contain marks or have been started.
  @Test func previewsAndOffers() throws {
    let batch = try read(
      Self.add("p", ["Accessibility": "6"]) + Self.add("q", ["Accessibility": "6"])
        + Self.add("o", ["IsDownloaded": "'false'"]) + Self.add("r", ["IsDownloaded": "0", "ReadStatus": "1"])
        + Self.add("file:///mnt/sd/a%20b.epub", ["IsDownloaded": "1"])
        + Self.mark("m", "q", "'Marked.'", "NULL", "0, NULL, 0.5, 'highlight', 0"))
    #expect(batch.skipped == 2 && batch.titles == ["T file:///mnt/sd/a%20b.epub", "T q", "T r"])
  }

  /// Highlights, notes with and without text, dog-ears, drawings, and deleted marks, with flags as text and as numbers.
  @Test func marks() throws {
    let batch = try read(
      Self.add("b")
        + Self.mark("1", "b", "' A pause. '", "'mine'", "'false', '2025-02-04T17:16:33.795', 0.1, 'note', 0")
        + Self.mark("2", "b", "NULL", "'only a note'", "0, '2025-02-04T17:16:33Z', 0.2, 'note', NULL")
        + Self.mark("3", "b", "NULL", "NULL", "0, '2025-02-04T17:16:33', 0.3, 'dogear', 0")
        + Self.mark("4", "b", "NULL", "NULL", "0, NULL, 0.4, 'markup', 0")
        + Self.mark("5", "b", "'Gone.'", "NULL", "'true', NULL, 0.5, 'highlight', 0")
        + Self.mark("6", "b", "'Gone too.'", "NULL", "1, NULL, 0.6, 'highlight', 0")
        + Self.mark("7", "b", "'No day.'", "NULL", "NULL, '', 1.5, NULL, 2"))
    let quotes = batch.drafts(.quote)
    #expect(quotes.map { $0.first(.text) } == ["A pause.", "No day."])
    #expect(batch.drafts(.book).flatMap(\.bookNotes).map(\.text) == ["only a note"])
    #expect(quotes.map { $0.first(.note) } == ["mine", nil])
    #expect(quotes.map { $0.first(.creationDate) } == ["2025-02-04T17:16:33Z", nil])
    #expect(quotes.map { $0.first(.location) } == ["10 % of the chapter", nil])
    #expect(batch.skipped == 4 && batch.reasons.contains("a bookmark") && batch.reasons.contains("a drawing"))
  }

  /// Series with their positions as text and as numbers, and the progress of a book.
  @Test func seriesAndProgress() throws {
    let batch = try read(
      Self.add("1", ["Series": "'Coasts'", "SeriesNumber": "'2'", "ReadStatus": "1", "___PercentRead": "40"])
        + Self.add("2", ["Series": "'Coasts'", "SeriesNumberFloat": "2.5", "ReadStatus": "3", "___PercentRead": "0"])
        + Self.add(
          "3",
          ["Series": "'Coasts'", "SeriesNumber": "''", "ReadStatus": "2", "DateLastRead": "'2025-02-04T17:16:33Z'"])
        + Self.add("4", ["ReadStatus": "9"]))
    #expect(batch.drafts.map { $0.first(.series) } == ["Coasts 2", "Coasts 2.5", "Coasts", nil])
    #expect(batch.drafts.map { $0.first(.status) } == ["inProgress", "inProgress", "completed", "onShelf"])
    #expect(batch.drafts.map { $0.first(.progress) } == ["40%", nil, nil, nil])
    #expect(
      batch.drafts[2].first(.dateCompleted) == "2025-02-04" && batch.reasons.contains("is not a known status"))
  }

  /// Collections, including some that were deleted on the device.
  @Test func collections() throws {
    let batch = try read(
      Self.add("1")
        + """
        INSERT INTO Shelf VALUES ('i', 'Sea', 'Sea', 'UserTag', 'false'), ('j', 'Gone', 'Gone', 'UserTag', 'true');
        INSERT INTO ShelfContent VALUES ('Sea', '1', 'false'), ('Gone', '1', 'false'), ('Old', '1', 1), ('Sea', '2', 0);
        """)
    #expect(batch.drafts.map { $0[.genres] } == [["Sea"]])
  }
}
