import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The CSV export of BookWyrm, of all its generations, and the archive of an account.
  static let bookwyrm = ImportFormat(
    name: "bookwyrm", title: "BookWyrm export",
    takes: "books with shelves, ratings, dates and reviews (CSV); with quotations too (archive)",
    origin: "your BookWyrm server > Settings > CSV Export, or Export BookWyrm Account",
    recognizes: { $0.has("title", "author_text", "remote_id") || BookWyrmArchive.recognizes($0) },
    read: { file, options, batch throws(SourceError) in
      if SourceProbe(file).isJSON {
        batch.rejects.form = .array(open: "{\"preferredUsername\": \"\", \"books\": [", close: "]}")
        return BookWyrmArchive(options).read(try batch.json(file), into: &batch)
      }
      try TableSource.read(file, options, into: &batch, fields: BookWyrm.fields) { row, batch in
        BookWyrm.draft(row, options, &batch)
      }
    })
}

/// Rows of BookWyrm's export; a book on two shelves has two.
private enum BookWyrm {
  /// The generations of the export have different columns: the first one says nothing of shelves and days.
  static let fields: FieldColumns = [
    .title: ["title"], .author: ["author_text"], .isbn: ["isbn_13>isbn_10"], .rating: ["rating"],
    .pages: ["pages"],
    .review: ["review_name", "review_content"], .notes: ["review_cw", "stopped_date", "shelf"], .status: ["shelf"],
    .genres: ["shelf", "shelf_name"], .dateStarted: ["start_date", "shelf"],
    .dateCompleted: ["finish_date", "shelf"],
    .readings: ["start_date", "finish_date", "shelf"],
  ]

  static func draft(_ row: TableSource.Row, _ options: ImportOptions, _ batch: inout SourceBatch) -> Draft? {
    let title = HTMLText.decodingEntities(CleanText.collapse(row["title"]))
    let authors = PersonName.read(HTMLText.decodingEntities(row["author_text"]), .plain).names
    let id = row["remote_id"]
    var draft = Draft(.book, key: id.isEmpty ? SourceKey.book(title, authors) : id)
    if !id.isEmpty { draft.sources = ["bookwyrm:\(id)"] }
    for (column, name) in [
      ("goodreads_key", "goodreads"), ("librarything_key", "librarything-work"), ("openlibrary_key", "openlibrary"),
    ] {
      let key = row[column]
      if !key.isEmpty { draft.sources.append("\(name):\(key)") }
    }
    draft.set(.title, title)
    draft.set(.author, authors)
    batch.setISBN([row["isbn_13"], row["isbn_10"]], "isbn_13", line: row.line, in: &draft)
    draft.set(.rating, batch.rating(row["rating"], "rating", line: row.line))
    draft.set(.pages, batch.pages(row["pages"], "pages", line: row.line))
    let review = [row["review_name"], HTMLText.plain(row["review_content"])].filter { !$0.isEmpty }
    draft.set(.review, review.joined(separator: "\n\n"))
    draft.set(.notes, [])
    if !row["review_cw"].isEmpty { draft.append(.notes, paragraph: "Content warnings: " + row["review_cw"]) }
    let shelf = row["shelf"]
    let name = row["shelf_name"]
    let ended = batch.date(row["finish_date"], "finish_date", line: row.line)
    let stopped = batch.date(row["stopped_date"], "stopped_date", line: row.line)
    var status = ReadingStatus(shelf)
    // Without shelves, the dates are all that tells.
    if shelf.isEmpty { status = ended != nil ? .completed : stopped != nil ? .abandoned : nil }
    let started = batch.date(row["start_date"], "start_date", line: row.line)
    // A shelf of one's own says where the book is; the row of the other shelf tells of its reading.
    if status != nil || shelf.isEmpty {
      draft.setReading(status, started: started, ended: status == .abandoned ? stopped ?? ended : ended)
    }
    if status != .abandoned, status != nil || shelf.isEmpty, let stopped {
      draft.append(.notes, paragraph: "Stopped reading on \(stopped).")
    }
    if status == nil, !shelf.isEmpty, options.takesShelves { draft.add(.genres, [name.isEmpty ? shelf : name]) }
    return draft
  }
}
