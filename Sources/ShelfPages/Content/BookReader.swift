import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore

/// Reads the books of a public library.
struct BookReader: Sendable {
  private let source: PublicLibrary
  private let genres: [RecordID: (position: Int, key: String)]
  private let shared: Set<UInt32>
  private let finder: ReadingFinder
  private let fields: Fields

  /// The fields of books, looked up once.
  private struct Fields: Sendable {
    let status, rating, began, genres, authors, contributors, series: Field?
    let isbn, publisher, year, pages, language, synopsis, review: Field?
    let own: [Field]

    init(_ source: PublicLibrary) {
      let schema = source.library.schema
      func field(_ key: String) -> Field? { schema.field(key, of: .book) }
      func field(_ role: FieldRoles) -> Field? { schema.field(role, of: .book) }
      (status, rating, began) = (field(.state), field(.rating), field(.began))
      (authors, contributors, series) = (field(.maker), field(.contributors), field(.series))
      (isbn, publisher, year, pages) = (field("isbn"), field("publisher"), field("year"), field("pages"))
      (language, synopsis, review) = (field("language"), field("synopsis"), field("review"))
      let keys = Kind.book.fields.map(\.key)
      genres = schema.fields(of: .book).first { $0.type.target == .genre && keys.contains($0.key) }
      own = (source.library.manifest.ownFields[.book] ?? []).compactMap { field($0.key) }
    }
  }

  /// - Parameters:
  ///   - genres: the positions of the genres, and their classes.
  ///   - shared: the digits with which several ids begin.
  init(_ source: PublicLibrary, genres: [RecordID: (position: Int, key: String)], shared: Set<UInt32>) {
    self.source = source
    self.genres = genres
    self.shared = shared
    finder = ReadingFinder(.book, source.library.schema)
    fields = Fields(source)
  }

  func book(_ record: Record) -> PageBook {
    func texts(_ field: Field?) -> [String] { field.map { record.texts(of: $0) } ?? [] }
    func value(_ field: Field?) -> FieldValue? { field.flatMap { record.value(of: $0) } }
    func number(_ field: Field?) -> Int? { if case .integer(let number)? = value(field) { number } else { nil } }
    let status = value(fields.status)?.text
    var rating: Rating?
    if case .rating(let stars)? = value(fields.rating) { rating = stars }
    var began: CalendarDate?
    if case .date(let day)? = value(fields.began) { began = day }
    let phase = BookReader.phase(status, fields.status?.states)
    let title = record.title
    let slug = Slug.of(title, record.id, isShared: shared.contains(record.id.firstDigits))
    let cover = source.covers[record.id]
    let authors = texts(fields.authors)
    let found = texts(fields.genres).compactMap { RecordID($0) }.compactMap { genres[$0] }
    return PageBook(
      record: record, title: title, authors: authors, contributors: texts(fields.contributors).map { Contributor($0) },
      status: status, phase: phase, rating: rating,
      genres: found.map(\.position), series: texts(fields.series).map { SeriesPlace($0) },
      isbn: texts(fields.isbn).first, publisher: texts(fields.publisher).first, year: number(fields.year),
      pages: number(fields.pages), language: texts(fields.language).first.map { Language($0) },
      readings: finder.readings(of: record), began: phase == .during ? began : nil,
      synopsis: texts(fields.synopsis).first, review: texts(fields.review).first,
      own: fields.own.compactMap { field in
        let texts = shown(field, record)
        return texts.isEmpty ? nil : (SiteText.words(field.key), texts.joined(separator: ", "))
      }, cover: cover,
      look: SetCover(title: title, byline: SiteText.list(authors), record.id, genre: found.first?.key),
      path: SitePath("books", slug, "index.html"),
      coverPath: cover == nil ? nil : SitePath("books", slug, "cover.jpg"))
  }

  /// Returns what an own field of the library holds, with the names of records that it refers to.
  private func shown(_ field: Field, _ record: Record) -> [String] {
    guard let value = record.value(of: field) else { return [] }
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
