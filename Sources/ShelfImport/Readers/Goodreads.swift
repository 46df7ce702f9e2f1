import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The export of goodreads.com, of all years.
  static let goodreads = ImportFormat(
    name: "goodreads", title: "Goodreads export", takes: "books with shelves, ratings, dates and reviews (CSV)",
    origin: "goodreads.com > My Books > Import and export > Export Library",
    recognizes: { probe in
      probe.has("Book Id", "Title", "Exclusive Shelf") || probe.has("Book Id", "Title", "Author l-f")
        || Goodreads.isRow(probe.firstRow)
    },
    read: { file, options, batch throws(SourceError) in
      try TableSource.read(
        file, options, into: &batch, headers: GoodreadsTable.headers(of: SourceProbe(file).firstRow),
        isHeader: { !Goodreads.isRow($0) },
        fields: Goodreads.fields
      ) { row, batch in Goodreads.draft(row, options, &batch) }
    })
}

/// Rows of Goodreads' export.
enum Goodreads {
  static let fields: FieldColumns = [
    .title: ["Title"], .series: ["Title"], .author: ["Author|Author l-f", "Additional Authors"],
    .status: ["Exclusive Shelf"], .genres: ["Bookshelves|Bookshelves with positions", "Exclusive Shelf"],
    .rating: ["My Rating"], .isbn: ["ISBN13>ISBN"], .year: ["Original Publication Year>Year Published"],
    .publisher: ["Publisher"], .pages: ["Number of Pages"], .format: ["Binding"],
    .recommendedBy: ["Recommended By"], .dateAdded: ["Date Added"],
    .dateCompleted: ["Date Read", "Exclusive Shelf"], .readings: ["Date Read", "Exclusive Shelf"],
    .review: ["My Review"], .notes: ["Private Notes", "Date Read", "Exclusive Shelf"],
    .owned: ["Owned Copies"],
  ]

  /// Returns whether cells are a row without a header above it: a number, and a day where rows have theirs.
  static func isRow(_ cells: [String]) -> Bool {
    guard cells.count >= 19, Int(cells[0]) != nil, !cells[1].isEmpty else { return false }
    if cells[5].isQuotedNumber, cells[6].isQuotedNumber { return true }
    // A spreadsheet takes the marks from around the numbers.
    let ratings: ClosedRange = 0...5
    return Int(cells[7]).map(ratings.contains) ?? false && Double(cells[8]) != nil && DateParser.day(cells[15]) != nil
  }

  static func draft(_ row: TableSource.Row, _ options: ImportOptions, _ batch: inout SourceBatch) -> Draft? {
    let written = HTMLText.decodingEntities(CleanText.collapse(row["Title"]))
    let (title, series) = SeriesName.split(title: written)
    let authors = PersonName.distinct(
      [HTMLText.decodingEntities(row["Author"])]
        + PersonName.read(HTMLText.decodingEntities(row["Additional Authors"]), .plain).names)
    row.know("Author l-f", "Bookshelves with positions", "Bookshelves")
    let id = SourceBatch.number(row["Book Id"])
    var draft = Draft(.book, key: id.isEmpty ? SourceKey.book(written, authors) : id)
    if !id.isEmpty { draft.sources = ["goodreads:\(id)"] }
    draft.set(.title, title)
    draft.set(.series, series)
    draft.set(.author, authors.isEmpty ? PersonName.read(row["Author l-f"], .turned).names : authors)
    setShelves(row, options, &draft, &batch)
    draft.readCount = Int(row.peek("Read Count"))
    draft.set(.rating, batch.rating(row["My Rating"], "My Rating", line: row.line))
    batch.setISBN([row["ISBN13"], row["ISBN"]], "ISBN", line: row.line, in: &draft)
    if let long = ISBN(exported: row["ISBN13"]), let short = ISBN(exported: row["ISBN"]), long != short {
      let other = row["ISBN"].filter { !"=\"".contains($0) }
      batch.note("ISBN: “\(other)” is another book's than that of ISBN13, which is taken", line: row.line)
    }
    // A Kindle edition has Amazon's number in the place of its ISBN.
    for column in ["ISBN", "ISBN13"] where row[column].utf8.count >= 10 {
      let number = row[column].filter { !"=\"".contains($0) }
      let source = "amazon:\(number)"
      if number.count == 10, number.hasPrefix("B0"), !draft.sources.contains(source) { draft.sources.append(source) }
    }
    let published = row["Year Published"]
    let yearColumn = row.isFilled("Original Publication Year") ? "Original Publication Year" : "Year Published"
    draft.set(.year, batch.year(row[yearColumn], yearColumn, line: row.line))
    row.know("Original Publication Year", "Year Published")
    // The year of an edition has no field.
    if yearColumn != "Year Published", !published.isEmpty, SourceBatch.number(published) != draft.first(.year) {
      batch.leaveOut(column: "Year Published")
    }
    // None is what each book has of which its reader said nothing.
    draft.set(.owned, (Int(row["Owned Copies"].trimmed) ?? 0) > 0 ? "true" : nil)
    draft.set(.publisher, HTMLText.decodingEntities(row["Publisher"]))
    draft.set(.pages, batch.pages(row["Number of Pages"], "Number of Pages", line: row.line))
    draft.set(.format, row["Binding"])
    draft.set(.recommendedBy, row["Recommended By"])
    draft.set(.dateAdded, batch.date(row["Date Added"], "Date Added", line: row.line))
    draft.set(.review, withoutLinks(HTMLText.plain(row["My Review"])))
    draft.append(.notes, paragraph: HTMLText.plain(row["Private Notes"]))
    return draft
  }

  /// Returns a text in which books and authors are named as a reader sees them: `[b:Replay|341735|…]` is “Replay”.
  private static func withoutLinks(_ text: String) -> String {
    guard text.containsBytes("[b:") || text.containsBytes("[a:") || text.containsBytes("[bc:") else { return text }
    return text.replacing(/\[(?:b|bc|a):([^|\[\]\n]{0,500})\|[^\[\]\n]{0,2000}\]/) { $0.1 }
  }

  /// Sets the status, the genres and the day of the reading.
  private static func setShelves(
    _ row: TableSource.Row, _ options: ImportOptions, _ draft: inout Draft, _ batch: inout SourceBatch
  ) {
    var shelves = row["Bookshelves"].split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    // `a (#4), b (#59)`: the same shelves, with the place of the book on each.
    if shelves.isEmpty {
      shelves = row["Bookshelves with positions"].split(separator: ",")
        .map { String($0).range(before: " (#").trimmed }.filter { !$0.isEmpty }
    }
    var exclusive = row["Exclusive Shelf"]
    if exclusive.isEmpty { exclusive = shelves.first { ["read", "to-read", "currently-reading"].contains($0) } ?? "" }
    let read = batch.date(row["Date Read"], "Date Read", line: row.line)
    let status =
      ReadingStatus(exclusiveShelf: exclusive) ?? (exclusive.isEmpty ? read.map { _ in .completed } : .onShelf)
    shelves.removeAll { $0 == exclusive || ["read", "to-read", "currently-reading"].contains($0) }
    // `on-shelf` is what an export of a library of ours says of books that have not been begun.
    if !exclusive.isEmpty, exclusive != GoodreadsTable.onShelf, ReadingStatus(exclusiveShelf: exclusive) == nil {
      shelves.insert(exclusive, at: 0)
    }
    if options.takesShelves { draft.add(.genres, shelves) }
    draft.setReading(status, started: nil, ended: read)
  }
}

extension String {
  /// Whether it is a number as Goodreads guards it from spreadsheets: `="0525509283"` or `=""`.
  fileprivate var isQuotedNumber: Bool { hasPrefix("=\"") && hasSuffix("\"") }
}
