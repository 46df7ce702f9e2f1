import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  static let hardcover = ImportFormat(
    name: "hardcover", title: "Hardcover export", summary: "books with lists, ratings, dates and reviews (CSV)",
    origin: "hardcover.app > Settings > Export",
    recognizes: { $0.has("Hardcover Book ID", "Title") },
    read: { file, options, batch throws(SourceError) in
      try TableSource(columns: Hardcover.columns).read(file, options, into: &batch) { row, batch in
        Hardcover.draft(row, &batch)
      }
    })
}

/// Rows of Hardcover's export.
///
/// Authors and contributors are in one column, with roles in parentheses. A book's genres, tags and lists all become
/// genres. There are dates only for the latest reading. Books that the user has chosen to ignore in Hardcover are
/// skipped.
private enum Hardcover {
  static let columns: [ImportColumn] = [
    ImportColumn("Title", tells: .title), ImportColumn("Author", tells: .author, .contributors),
    ImportColumn("Series", tells: .series) { text, _, draft, _ in
      draft.set(.series, SeriesName.list(HTMLText.decodingEntities(text)))
    },
    ImportColumn("ISBN 13", else: ["ISBN 10"], sets: .isbn), ImportColumn("Binding", "Media", sets: .format),
    ImportColumn("Pages", sets: .pages), ImportColumn("Publish Date", sets: .year),
    ImportColumn("Publisher", sets: .publisher) { HTMLText.decodingEntities($0) },
    ImportColumn("Owned", sets: .owned) { $0.lowercased() == "true" ? "true" : nil },
    ImportColumn("Language Code", sets: .language), ImportColumn("Rating", sets: .rating),
    ImportColumn("Date Added", sets: .dateAdded), ImportColumn("Review", sets: .review),
    ImportColumn("Private Notes", sets: .notes),
    ImportColumn("Content Warnings", sets: .notes) {
      $0.isEmpty ? nil : "Content warnings: " + HTMLText.decodingEntities($0)
    },
    ImportColumn("Genres", tells: .genres) { text, _, draft, _ in draft.add(.genres, FieldMapping.list(text)) },
    ImportColumn("Tags", tells: .genres) { text, _, draft, _ in draft.add(.genres, FieldMapping.list(text)) },
    ImportColumn("Lists", tells: .genres) { text, _, draft, _ in draft.add(.genres, lists(text)) },
    ImportColumn("Status", tells: .status, .notes, .dateStarted, .dateCompleted, .readings, read: setReading),
    ImportColumn("Date Started", tells: .dateStarted, .readings),
    ImportColumn("Date Finished", tells: .notes, .dateStarted, .dateCompleted, .readings),
  ]

  static func draft(_ row: TableSource.Row, _ batch: inout SourceBatch) -> Draft? {
    if row["Status"] == "Ignored" {
      batch.skip("it is marked as ignored there", line: row.line)
      return nil
    }
    let title = HTMLText.decodingEntities(CleanText.collapse(row["Title"]))
    var people = People()
    people.add(batch.authors(HTMLText.decodingEntities(row["Author"]), .plain, line: row.line))
    people.add(batch.takeContributors())
    people.nameByFirst()
    let id = SourceBatch.number(row["Hardcover Book ID"])
    row.know("Hardcover Edition ID", "Review Slate", "Media")
    var draft = Draft(book: id, title, people.authors, from: "hardcover")
    draft.set(.title, title)
    draft.set(people)
    return draft
  }

  /// Returns the names of the lists in text such as `To buy (#3), Owned`, without the book's position on each list.
  ///
  /// The name `Owned` is omitted, because there is a separate column for it.
  private static func lists(_ text: String) -> [String] {
    HTMLText.decodingEntities(text).split(separator: ",").map { name -> String in
      let name = name.trimmed
      return name.hasSuffix(")") ? name.range(before: " (#").trimmed : name
    }.filter { $0 != "Owned" }
  }

  private static func setReading(
    _ status: String, _ row: TableSource.Row, _ draft: inout Draft, _ batch: inout SourceBatch
  ) {
    let known = ReadingStatus(status)
    if known == nil, !status.isEmpty { batch.leaveOut("Status", status, "is not a reading status", line: row.line) }
    draft.setReading(
      known, started: batch.date(row["Date Started"], "Date Started", line: row.line),
      ended: batch.date(row["Date Finished"], "Date Finished", line: row.line))
  }
}
