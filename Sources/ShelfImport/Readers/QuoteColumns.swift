import ShelfModel
import ShelfText

/// Tells a table of quotes, of which each row would become a book, from a table of books.
enum QuoteColumns {
  /// Returns why a table is not imported as one of books: a column holds quotes, and no other one is only about books.
  ///
  /// A column that someone puts into a field is one of books.
  static func reason(_ header: [String], _ options: ImportOptions) -> String? {
    let letters = header.map { Folding.letters($0) }
    let hasPlace = letters.contains(where: places.contains)
    let place = letters.firstIndex { texts.contains($0) || hasPlace && textsWithPlaces.contains($0) }
    guard let place, !options.maps.contains(where: { ColumnName.fold($0.column) == ColumnName.fold(header[place]) }),
      !header.contains(where: isOfBooks)
    else { return nil }
    return
      "this is a table of quotes, and not of books: it has a column “\(header[place])”, and none that only books have. "
      + "Name its columns Highlight, Book Title and Book Author to import them as quotes, or use "
      + "`--map \"\(header[place])=notes\"` to import each row as a book"
  }

  /// Returns the same of a list in JSON or YAML: each entry has a text that is a quote, and names its book.
  static func reason(_ entries: [[JSONValue.Member]], _ options: ImportOptions) -> String? {
    guard entries.count > 1, let first = entries.first else { return nil }
    let names = first.filter { $0.value.text != nil }.map(\.key)
    guard let reason = reason(names, options), entries.allSatisfy({ !$0.contains { isOfBooks($0.key) } }) else {
      return nil
    }
    // What has a title may be a book with a quote that its reader likes.
    let letters = names.map { Folding.letters($0) }
    return letters.contains("title") && !letters.contains(where: places.contains) ? nil : reason
  }

  private static func isOfBooks(_ name: String) -> Bool {
    Folding.letters(name) != "date" && (ColumnName.guess(name).map(fields.contains) ?? false)
  }

  private static let texts = words(
    "quote quotation quotetext quotedtext highlight highlighttext highlightedtext clipping citation zitat cita citazione "
      + "passage excerpt annotation")

  /// Names of columns that hold quotes if another column says where in a book they are.
  private static let textsWithPlaces = words(
    "quotes quotations highlights clippings citations zitate citas passages excerpts annotations text content")

  private static let places = words("page pagenumber seite pagina location position chapter kapitel")

  private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }

  /// The fields of books that a quote does not have.
  private static let fields: Set<FieldHandle> = [
    .isbn, .rating, .status, .pages, .publisher, .format, .series, .dateStarted, .dateCompleted, .progress, .readings,
    .synopsis, .review, .abandoned,
  ]
}
