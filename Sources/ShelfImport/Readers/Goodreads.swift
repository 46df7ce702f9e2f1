import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The export of goodreads.com, from any year.
  static let goodreads = ImportFormat(
    name: "goodreads", title: "Goodreads export", summary: "books with shelves, ratings, dates and reviews (CSV)",
    origin: "goodreads.com > My Books > Import and export > Export Library",
    recognizes: { probe in
      probe.has("Book Id", "Title", "Exclusive Shelf") || probe.has("Book Id", "Title", "Author l-f")
        || Goodreads.isRow(probe.firstRow)
    },
    read: { file, options, batch throws(SourceError) in
      let table = TableSource(
        columns: Goodreads.columns, headers: GoodreadsTable.headers(of: SourceProbe(file).firstRow),
        isHeader: { !Goodreads.isRow($0) })
      try table.read(file, options, into: &batch) { row, batch in Goodreads.draft(row, &batch) }
    })
}

/// Rows of Goodreads' export.
///
/// The exclusive shelf of a book is its reading status, and the other shelves become genres. The title contains the
/// series. There is only one reading date for each book, but a higher number of readings at the next import shows that
/// the book was read again. The file may lack its header, and a spreadsheet may have removed the quotation marks that
/// protect its ISBNs.
enum Goodreads {
  static let columns: [ImportColumn] = [
    ImportColumn("Title", tells: .title, .series), ImportColumn("Author", "Author l-f", tells: .author),
    ImportColumn("Additional Authors", tells: .author),
    ImportColumn("Exclusive Shelf", tells: .status, .genres, .dateCompleted, .readings, .notes, read: setShelves),
    ImportColumn("Bookshelves", "Bookshelves with positions", tells: .genres),
    ImportColumn("Date Read", tells: .dateCompleted, .readings, .notes),
    ImportColumn("My Rating", sets: .rating),
    ImportColumn("ISBN13", else: ["ISBN"], tells: .isbn, read: setNumbers),
    ImportColumn("Original Publication Year", else: ["Year Published"], tells: .year, read: setYear),
    // 0 is the default, so it does not mean that the user has no copy.
    ImportColumn("Owned Copies", sets: .owned) { (Int($0.trimmed) ?? 0) > 0 ? "true" : nil },
    ImportColumn("Publisher", sets: .publisher) { HTMLText.decodingEntities($0) },
    ImportColumn("Number of Pages", sets: .pages), ImportColumn("Binding", sets: .format),
    ImportColumn("Recommended By", sets: .recommendedBy), ImportColumn("Date Added", sets: .dateAdded),
    ImportColumn("My Review", sets: .review) { withoutLinks(HTMLText.plain($0)) },
    ImportColumn("Private Notes", sets: .notes),
    ImportColumn("Read Count", tells: .timesRead) { text, _, draft, _ in
      draft.readCount = Int(text)
      draft.set(timesRead: text)
    },
  ]

  /// Returns whether the first row of a file is a book rather than a header: it starts with a number, and either the
  /// ISBNs or the ratings and the date are in the expected columns.
  static func isRow(_ cells: [String]) -> Bool {
    guard cells.count >= 19, Int(cells[0]) != nil, !cells[1].isEmpty else { return false }
    if cells[5].isQuotedNumber, cells[6].isQuotedNumber { return true }
    // A spreadsheet program may have removed the quotation marks around the ISBNs, so other columns are checked
    // instead.
    let ratings: ClosedRange = 0...5
    return Int(cells[7]).map(ratings.contains) ?? false && Double(cells[8]) != nil && DateParser.day(cells[15]) != nil
  }

  static func draft(_ row: TableSource.Row, _ batch: inout SourceBatch) -> Draft {
    let written = HTMLText.decodingEntities(CleanText.collapse(row["Title"]))
    let (title, series) = SeriesName.split(title: written)
    let author = CleanText.collapse(HTMLText.decodingEntities(row["Author"]))
    let authors = PersonName.distinct(
      [author] + batch.authors(HTMLText.decodingEntities(row["Additional Authors"]), .plain, line: row.line))
    if !author.isEmpty { batch.note(sortForm: HTMLText.decodingEntities(row["Author l-f"]), of: author) }
    let id = SourceBatch.number(row["Book Id"])
    var draft = Draft(book: id, written, authors, from: "goodreads")
    draft.set(.title, title)
    draft.set(.series, series)
    draft.set(.author, authors.isEmpty ? batch.authors(row["Author l-f"], .turned, line: row.line) : authors)
    row.know("Author l-f", "Bookshelves with positions")
    return draft
  }

  private static func setNumbers(
    _ long: String, _ row: TableSource.Row, _ draft: inout Draft, _ batch: inout SourceBatch
  ) {
    let short = row["ISBN"]
    batch.setISBN([long, short], "ISBN", line: row.line, in: &draft)
    if let long = ISBN(exported: long), let other = ISBN(exported: short), long != other {
      let other = short.filter { !"=\"".contains($0) }
      batch.note("ISBN: “\(other)” belongs to another book than ISBN13, which is used", line: row.line)
    }
  }

  private static func setYear(
    _ original: String, _ row: TableSource.Row, _ draft: inout Draft, _ batch: inout SourceBatch
  ) {
    let column = row.isFilled("Original Publication Year") ? "Original Publication Year" : "Year Published"
    let published = row["Year Published"]
    draft.set(.year, batch.year(row[column], column, line: row.line))
    if column != "Year Published", !published.isEmpty, SourceBatch.number(published) != draft.first(.year) {
      draft.set(.editionDate, batch.year(published, "Year Published", line: row.line))
    }
  }

  /// Replaces links to books and authors with their names: `[b:Replay|341735|…]` becomes “Replay”.
  private static func withoutLinks(_ text: String) -> String {
    guard text.containsBytes("[b:") || text.containsBytes("[a:") || text.containsBytes("[bc:") else { return text }
    return text.replacing(/\[(?:b|bc|a):([^|\[\]\n]{0,500})\|[^\[\]\n]{0,2000}\]/) { $0.1 }
  }

  /// Sets the status, the genres and the date of the reading.
  private static func setShelves(
    _ exclusive: String, _ row: TableSource.Row, _ draft: inout Draft, _ batch: inout SourceBatch
  ) {
    var shelves = row["Bookshelves"].split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    // `a (#4), b (#59)`: the same shelves, with the position of the book on each.
    if shelves.isEmpty {
      shelves = row["Bookshelves with positions"].split(separator: ",")
        .map { String($0).range(before: " (#").trimmed }.filter { !$0.isEmpty }
    }
    var exclusive = exclusive
    if exclusive.isEmpty { exclusive = shelves.first { ["read", "to-read", "currently-reading"].contains($0) } ?? "" }
    let read = batch.date(row["Date Read"], "Date Read", line: row.line)
    let status =
      ReadingStatus(exclusiveShelf: exclusive) ?? (exclusive.isEmpty ? read.map { _ in .completed } : .onShelf)
    shelves.removeAll { $0 == exclusive || ["read", "to-read", "currently-reading"].contains($0) }
    // In shelf's own exports for Goodreads, `on-shelf` represents books that have not been started.
    if !exclusive.isEmpty, exclusive != GoodreadsTable.onShelf, ReadingStatus(exclusiveShelf: exclusive) == nil {
      shelves.insert(exclusive, at: 0)
    }
    if row.options.takesShelves { draft.add(.genres, shelves) }
    draft.setReading(status, started: nil, ended: read)
  }
}

extension String {
  /// Whether the text has the form that keeps spreadsheets from converting numbers: `="0525509283"` or `=""`.
  fileprivate var isQuotedNumber: Bool { hasPrefix("=\"") && hasSuffix("\"") }
}
