import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  static let storygraph = ImportFormat(
    name: "storygraph", title: "StoryGraph export",
    summary: "books with readings, ratings in quarters and reviews (CSV)",
    origin: "thestorygraph.com > Manage Account > Manage your data > Export StoryGraph library",
    recognizes: {
      $0.has("Title", "Read Status", "Star Rating") || $0.has("Title", "Moods", "Pace")
        || $0.has("Title", "ISBN/UID", "Read Status")
    },
    read: { file, options, batch throws(SourceError) in
      try TableSource(columns: StoryGraph.columns).read(file, options, into: &batch) { row, batch in
        StoryGraph.draft(row, &batch)
      }
    })
}

/// Rows of StoryGraph's export.
///
/// `Dates Read` contains all readings of a book, which are first sorted by date. The latest reading belongs to the
/// status, and the others become earlier readings. `Last Date Read` adds a reading if none of them ends on that date.
///
/// A book is identified by its ISBN, or else by a number that StoryGraph assigned to it. If the number is missing or
/// was rounded by a spreadsheet, a hash of the title and the first author is used instead.
private enum StoryGraph {
  static let columns: [ImportColumn] = [
    ImportColumn("Title", tells: .title), ImportColumn("Authors", "Author", tells: .author),
    ImportColumn("Contributors", tells: .contributors) { text, row, draft, batch in
      let people = batch.contributors(HTMLText.decodingEntities(text), .plain, role: "", line: row.line)
      draft.set(.contributors, people.map(\.description))
    },
    ImportColumn("ISBN/UID", "ISBN", tells: .isbn), ImportColumn("Format", sets: .format),
    // “No” is the default, so it does not mean that the user has no copy.
    ImportColumn("Owned?", sets: .owned) { $0.lowercased() == "yes" ? "true" : nil },
    ImportColumn("Star Rating", sets: .rating), ImportColumn("Date Added", sets: .dateAdded),
    ImportColumn("Review", sets: .review),
    ImportColumn("Dates Read", tells: .dateStarted, .dateCompleted, .readings, .notes, read: setReadings),
    ImportColumn("Last Date Read", tells: .dateStarted, .dateCompleted, .readings),
    ImportColumn("Read Status", tells: .status, .dateStarted, .dateCompleted, .readings, .notes),
    ImportColumn("Read Count", tells: .timesRead) { text, _, draft, _ in draft.set(timesRead: text) },
    ImportColumn("Content Warnings", tells: .notes, read: setWarnings),
    ImportColumn("Content Warning Description", tells: .notes),
    ImportColumn("Tags", tells: .genres) { text, _, draft, _ in
      draft.add(.genres, text.split(separator: ",").map(\.trimmed))
    },
  ]

  static func draft(_ row: TableSource.Row, _ batch: inout SourceBatch) -> Draft {
    let title = HTMLText.decodingEntities(CleanText.collapse(row["Title"]))
    let authors = batch.authors(HTMLText.decodingEntities(row["Authors", "Author"]), .plain, line: row.line)
    let number = SourceBatch.number(row["ISBN/UID", "ISBN"].filter { !"=\"".contains($0) })
    let isbn = ISBN.first(in: number) ?? ISBN.withoutZeros(number)
    // Spreadsheets convert numbers to forms such as `9.78053E+12`, which many books share.
    let hasKey = !number.isEmpty && !number.contains("E+") && !number.contains("/")
    var draft = Draft(.book, key: hasKey ? number : SourceKey.book(title, authors))
    if hasKey {
      draft.sources = ["storygraph:\(number)"] + (SourceBatch.articleSource(number).map { [$0] } ?? [])
    }
    if !number.isEmpty, !hasKey { batch.leaveOut("ISBN/UID", number, "was changed by a spreadsheet", line: row.line) }
    // StoryGraph's own numbers are not ISBNs, but a thirteen-digit number should be one.
    if isbn == nil, number.count == 13, number.hasPrefix("97"), number.allSatisfy({ $0.isASCII && $0.isNumber }) {
      batch.note("ISBN/UID: “\(number)” is not an ISBN; it was kept as StoryGraph's number", line: row.line)
    }
    draft.set(.title, title)
    draft.set(.author, authors)
    draft.set(.isbn, isbn)
    return draft
  }

  private static func setWarnings(
    _ text: String, _ row: TableSource.Row, _ draft: inout Draft, _ batch: inout SourceBatch
  ) {
    let warnings = [text, row["Content Warning Description"]].filter { !$0.isEmpty }
    draft.set(.notes, [])
    if !warnings.isEmpty {
      draft.append(.notes, paragraph: "Content warnings: " + HTMLText.plain(warnings.joined(separator: "\n")))
    }
  }

  private static func setReadings(
    _ sessions: String, _ row: TableSource.Row, _ draft: inout Draft, _ batch: inout SourceBatch
  ) {
    var readings: [(start: CalendarDate?, end: CalendarDate?)] = []
    for session in sessions.split(separator: ",").map(\.trimmed) where !session.isEmpty {
      let ends = DateParser.ends(of: session)
      let days = ends.map { batch.day($0, "Dates Read", line: row.line) }
      guard ends.count <= 2, zip(ends, days).allSatisfy({ $0.isEmpty || $1 != nil }) else {
        batch.leaveOut("Dates Read", session, "is not a reading", line: row.line)
        continue
      }
      readings.append(ends.count == 1 ? (nil, days[0]) : (days[0], days[1]))
    }
    let last = batch.date(row["Last Date Read"], "Last Date Read", line: row.line).flatMap { CalendarDate($0) }
    if let last, !readings.contains(where: { $0.end == last }) {
      // Of this reading, only the end date is known.
      readings.append((nil, last))
    }
    readings.sort { ($0.end ?? $0.start ?? .far, $0.start ?? .far) < ($1.end ?? $1.start ?? .far, $1.start ?? .far) }
    let status = row["Read Status"]
    let known =
      ReadingStatus(status) ?? (status.isEmpty ? readings.last.map { $0.end == nil ? .inProgress : .completed } : nil)
    if known == nil, !status.isEmpty {
      batch.leaveOut("Read Status", status, "is not a reading status", line: row.line)
    }
    // A reading in progress is always the latest.
    if known == .inProgress, let open = readings.lastIndex(where: { $0.end == nil }) {
      readings.append(readings.remove(at: open))
    }
    let latest = readings.popLast()
    // Some exports contain a reading twice.
    if let latest { readings.removeAll { $0 == latest } }
    draft.setReading(
      known, started: latest?.start?.description, ended: latest?.end?.description,
      earlier: readings.compactMap { DateInterval(start: $0.start, end: $0.end)?.description })
  }
}

extension CalendarDate {
  /// A date that is later than any date in a source.
  fileprivate static let far = CalendarDate(daysSince1970: 2_932_896)
}
