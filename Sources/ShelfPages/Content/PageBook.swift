import ShelfKit
import ShelfModel
import ShelfQuery

/// A book as its pages need it.
struct PageBook: Sendable {
  let record: Record
  let title: String
  let authors: [String]
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
  /// The readings that came to their end, in their order.
  let readings: [Reading]
  /// The day on which the reading began that goes on.
  let began: CalendarDate?
  let synopsis: String?
  let review: String?
  /// What the library's own public fields hold.
  let own: [(name: String, text: String)]
  let cover: PublicCover?
  /// Positions among the quotes of the site.
  var quotes: [Int] = []
  let path: SitePath
  /// The path of the cover; nil if there is none.
  let coverPath: SitePath?

  var id: RecordID { record.id }

  /// The day of the last reading that came to its end.
  var finished: CalendarDate? { readings.last?.end }

  var byline: String { SiteText.list(authors) }
}
