import ShelfModel
import ShelfStore
import ShelfText

/// The records to export, in an order that is independent of their files.
///
/// The order is the same on every computer, even if an import has given the records new ids, so that two exports of the
/// same library can be compared line by line.
package struct ExportSelection: Sendable {
  package let library: Library
  /// The records, sorted by kind, title and the other fields that distinguish records with the same title.
  package let records: [Record]
  /// The only quotes that an export of books contains, or nil for all quotes of the books.
  let quotes: Set<RecordID>?
  /// Fields that are left out.
  package var omitted: Set<FieldHandle> = []
  /// The number of chosen quotes that have no book.
  private(set) var quotesWithoutBook = 0

  /// Selects the books of the given quotes. The export contains only these quotes of the books.
  package init(booksOf quotes: [Record], of library: Library) {
    let owner = library.schema.field(.owner, of: .quote)
    let books = quotes.map { quote in
      owner.flatMap { quote.texts(of: $0).first }.flatMap { RecordID($0) }.flatMap { library.record($0) }
        .flatMap { $0.kind == .book ? $0 : nil }
    }
    let ids = Set(books.compactMap { $0?.id })
    self.init(ids.compactMap { library.record($0) }, of: library, quotes: Set(quotes.map(\.id)))
    quotesWithoutBook = books.count { $0 == nil }
  }

  package init(_ records: [Record], of library: Library, quotes: Set<RecordID>? = nil) {
    self.library = library
    self.quotes = quotes
    let titles = records.map { Folding.fold($0.title) }
    let others = [FieldHandle.author, .year, .isbn, .sources].map { field in
      Kind.allCases.map { library.schema.field(field.key, of: $0) }
    }
    /// Returns the values that distinguish records with the same title, independently of their ids.
    func rest(_ record: Record) -> String {
      others.map { fields in
        fields[Int(record.kind.rawValue)].map { record.texts(of: $0).joined(separator: "\u{1F}") } ?? ""
      }.joined(separator: "\u{1E}")
    }
    // The ranks usually differ, so that the titles need not be compared.
    var order = records.indices.map { (kind: records[$0].kind.rawValue, rank: Self.rank(titles[$0]), position: $0) }
    order.sort { x, y in
      if x.kind != y.kind { return x.kind < y.kind }
      if let first = x.rank, let second = y.rank, first != second { return first < second }
      let (a, b) = (x.position, y.position)
      if titles[a] != titles[b] { return titles[a] < titles[b] }
      return (rest(records[a]), records[a].id) < (rest(records[b]), records[b].id)
    }
    self.records = order.map { records[$0.position] }
  }

  /// Returns a number that sorts like the first fifteen characters of text.
  ///
  /// Returns nil if any of the first sixteen characters is not ASCII. The sixteenth matters because it may be a
  /// combining accent.
  private static func rank(_ text: String) -> UInt128? {
    var rank: UInt128 = 0
    var place = 0
    for byte in text.utf8.prefix(16) {
      guard byte < 0x80 else { return nil }
      if place < 15 { rank |= UInt128(byte) << UInt128(8 * (14 - place)) }
      place += 1
    }
    return rank
  }

  /// Returns the selection together with all records that it refers to, and the numbers of these added records by kind.
  package func withReferences() -> (selection: ExportSelection, added: [(kind: Kind, count: Int)]) {
    var all = records
    var known = Set(records.map(\.id))
    var next = 0
    while next < all.count {
      let record = all[next]
      next += 1
      for field in library.schema.fields(of: record.kind) where field.type.target != nil {
        for text in record.texts(of: field) {
          guard let found = RecordID(text).flatMap({ library.record($0) }), known.insert(found.id).inserted else {
            continue
          }
          all.append(found)
        }
      }
    }
    let counts = Dictionary(grouping: all.dropFirst(records.count), by: \.kind)
    let added = Kind.allCases.compactMap { kind in counts[kind].map { (kind: kind, count: $0.count) } }
    return (added.isEmpty ? self : ExportSelection(all, of: library), added)
  }

  package func records(of kind: Kind) -> [Record] { records.filter { $0.kind == kind } }

  /// Returns the values of a record's field that are valid for the field's type.
  func texts(_ field: Field, of record: Record) -> [String] { record.readableTexts(of: field) }

  /// Returns the values of a built-in field. Returns no values if the library declares a custom field with the same
  /// name and a different meaning.
  func texts(_ field: FieldHandle, of record: Record) -> [String] {
    guard !omitted.contains(field), let field = library.schema.field(field.key, of: record.kind),
      !library.schema.isUnrelated(field, of: record.kind)
    else { return [] }
    return texts(field, of: record)
  }

  func text(_ field: FieldHandle, of record: Record) -> String { texts(field, of: record).first ?? "" }

  func names(_ field: Field, of record: Record) -> [String] { names(ofIDs: texts(field, of: record)) }

  func names(_ field: FieldHandle, of record: Record) -> [String] { names(ofIDs: texts(field, of: record)) }

  private func names(ofIDs ids: [String]) -> [String] {
    ids.compactMap { RecordID($0).flatMap { library.record($0) } }.map(title).filter { !$0.isEmpty }
  }

  /// Returns the title of a record, or an empty string if the title cannot be read.
  func title(of record: Record) -> String {
    record.readableTexts(of: library.schema.title(of: record.kind)).first ?? ""
  }

  /// Returns the exported quotes of a book, sorted by creation date.
  func quotes(of book: Record) -> [Record] {
    library.records(.quote, referringTo: book).filter { quotes?.contains($0.id) ?? true }.sorted { a, b in
      (text(.creationDate, of: a), text(.location, of: a), a.id) < (
        text(.creationDate, of: b), text(.location, of: b), b.id
      )
    }
  }
}

extension Record {
  /// Returns a field's values as they are in the file, or none if the field contains a mapping, an alias, or a nested
  /// list.
  func writableTexts(of field: Field) -> [String] { isNested(field) ? [] : texts(of: field) }

  /// Returns the values of a field that are valid for its type.
  fileprivate func readableTexts(of field: Field) -> [String] {
    let texts = writableTexts(of: field)
    if field.type.target != nil || field.type == .text || field.type == .textList, texts.count < 2 { return texts }
    if field.type.isList { return texts.filter { field.type.target != nil || field.type.read([$0]) != nil } }
    return field.type.read(texts) == nil ? [] : texts
  }
}
