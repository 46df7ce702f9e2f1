import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore

/// Reads the books of a public library.
struct BookReader: Sendable {
  private let source: PublicLibrary
  private let genres: [RecordID: (position: Int, key: String)]
  private let shared: Set<String>
  private let finder: ReadingFinder

  /// - Parameters:
  ///   - genres: the positions of the genres, and their classes.
  ///   - shared: the digits with which several ids begin.
  init(_ source: PublicLibrary, genres: [RecordID: (position: Int, key: String)], shared: Set<String>) {
    self.source = source
    self.genres = genres
    self.shared = shared
    finder = ReadingFinder(.book, source.library.schema)
  }

  func book(_ record: Record) -> PageBook {
    let schema = source.library.schema
    func texts(_ key: String) -> [String] { schema.field(key, of: .book).map { record.texts(of: $0) } ?? [] }
    func number(_ key: String) -> Int? {
      guard let field = schema.field(key, of: .book), case .integer(let number)? = record.value(of: field) else {
        return nil
      }
      return number
    }
    func value(_ role: FieldRoles) -> FieldValue? { schema.field(role, of: .book).flatMap { record.value(of: $0) } }
    let status = value(.state)?.text
    let states = schema.field(.state, of: .book)?.states
    var rating: Rating?
    if case .rating(let stars)? = value(.rating) { rating = stars }
    var began: CalendarDate?
    if case .date(let day)? = value(.began) { began = day }
    let phase = BookReader.phase(status, states)
    let slug = Slug.of(record.title, record.id, isShared: shared.contains(record.id.short))
    let cover = source.covers[record.id]
    let genreField = schema.fields(of: .book).first {
      $0.type.target == .genre && Kind.book.fields.map(\.key).contains($0.key)
    }
    let own = source.library.manifest.ownFields[.book] ?? []
    let authors = schema.field(.maker, of: .book).map { record.texts(of: $0) } ?? []
    let found = genreField.map { record.texts(of: $0).compactMap { RecordID($0) }.compactMap { genres[$0] } } ?? []
    return PageBook(
      record: record, title: record.title, authors: authors,
      status: status, phase: phase, rating: rating,
      genres: found.map(\.position),
      series: schema.field(.series, of: .book).map { record.texts(of: $0).map { SeriesPlace($0) } } ?? [],
      isbn: texts("isbn").first, publisher: texts("publisher").first, year: number("year"), pages: number("pages"),
      language: texts("language").first.map { Language($0) }, readings: finder.readings(of: record),
      began: phase == .during ? began : nil, synopsis: texts("synopsis").first, review: texts("review").first,
      own: own.compactMap { field in
        let texts = shown(field, record)
        return texts.isEmpty ? nil : (SiteText.words(field.key), texts.joined(separator: ", "))
      }, cover: cover,
      look: SetCover(title: record.title, byline: SiteText.list(authors), record.id, genre: found.first?.key),
      path: SitePath("books", slug, "index.html"),
      coverPath: cover == nil ? nil : SitePath("books", slug, "cover.jpg"))
  }

  /// Returns what an own field of the library holds, with the names of records that it refers to.
  private func shown(_ field: Field, _ record: Record) -> [String] {
    guard let field = source.library.schema.field(field.key, of: .book), let value = record.value(of: field) else {
      return []
    }
    switch value {
    case .ids(let ids): return ids.compactMap { source.library.record($0)?.title }
    case .texts(let texts): return texts
    case .boolean(let flag): return [flag ? "yes" : "no"]
    case .date(let day): return [SiteText.day(day)]
    case .rating(let rating): return [SiteText.stars(rating)]
    case .timestamp(let moment):
      let date = moment.date
      return [
        CalendarDate(year: date.year, month: date.month, day: date.day, precision: source.datePrecision)
          .map(SiteText.day) ?? ""
      ]
    default: return [value.text]
    }
  }

  private static func phase(_ status: String?, _ states: FieldStates?) -> FieldStates.Phase? {
    guard let status, let states else { return nil }
    return [.before, .during, .done, .abandoned].first { states[$0]?.value == status }
  }
}
