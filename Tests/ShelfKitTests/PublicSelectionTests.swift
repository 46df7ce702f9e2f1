import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfStore

/// Compares the selection of public records, and the reasons for excluding the others, with a simple model in random
/// libraries.
struct PublicSelectionTests {
  private struct Book {
    var number: Int
    /// The number of a record that was merged into this one.
    var former: Int?
    var status: String?
    /// The value of `public`.
    var wish: String?
    var rating: Int?
    var genres: [Int]
  }

  private struct Quote {
    var number: Int
    /// The number of the record in the quote's `book` field, which need not be a book, or nil for `~`.
    var book: Int?
    var wish: String?
    var page: Int
  }

  private static let genres = Array(60..<66)

  private static func book(_ number: Int, _ random: inout SeededGenerator) -> Book {
    Book(
      number: number, former: random.once(in: 4) ? number + 20 : nil,
      status: random.pick([nil, "wanted", "onShelf", "inProgress", "completed", "abandoned"]),
      wish: random.once(in: 3) ? random.pick(["true", "false", "no", "yes", "", "'false'"]) : nil,
      rating: random.once(in: 2) ? Int.random(in: 1...5, using: &random) : nil,
      genres: genres.filter { _ in random.once(in: 4) })
  }

  private static func quote(_ number: Int, _ books: [Book], _ random: inout SeededGenerator) -> Quote {
    let owners = books.map(\.number) + books.compactMap(\.former) + [99, genres[0]]
    return Quote(
      number: number, book: random.once(in: 6) ? nil : random.pick(owners),
      wish: random.once(in: 4) ? random.pick(["true", "false", ""]) : nil, page: Int.random(in: 1...3, using: &random))
  }

  private static func files(_ books: [Book], _ quotes: [Quote]) -> [(path: String, text: String)] {
    func id(_ number: Int) -> String { TestLibrary.id(number) }
    let bookFiles = books.map { book in
      var text = "id: \(id(book.number))\ntitle: B\n"
      if let former = book.former { text += "formerIds: [\(id(former))]\n" }
      if let status = book.status { text += "status: \(status)\n" }
      if let wish = book.wish { text += "public: \(wish)\n" }
      if let rating = book.rating { text += "rating: \(rating)\n" }
      if !book.genres.isEmpty { text += "genres: [\(book.genres.map(id).joined(separator: ", "))]\n" }
      return (path: "books/\(book.number).yaml", text: text)
    }
    let quoteFiles = quotes.map { quote in
      var text = "id: \(id(quote.number))\nbook: \(quote.book.map(id) ?? "~")\ntext: Q\npage: \(quote.page)\n"
      if let wish = quote.wish { text += "public: \(wish)\n" }
      return (path: "quotes/\(quote.number).yaml", text: text)
    }
    let genreFiles = genres.map { (path: "genres/\($0).yaml", text: "id: \(id($0))\nname: G\($0)\n") }
    return bookFiles + quoteFiles + genreFiles
  }

  /// Returns whether a record may be public. Any value of `public` other than true hides the record.
  private static func isPublic(_ wish: String?) -> Bool { wish == nil || wish == "true" || wish == "yes" }

  @Test(arguments: 0..<(SeededGenerator.isFull ? 600 : 80))
  func isThatOfTheModel(_ number: Int) throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun &+ UInt64(number) &+ 400)
    let books = (1...12).map { Self.book($0, &random) }
    let quotes = (101...112).map { Self.quote($0, books, &random) }
    var settings = PublishSettings()
    if random.once(in: 3) { settings.statuses = random.pick([["onShelf"], ["completed", "wanted"], []]) }
    let (mostRated, page) = (random.once(in: 3), random.once(in: 3))
    if mostRated { settings.books = "rating:3.." }
    let asked = random.once(in: 3) ? try QuerySource("rating:..4") : nil
    if page { settings.quotes = "page:2" }
    settings.showsQuotes = !random.once(in: 5)
    if random.once(in: 5) { settings.hidden = ["genres"] }
    let library = try TestLibrary.make(Self.files(books, quotes))
    let selection = try PublicSelection(
      library, settings, query: asked,
      at: .init(today: RandomLibrary.today, now: RandomLibrary.now, localTime: .utc))

    var left: [PublicationReport.Reason: Int] = [:]
    let statuses = settings.statuses ?? ["inProgress", "completed", "abandoned"]
    let shownBooks = books.filter { book in
      let isRated = (!mostRated || book.rating ?? 0 >= 3) && (asked == nil || book.rating.map { $0 <= 4 } ?? false)
      let status = book.status ?? "onShelf"
      let reason: PublicationReport.Reason? =
        !Self.isPublic(book.wish)
        ? .ownWish(.book) : !isRated ? .query(.book) : statuses.contains(status) ? nil : .status(status)
      if let reason { left[reason, default: 0] += 1 }
      return reason == nil
    }
    let shownQuotes = quotes.filter { quote in
      let book = books.first { $0.number == quote.book || $0.former != nil && $0.former == quote.book }
      let reason: PublicationReport.Reason? =
        !settings.showsQuotes
        ? .query(.quote)
        : !Self.isPublic(quote.wish)
          ? .ownWish(.quote)
          : book == nil
            ? .orphan
            : !shownBooks.contains { $0.number == book?.number }
              ? .bookLeftOut : page && quote.page != 2 ? .query(.quote) : nil
      if let reason { left[reason, default: 0] += 1 }
      return reason == nil
    }
    let used = settings.hidden.isEmpty ? Set(shownBooks.flatMap(\.genres)) : []
    if used.count < Self.genres.count { left[.unused] = Self.genres.count - used.count }

    func ids(_ records: [Record]) -> Set<String> { Set(records.map(\.id.description)) }
    #expect(ids(selection.books) == Set(shownBooks.map { TestLibrary.id($0.number) }))
    #expect(ids(selection.quotes) == Set(shownQuotes.map { TestLibrary.id($0.number) }))
    #expect(ids(selection.genres) == Set(used.map { TestLibrary.id($0) }))
    #expect(selection.leftOut == left)
    #expect(
      selection.books.count == shownBooks.count && selection.quotes.count == shownQuotes.count
        && selection.genres.count == used.count)
  }
}
