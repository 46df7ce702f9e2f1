/// What records are sorted by where they are sorted by title or name.
struct TitleKeys: Sendable {
  private let language: Field?

  init(_ library: Library) { language = library.schema.field("language", of: .book) }

  /// Returns the folded title, of a book without its article; without a byte where there is none.
  func key(of record: Record, _ folder: inout Folder) -> [UInt8] {
    let title = record.withTitle { folder.folded($0) }
    guard record.kind == .book else { return title }
    let length = Articles.length(in: title) { language.flatMap { record.texts(of: $0).first } }
    return length == 0 ? title : Array(title[length...])
  }

  /// Returns whether the accents of one title put it before another one that is the same without; nil where they agree.
  static func accentsPrecede(_ a: Record, _ b: Record) -> Bool? {
    // Titles that are the same need no look at their letters, and are common enough among quotes and editions.
    if a.withTitle({ x in b.withTitle { y in x.elementsEqual(y) } }) { return nil }
    let (x, y) = (Folding.accented(a.title), Folding.accented(b.title))
    return x == y ? nil : x.lexicographicallyPrecedes(y)
  }
}
