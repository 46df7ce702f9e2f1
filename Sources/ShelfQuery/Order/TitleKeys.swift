import ShelfModel
import ShelfStore
import ShelfText

/// The keys of records that are sorted by title or name.
struct TitleKeys: Sendable {
  private let language: Field?

  init(_ library: Library) { language = library.schema.field("language", of: .book) }

  /// Returns the folded title, for a book without its article; empty if there is none.
  func key(of record: Record, _ folding: inout FoldingBuffer) -> [UInt8] {
    let title = record.withTitle { folding.folded($0) }
    guard record.kind == .book else { return title }
    let length = Articles.length(in: title) { language.flatMap { record.texts(of: $0).first } }
    return length == 0 ? title : Array(title[length...])
  }

  /// Returns whether the accents of one title put it before another one that is the same without accents; nil if they
  /// agree.
  static func accentsPrecede(_ a: Record, _ b: Record) -> Bool? {
    // Titles that are the same need no look at their letters, and are common enough among quotes and editions.
    if a.withTitle({ x in b.withTitle { y in x.elementsEqual(y) } }) { return nil }
    let (x, y) = (Folding.accented(a.title), Folding.accented(b.title))
    return x == y ? nil : x.lexicographicallyPrecedes(y)
  }
}
