import ShelfFormats
import ShelfModel

extension ImportFormat {
  /// The CSV export of BookWyrm, in all its versions, and the archive of an account.
  static let bookwyrm = ImportFormat(
    name: "bookwyrm", title: "BookWyrm export",
    summary: "books with shelves, ratings, dates and reviews (CSV); with quotations too (archive)",
    origin: "your BookWyrm server > Settings > CSV Export, or Export BookWyrm Account",
    recognizes: { $0.has("title", "author_text", "remote_id") || BookWyrmArchive.recognizes($0) },
    read: { file, options, batch throws(SourceError) in
      if SourceProbe(file).isJSON {
        try options.refuseMaps(file, "shelf knows the meaning of its keys")
        batch.rejects.form = .array(open: "{\"preferredUsername\": \"\", \"books\": [", close: "]}")
        return BookWyrmArchive(options).read(try batch.json(file), into: &batch)
      }
      try TableSource(columns: BookWyrm.columns).read(file, options, into: &batch) { row, batch in
        BookWyrm.draft(row, &batch)
      }
    })
}

/// Rows of BookWyrm's export.
///
/// A book that is on two shelves has two rows, which the batch combines: one shelf is the reading status, and the other
/// becomes a genre. The book's address on the server is its key; its keys in other catalogues become further sources.
private enum BookWyrm {
  /// The columns, which depend on the version of the export: the first version has neither shelves nor dates.
  static let columns: [ImportColumn] = [
    ImportColumn("title", tells: .title), ImportColumn("author_text", tells: .author),
    ImportColumn("isbn_13", else: ["isbn_10"], sets: .isbn), ImportColumn("rating", sets: .rating),
    ImportColumn("pages", sets: .pages), ImportColumn("review_name", tells: .review),
    ImportColumn("review_content", tells: .review) { text, row, draft, _ in
      let review = [row["review_name"], HTMLText.plain(text)].filter { !$0.isEmpty }
      draft.set(.review, review.joined(separator: "\n\n"))
    },
    ImportColumn("review_cw", sets: .notes) { $0.isEmpty ? nil : "Content warnings: " + $0 },
    ImportColumn(
      "shelf", tells: .status, .genres, .dateStarted, .dateCompleted, .readings, .notes, read: setShelf),
    ImportColumn("shelf_name", tells: .genres), ImportColumn("start_date", tells: .dateStarted, .readings),
    ImportColumn("finish_date", tells: .dateCompleted, .readings), ImportColumn("stopped_date", tells: .notes),
  ]

  static func draft(_ row: TableSource.Row, _ batch: inout SourceBatch) -> Draft {
    let title = HTMLText.decodingEntities(CleanText.collapse(row["title"]))
    let authors = batch.authors(HTMLText.decodingEntities(row["author_text"]), .plain, line: row.line)
    let id = row["remote_id"]
    var draft = Draft(book: id, title, authors, from: "bookwyrm")
    for (column, name) in [
      ("goodreads_key", "goodreads"), ("librarything_key", "librarything-work"), ("openlibrary_key", "openlibrary"),
    ] {
      let key = row[column]
      if !key.isEmpty { draft.sources.append("\(name):\(key)") }
    }
    draft.set(.title, title)
    draft.set(.author, authors)
    return draft
  }

  private static func setShelf(
    _ shelf: String, _ row: TableSource.Row, _ draft: inout Draft, _ batch: inout SourceBatch
  ) {
    let name = row["shelf_name"]
    let ended = batch.date(row["finish_date"], "finish_date", line: row.line)
    let stopped = batch.date(row["stopped_date"], "stopped_date", line: row.line)
    var status = ReadingStatus(shelf)
    // Exports without shelves show the status only by the dates.
    if shelf.isEmpty { status = ended != nil ? .completed : stopped != nil ? .abandoned : nil }
    let started = batch.date(row["start_date"], "start_date", line: row.line)
    // A shelf that the user created is not a status. The row for the book's other shelf describes its reading.
    if status != nil || shelf.isEmpty {
      draft.setReading(status, started: started, ended: status == .abandoned ? stopped ?? ended : ended)
    }
    if status != .abandoned, status != nil || shelf.isEmpty, let stopped {
      draft.append(.notes, paragraph: "Stopped reading on \(stopped).")
    }
    if status == nil, !shelf.isEmpty, row.options.takesShelves { draft.add(.genres, [name.isEmpty ? shelf : name]) }
  }
}
