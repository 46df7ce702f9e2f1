import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

extension ExportFormat {
  static let goodreads = ExportFormat(
    name: "goodreads", help: "books in Goodreads' format, which Goodreads, StoryGraph and BookWyrm can import",
    kinds: [.book], isFolder: false, endings: ["csv"],
    represents: [
      .title, .series, .author, .isbn, .rating, .publisher, .format, .pages, .year, .editionDate, .dateCompleted,
      .dateAbandoned, .timesRead,
      .dateAdded,
      .status, .genres, .review, .notes,
    ], alterations: GoodreadsRow.alterations
  ) { selection in
    var csv = CSVWriter()
    csv.row(GoodreadsTable.headers[0])
    for book in selection.records(of: .book) { csv.row(GoodreadsRow.cells(book, selection)) }
    return [File(name: "", bytes: csv.take())]
  }
}

/// A book as a row of a Goodreads export.
private enum GoodreadsRow {
  static let alterations = [
    ExportFormat.Alteration(field: .series, form: "after the title, and only with a position") { book, selection in
      selection.texts(.series, of: book).contains { SeriesPlace($0).position == nil }
    },
    ExportFormat.Alteration(field: .isbn, form: "only valid ones") { book, selection in
      let text = selection.text(.isbn, of: book)
      return !text.isEmpty && short(text).isEmpty && ISBN(exported: text) == nil
    },
    ExportFormat.Alteration(field: .editionDate, form: "only the year") { book, selection in
      selection.text(.editionDate, of: book).count > 4
    },
    ExportFormat.Alteration(field: .rating, form: "whole stars") { book, selection in
      Rating(selection.text(.rating, of: book)).map { $0.quarters % 4 != 0 } ?? false
    },
    ExportFormat.Alteration(field: .dateCompleted, form: "not for abandoned books") { book, selection in
      ReadingStatus(rawValue: selection.text(.status, of: book)) == .abandoned
        && !selection.text(.dateCompleted, of: book).isEmpty
    },
    ExportFormat.Alteration(field: .genres, form: "shelves, without commas") { book, selection in
      selection.names(.genres, of: book).contains { $0.contains(",") }
    },
  ]

  private static func stars(_ rating: Rating) -> Int { (rating.quarters + 2) / 4 }

  static func cells(_ book: Record, _ selection: ExportSelection) -> [String] {
    func text(_ field: FieldHandle) -> String { selection.text(field, of: book) }
    let names = PersonName.distinct(selection.texts(.author, of: book))
    let authors = names.map(HTMLText.guardedEntities)
    let number = ISBN(exported: text(.isbn))
    let short = short(text(.isbn))
    let status = ReadingStatus(rawValue: text(.status)) ?? .onShelf
    let shelves = selection.names(.genres, of: book).map { $0.replacing(",", with: "") }
    let shelf = shelf(of: status)
    let id = selection.texts(.sources, of: book).first { $0.hasPrefix("goodreads:") }
    // Goodreads has only whole stars.
    let stars = Rating(text(.rating)).map(stars) ?? 0
    let readings = selection.texts(.readings, of: book)
    // For an abandoned book, the column contains the date when it was abandoned. There is no column for an earlier
    // completed reading.
    let read =
      status == .abandoned
      ? text(.dateAbandoned)
      : text(.dateCompleted).isEmpty
        ? readings.last.flatMap { DateInterval($0)?.end?.description } ?? "" : text(.dateCompleted)
    let known = readings.count { DateInterval($0)?.end != nil } + (status == .completed ? 1 : 0)
    let count = max(known, Int(text(.timesRead)) ?? 0)
    let published = text(.editionDate).prefix(4)
    return [
      id.map { String($0.dropFirst("goodreads:".count)) } ?? "",
      HTMLText.guardedEntities(title(CleanText.collapse(text(.title)), selection.texts(.series, of: book))),
      authors.first ?? "",
      names.first.map { HTMLText.guardedEntities(selection.library.manifest.names.sortForm(of: $0)) } ?? "",
      authors.dropFirst().joined(separator: ", "), guarded(short),
      // A ten-digit ISBN is not also exported as a thirteen-digit one.
      guarded(short.isEmpty ? number?.digits ?? "" : ""), String(stars), "",
      HTMLText.guardedEntities(text(.publisher)), text(.format),
      text(.pages), published.isEmpty ? text(.year) : String(published),
      text(.year), day(read), day(text(.dateAdded)), ([shelf] + shelves).joined(separator: ", "), "", shelf,
      html(text(.review)), "", html(text(.notes)), String(count),
      // The number of owned copies is private. Goodreads itself writes 0 if the number is not set.
      "0",
    ]
  }

  private static func shelf(of status: ReadingStatus) -> String {
    switch status {
    case .wanted: "to-read"
    case .onShelf: GoodreadsTable.onShelf
    case .inProgress: "currently-reading"
    case .paused: "paused"
    case .completed: "read"
    case .abandoned: "did-not-finish"
    }
  }

  /// Returns the title followed by the numbered series, such as `(Earthsea Cycle, #1)` for `Earthsea Cycle 1`.
  private static func title(_ title: String, _ series: [String]) -> String {
    let parts = series.flatMap { $0.split(separator: ";") }.map { SeriesPlace(String($0)) }.compactMap { place in
      place.position.map { "\(place.name), #\($0.description.replacing("–", with: "-"))" }
    }
    return parts.isEmpty ? title : "\(title) (\(parts.joined(separator: "; ")))"
  }

  /// Returns a number in the form that Goodreads uses to keep spreadsheets from converting it.
  private static func guarded(_ number: String) -> String { "=\"\(number)\"" }

  private static func short(_ isbn: String) -> String {
    let digits = ISBN.clean(isbn)
    return digits.count == 10 ? digits : ""
  }

  private static func day(_ date: String) -> String { date.replacing("-", with: "/") }

  /// Returns the text as HTML, with `<br/>` for line breaks, as in Goodreads' own exports.
  private static func html(_ text: String) -> String {
    HTMLEscape.text(text).trimmed.replacing("\n", with: "<br/>")
  }
}
