import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore

/// A book in the form that pages show.
///
/// Every page that mentions the book uses the same `PageBook`, which contains all data that is derived from the record,
/// such as its authors on one line, its parsed series, its readings and the path of its page. Since it is a class, it
/// is passed around without copying its many fields. It contains only public data, because it is created from a
/// `PublicLibrary`. Its path consists of the title and the first digits of the id, which make the path unique. If the
/// title changes, `PageList` remembers the old path.
final class PageBook: Sendable {
  let record: Record
  let title: String
  let authors: [String]
  /// People other than authors, such as translators.
  let contributors: [Contributor]
  let byline: String
  let status: String?
  let phase: FieldStates.Phase?
  /// Whether the book is on the wish list.
  let isWanted: Bool
  let rating: Rating?
  /// The positions of the genres in `SiteContent.genres`.
  let genres: [Int]
  let series: [SeriesPlace]
  let isbn: String?
  let publisher: String?
  let originalTitle: String?
  let year: Int?
  let pages: Int?
  /// The length of an audiobook in minutes.
  let minutes: Int?
  let language: Language?
  /// The HTML attributes for text in the book's language.
  let languageAttributes: [HTMLAttribute]
  /// The attribute for the direction of the book's page, its quotes and its cover. The array is empty unless the
  /// direction is right to left.
  let direction: [HTMLAttribute]
  /// The finished readings, in chronological order.
  let readings: [Reading]
  /// The start of the current reading, or nil if the book is neither being read nor paused.
  let began: CalendarDate?
  let abandoned: CalendarDate?
  let synopsis: String?
  let review: String?
  /// The names and values of the fields that have no special position on the page.
  let others: [(name: String, text: String)]
  let cover: PublicCover?
  let typesetCover: TypesetCover
  let path: SitePath
  /// The path of the cover image, or nil if there is none.
  let coverPath: SitePath?

  init(_ record: Record, _ reader: BookReader) {
    let fields = reader.fields
    func texts(_ field: Field?) -> [String] { field.map { record.texts(of: $0) } ?? [] }
    func value(_ field: Field?) -> FieldValue? { field.flatMap { record.value(of: $0) } }
    func number(_ field: Field?) -> Int? { if case .integer(let number)? = value(field) { number } else { nil } }
    self.record = record
    title = record.title
    authors = texts(fields.authors)
    byline = reader.text.list(authors)
    contributors = texts(fields.contributors).map { Contributor($0) }
    let status = value(fields.status)?.text
    let phase = PageBook.phase(status, fields.status?.states)
    (self.status, self.phase) = (status, phase)
    isWanted = status != nil && status == fields.status?.states?.wanted
    if case .rating(let stars)? = value(fields.rating) { rating = stars } else { rating = nil }
    let found = texts(fields.genres).compactMap { RecordID($0) }.compactMap { reader.genres[$0] }
    genres = found.map(\.position)
    series = texts(fields.series).map { SeriesPlace($0) }
    isbn = texts(fields.isbn).first
    publisher = texts(fields.publisher).first
    originalTitle = texts(fields.originalTitle).first
    (year, pages) = (number(fields.year), number(fields.pages))
    minutes = BookLength(of: record, reader.source.library.schema).time?.minutes
    let language = texts(fields.language).first.map { Language($0) }
    self.language = language
    languageAttributes = [HTMLAttribute(.dir, "auto")] + (language?.tag.map { [HTMLAttribute(.lang, $0)] } ?? [])
    direction = Language.isRightToLeft(language, title) ? [HTMLAttribute(.dir, "rtl")] : []
    readings = reader.finder.readings(of: record)
    let isUnderWay = phase == .during || phase == .paused
    if case .date(let day)? = value(fields.began), isUnderWay { began = day } else { began = nil }
    if case .date(let day)? = value(fields.abandoned), phase == .abandoned { abandoned = day } else { abandoned = nil }
    (synopsis, review) = (texts(fields.synopsis).first, texts(fields.review).first)
    others = fields.others.compactMap { field in
      let texts = reader.shown(field, record)
      let name = fields.own.contains(field.key) ? SiteText.label(field.key) : reader.text.field(field.key)
      return texts.isEmpty ? nil : (name, texts.joined(separator: reader.text.words.listComma))
    }
    cover = reader.source.covers[record.id]
    typesetCover = TypesetCover(title: title, byline: byline, record.id, genre: found.first?.key)
    let slug = Slug.of(title, record.id, isShared: reader.shared.contains(record.id.firstDigits))
    path = SitePath("books", slug, "index.html")
    coverPath = cover == nil ? nil : SitePath("books", slug, "cover.jpg")
  }

  private static func phase(_ status: String?, _ states: FieldStates?) -> FieldStates.Phase? {
    states?.phase(of: status)
  }

  var id: RecordID { record.id }

  /// The end of the last finished reading.
  var finished: CalendarDate? { readings.last?.end }
}
