/// The name of a field in code that means one field: what other programs say of books and quotes has to end up somewhere.
///
/// A handle is checked against the table of its kind, so that a field whose row is gone, or was spelt otherwise, does not
/// pass in silence. All other code asks for fields by their roles, or goes through the table.
package struct FieldHandle: Hashable, Sendable {
  /// The key of the field.
  package let key: String

  /// Names a field of a kind; a key that no row of its table has is a mistake in the program.
  private init(_ key: String, of kind: Kind) {
    precondition(kind.fields.contains { $0.key == key }, "\(kind.plural) have no field \(key)")
    self.key = key
  }

  /// Names what a person or a file calls a field, which perhaps no table has.
  package init(named key: String) { self.key = key }

  /// Names a field by its row.
  package init(_ field: Field) { key = field.key }
}

extension FieldHandle: CustomStringConvertible {
  package var description: String { key }
}

/// Fields of books.
extension FieldHandle {
  package static let title = FieldHandle("title", of: .book)
  package static let author = FieldHandle("author", of: .book)
  package static let contributors = FieldHandle("contributors", of: .book)
  package static let status = FieldHandle("status", of: .book)
  package static let rating = FieldHandle("rating", of: .book)
  package static let genres = FieldHandle("genres", of: .book)
  package static let series = FieldHandle("series", of: .book)
  package static let isbn = FieldHandle("isbn", of: .book)
  package static let format = FieldHandle("format", of: .book)
  package static let publisher = FieldHandle("publisher", of: .book)
  package static let year = FieldHandle("year", of: .book)
  package static let pages = FieldHandle("pages", of: .book)
  package static let language = FieldHandle("language", of: .book)
  package static let recommendedBy = FieldHandle("recommendedBy", of: .book)
  package static let owned = FieldHandle("owned", of: .book)
  package static let dateAdded = FieldHandle("dateAdded", of: .book)
  package static let dateStarted = FieldHandle("dateStarted", of: .book)
  package static let dateCompleted = FieldHandle("dateCompleted", of: .book)
  package static let readings = FieldHandle("readings", of: .book)
  package static let progress = FieldHandle("progress", of: .book)
  package static let synopsis = FieldHandle("synopsis", of: .book)
  package static let review = FieldHandle("review", of: .book)
  package static let notes = FieldHandle("notes", of: .book)
  package static let sources = FieldHandle("sources", of: .book)
}

/// Fields of quotes.
extension FieldHandle {
  package static let page = FieldHandle("page", of: .quote)
  package static let location = FieldHandle("location", of: .quote)
  package static let chapter = FieldHandle("chapter", of: .quote)
  package static let tags = FieldHandle("tags", of: .quote)
  package static let creationDate = FieldHandle("creationDate", of: .quote)
  package static let text = FieldHandle("text", of: .quote)
  package static let note = FieldHandle("note", of: .quote)
}
