import ShelfModel
import ShelfStore
import ShelfText

/// What records are sorted by where they are sorted by title or name.
struct TitleKeys: Sendable {
  /// The field of each kind that says in which language a title is; titles of kinds without one keep their articles.
  private let languages: [Field?]
  private let hasArticles: [Bool]

  init(_ library: Library) {
    languages = Kind.allCases.map { library.schema.field(.language, of: $0) }
    hasArticles = languages.map { $0 != nil }
  }

  /// Returns the folded title, of a book without its article; without a byte where there is none.
  func key(of record: Record, _ folder: inout Folder) -> [UInt8] {
    let title = record.withTitle { folder.folded($0) }
    let kind = Int(record.kind.rawValue)
    guard hasArticles[kind] else { return title }
    let length = Articles.length(in: title) { languages[kind].flatMap { record.texts(of: $0).first } }
    return length == 0 ? title : Array(title[length...])
  }

  /// Returns whether the accents of one title put it before another one that is the same without; nil where they agree.
  static func accentsPrecede(_ a: Record, _ b: Record) -> Bool? {
    let (x, y) = (Folding.accented(a.title), Folding.accented(b.title))
    return x == y ? nil : x.lexicographicallyPrecedes(y)
  }
}
