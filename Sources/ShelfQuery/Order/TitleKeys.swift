import ShelfModel
import ShelfStore
import ShelfText

/// Computes the keys for sorting records by title or name.
struct TitleKeys: Sendable {
  /// For each kind, the field with the language of the title. The titles of a kind without such a field keep their
  /// articles.
  private let languages: [Field?]
  private let hasArticles: [Bool]

  init(_ library: Library) {
    languages = Kind.allCases.map { library.schema.field(.language, of: $0) }
    hasArticles = languages.map { $0 != nil }
  }

  /// Returns the folded title, which for a book omits the article, or an empty array if there is no title.
  func key(of record: Record, _ folding: inout FoldingBuffer) -> [UInt8] {
    let title = record.withTitle { folding.folded($0) }
    let kind = Int(record.kind.rawValue)
    guard hasArticles[kind] else { return title }
    let length = Articles.length(in: title) { languages[kind].flatMap { record.texts(of: $0).first } }
    return length == 0 ? title : Array(title[length...])
  }

  /// Returns whether one of two titles that are equal when folded precedes the other because of its accents, or nil if
  /// they do not differ.
  static func accentsPrecede(_ a: Record, _ b: Record) -> Bool? {
    // Equal titles are common among quotes and editions, and their accents need not be compared.
    if a.withTitle({ x in b.withTitle { y in x.elementsEqual(y) } }) { return nil }
    let (x, y) = (Folding.accented(a.title), Folding.accented(b.title))
    return x == y ? nil : x.lexicographicallyPrecedes(y)
  }
}
