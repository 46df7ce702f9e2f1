import ShelfFormats
import ShelfModel
import ShelfText

/// KOReader's database `statistics.sqlite3`, which records when each page of a book was read.
///
/// It provides the dates of a reading. Unless the sidecar of the book, which is read earlier, states the status, the
/// pages also show the progress of the reading: the book has been completed if nearly all of them were opened. Since
/// the number of pages depends on the font size, pages are converted to fractions of the book.
struct KOReaderStatistics {
  static let tables: Set<String> = ["book", "page_stat_data", "page_stat"]

  private let database: SQLiteDatabase

  static func recognizes(_ probe: SourceProbe) -> Bool {
    guard probe.isDatabase, let database = try? SQLiteDatabase(probe.file, tables: tables) else { return false }
    return (try? database.columns(of: "book").isSuperset(of: ["title", "md5", "total_read_time"])) ?? false
  }

  init(_ database: SQLiteDatabase) { self.database = database }

  /// The period when a book was read, and the pages that were opened.
  private struct Reading {
    var first = Int.max
    var last = 0
    /// The opened pages, by the total number of pages at the font size in use at that time, or 0 if the total is
    /// unknown.
    var pages: [Int: Set<Int>] = [:]

    /// Returns the fraction of the book that was opened, in percent, or nil if the number of pages is unknown.
    ///
    /// - Parameter pages: the number of pages that the book has now.
    func share(ofPages pages: Int?) -> Int? {
      var parts = Array(repeating: false, count: KOReaderStatistics.parts)
      for (stated, numbers) in self.pages {
        let count = stated > 0 ? stated : pages ?? 0
        guard (1...KOReaderStatistics.maxPages).contains(count) else { continue }
        for page in numbers where page >= 1 && page <= count {
          let first = (page - 1) * parts.count / count
          for part in first..<max(first + 1, page * parts.count / count) { parts[part] = true }
        }
      }
      let seen = parts.count { $0 }
      return seen == 0 ? nil : seen * 100 / parts.count
    }
  }

  /// The number of equal parts into which a book is divided, so that pages at different font sizes can be combined.
  ///
  /// A part is usually smaller than a page.
  private static let parts = 10_000
  private static let maxPages = 1_000_000

  func read(into batch: inout SourceBatch) throws(SourceError) {
    let readings = try self.readings()
    let rows = try database.rows(
      of: "book",
      ["id", "title", "authors", "md5", "pages", "series", "language", "total_read_time", "notes", "highlights"],
      orderedBy: "id")
    for row in rows { take(row, readings[row["id"] ?? ""], &batch) }
  }

  private func take(_ row: [String: String], _ reading: Reading?, _ batch: inout SourceBatch) {
    batch.begin()
    let title = CleanText.collapse(Self.text(row["title"]))
    let authors = batch.authors(Self.text(row["authors"]), .turned, line: nil)
    let key = row["md5"].flatMap { $0.isEmpty ? nil : $0 } ?? SourceKey.book(title, authors)
    var draft = Draft(book: key, title, authors, from: "koreader")
    draft.set(.title, title)
    draft.set(.author, authors)
    if title.isEmpty { return batch.reject("a book without a title", line: nil, draft: draft) }
    if !["", "0"].contains(row["total_read_time"] ?? "") { batch.leaveOut(column: "total_read_time") }
    let known = batch.draft(.book, key)
    let series = Self.text(row["series"])
    draft.set(
      .series, series.isEmpty ? nil : series.contains("#") ? SeriesName.text(series) : series)
    draft.set(.language, Self.text(row["language"]))
    guard let reading, reading.last > 0 else {
      draft.markEmptyIncomplete()
      batch.add(draft)
      return
    }
    // The status in a sidecar takes precedence over a status inferred from pages. The older table has no number of
    // pages, so the book's current number is used instead.
    let share = reading.share(ofPages: row["pages"].flatMap { Int($0) })
    let isRead = share.map { $0 >= Self.readPercentage } ?? false
    let status = known?.first(.status).flatMap { ReadingStatus($0) } ?? (isRead ? .completed : .inProgress)
    if known?.first(.status) == nil { draft.set(.status, status.rawValue) }
    draft.set(.dateStarted, batch.day(reading.first).description)
    if status == .completed, known?.first(.dateCompleted) == nil {
      draft.set(.dateCompleted, batch.day(reading.last).description)
    }
    if known?.first(.status) == nil, status == .inProgress, let share {
      draft.set(.progress, "\(min(99, share))%")
    }
    draft.markEmptyIncomplete()
    draft.markIncomplete([.status, .progress, .dateCompleted])
    batch.add(draft)
  }

  /// The percentage of a book that must have been opened for the book to count as read. Many people skip notes and
  /// indexes.
  private static let readPercentage = 90

  private static func text(_ text: String?) -> String {
    let text = text?.trimmed ?? ""
    return text == "N/A" ? "" : text
  }

  private func readings() throws(SourceError) -> [String: Reading] {
    // The older table has no number of pages.
    let table = try database.columns(of: "page_stat_data").isEmpty ? "page_stat" : "page_stat_data"
    var readings: [String: Reading] = [:]
    try database.forEachRow(
      of: table, ["id_book", "page", "start_time", "total_pages"], orderedBy: "start_time"
    ) { row in
      guard let id = row["id_book"], let time = row["start_time"].flatMap({ Int($0) }),
        (100_000_000...99_999_999_999).contains(time)
      else { return }
      var reading = readings[id] ?? Reading()
      reading.first = min(reading.first, time)
      reading.last = max(reading.last, time)
      let count = row["total_pages"].flatMap { Int($0) } ?? 0
      if let page = row["page"].flatMap({ Int($0) }) { reading.pages[count, default: []].insert(page) }
      readings[id] = reading
    }
    return readings
  }
}
