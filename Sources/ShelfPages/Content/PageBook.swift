import ShelfKit
import ShelfModel
import ShelfQuery

/// A book as its pages need it; an object, since it is passed on for each of its mentions.
final class PageBook: Sendable {
  let record: Record
  let title: String
  let authors: [String]
  /// Who else made it.
  let contributors: [Contributor]
  let byline: String
  let status: String?
  let phase: FieldStates.Phase?
  let rating: Rating?
  /// Positions among the genres of the site.
  let genres: [Int]
  let series: [SeriesPlace]
  let isbn: String?
  let publisher: String?
  let year: Int?
  let pages: Int?
  let language: Language?
  /// The attributes of a text in its language.
  let languageAttributes: [Attribute]
  /// The readings that came to their end, in their order.
  let readings: [Reading]
  /// The day on which the reading began that goes on.
  let began: CalendarDate?
  let synopsis: String?
  let review: String?
  /// What the library's own public fields hold.
  let own: [(name: String, text: String)]
  let cover: PublicCover?
  /// How it looks without one.
  let look: SetCover
  let path: SitePath
  /// The path of the cover; nil if there is none.
  let coverPath: SitePath?

  init(
    record: Record,
    title: String,
    authors: [String],
    contributors: [Contributor],
    status: String?,
    phase: FieldStates.Phase?,
    rating: Rating?,
    genres: [Int],
    series: [SeriesPlace],
    isbn: String?,
    publisher: String?,
    year: Int?,
    pages: Int?,
    language: Language?,
    readings: [Reading],
    began: CalendarDate?,
    synopsis: String?,
    review: String?,
    own: [(name: String, text: String)],
    cover: PublicCover?,
    look: SetCover,
    path: SitePath,
    coverPath: SitePath?
  ) {
    self.record = record
    self.title = title
    self.authors = authors
    self.contributors = contributors
    byline = SiteText.list(authors)
    self.status = status
    self.phase = phase
    self.rating = rating
    self.genres = genres
    self.series = series
    self.isbn = isbn
    self.publisher = publisher
    self.year = year
    self.pages = pages
    self.language = language
    languageAttributes = [Attribute(.dir, "auto")] + (language?.tag.map { [Attribute(.lang, $0)] } ?? [])
    self.readings = readings
    self.began = began
    self.synopsis = synopsis
    self.review = review
    self.own = own
    self.cover = cover
    self.look = look
    self.path = path
    self.coverPath = coverPath
  }

  var id: RecordID { record.id }

  /// The day of the last reading that came to its end.
  var finished: CalendarDate? { readings.last?.end }
}
