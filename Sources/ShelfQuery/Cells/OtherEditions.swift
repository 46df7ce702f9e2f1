import ShelfModel
import ShelfStore
import ShelfText

extension RecordCells {
  /// Another edition of the book, such as a translation.
  package struct Edition: Sendable {
    package let title: String
    /// The year, edition date, language, format and publisher of the edition, as far as they are known.
    package let note: String
    package let id: RecordID
  }
}

extension Cells {
  /// The maximum number of other editions on a page.
  private static let maxEditions = 20

  /// Returns other editions of a book in the library, sorted by their notes, which start with the year. Another edition
  /// has an author in common with the book, and its title or original title equals the book's title or original title.
  package func editions(of record: Record) -> [RecordCells.Edition] {
    let schema = library.schema
    guard let creator = schema.field(.creator, of: record.kind) else { return [] }
    let original = schema.field(.originalTitle, of: record.kind)
    let titles = ([record.title] + (original.map { record.texts(of: $0) } ?? [])).map { Array(Folding.fold($0).utf8) }
      .filter { !$0.isEmpty }
    let authors = Set(record.texts(of: creator).map(Folding.fold))
    if titles.isEmpty || authors.isEmpty { return [] }
    var folding = FoldingBuffer()
    func isWanted(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      folding.fold(text) { folded in titles.contains { folded.elementsEqual($0) } }
    }
    let others = library.records(of: record.kind).filter { other in
      guard other.path != record.path,
        other.withTitle(isWanted) || original.map({ other.anyText(of: $0.index, isWanted) }) ?? false
      else { return false }
      return !authors.isDisjoint(with: other.texts(of: creator).map(Folding.fold))
    }
    let keys = ["year", "editionDate", "language", "format", "publisher"]
    let traits = keys.compactMap { schema.field($0, of: record.kind) }.filter { $0.type.target == nil }
    return others.prefix(Cells.maxEditions).map { other in
      let notes = traits.filter(other.has).map { cell($0, other).text }
      return RecordCells.Edition(title: other.title, note: notes.joined(separator: ", "), id: other.id)
    }
    .sorted { ($0.note, $0.title, $0.id) < ($1.note, $1.title, $1.id) }
  }
}
