import ShelfModel
import ShelfText

/// Decides whether the rows of a table in an unknown format are books or quotes.
///
/// The first evidence is a column whose name means “quote”, together with a title column. The other columns and the
/// cells decide: quotes have pages and repeat the titles of their books, whereas ratings and reading dates belong to
/// books. If the rows could be either, the caller has to ask the user.
struct QuoteColumns {
  /// The kind of record that the rows of a list describe, as far as the columns show it.
  enum Verdict: Equatable { case books, quotes, either }

  let text: String
  /// The column with the titles of books or, in a list without titles, the column with the sources of the quotes:
  /// people or works.
  let title: String
  /// Whether the title column contains attributions, such as `Jane Austen, Emma` or `Jane Austen`.
  let isAttribution: Bool
  /// Whether the user mapped the quote column to the text of quotes.
  private let isMapped: Bool
  /// Whether the quote column's name is unambiguous.
  private let isClear: Bool
  /// Whether a column contains positions in a book, such as pages.
  private let hasPlace: Bool
  /// Whether a column describes the edition of a book and, in `hasReading`, how the user reads it.
  private let hasEdition: Bool
  private let hasReading: Bool
  private var rows = 0
  /// The number of cells in the quote column that are not empty, and the number of these that contain only digits.
  private var filled = 0
  private var numbers = 0
  /// The first quote of each title, by the folded title. `repeated` counts the other quotes whose titles are in this
  /// dictionary.
  private var known: [String: String] = [:]
  private var repeated = 0

  /// Returns nil if no column can contain quotes, or none contains titles.
  init?(_ names: [String], _ options: ImportOptions) {
    let maps = Dictionary(options.maps.map { (ColumnName.fold($0.column), $0.field) }, uniquingKeysWith: { $1 })
    func mapped(_ name: String) -> FieldHandle? { maps[ColumnName.fold(name)] }
    let free = names.filter { mapped($0) == nil }
    let hasPlace = names.contains { QuoteColumns.places.contains(Folding.letters($0)) }
    let chosen = names.first { mapped($0) == .text }
    let clear = free.first { QuoteColumns.texts.contains(Folding.letters($0)) }
    let vague = free.first { QuoteColumns.vagueTexts.contains(Folding.letters($0)) }
    guard let text = chosen ?? clear ?? vague else { return nil }
    let others = names.filter { $0 != text }
    let said = others.filter { mapped($0) == nil }.first { QuoteColumns.attributions.contains(Folding.letters($0)) }
    // A column of text next to authors but no titles may contain anything, so its name must clearly mean quotes.
    let authors = chosen != nil || clear != nil ? others.first { (mapped($0) ?? ColumnName.guess($0)) == .author } : nil
    let titled = QuoteColumns.title(others, mapped)
    guard let title = titled ?? said ?? authors else { return nil }
    (self.text, self.title, isAttribution) = (text, title, titled == nil)
    isMapped = chosen != nil
    isClear = chosen != nil || clear != nil || titled == nil
    self.hasPlace = hasPlace
    func has(_ fields: Set<FieldHandle>) -> Bool {
      names.contains { name in
        name != text && Folding.letters(name) != "date"
          && (mapped(name) ?? ColumnName.guess(name)).map(fields.contains) ?? false
      }
    }
    hasEdition = has([.isbn, .pages, .publisher, .format, .series, .synopsis])
    hasReading = has([
      .rating, .status, .dateStarted, .dateCompleted, .progress, .readings, .review, .abandoned,
    ])
  }

  /// Returns the column with the titles. This is the column that the user mapped, or else the column with the clearest
  /// name, or else a column such as `Source`.
  private static func title(_ names: [String], _ mapped: (String) -> FieldHandle?) -> String? {
    if let name = names.first(where: { mapped($0) == .title }) { return name }
    let free = names.filter { mapped($0) == nil }
    let titles = free.filter { ColumnName.guess($0) == .title && Folding.letters($0) != "name" }
    return titles.min { ColumnName.rank($0) < ColumnName.rank($1) }
      ?? free.first { sources.contains(Folding.letters($0)) }
  }

  /// Whether the names of the columns suggest quotes rather than arbitrary text.
  private var suggestsQuotes: Bool { isClear || hasPlace }

  /// Whether the names of the columns show that the list is related to books.
  var isOfBooks: Bool {
    suggestsQuotes || ["book", "booktitle", "buch", "buchtitel", "livre", "libro"].contains(Folding.letters(title))
  }

  /// Records a row.
  mutating func measure(title: String, text: String) {
    rows += 1
    if text.isEmpty { return }
    filled += 1
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { numbers += 1 }
    let title = Folding.fold(title)
    if let other = known[title] { if other != text { repeated += 1 } } else { known[title] = text }
  }

  /// Returns the kind of record that the rows describe.
  ///
  /// - Parameter isTree: whether the rows are entries of JSON or YAML. In these, an entry for a book may also contain a
  ///   favorite quote.
  func verdict(isTree: Bool = false) -> Verdict {
    if isMapped { return .quotes }
    // A column that contains only numbers counts the quotes of each book.
    if filled > 0, numbers == filled { return .books }
    let repeats = repeated > 0 && repeated * 10 >= filled
    if hasReading { return repeats && suggestsQuotes ? .either : .books }
    let isSparse = filled * 2 < rows
    if hasEdition {
      if repeats, suggestsQuotes { return .quotes }
      if isSparse || !suggestsQuotes { return repeats ? .either : .books }
      return .either
    }
    if isSparse { return .either }
    if repeats { return .quotes }
    if isTree, Folding.letters(title) == "title", !hasPlace { return .either }
    return suggestsQuotes ? .quotes : .either
  }

  /// Returns the field that a column of a list of quotes is imported into, and whether the field belongs to the quote
  /// or to its book. Returns nil if the column is not imported.
  func field(_ name: String, _ options: ImportOptions) -> (kind: Kind, field: FieldHandle)? {
    if name == text { return (.quote, .text) }
    if name == title { return (.book, .title) }
    let folded = ColumnName.fold(name)
    if let field = options.allMaps.last(where: { ColumnName.fold($0.column) == folded })?.field {
      let isOfQuotes =
        Kind.quote.fields.contains { $0.key == field.key } || options.declaredType(of: field, .quote) != nil
      return (isOfQuotes ? .quote : .book, field)
    }
    for kind in [Kind.quote, .book] {
      if let field = options.declaredField(named: name, of: kind) { return (kind, field) }
    }
    let letters = Folding.letters(name)
    if QuoteColumns.attributions.contains(letters) { return (.book, .author) }
    if let field = QuoteColumns.fields[letters] { return (.quote, field) }
    guard let field = ColumnName.guess(name), field != .title, field != .abandoned else { return nil }
    return (.book, field)
  }

  private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }

  private static let texts = words(
    "quote quotation quotetext quotedtext highlight highlighttext highlightedtext highlighted selectedtext clipping "
      + "citation zitat zitattext cita citazione citaat cytat passage excerpt extract extrait textstelle markierung "
      + "annotation")

  /// Column names that may mean quotes.
  private static let vagueTexts = words(
    "quotes quotations highlights clippings citations zitate citas passages excerpts extracts annotations text content "
      + "texte texto testo sentence")

  private static let places = words(
    "page pagenumber pageno seite pagina p pg location loc position chapter kapitel chapitre capitulo capitolo")

  /// Column names that mean the titles of books only in lists of quotes.
  private static let sources = words("source from work buch livre libro quelle fonte fuente werk oeuvre obra opera")

  /// Column names that mean the author of a quote, possibly with its source.
  private static let attributions = words("attribution attributedto saidby cite citedfrom")

  private static let fields: [String: FieldHandle] = {
    let names: [(FieldHandle, String)] = [
      (.page, "page pagenumber pageno pages seite pagina p pg"), (.location, "location loc position"),
      (.chapter, "chapter kapitel chapitre capitulo capitolo section"),
      (
        .tags,
        "tags tag keywords keyword topics topic labels label themes theme subjects subject categories category "
          + "kategorie kategorien "
          + "schlagwort schlagworte schlagworter stichwort stichworte stichworter thema motscles etiquetas"
      ),
      (
        .note,
        "note notes comment comments mynote mycomment remark remarks kommentar notiz "
          + "bemerkung anmerkung commentaire"
      ),
      (
        .creationDate,
        "date datum creationdate dateadded added addedat addedon created createdat highlightedat datehighlighted "
          + "timestamp datenoted noted notedon copiedon datecopied"
      ),
    ]
    return Dictionary(
      names.flatMap { field, list in list.split(separator: " ").map { (String($0), field) } },
      uniquingKeysWith: { first, _ in first })
  }()
}
