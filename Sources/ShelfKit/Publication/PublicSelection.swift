import ShelfModel
import ShelfQuery
import ShelfStore

/// Chooses the records to publish.
///
/// A book is published if it does not opt out with its visibility field, has one of the published statuses, and matches
/// the queries. A quote is published only if its book is published, and a genre only if a published book has it.
/// Omitted books, quotes and genres are counted by the reason for their omission.
struct PublicSelection {
  private(set) var books: [Record] = []
  private(set) var quotes: [Record] = []
  private(set) var genres: [Record] = []
  /// The number of omitted records for each reason.
  private(set) var leftOut: [PublicationReport.Reason: Int] = [:]

  init(
    _ library: Library, _ settings: PublishSettings, query: QuerySource?, at moment: Publication.Moment
  ) throws {
    let matching = try PublicSelection.matching(settings.books, query, .book, library, moment)
    let statuses = PublicSelection.statuses(settings, library.schema)
    let state = library.schema.field(.state, of: .book)
    for book in library.records(of: .book) {
      let status = state.flatMap { book.value(of: $0)?.text ?? $0.defaultText } ?? ""
      if PublicSelection.isHidden(book, library.schema) {
        leftOut[.ownWish(.book), default: 0] += 1
      } else if !(matching?.contains(book.id) ?? true) {
        leftOut[.query(.book), default: 0] += 1
      } else if !statuses.contains(status) {
        leftOut[.status(status), default: 0] += 1
      } else {
        books.append(book)
      }
    }
    try addQuotes(library, settings, moment)
    addGenres(library, settings)
  }

  private mutating func addQuotes(
    _ library: Library, _ settings: PublishSettings, _ moment: Publication.Moment
  ) throws {
    guard settings.showsQuotes else {
      let count = library.records(of: .quote).count
      if count > 0 { leftOut[.query(.quote)] = count }
      return
    }
    let matching = try PublicSelection.matching(settings.quotes, nil, .quote, library, moment)
    let shown = Set(books.map(\.id))
    let owner = library.schema.field(.owner, of: .quote)
    for quote in library.records(of: .quote) {
      let book = owner.flatMap { quote.texts(of: $0).first }.flatMap { RecordID($0) }.flatMap { library.record($0) }
      if PublicSelection.isHidden(quote, library.schema) {
        leftOut[.ownWish(.quote), default: 0] += 1
      } else if let book, book.kind == .book {
        if !shown.contains(book.id) {
          leftOut[.bookLeftOut, default: 0] += 1
        } else if !(matching?.contains(quote.id) ?? true) {
          leftOut[.query(.quote), default: 0] += 1
        } else {
          quotes.append(quote)
        }
      } else {
        leftOut[.orphan, default: 0] += 1
      }
    }
  }

  private mutating func addGenres(_ library: Library, _ settings: PublishSettings) {
    let fields = library.schema.fields(of: .book).map {
      $0.type.target == .genre && $0.has(.shown) && !settings.hidden.contains($0.key)
    }
    var used: Set<RecordID> = []
    for book in books {
      book.forEachReference(in: fields) { _, id in
        if let genre = library.record(id), genre.kind == .genre { used.insert(genre.id) }
      }
    }
    genres = library.records(of: .genre).filter { used.contains($0.id) }
    let left = library.records(of: .genre).count - genres.count
    if left > 0 { leftOut[.unused] = left }
  }

  /// Returns whether a record opts out of publication. If the record has the field, any value except a valid `true`
  /// opts out.
  private static func isHidden(_ record: Record, _ schema: Schema) -> Bool {
    guard let field = schema.field(.visibility, of: record.kind), record.key(of: field) != nil else { return false }
    return record.value(of: field) != .boolean(true)
  }

  static func statuses(_ settings: PublishSettings, _ schema: Schema) -> Set<String> {
    if let statuses = settings.statuses { return Set(statuses) }
    let states = schema.field(.state, of: .book)?.states
    return Set([.during, .paused, .done, .abandoned].compactMap { states?[$0]?.value })
  }

  /// Returns the ids of the records that match all of the queries, or nil if there are no queries.
  private static func matching(
    _ text: String?, _ query: QuerySource?, _ kind: Kind, _ library: Library, _ moment: Publication.Moment
  ) throws -> Set<RecordID>? {
    let sources = [try text.map { try QuerySource($0) }, query].compactMap { $0 }
    if sources.isEmpty { return nil }
    let matchers = try QueryMatcher.make(
      sources, for: [kind], in: library, today: moment.today, now: moment.now, localTime: moment.localTime)
    return Set(matchers.flatMap { $0.records() }.map(\.id))
  }
}
