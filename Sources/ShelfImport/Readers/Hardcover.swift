import ShelfFormats
import ShelfModel
import ShelfText

extension ImportFormat {
  /// The export of hardcover.app.
  static let hardcover = ImportFormat(
    name: "hardcover", title: "Hardcover export", takes: "books with lists, ratings, dates and reviews (CSV)",
    origin: "hardcover.app > Settings > Export",
    recognizes: { $0.has("Hardcover Book ID", "Title") },
    read: { file, options, batch throws(SourceError) in
      try TableSource.read(file, options, into: &batch, fields: Hardcover.fields) { row, batch in
        Hardcover.draft(row, options, &batch)
      }
    })
}

/// Rows of Hardcover's export.
private enum Hardcover {
  static let fields: FieldColumns = [
    .title: ["Title"], .author: ["Author"], .contributors: ["Author"], .series: ["Series"], .isbn: ["ISBN 13>ISBN 10"],
    .format: ["Binding|Media"], .pages: ["Pages"], .year: ["Publish Date"], .publisher: ["Publisher"],
    .language: ["Language Code"], .rating: ["Rating"], .dateAdded: ["Date Added"], .review: ["Review"],
    .notes: ["Private Notes", "Content Warnings", "Date Finished", "Status"], .genres: ["Genres", "Tags", "Lists"],
    .status: ["Status"], .dateStarted: ["Date Started", "Date Finished", "Status"],
    .dateCompleted: ["Date Finished", "Status"],
    .readings: ["Date Started", "Date Finished", "Status"], .owned: ["Owned"],
  ]

  static func draft(_ row: TableSource.Row, _ options: ImportOptions, _ batch: inout SourceBatch) -> Draft? {
    let status = row["Status"]
    if status == "Ignored" {
      batch.skip("it is ignored there", line: row.line)
      return nil
    }
    func text(_ column: String) -> String { HTMLText.decodingEntities(row[column]) }
    let title = HTMLText.decodingEntities(CleanText.collapse(row["Title"]))
    var people = People()
    people.add(marked: PersonName.read(text("Author"), .plain).names)
    people.nameByFirst()
    let authors = people.authors
    let id = SourceBatch.number(row["Hardcover Book ID"])
    row.know("Hardcover Edition ID", "Review Slate")
    var draft = Draft(.book, key: id.isEmpty ? SourceKey.book(title, authors) : id)
    if !id.isEmpty { draft.sources = ["hardcover:\(id)"] }
    draft.set(.title, title)
    draft.set(people)
    draft.set(.series, SeriesName.list(text("Series")))
    batch.setISBN([row["ISBN 13"], row["ISBN 10"]], "ISBN 13", line: row.line, in: &draft)
    draft.set(.format, row["Binding", "Media"])
    row.know("Media")
    draft.set(.pages, batch.pages(row["Pages"], "Pages", line: row.line))
    draft.set(.year, batch.year(row["Publish Date"], "Publish Date", line: row.line))
    draft.set(.publisher, text("Publisher"))
    draft.set(.owned, row["Owned"].lowercased() == "true" ? "true" : nil)
    draft.set(.language, row["Language Code"])
    draft.set(.rating, batch.rating(row["Rating"], "Rating", line: row.line))
    draft.set(.dateAdded, batch.date(row["Date Added"], "Date Added", line: row.line))
    draft.set(.review, HTMLText.plain(row["Review"]))
    draft.append(.notes, paragraph: HTMLText.plain(row["Private Notes"]))
    if !row["Content Warnings"].isEmpty {
      draft.append(.notes, paragraph: "Content warnings: " + text("Content Warnings"))
    }
    if options.takesShelves {
      let lists = text("Lists").split(separator: ",").map { name -> String in
        let name = name.trimmed
        return name.hasSuffix(")") ? name.range(before: " (#").trimmed : name
      }
      draft.add(
        .genres, FieldMapping.list(text("Genres")) + FieldMapping.list(text("Tags")) + lists.filter { $0 != "Owned" })
    }
    let known = ReadingStatus(status)
    if known == nil, !status.isEmpty { batch.leaveOut("Status", status, "is not a reading status", line: row.line) }
    draft.setReading(
      known, started: batch.date(row["Date Started"], "Date Started", line: row.line),
      ended: batch.date(row["Date Finished"], "Date Finished", line: row.line))
    return draft
  }
}
