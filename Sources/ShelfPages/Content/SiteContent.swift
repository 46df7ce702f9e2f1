import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfText

/// The contents of the site, such as books, quotes and authors, which `ContentBuilder` computes from the public
/// library.
///
/// They refer to each other by their positions in arrays. The content is immutable, and the threads that generate pages
/// share it.
final class SiteContent: Sendable {
  let source: PublicLibrary
  let text: SiteText
  /// The books, latest first.
  let books: [PageBook]
  /// The positions of each book's authors in `authors`, one for each name in the book's record.
  let authorsOf: [[Int]]
  /// The quotes, latest first.
  let quotes: [PageQuote]
  /// The positions of each book's quotes, sorted by page.
  let quotesOf: [[Int]]
  /// Whether a feed can contain quotes, which requires a quote with a known date.
  let hasDatedQuotes: Bool
  let genres: [PageGroup]
  /// The positions of the highest-rated books of each genre, best first.
  let best: [[Int]]
  let authors: [PageGroup]
  let series: [PageGroup]
  /// The readings that ended in each year, most recent year first.
  let years: [(year: Int, ends: [Ending])]
  /// The positions of the books, sorted by title and by author.
  let byTitle: [Int]
  let byAuthor: [Int]
  /// The statuses that occur in the library, in the order of the field's possible values.
  let statuses: [String]
  /// The latest public date in the library. Pages use it as today's date, so that they do not depend on when they are
  /// generated.
  let latestDay: CalendarDate?
  private let positions: [RecordID: Int]
  private let editions: [Int: [Int]]
  private let authorPositions: [String: Int]
  private let seriesPositions: [String: Int]

  /// A finished reading.
  struct Ending: Sendable {
    /// The position of the book.
    let book: Int
    let reading: Reading
    /// The number of earlier finished readings of the same book.
    let number: Int

    var isAgain: Bool { number > 0 }
  }

  init(_ source: PublicLibrary) {
    let built = ContentBuilder(source)
    self.source = source
    text = SiteText(source.language)
    books = built.books
    authorsOf = built.authorsOf
    quotes = built.quotes
    quotesOf = built.quotesOf
    positions = built.positions
    editions = built.editions
    genres = built.genres
    best = built.best
    authors = built.authors
    series = built.series
    years = built.years
    byTitle = built.byTitle
    byAuthor = built.byAuthor
    statuses = built.statuses
    latestDay = built.now
    authorPositions = built.authorPositions
    seriesPositions = built.seriesPositions
    hasDatedQuotes = built.quotes.contains { quote in
      built.positions[quote.book].map { quote.feedDay(in: built.books[$0]) } ?? nil != nil
    }
  }

  var words: PageWords { text.words }

  var name: String { source.library.manifest.name }

  /// Returns the book that a quote comes from.
  func book(of quote: PageQuote) -> PageBook {
    guard let position = positions[quote.book] else { preconditionFailure("quotes of other books are excluded") }
    return books[position]
  }

  /// Returns the positions of the other editions of a book.
  func editions(of book: Int) -> [Int] { editions[book] ?? [] }

  func author(_ name: String) -> PageGroup? { authorPositions[Folding.fold(name)].map { authors[$0] } }

  func series(_ place: SeriesPlace) -> PageGroup? { seriesPositions[place.key].map { series[$0] } }

  /// All finished readings, most recent first.
  var endings: [Ending] { years.flatMap(\.ends) }
}
