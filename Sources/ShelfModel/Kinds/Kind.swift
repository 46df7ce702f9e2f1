/// The five kinds of record; the folder of a file determines which it is.
package enum Kind: UInt8, CaseIterable, Sendable {
  case book, quote, genre, tag, issue

  /// Returns the word for one record of this kind, as commands and messages use it.
  package var singular: String {
    switch self {
    case .book: "book"
    case .quote: "quote"
    case .genre: "genre"
    case .tag: "tag"
    case .issue: "issue"
    }
  }

  /// Returns the word for one record after its article: "a book", "an issue".
  package var withArticle: String { "aeiou".contains(singular.prefix(1)) ? "an \(singular)" : "a \(singular)" }

  /// Returns the word for several records, which is also the name of the kind's folder.
  package var plural: String { singular + "s" }

  /// Returns the folder at the top of the library that holds the kind's files.
  package var folder: String { plural }

  /// Returns the key of the field that names a record to a person.
  package var titleKey: String {
    switch self {
    case .book, .issue: "title"
    case .quote: "text"
    case .genre, .tag: "name"
    }
  }

  /// Returns the position of that field in the kind's table.
  package var titleIndex: Int? { Kind.titleIndices[Int(rawValue)] }

  private static let titleIndices = allCases.map { kind in kind.fields.firstIndex { $0.key == kind.titleKey } }

  /// Returns the kind's own table of fields, in the order in which a new file is written.
  package var fields: [Field] {
    switch self {
    case .book: Kind.bookFields
    case .quote: Kind.quoteFields
    case .genre: Kind.genreFields
    case .tag: Kind.tagFields
    case .issue: Kind.issueFields
    }
  }

  /// Returns "1 book", "2 books".
  package func counted(_ count: Int) -> String { count == 1 ? "1 \(singular)" : "\(count) \(plural)" }
}
