import ShelfModel
import ShelfStore
import ShelfText

/// Finds the records of a library that drafts may be about.
struct RecordIndex {
  private let library: Library
  private let sources: [Kind: Field]
  private let title: Field
  private let author: Field?
  private let year: Field?
  private var bySource: [String: RecordID] = [:]
  /// Records that others were merged into, by the ids of those.
  private var byFormerID: [RecordID: RecordID] = [:]
  private var byISBN: [String: [RecordID]] = [:]
  private var byTitle: [String: [RecordID]] = [:]
  /// Quotes by their book and their words.
  private var byText: [String: RecordID] = [:]

  init(_ library: Library) {
    self.library = library
    let schema = library.schema
    sources = Dictionary(
      uniqueKeysWithValues: Kind.allCases.compactMap { kind in schema.field("sources", of: kind).map { (kind, $0) } })
    title = schema.title(of: .book)
    year = schema.field("year", of: .book)
    author = schema.field(.maker, of: .book)
    let isbn = schema.field("isbn", of: .book)
    for record in library.records {
      if let field = sources[record.kind] {
        for source in record.texts(of: field) where bySource[source] == nil { bySource[source] = record.id }
      }
      for text in record.texts(of: schema.formerIDs(of: record.kind)) {
        if let id = RecordID(text) { byFormerID[id] = record.id }
      }
      if record.kind == .book {
        byTitle[RecordIndex.titleKey(record.title), default: []].append(record.id)
        for text in isbn.map({ record.texts(of: $0) }) ?? [] {
          if let number = ISBN(exported: text) { byISBN[number.digits, default: []].append(record.id) }
        }
      }
    }
    let owner = schema.field(.owner, of: .quote)
    for quote in library.records(of: .quote) {
      let book = owner.flatMap { quote.texts(of: $0).first } ?? ""
      byText[RecordIndex.quoteKey(RecordID(book), quote.title)] = quote.id
    }
  }

  func record(source: String) -> Record? { bySource[source].flatMap { library.record($0) } }

  /// Returns the record with an id, or the one that the record with it was merged into.
  func record(_ id: RecordID) -> Record? { library.record(id) ?? byFormerID[id].flatMap { library.record($0) } }

  /// Returns the quote of a book with certain words.
  func quote(of book: RecordID?, _ text: String) -> Record? {
    byText[RecordIndex.quoteKey(book, text)].flatMap { library.record($0) }
  }

  /// Returns the books that a draft is about: by ISBN if title or author agrees as well, else by title and author
  /// together, both regardless of case and accents.
  func books(like draft: Draft) -> [Record] {
    let title = draft.first("title") ?? ""
    let authors = Set(draft["author"].map(PersonName.key))
    let number = draft.first("isbn").flatMap { ISBN(exported: $0) }
    let numbered = number.flatMap { byISBN[$0.digits] }?.compactMap { library.record($0) } ?? []
    let agreeing = numbered.filter { record in
      RecordIndex.isSimilar(record.title, title) || !self.authors(of: record).isDisjoint(with: authors)
    }
    if !agreeing.isEmpty { return agreeing }
    let titled = (byTitle[RecordIndex.titleKey(title)] ?? []).compactMap { library.record($0) }.filter { record in
      let known = self.authors(of: record)
      return known.isEmpty && authors.isEmpty || !known.isDisjoint(with: authors)
    }
    if titled.count < 2 { return titled }
    // Of several books with one title, the one of the same year and authors comes first.
    func agreement(_ record: Record) -> Int {
      let years = year.map { record.texts(of: $0) } ?? []
      return (years == draft["year"] ? 2 : 0) + (self.authors(of: record) == authors ? 1 : 0)
    }
    return titled.enumerated().sorted { a, b in
      (-agreement(a.element), a.offset) < (-agreement(b.element), b.offset)
    }.map(\.element)
  }

  /// Returns the books that a draft may be about, although they do not agree enough to be taken for it.
  func near(_ draft: Draft) -> Record? {
    let title = draft.first("title") ?? ""
    let authors = Set(draft["author"].map(PersonName.key))
    if let number = draft.first("isbn").flatMap({ ISBN(exported: $0) }), let id = byISBN[number.digits]?.first {
      return library.record(id)
    }
    return (byTitle[RecordIndex.titleKey(title)] ?? byTitle[RecordIndex.titleKey(RecordIndex.mainTitle(title))] ?? [])
      .lazy.compactMap { library.record($0) }.first { record in
        let known = self.authors(of: record)
        return known.isEmpty || authors.isEmpty || !known.isDisjoint(with: authors)
      }
  }

  /// Returns what a record says of where it came from in a format.
  func sources(of record: Record, format: String) -> [String] {
    sources[record.kind].map { record.texts(of: $0).filter { $0.hasPrefix(format + ":") } } ?? []
  }

  private func authors(of record: Record) -> Set<String> {
    Set(author.map { record.texts(of: $0) }?.map(PersonName.key) ?? [])
  }

  static func titleKey(_ title: String) -> String { Folding.words(title).joined(separator: " ") }

  /// Returns a title without its subtitle and without what is in parentheses.
  static func mainTitle(_ title: String) -> String {
    String(title.prefix { $0 != ":" && $0 != "(" && $0 != "—" }).trimmed
  }

  private static func isSimilar(_ a: String, _ b: String) -> Bool {
    let (x, y) = (titleKey(a), titleKey(b))
    return x == y || titleKey(mainTitle(a)) == titleKey(mainTitle(b)) || (!x.isEmpty && y.hasPrefix(x + " "))
      || (!y.isEmpty && x.hasPrefix(y + " "))
  }

  private static func quoteKey(_ book: RecordID?, _ text: String) -> String {
    (book?.description ?? "") + "\u{1F}" + Folding.fold(text)
  }
}
