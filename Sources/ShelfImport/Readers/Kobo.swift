import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The database of a Kobo, and of Kobo's desktop program.
  static let kobo = ImportFormat(
    name: "kobo", title: "Kobo database", summary: "books, and highlights and notes as quotes (KoboReader.sqlite)",
    origin: "the folder of the device, or the file .kobo/KoboReader.sqlite on it",
    recognizes: { probe in
      guard probe.isDatabase, let database = try? SQLiteDatabase(probe.file, tables: Kobo.tables) else { return false }
      return (try? database.columns(of: "Bookmark").contains("BookmarkID")) ?? false
        && (try? database.columns(of: "content").contains("ContentID")) ?? false
    },
    read: { file, options, batch throws(SourceError) in
      try options.refuseMaps(file)
      let reader = Kobo(try SQLiteDatabase(file, tables: Kobo.tables))
      try reader.read(options, into: &batch)
    })
}

/// Reads a Kobo's books and highlights.
///
/// The table `content` contains everything that the device can show: books, their chapters, articles, and previews and
/// offers from the store. Previews are skipped unless they have highlights, and offers unless they have highlights or
/// have been opened. If the book of a highlight is no longer on the device, the name of its file is used as the title.
///
/// The table `user`, which contains the owner's tokens, is never read.
private struct Kobo {
  static let tables: Set<String> = ["bookmark", "content", "shelf", "shelfcontent", "ratings"]

  private let database: SQLiteDatabase

  init(_ database: SQLiteDatabase) { self.database = database }

  /// Returns whether a flag is set. The flag is text in some versions of the firmware and a number in others.
  private static func isTrue(_ text: String?) -> Bool { text == "1" || text?.lowercased() == "true" }

  private static func isFalse(_ text: String?) -> Bool { text == "0" || text?.lowercased() == "false" }

  /// The columns of books that no field corresponds to.
  private static let leftOut = [
    "Subtitle", "DateCreated", "TimeSpentReading", "TimesStartedReading", "WordCount",
  ]

  func read(_ options: ImportOptions, into batch: inout SourceBatch) throws(SourceError) {
    let marks = try database.rows(
      of: "Bookmark",
      [
        "BookmarkID", "VolumeID", "ContentID", "Text", "Annotation", "DateCreated", "ChapterProgress", "Hidden",
        "Type", "Color",
      ], orderedBy: "ContentID, ChapterProgress, BookmarkID")
    let marked = Set(marks.filter { !Self.isTrue($0["Hidden"]) }.compactMap { $0["VolumeID"] })
    let shelves = options.takesShelves ? try self.shelves() : [:]
    let others = try readBooks(marked, shelves, &batch)
    let chapters = try chapters()
    for mark in marks {
      if let volume = mark["VolumeID"], others.contains(volume) {
        batch.begin()
        batch.skip("an annotation in something that is not a book", line: nil)
      } else {
        take(mark, chapters, &batch)
      }
    }
  }

  // MARK: - Books

  /// The MIME type of articles from Pocket and Instapaper.
  private static let articleType = "application/x-kobo-html"
  private static let audiobookTypes = ["application/octet-stream", "application/x-kobo-mp3z"]

  /// Reads the books.
  ///
  /// - Returns: the keys of rows that are not books.
  private func readBooks(
    _ marked: Set<String>, _ shelves: [String: [String]], _ batch: inout SourceBatch
  ) throws(SourceError) -> Set<String> {
    var others: Set<String> = []
    let rows = try database.rows(
      of: "content",
      [
        "ContentID", "Title", "Attribution", "ISBN", "Publisher", "Language", "Series", "SeriesNumber",
        "SeriesNumberFloat", "Description",
        "DateLastRead", "LastTimeFinishedReading", "LastTimeStartedReading", "ReadStatus", "___PercentRead",
        "Accessibility", "IsDownloaded", "BookID", "BookTitle", "MimeType",
      ] + Self.leftOut, where: "ContentType = 6 OR ContentType = '6'", orderedBy: "ContentID")
    var ratings: [String: [String: String]] = [:]
    try database.forEachRow(of: "ratings", ["ContentID", "Rating", "Review"]) { ratings[$0["ContentID"] ?? ""] = $0 }
    for row in rows {
      batch.begin()
      let id = row["ContentID"] ?? ""
      let status = Int(row["ReadStatus"] ?? "") ?? 0
      let type = row["MimeType"] ?? ""
      if type.hasPrefix(Self.articleType) || type.hasPrefix("image/") {
        others.insert(id)
        batch.skip("“\(row["Title"] ?? id)” is an article or a picture, not a book", line: nil)
        continue
      }
      let isOwn = id.hasPrefix("file:") && !Self.isFalse(row["IsDownloaded"])
      let isPreview = row["Accessibility"] == "6"
      if !marked.contains(id), isPreview || status == 0 && !isOwn && !Self.isTrue(row["IsDownloaded"]) {
        batch.skip("“\(row["Title"] ?? id)” is a preview or a suggestion of the store", line: nil)
        continue
      }
      let draft = book(row, status, ratings[id], shelves[id] ?? [], &batch)
      if draft[.title].isEmpty {
        batch.reject("a book without a title: \(id)", line: nil, draft: draft)
      } else {
        batch.add(draft)
      }
    }
    return others
  }

  private func book(
    _ row: [String: String], _ status: Int, _ rating: [String: String]?, _ shelves: [String],
    _ batch: inout SourceBatch
  ) -> Draft {
    let id = row["ContentID"] ?? ""
    var draft = Draft(.book, key: id)
    draft.sources = [Self.source(id)]
    func text(_ column: String) -> String { HTMLText.decodingEntities(row[column] ?? "") }
    let title = CleanText.collapse(text("Title"))
    draft.set(.title, title.isEmpty ? Self.title(ofPath: id) : title)
    if title.isEmpty { draft.markIncomplete([.title]) }
    let isGuess = PersonName.read(text("Attribution"), .any, role: NameRole.detach).isGuess
    let authors = batch.authors(text("Attribution"), .any, line: nil, notesGuess: false)
    draft.set(.author, authors)
    if isGuess, authors.count == 1 {
      batch.note("“\(text("Attribution"))” is read as one author, \(authors[0])", line: nil)
    } else if text("Attribution").contains(",") {
      let names = text("Attribution")
      let list = authors.map { "“\($0)”" }.joined(separator: " and ")
      batch.note("“\(names)” is read as \(list)", line: nil)
    }
    for column in Self.leftOut where !["", "0", "-1"].contains(row[column] ?? "") { batch.leaveOut(column: column) }
    if !(row["DateLastRead"] ?? "").isEmpty, status != 2 || row["LastTimeFinishedReading"] != nil {
      batch.leaveOut(column: "DateLastRead")
    }
    batch.setISBN([row["ISBN"] ?? ""], "ISBN", line: nil, in: &draft)
    draft.set(.publisher, text("Publisher"))
    draft.set(.language, row["Language"])
    if Self.audiobookTypes.contains(row["MimeType"] ?? "") { draft.set(.format, "Audiobook") }
    let series = text("Series")
    if !series.isEmpty {
      let number = row["SeriesNumber"].flatMap { Double($0) != nil ? $0 : nil } ?? row["SeriesNumberFloat"]
      draft.set(.series, SeriesName.joined(series, number ?? row["SeriesNumber"]))
    }
    draft.set(.synopsis, HTMLText.plain(row["Description"] ?? ""))
    draft.add(.genres, shelves)
    let started = batch.date(Self.utc(row["LastTimeStartedReading"]), "LastTimeStartedReading", line: nil)
    let last = row["LastTimeFinishedReading"] ?? row["DateLastRead"] ?? ""
    switch status {
    case 1, 3:
      draft.setReading(.inProgress, started: started, ended: nil)
      if let percent = row["___PercentRead"].flatMap({ Double($0) }), percent > 0, percent <= 100 {
        draft.set(.progress, "\(Int(percent.rounded()))%")
      }
    case 2:
      let ended = batch.date(Self.utc(last), "DateLastRead", line: nil)
      draft.setReading(
        .completed, started: started.flatMap { start in (ended ?? "") < start ? nil : start }, ended: ended)
      // A finished book has no progress.
      draft.set(.progress, [])
    default:
      draft.set(.status, ReadingStatus.onShelf.rawValue)
      if status != 0 { batch.leaveOut("ReadStatus", "\(status)", "is not a known status", line: nil) }
    }
    draft.set(.rating, batch.rating(rating?["Rating"] ?? "", "Rating", line: nil))
    draft.set(.review, HTMLText.plain(rating?["Review"] ?? ""))
    return draft
  }

  /// Appends `Z` to a timestamp without a time zone, because older devices omit it.
  private static func utc(_ text: String?) -> String {
    guard let text, let time = text.firstIndex(of: "T") else { return text ?? "" }
    return text[time...].contains { "Zz+-".contains($0) } ? text : text + "Z"
  }

  private static func source(_ id: String) -> String {
    "kobo:" + (id.contains("/") ? SourceKey.hash(id) : id)
  }

  /// Returns the name of a book's file without its extension, as a title for a book without one or a book that is no
  /// longer on the device.
  private static func title(ofPath id: String) -> String {
    var name = id.split(separator: "/").last.map(String.init) ?? id
    for ending in [".kepub.epub", ".epub", ".pdf", ".mobi", ".txt"] where name.hasSuffix(ending) {
      name = String(name.dropLast(ending.count))
    }
    return decoded(name).replacing("_", with: " ")
  }

  /// Decodes percent-encoding, as in `Gone%20Book`.
  private static func decoded(_ text: String) -> String {
    guard text.contains("%") else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }

  // MARK: - Shelves and chapters

  private func shelves() throws(SourceError) -> [String: [String]] {
    var shelves: [String: [String]] = [:]
    var deleted: Set<String> = []
    try database.forEachRow(of: "Shelf", ["Name", "_IsDeleted"]) { row in
      if Self.isTrue(row["_IsDeleted"]), let name = row["Name"] { deleted.insert(name) }
    }
    try database.forEachRow(of: "ShelfContent", ["ShelfName", "ContentId", "_IsDeleted"]) { row in
      if Self.isTrue(row["_IsDeleted"]) || deleted.contains(row["ShelfName"] ?? "") { return }
      shelves[row["ContentId"] ?? "", default: []].append(row["ShelfName"] ?? "")
    }
    return shelves
  }

  /// Returns the titles of chapters by their ids. Titles from a table of contents take precedence over those of the
  /// files.
  private func chapters() throws(SourceError) -> [String: String] {
    var titles: [String: String] = [:]
    try database.forEachRow(
      of: "content", ["ContentID", "ContentType", "Title"], where: "ContentType IN (9, 899, '9', '899')",
      orderedBy: "ContentID"
    ) { row in
      guard let id = row["ContentID"], let title = row["Title"], !title.isEmpty else { return }
      if row["ContentType"] == "899" {
        // An id such as `…xhtml-1` is an entry of the table of contents, named after the file and followed by a number.
        let file = id.range(ofLast: "-").map { String(id[..<$0]) } ?? id
        if titles[file].map({ $0.hasSuffix("ml") }) ?? true { titles[file] = HTMLText.decodingEntities(title) }
      } else if titles[id] == nil {
        titles[id] = HTMLText.decodingEntities(title)
        // On newer devices, a highlight names its chapter without the book and without the number in parentheses.
        if let open = id.firstRange(of: "#("), let close = id[open.upperBound...].firstIndex(of: ")") {
          titles["\(id[..<open.lowerBound])#()\(id[id.index(after: close)...])"] = titles[id]
        }
      }
    }
    return titles.filter { !$0.value.hasSuffix(".xhtml") && !$0.value.hasSuffix(".html") }
  }

  // MARK: - Highlights

  private func take(_ mark: [String: String], _ chapters: [String: String], _ batch: inout SourceBatch) {
    batch.begin()
    // The highlighted text may include the white space before its paragraph.
    let text = HTMLText.tidy(mark["Text"] ?? "").trimmed
    let note = HTMLText.tidy(mark["Annotation"] ?? "")
    let type = mark["Type"] ?? ""
    // Rows of a database have no line numbers, so messages name the book.
    let volume = mark["VolumeID"] ?? ""
    let title = batch.draft(.book, volume)?.first(.title) ?? Self.title(ofPath: volume)
    let place = ", in “\(CleanText.short(title))”"
    if Self.isTrue(mark["Hidden"]) {
      return batch.skip("an annotation that was deleted on the device" + place, line: nil)
    }
    if text.isEmpty, note.isEmpty {
      let what = type == "markup" ? "a drawing" : type == "dogear" ? "a bookmark" : "an annotation without text"
      return batch.skip(what + place, line: nil)
    }
    let id = mark["BookmarkID"] ?? SourceKey.hash(volume, text)
    if batch.draft(.book, volume) == nil {
      var book = Draft(.book, key: volume)
      book.rows = 0
      book.sources = [Self.source(volume)]
      book.set(.title, Self.title(ofPath: volume))
      // The title is marked as incomplete, because the book may have had a different title on the device.
      book.markIncomplete([.title])
      batch.note(
        "the book of an annotation is no longer on the device; it is named “\(book.first(.title) ?? "")” after its file",
        line: nil)
      batch.add(book)
    }
    var draft = Draft(quote: id, of: volume, from: "kobo")
    draft.setMark(text, note: note)
    let content = mark["ContentID"] ?? ""
    draft.set(
      .chapter,
      chapters[content] ?? chapters[content.range(before: "#(").trimmed] ?? chapters["\(volume)#()\(content)"])
    if let share = mark["ChapterProgress"].flatMap({ Double($0) }), (0...1).contains(share) {
      draft.set(.location, "\(Int((share * 100).rounded())) % of the chapter")
    }
    draft.set(.creationDate, batch.moment(mark["DateCreated"] ?? "", "DateCreated", line: nil))
    if !(mark["Color"] ?? "").isEmpty { batch.leaveOut(column: "Color") }
    batch.add(draft)
  }
}
