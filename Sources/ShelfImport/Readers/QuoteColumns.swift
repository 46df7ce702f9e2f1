import ShelfModel
import ShelfText

/// Recognizes tables of quotes, so that their rows are not imported as books.
enum QuoteColumns {
  /// Returns why a table is not imported as a list of books: a column contains quotes, and no other column belongs only
  /// to books. The result is nil if the table can be imported.
  ///
  /// A column of quotes that the user mapped to a field does not count.
  static func reason(_ header: [String], _ options: ImportOptions) -> String? {
    let letters = header.map { Folding.letters($0) }
    let hasPlace = letters.contains(where: places.contains)
    let place = letters.firstIndex { texts.contains($0) || hasPlace && textsWithPlaces.contains($0) }
    guard let place, !options.maps.contains(where: { ColumnName.fold($0.column) == ColumnName.fold(header[place]) }),
      !header.contains(where: isOfBooks)
    else { return nil }
    return
      "this is a table of quotes, not of books: it has a column “\(header[place])”, but no column that only books have. "
      + "To import the quotes, rename the columns to Highlight, Book Title and Book Author. Or use "
      + "`--map \"\(header[place])=notes\"` to import each row as a book"
  }

  /// Returns the same for a list in JSON or YAML, where each entry has a quote and names its book.
  static func reason(_ entries: [[JSONValue.Member]], _ options: ImportOptions) -> String? {
    guard entries.count > 1, let first = entries.first else { return nil }
    let names = first.filter { $0.value.text != nil }.map(\.key)
    guard let reason = reason(names, options), entries.allSatisfy({ !$0.contains { isOfBooks($0.key) } }) else {
      return nil
    }
    // An entry with a title may be a book, with the user's favourite quote.
    let letters = names.map { Folding.letters($0) }
    return letters.contains("title") && !letters.contains(where: places.contains) ? nil : reason
  }

  private static func isOfBooks(_ name: String) -> Bool {
    Folding.letters(name) != "date" && (ColumnName.guess(name).map(fields.contains) ?? false)
  }

  private static let texts = words(
    "quote quotation quotetext quotedtext highlight highlighttext highlightedtext clipping citation zitat cita citazione "
      + "passage excerpt annotation")

  /// Names of columns that contain quotes if another column gives places in a book.
  private static let textsWithPlaces = words(
    "quotes quotations highlights clippings citations zitate citas passages excerpts annotations text content")

  private static let places = words("page pagenumber seite pagina location position chapter kapitel")

  private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }

  /// The fields of books that quotes do not have.
  private static let fields: Set<FieldHandle> = [
    .isbn, .rating, .status, .pages, .publisher, .format, .series, .dateStarted, .dateCompleted, .progress, .readings,
    .synopsis, .review, .abandoned,
  ]
}
