import ShelfModel
import ShelfStore
import ShelfText

/// An index of the records in a library that drafts may describe.
struct RecordIndex {
  private let library: Library
  private let sources: [Kind: Field]
  private let year: Field?
  private let added: Field?
  private var bySource: [String: RecordID] = [:]
  /// The sources that contain a variant of a key because several books share the key.
  private(set) var sharedSources: [String] = []
  /// The ids of records that others were merged into, by the ids of the merged records.
  private var byFormerID: [RecordID: RecordID] = [:]
  private var books = LikenessTable()
  /// The books by their authors, which are only needed if an import adds books.
  private let spellings: LazyBooks
  /// The quotes, by their books and texts. The book is nil for quotes without a book.
  private var byText: [String: [RecordID]] = [:]

  init(_ library: Library) {
    self.library = library
    spellings = LazyBooks(library)
    let schema = library.schema
    sources = Dictionary(
      uniqueKeysWithValues: Kind.allCases.compactMap { kind in
        schema.field(FieldHandle.sources.key, of: kind).map { (kind, $0) }
      })
    year = schema.field(FieldHandle.year.key, of: .book)
    added = schema.field(.created, of: .book)
    let isbn = schema.field(.isbn, of: .book)
    for record in library.records {
      if let field = sources[record.kind] {
        for source in record.texts(of: field) {
          if let known = bySource[source] {
            bySource[source] = min(known, record.id)
            continue
          }
          bySource[source] = record.id
          if record.kind == .book, SourceKey.bare(source) != source { sharedSources.append(source) }
        }
      }
      for text in record.texts(of: schema.formerIDs(of: record.kind)) {
        if let id = RecordID(text) { byFormerID[id] = record.id }
      }
      if record.kind == .book {
        let number = isbn.flatMap { record.texts(of: $0).first }.flatMap { ISBN(exported: $0) }
        books.add(
          record.id, title: Likeness.title(of: record), near: Likeness.nearTitle(of: record.title), number: number)
      }
    }
    let owner = schema.field(.owner, of: .quote)
    for quote in library.records(of: .quote) {
      let book = owner.flatMap { quote.texts(of: $0).first }.flatMap { RecordID($0) }
      byText[RecordIndex.quoteKey(book, quote.title), default: []].append(quote.id)
      // A table has no book for a quote whose book is missing or untitled.
      if let book, library.record(book)?.title.isEmpty ?? true {
        byText[RecordIndex.quoteKey(nil, quote.title), default: []].append(quote.id)
      }
    }
  }

  func record(source: String) -> Record? { bySource[source].flatMap { library.record($0) } }

  /// Returns the record with an id, or the record that it was merged into, or nil if there is neither.
  func record(_ id: RecordID) -> Record? { library.record(id) ?? byFormerID[id].flatMap { library.record($0) } }

  func quotes(of book: RecordID?, _ text: String) -> [Record] {
    (byText[RecordIndex.quoteKey(book, text)] ?? []).compactMap { library.record($0) }
  }

  /// Returns the books that a draft describes, by its ISBN or else by its title.
  ///
  /// - Parameter numbers: the ISBNs of other drafts. Books with these ISBNs are not matched by title.
  func books(like likeness: Likeness, _ draft: Draft, but numbers: Set<ISBN> = []) -> [Record] {
    // The records are sorted by id, so that the result does not depend on the order in which they were indexed.
    func same(_ ids: ArraySlice<RecordID>) -> [Record] {
      ids.sorted().compactMap { library.record($0) }.filter { likeness.isSame(as: Likeness($0, library.schema)) }
    }
    var found = same(books.numbered(like: likeness))
    if found.isEmpty {
      found = same(books.titled(like: likeness)).filter { record in
        Likeness(record, library.schema).number.map { !numbers.contains($0) } ?? true
      }
    }
    if found.count < 2 { return found }
    // Of several books, those with exactly the same title come first, then those with the same year and authors, then
    // those that were added first.
    func agreement(_ record: Record) -> Int {
      let years = year.map { record.texts(of: $0) } ?? []
      return (Folding.fold(record.title) == Folding.fold(draft.title ?? "") ? 4 : 0)
        + (years == draft[.year] ? 2 : 0)
        + (Likeness(record, library.schema).creators == likeness.creators ? 1 : 0)
    }
    return oldestFirst(found).enumerated().sorted { a, b in
      (-agreement(a.element), a.offset) < (-agreement(b.element), b.offset)
    }.map(\.element)
  }

  /// Returns books in the order in which they were added. Books without a date come last.
  func oldestFirst(_ books: [Record]) -> [Record] {
    let days = books.map { book in added.flatMap { book.texts(of: $0).first } ?? "~" }
    return books.indices.sorted { (days[$0], $0) < (days[$1], $1) }.map { books[$0] }
  }

  /// Returns the books with the same ISBN or title as a draft.
  func alike(_ likeness: Likeness) -> [Record] {
    (books.numbered(like: likeness) + books.titled(like: likeness)).compactMap { library.record($0) }
  }

  /// Returns a book that resembles a draft, but not closely enough to be matched with it.
  func near(_ likeness: Likeness) -> Record? {
    books.first(like: likeness) { id in library.record(id).map { Likeness($0, library.schema) } }
      .flatMap { library.record($0) }
  }

  /// Returns a book by one of the same authors whose title differs in a few letters, such as “Anna Karenin”.
  func similarlySpelled(_ likeness: Likeness) -> Record? { spellings.record(likeness) }

  /// Returns all books that resemble a draft, but not closely enough to be matched with it.
  func allNear(_ likeness: Likeness) -> [Record] {
    books.all(like: likeness) { id in library.record(id).map { Likeness($0, library.schema) } }
      .compactMap { library.record($0) }
  }

  /// Returns the values of a record's `sources` field.
  func sources(of record: Record) -> [String] { sources[record.kind].map { record.texts(of: $0) } ?? [] }

  private static func quoteKey(_ book: RecordID?, _ text: String) -> String {
    (book?.description ?? "") + "\u{1F}" + Folding.fold(text)
  }
}
