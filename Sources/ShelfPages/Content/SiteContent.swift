import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfText

/// Everything that pages show, worked out once from what is public.
final class SiteContent: Sendable {
  let source: PublicLibrary
  /// The books, the latest first.
  let books: [PageBook]
  /// The positions of each book's authors, one for each name.
  let authorsOf: [[Int]]
  /// The quotes, the latest first.
  let quotes: [PageQuote]
  /// The positions of each book's quotes, in the order of the book.
  let quotesOf: [[Int]]
  let genres: [PageGroup]
  /// The books of each genre that were given most, the best first.
  let best: [[Int]]
  let authors: [PageGroup]
  let series: [PageGroup]
  /// The years in which something was finished, the latest first, with the readings that ended.
  let years: [(year: Int, ends: [Ending])]
  /// The positions of the books by title, and by author.
  let byTitle: [Int]
  let byAuthor: [Int]
  /// The statuses that books have, in the order of the field.
  let statuses: [String]
  /// The latest day on which something that is public was begun or finished: what "now" is on the pages.
  let now: CalendarDate?
  private let positions: [RecordID: Int]
  private let authorPositions: [String: Int]
  private let seriesPositions: [String: Int]

  /// A reading that came to its end.
  struct Ending: Sendable {
    /// The position of the book.
    let book: Int
    let reading: Reading
    /// How many readings of the book came before this one.
    let number: Int

    var isAgain: Bool { number > 0 }
  }

  init(_ source: PublicLibrary) {
    let built = ContentBuilder(source)
    self.source = source
    books = built.books
    authorsOf = built.authorsOf
    quotes = built.quotes
    quotesOf = built.quotesOf
    positions = built.positions
    genres = built.genres
    best = built.best
    authors = built.authors
    series = built.series
    years = built.years
    byTitle = built.byTitle
    byAuthor = built.byAuthor
    statuses = built.statuses
    now = built.now
    authorPositions = built.authorPositions
    seriesPositions = built.seriesPositions
  }

  var name: String { source.library.manifest.name }

  /// Returns the book that a quote of the site is from.
  func book(of quote: PageQuote) -> PageBook {
    guard let position = positions[quote.book] else { preconditionFailure("quotes of other books are left out") }
    return books[position]
  }

  func author(_ name: String) -> PageGroup? { authorPositions[Folding.fold(name)].map { authors[$0] } }

  func series(_ place: SeriesPlace) -> PageGroup? { seriesPositions[place.key].map { series[$0] } }

  /// All endings, the latest first.
  var endings: [Ending] { years.flatMap(\.ends) }
}
