/// The key of a field, for code that handles one particular field, such as an import that has to store a value.
///
/// Creating one of the handles below fails if the table of its kind has no such field, so that a renamed or removed
/// field is noticed. All other code asks for fields by their roles or iterates over the table.
package struct FieldHandle: Hashable, Sendable {
  package let key: String

  /// Creates a handle for a field of a kind. A key that is not in its table is a programming error.
  private init(_ key: String, of kind: Kind) {
    precondition(kind.fields.contains { $0.key == key }, "\(kind.plural) have no field \(key)")
    self.key = key
  }

  /// Creates a handle for a key that comes from the user or from a file. The field need not exist.
  package init(named key: String) { self.key = key }

  /// Creates a handle from a field's row.
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
  package static let place = FieldHandle("place", of: .book)
  package static let year = FieldHandle("year", of: .book)
  package static let editionDate = FieldHandle("editionDate", of: .book)
  package static let edition = FieldHandle("edition", of: .book)
  package static let originalTitle = FieldHandle("originalTitle", of: .book)
  package static let pages = FieldHandle("pages", of: .book)
  package static let duration = FieldHandle("duration", of: .book)
  package static let language = FieldHandle("language", of: .book)
  package static let recommendedBy = FieldHandle("recommendedBy", of: .book)
  package static let owned = FieldHandle("owned", of: .book)
  package static let copies = FieldHandle("copies", of: .book)
  package static let borrowedFrom = FieldHandle("borrowedFrom", of: .book)
  package static let lentTo = FieldHandle("lentTo", of: .book)
  package static let lentOn = FieldHandle("lentOn", of: .book)
  package static let dueOn = FieldHandle("dueOn", of: .book)
  package static let lentCopy = FieldHandle(named: "lentCopy")
  package static let loans = FieldHandle("loans", of: .book)
  package static let dateAdded = FieldHandle("dateAdded", of: .book)
  package static let dateStarted = FieldHandle("dateStarted", of: .book)
  package static let dateCompleted = FieldHandle("dateCompleted", of: .book)
  package static let dateAbandoned = FieldHandle("dateAbandoned", of: .book)
  package static let timesRead = FieldHandle("timesRead", of: .book)
  package static let readings = FieldHandle("readings", of: .book)
  package static let progress = FieldHandle("progress", of: .book)
  package static let synopsis = FieldHandle("synopsis", of: .book)
  package static let review = FieldHandle("review", of: .book)
  package static let notes = FieldHandle("notes", of: .book)
  package static let sources = FieldHandle("sources", of: .book)
  /// The user's own key for bibliographies, if the library declares this field.
  package static let citationKey = FieldHandle(named: "citationKey")
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
