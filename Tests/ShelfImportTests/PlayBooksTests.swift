import ShelfTestSupport
import Testing

@testable import ShelfFormats
@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Documents with notes in the format of Google Play Books, with the same structure as 42 public ones.
@Suite struct PlayBooksTests {
  private static let names = #"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main""#

  private static func paragraph(_ text: String, style: String = "", fill: String = "auto") -> String {
    let look = style.isEmpty ? "" : #"<w:pPr><w:pStyle w:val="\#(style)"/></w:pPr>"#
    return #"<w:p>\#(look)<w:r><w:rPr><w:i w:val="1"/><w:shd w:fill="\#(fill)" w:val="clear"/></w:rPr>"#
      + #"<w:t xml:space="preserve">\#(text)</w:t></w:r></w:p>"#
  }

  private static func table(_ cells: [String]) -> String {
    "<w:tbl><w:tr>" + cells.map { "<w:tc>\($0)</w:tc>" }.joined() + "</w:tr></w:tbl>"
  }

  static func heading(_ text: String) -> String { paragraph(text, style: "Heading2") }

  /// - Parameter texts: the highlighted text, and the user's note; empty for a bookmark.
  static func note(_ texts: [String], _ day: String, page: String) -> String {
    let marked = texts.prefix(1).map { paragraph($0, fill: "fde096") } + texts.dropFirst().map { paragraph($0) }
    return table([table(["<w:p/>", marked.joined() + paragraph(day), paragraph(page)])])
  }

  static func document(_ notes: String, book: [String] = ["Tides", "Jane Doe, Ann Roe", "Shore Press"]) -> String {
    let head = table([
      "<w:p/>",
      book.enumerated().map { paragraph($0.element, style: $0.offset == 0 ? "Heading1" : "") }.joined(),
    ])
    return "<?xml version=\"1.0\"?><w:document \(names)><w:body>\(head)"
      + table([paragraph("This document is overwritten when you make changes in Play Books.")])
      + paragraph("3 notes/highlights", style: "Heading1") + "\(notes)</w:body></w:document>"
  }

  private static let links =
    #"<Relationships><Relationship Id="rId8" Target="http://play.google.com/books/reader?printsec=frontcover&amp;"#
    + #"output=reader&amp;id=sJtpCgAAAEAJ&amp;source=books-notes-export&amp;pg=GBS.PA33"/></Relationships>"#

  /// Reads a document as downloaded, in a ZIP archive.
  private func read(_ files: [(name: String, text: String)], packed: Bool = true) throws -> SourceBatch {
    let folder = try TemporaryFolder()
    try folder.write("Notes from Tides.docx", ZipMaker.archive(files, packed: packed))
    var source = ImportSource(fileSystem: DiskFileSystem())
    try source.add(folder.path + "/Notes from Tides.docx")
    return try #require(try SourceReader.read(source.files, as: nil, ImportOptions()).first)
  }

  @Test(arguments: [true, false]) func takesHighlightsAndNotes(_ isPacked: Bool) throws {
    let notes =
      Self.heading("Low &amp; High") + Self.note(["A pause.", "mine"], "December 3, 2016", page: "33")
      + Self.note(["Another."], "March 4, 2017", page: "xiv") + Self.note([], "March 5, 2017", page: "40")
      + Self.note(["Third."], "sometime", page: "41")
    let batch = try read(
      [("[Content_Types].xml", "x"), (PlayBooks.document, Self.document(notes)), (PlayBooks.links, Self.links)],
      packed: isPacked)
    #expect(batch.format == "play-books" && batch.read == 4 && batch.skipped == 1 && batch.rejected == 0)
    let book = try #require(batch.draft(.book, "sJtpCgAAAEAJ"))
    #expect(book.first(.title) == "Tides" && book[.author] == ["Jane Doe", "Ann Roe"] && book.rows == 0)
    #expect(book.first(.publisher) == "Shore Press" && book.sources == ["google:sJtpCgAAAEAJ"])
    let quotes = batch.drafts(.quote)
    #expect(quotes.map { $0.first(.text) } == ["A pause.", "Another.", "Third."])
    #expect(quotes.map { $0.first(.note) } == ["mine", nil, nil])
    #expect(quotes.map { $0.first(.page) } == ["33", "xiv", "41"])
    #expect(quotes.map { $0.first(.creationDate) } == ["2016-12-03", "2017-03-04", nil])
    #expect(quotes.allSatisfy { $0.first(.chapter) == "Low & High" })
    #expect(batch.reasons.contains("a bookmark, in “Tides”") && batch.reasons.contains("“sometime” is not a date"))
    #expect(batch.leftOut == ["color": 3])
  }

  /// In older documents, links are part of the text. A book that the user uploaded has no publisher.
  @Test func takesOlderDocuments() throws {
    let link =
      #"<w:p><w:r><w:instrText> HYPERLINK "http://play.google.com/books/reader?id=XxuDAwAAAEAJ&amp;source="#
      + #"books-notes-export&amp;pg=GBS.PA6" </w:instrText></w:r></w:p>"#
    let document = Self.document(
      Self.note(["One."], "May 1, 2016", page: "6") + link, book: ["Essays", "t27"])
    let batch = try read([(PlayBooks.document, document)])
    let book = try #require(batch.draft(.book, "XxuDAwAAAEAJ"))
    #expect(book.first(.title) == "Essays" && book[.author] == ["t27"] && book[.publisher].isEmpty)
    #expect(batch.drafts(.quote).first?[.chapter].isEmpty ?? false)
  }

  /// A document from another program is not recognized as notes.
  @Test func leavesOtherDocuments() throws {
    let other = Self.document(Self.note(["One."], "May 1, 2016", page: "6"))
    #expect(throws: SourceReader.Failure.self) { try read([(PlayBooks.document, other)]) }
  }

  // MARK: - Openreads

  private static let backup =
    #"{"id": 7, "title": "Tides", "subtitle": null, "author": "Jane Doe", "description": "About it", "status": 0, "#
    + #""rating": 45, "favourite": 1, "deleted": 0, "pages": 312, "publication_year": 2001, "isbn": "9780306406157", "#
    + #""olid": null, "tags": "sea|||||calm", "my_review": "Quiet", "notes": "gift", "blur_hash": null, "has_cover": 1, "#
    + #""book_type": "hardcover", "readings": "2024-02-01T00:00:00.000|2024-03-02T00:00:00.000|;"#
    + #"2020-01-01T00:00:00.000|2020-02-01T00:00:00.000|3600000", "date_added": "2024-02-01T13:01:12.937"}"#

  private func openreads(_ books: String) throws -> SourceBatch {
    try read([
      (OpenreadsBackup.file, books), ("challenges.backup", "{}"), ("info.txt", "App version: 2\nBackup version: 5"),
    ])
  }

  @Test func takesABackupOfOpenreads() throws {
    let batch = try openreads(Self.backup)
    #expect(batch.format == "openreads" && batch.read == 1 && batch.rejected == 0 && batch.preview.isEmpty)
    let book = batch.drafts[0]
    #expect(book.first(.title) == "Tides" && book.first(.status) == "completed" && book.first(.rating) == "4.5")
    #expect(book[.genres] == ["sea", "calm"] && book.first(.format) == "hardcover" && book.first(.pages) == "312")
    #expect(book.first(.dateStarted) == "2024-02-01" && book.first(.dateCompleted) == "2024-03-02")
    #expect(book[.readings] == ["2020-01-01/2020-02-01"] && book.first(.dateAdded) == "2024-02-01")
    #expect(book.first(.review) == "Quiet" && book.first(.notes) == "gift" && book.first(.synopsis) == "About it")
    #expect(batch.leftOut["favourite"] == 1 && batch.leftOut["has_cover"] == nil)
  }

  /// In the first backups of Openreads, books were separated in the same way as tags, and a book had two dates instead
  /// of readings. Deleted books are counted but not imported.
  @Test func takesOlderBackupsOfOpenreads() throws {
    func book(_ title: String, _ status: Int, _ more: String) -> String {
      #"{"id": 1, "title": "\#(title)", "author": "A", "status": \#(status), "favourite": 0, "has_cover": 0, "olid": null, "#
        + "\(more)}"
    }
    let books = [
      book("One", 1, #""start_date": "2024-05-01T00:00:00.000", "finish_date": null, "tags": "a|||||b""#),
      book("Two", 2, #""rating": null, "deleted": 0"#),
      book(
        "Three", 3, #""start_date": "2024-05-01T00:00:00.000", "finish_date": "2024-05-03T00:00:00.000", "rating": 35"#),
      book("Four", 0, #""deleted": 1"#),
    ]
    for separator in ["|||||", "@@@@@"] {
      let batch = try openreads(books.joined(separator: separator))
      #expect(batch.titles == ["One", "Two", "Three"] && batch.skipped == 1, "\(separator)")
      #expect(batch.drafts.map { $0.first(.status) } == ["inProgress", "wanted", "abandoned"])
      #expect(batch.drafts.map { $0.first(.dateStarted) } == ["2024-05-01", nil, "2024-05-01"])
      #expect(batch.drafts.map { $0.first(.rating) } == [nil, nil, "3.5"] && batch.drafts[0][.genres] == ["a", "b"])
    }
    #expect(throws: SourceReader.Failure.self) { try openreads(books[0] + "@@@@@{") }
  }

  // MARK: - Archives

  /// Files are treated as missing if the archive's directory is invalid, the archive is truncated, or their
  /// uncompressed size exceeds the limit.
  @Test func archivesAreNotTrusted() throws {
    let bytes = ZipMaker.archive([("a", String(repeating: "x", count: 5000)), ("b", "y")], packed: true)
    let whole = try #require(ZipArchive(bytes))
    #expect(whole.file("a", limit: 5000)?.count == 5000 && whole.file("a", limit: 4999) == nil)
    #expect(whole.file("b", limit: 9) == Array("y".utf8) && whole.file("c", limit: 9) == nil)
    for end in 0..<bytes.count { _ = ZipArchive(Array(bytes[..<end]))?.file("a", limit: 5000) }
    for place in bytes.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var changed = bytes
        changed[place] = value
        let archive = ZipArchive(changed)
        #expect(archive?.file("a", limit: 5000).map { $0.count <= 5000 } ?? true)
        _ = archive?.file("b", limit: 10)
      }
    }
  }
}
