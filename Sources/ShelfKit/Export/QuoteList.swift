import ShelfFormats
import ShelfModel
import ShelfStore

/// The quotes of an export, grouped by their books.
///
/// The groups are sorted by the titles of the books, and quotes without a book come last. All forms of the export show
/// the same groups.
struct QuoteList {
  /// The quotes of one book.
  struct Group {
    /// The title of the book, or nil for quotes without a book.
    let title: String?
    let authors: [String]
    /// The book's key in exported bibliographies, or an empty string for quotes without a book.
    let citationKey: String
    /// Whether the user or an imported bibliography stated the key.
    let hasStatedKey: Bool
    let quotes: [Quote]

    /// The title, or a generic heading for quotes without a book.
    var heading: String { title ?? "Quotes without a book" }
    var byline: String { authors.joined(separator: ", ") }
  }

  /// A quote, with its text values as they are in the library.
  struct Quote {
    let text: String
    let page: String
    let location: String
    let chapter: String
    let tags: [String]
    let note: String
    let creationDate: String

    init(_ record: Record, _ selection: ExportSelection) {
      func text(_ field: FieldHandle) -> String { selection.text(field, of: record) }
      self.text = selection.title(of: record)
      (page, location, chapter) = (text(.page), text(.location), text(.chapter))
      tags = selection.names(.tags, of: record)
      (note, creationDate) = (text(.note), text(.creationDate))
    }

    /// The position in the book on one line, or an empty string if the position is unknown.
    var place: String {
      CleanText.collapse(
        [page.isEmpty ? "" : PageLabel.of(page), location, chapter].filter { !$0.isEmpty }.joined(separator: ", "))
    }
  }

  let groups: [Group]

  init(_ selection: ExportSelection) {
    let library = selection.library
    let owner = library.schema.field(.owner, of: .quote)
    let quotes = selection.records(of: .quote)
    let chosen = Set(quotes.map(\.id))
    var books: [RecordID: Record] = [:]
    var alone: [Record] = []
    for quote in quotes {
      let id = owner.flatMap { quote.texts(of: $0).first }.flatMap { RecordID($0) }
      if let book = id.flatMap({ library.record($0) }), book.kind == .book {
        books[book.id] = book
      } else {
        alone.append(quote)
      }
    }
    let sorted = ExportSelection(books.map(\.value), of: library)
    groups =
      sorted.records.map { book in
        Group(
          title: selection.title(of: book).isEmpty ? nil : selection.title(of: book),
          authors: selection.texts(.author, of: book), citationKey: library.citationKeys[book],
          hasStatedKey: library.citationKeys.stated.contains(book.id),
          quotes: sorted.quotes(of: book).filter { chosen.contains($0.id) }.map { Quote($0, selection) })
      }
      + (alone.isEmpty
        ? []
        : [
          Group(
            title: nil, authors: [], citationKey: "", hasStatedKey: false, quotes: alone.map { Quote($0, selection) })
        ])
  }
}
