import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfPages
@testable import ShelfQuery
@testable import ShelfStore
@testable import ShelfText

/// The contents of pages: the order of books, quotes and groups, and the values of each book.
struct SiteContentTests {
  private let published: Published

  init() throws {
    published = try Published()
    try published.folder.write("shelf.yaml", "format: 1\nname: Mine\n")
  }

  private func id(_ number: Int) -> String { Published.id(number) }

  private func book(_ number: Int, _ title: String, _ lines: String...) throws {
    try published.folder.write(
      "books/\(number).yaml", (["id: \(id(number))", "title: \(title)"] + lines).map { $0 + "\n" }.joined())
  }

  private func quote(_ number: Int, of book: Int, _ text: String, _ lines: String...) throws {
    try published.folder.write(
      "quotes/\(number).yaml",
      (["id: \(id(number))", "book: \(id(book))", "text: \(text)"] + lines).map { $0 + "\n" }.joined())
  }

  private func genre(_ number: Int, _ name: String, _ lines: String...) throws {
    try published.folder.write(
      "genres/\(number).yaml", (["id: \(id(number))", "name: \(name)"] + lines).map { $0 + "\n" }.joined())
  }

  private func content() throws -> SiteContent { SiteContent(try published.content()) }

  private func titles(_ content: SiteContent, _ positions: [Int]) -> [String] {
    positions.map { content.books[$0].title }
  }

  /// The books that are being read come first, sorted from the latest to the earliest start date. Finished books
  /// follow, again from the latest to the earliest, and then all other books, sorted by title.
  @Test func theLatestBooksComeFirst() throws {
    try book(1, "Finished early", "status: completed", "dateCompleted: 2024-01-02")
    try book(2, "Finished late", "status: completed", "dateCompleted: 2024-05")
    try book(3, "Zuleika", "status: completed")
    try book(4, "ängste", "status: abandoned", "dateStarted: 2025-01-01")
    try book(5, "Begun early", "status: inProgress", "dateStarted: 2024-01-01")
    try book(6, "Begun late", "status: inProgress", "dateStarted: 2024-06")
    try book(7, "Begun some day", "status: inProgress")
    try book(8, "Again", "status: inProgress", "dateStarted: 2020-01-01", "readings: [2019-01-02/2026-02-03]")
    try book(9, "Twice", "status: completed", "dateCompleted: 2020-01-02", "readings: [/2021-02]")
    let content = try content()
    #expect(
      content.books.map(\.title) == [
        "Begun late", "Begun early", "Again", "Begun some day", "Finished late", "Finished early", "Twice", "ängste",
        "Zuleika",
      ])
    #expect(titles(content, content.byTitle) == content.books.map(\.title).sorted { Folded($0) < Folded($1) })
    #expect(content.statuses == ["inProgress", "completed", "abandoned"])
    #expect(content.latestDay?.description == "2026-02-03")
    // Only a reading that has not ended sets the start date.
    #expect(content.books.filter { $0.began != nil }.map(\.title) == ["Begun late", "Begun early", "Again"])
    #expect(content.years.map(\.year) == [2026, 2024, 2021, 2020])
    #expect(
      content.endings.map { content.books[$0.book].title } == [
        "Again", "Finished late", "Finished early", "Twice", "Twice",
      ])
    #expect(content.endings.map(\.isAgain) == [false, false, false, true, false])
  }

  private struct Folded: Comparable {
    let text: String
    init(_ text: String) { self.text = text.replacing("ä", with: "a").lowercased() }
    static func < (a: Folded, b: Folded) -> Bool { a.text < b.text }
  }

  /// Books with the same title and readings on the same day are sorted by id.
  @Test func idsDecideWhereNothingElseDoes() throws {
    for number in [3, 1, 2] { try book(number, "Same", "status: completed", "dateCompleted: 2024-01-02") }
    try book(
      4, "Other", "status: completed", "dateStarted: 2024-01-02", "dateCompleted: 2024-01-02",
      "readings: [2023-01-01/2024-01-02, 2023-06-01/2024-01-02]")
    let content = try content()
    #expect(content.books.map(\.title) == ["Other", "Same", "Same", "Same"])
    #expect(content.books.dropFirst().map { $0.id.description } == [id(1), id(2), id(3)])
    #expect(content.endings.map { content.books[$0.book].id.description } == [1, 2, 3, 4, 4, 4].map(id))
    #expect(content.endings.map(\.isAgain) == [false, false, false, true, true, false])
    // If a book was read several times, the last reading comes first.
    #expect(
      content.endings.suffix(3).map { $0.reading.start?.description } == ["2024-01-02", "2023-06-01", "2023-01-01"])
  }

  /// Authors are sorted by family name, or as written if the name contains a comma; books without an author come last.
  @Test func booksByAuthor() throws {
    try book(1, "Emma", "author: Jane Austen", "status: completed")
    try book(2, "Dracula", "author: Stoker, Bram", "status: completed")
    try book(3, "Beowulf", "status: completed")
    try book(4, "Persuasion", "author: Jane Austen", "status: completed", "dateCompleted: 2024-01-02")
    try book(5, "Anonymous", "status: completed")
    try book(6, "Poetics", "author: Aristotle", "status: completed")
    let content = try content()
    #expect(
      titles(content, content.byAuthor) == ["Poetics", "Emma", "Persuasion", "Dracula", "Anonymous", "Beowulf"])
    #expect(content.authors.map(\.name) == ["Aristotle", "Jane Austen", "Stoker, Bram"])
  }

  /// The most frequent spelling becomes the author's name. A book that lists an author twice is counted once.
  @Test func authorsAreFoundByEverySpelling() throws {
    try book(1, "One", "author: [Émile Zola, emile zola]", "status: completed", "dateCompleted: 2024-01-03")
    try book(2, "Two", "author: Emile Zola", "status: completed", "dateCompleted: 2024-01-02")
    try book(3, "Three", "author: [Someone, Emile Zola]", "status: completed", "dateCompleted: 2024-01-01")
    let content = try content()
    #expect(content.authors.map(\.name) == ["Someone", "Emile Zola"])
    #expect(titles(content, content.authors[1].books) == ["One", "Two", "Three"])
    #expect(content.author("ÉMILE ZOLA")?.books == [0, 1, 2] && content.author("Nobody") == nil)
    #expect(content.authorsOf == [[1, 1], [1], [0, 1]])
    #expect(content.books.map(\.byline) == ["Émile Zola and emile zola", "Emile Zola", "Someone and Emile Zola"])
    // If two spellings are equally frequent, the first in character order wins.
    try book(4, "Four", "author: [anna b]", "status: completed")
    try book(5, "Five", "author: [Anna B]", "status: completed")
    #expect(try self.content().authors.map(\.name).contains("Anna B"))
    try book(6, "Six", "author: [anna b]", "status: completed")
    #expect(try self.content().authors.map(\.name).contains("anna b"))
  }

  @Test func genresHaveTheirBooks() throws {
    try genre(70, "Poetry", "color: \"2288CC\"")
    try genre(71, "Drama")
    try genre(72, "Unused")
    for number in 1...45 {
      try book(
        number, "B\(100 + number)", "status: completed", "rating: \(Double(number % 3 + 1))", "genres: [\(id(70))]")
    }
    try book(50, "Last", "status: completed", "genres: [\(id(71)), \(id(70))]")
    let content = try content()
    #expect(content.genres.map(\.name) == ["Drama", "Poetry"])
    #expect(content.genres.map(\.slug) == ["drama", "poetry"])
    #expect(content.genres.map { $0.color?.description } == [nil, Color("2288CC")?.description])
    #expect(content.genres.map { $0.books.count } == [1, 46])
    #expect(content.genres.map(\.key) == ["g-\(id(71).prefix(8))", "g-\(id(70).prefix(8))"])
    #expect(content.books.first { $0.title == "Last" }?.genres == [0, 1])
    // The forty best books are listed; books with the same rating keep their order.
    #expect(content.best.map(\.count) == [1, 40])
    let best = content.best[1].map { content.books[$0] }
    let expected = content.books.enumerated().sorted {
      ($1.element.rating?.quarters ?? -1, $0.offset) < ($0.element.rating?.quarters ?? -1, $1.offset)
    }
    #expect(best.map(\.title) == expected.prefix(40).map(\.element.title))
  }

  /// A rating of zero ranks above no rating, and equal titles have a fixed order.
  @Test func noStarIsMoreThanNoRating() throws {
    try genre(70, "Poetry")
    try book(1, "Emma", "status: completed", "genres: [\(id(70))]")
    try book(2, "emma", "status: completed", "rating: 0", "genres: [\(id(70))]")
    let content = try content()
    #expect(titles(content, content.genres[0].books) == ["Emma", "emma"])
    #expect(titles(content, content.best[0]) == ["emma", "Emma"])
  }

  @Test func seriesHaveTheirPlaces() throws {
    try book(1, "Second", "series: Dune 2", "status: completed")
    try book(2, "First", "series: [Dune 1, Other]", "status: completed")
    try book(3, "Hidden", "series: Dune 3", "status: onShelf")
    let content = try content()
    #expect(content.series.map(\.name) == ["Dune", "Other"])
    #expect(titles(content, content.series[0].books) == ["First", "Second"])
    #expect(content.series[0].positions.map { $0?.description } == ["1", "2"])
    #expect(content.series(SeriesPlace("dune 7"))?.name == "Dune" && content.series(SeriesPlace("Third")) == nil)
  }

  /// All quotes are listed with the latest first, and the quotes of a book are sorted by page.
  @Test func quotesHaveTheirOrder() throws {
    try book(1, "One", "status: completed")
    try book(2, "Two", "status: completed")
    try quote(11, of: 1, "late", "page: 12a", "creationDate: 2024-03-05", "chapter: Two")
    try quote(12, of: 1, "early", "page: 112", "creationDate: 2024-03-04")
    try quote(13, of: 1, "undated", "page: 2")
    try quote(14, of: 1, "no page", "creationDate: 2024-03-05")
    try quote(15, of: 1, "nor here", "page: xiv", "creationDate: 2024-03-06")
    try quote(16, of: 2, "other", "creationDate: 2024-03-07T23:59:59Z")
    let content = try content()
    #expect(content.quotes.map(\.text) == ["other", "nor here", "late", "no page", "early", "undated"])
    #expect(content.quotesOf[0].map { content.quotes[$0].text } == ["undated", "late", "early", "no page", "nor here"])
    #expect(content.quotesOf[1].map { content.quotes[$0].text } == ["other"])
    #expect(content.quotes.map { content.book(of: $0).title } == ["Two", "One", "One", "One", "One", "One"])
    #expect(content.quotes.map(\.page) == [nil, "xiv", "12a", nil, "112", "2"])
    #expect(content.quotes[2].chapter == "Two")
    #expect(content.quotes.map { $0.day?.description }.prefix(2) == ["2024-03-07", "2024-03-06"])
    #expect(content.quotes.last?.day == nil)
    #expect(content.quotes[0].fragment == "q-\(id(16).prefix(8))")
  }

  /// Quotes with the same date, or without a date, are sorted by book and page.
  @Test func undatedQuotesAreSortedByBookAndPage() throws {
    try book(1, "Old", "status: completed", "dateCompleted: 2023-01-02")
    try book(2, "New", "status: completed", "dateCompleted: 2024-01-02")
    for (number, (book, page)) in [(1, 7), (2, 30), (1, 5), (2, 4), (2, 200)].enumerated() {
      try quote(11 + number, of: book, "undated \(book), \(page)", "page: \(page)")
      try quote(31 + number, of: book, "dated \(book), \(page)", "page: \(page)", "creationDate: 2022-03-04")
    }
    let order = ["2, 4", "2, 30", "2, 200", "1, 5", "1, 7"]
    #expect(try content().quotes.map(\.text) == order.map { "dated \($0)" } + order.map { "undated \($0)" })
  }

  /// Records whose ids start with the same digits have separate pages, fragments and classes.
  @Test func idsThatBeginAlikeAreWrittenInFull() throws {
    let ids = ["00000001-0000-4000-8000-000000000001", "00000001-0000-4000-8000-000000000002"]
    for (number, id) in ids.enumerated() {
      try published.folder.write(
        "genres/\(number).yaml", "id: \(id.replacing("00000001-", with: "00000002-"))\nname: G\(number)\n")
      try published.folder.write(
        "books/\(number).yaml",
        "id: \(id)\ntitle: Same\nstatus: completed\ngenres: [\(id.replacing("00000001-", with: "00000002-"))]\n")
      try published.folder.write(
        "quotes/\(number).yaml", "id: \(id.replacing("00000001-", with: "00000003-"))\nbook: \(id)\ntext: T\n")
    }
    let content = try content()
    #expect(content.books.map { "\($0.path)" }.allSatisfy { path in ids.contains { path.contains($0) } })
    #expect(Set(content.books.map { "\($0.path)" }).count == 2)
    #expect(Set(content.quotes.map(\.fragment)) == Set(ids.map { "q-" + $0.replacing("00000001-", with: "00000003-") }))
    #expect(Set(content.genres.map(\.key)) == Set(ids.map { "g-" + $0.replacing("00000001-", with: "00000002-") }))
    try book(7, "Alone", "status: completed")
    #expect(try self.content().books.contains { "\($0.path)".contains("alone-\(id(7).prefix(8))/") })
  }

  /// The content of a book's page matches the values in the book's file.
  @Test func aBookSaysWhatItsFileDoes() throws {
    try genre(30, "Poetry")
    try book(
      1, "Dune", "author: [A, B]", "contributors: [C (translator), D]", "status: completed", "rating: 4.25",
      "genres: [\(id(30))]", "series: Dune 1",
      "isbn: 978-0-14-143958-7", "publisher: P", "year: -12", "pages: 612", "language: en", "synopsis: S", "review: R",
      "dateStarted: 2024-01-02", "dateCompleted: 2024-02-03")
    try book(2, "Empty", "status: inProgress")
    try book(3, "Given up", "status: abandoned")
    let content = try content()
    let dune = try #require(content.books.first { $0.title == "Dune" })
    #expect(
      dune.authors == ["A", "B"] && dune.status == "completed" && dune.rating?.quarters == 17 && dune.genres == [0])
    #expect(dune.series.map(\.name) == ["Dune"] && dune.isbn == "978-0-14-143958-7" && dune.publisher == "P")
    #expect(dune.year == -12 && dune.pages == 612 && dune.language != nil && dune.synopsis == "S" && dune.review == "R")
    #expect(dune.readings.map(\.end.description) == ["2024-02-03"] && dune.finished?.description == "2024-02-03")
    #expect(dune.began == nil && dune.cover == nil && dune.coverPath == nil && dune.others.isEmpty)
    #expect(dune.contributors.map(\.name) == ["C", "D"] && dune.contributors.map(\.role) == ["translator", ""])
    #expect(dune.typesetCover.classes.hasSuffix(" " + content.genres[0].key))
    let empty = try #require(content.books.first { $0.title == "Empty" })
    #expect(
      empty.authors.isEmpty && empty.contributors.isEmpty && empty.rating == nil && empty.genres.isEmpty
        && empty.series.isEmpty)
    #expect(empty.isbn == nil && empty.year == nil && empty.pages == nil && empty.language == nil)
    #expect(empty.synopsis == nil && empty.review == nil && empty.readings.isEmpty && empty.finished == nil)
    #expect(empty.typesetCover.classes.contains(" q-"))
    #expect(content.books.map(\.phase) == [.during, .done, .abandoned])
  }

  /// The values of public custom fields are shown in words.
  @Test func ownFieldsAreInWords() throws {
    let types = [
      "shelfMark: text", "isFun: boolean", "isDull: boolean", "seen: date", "score: rating", "boughtAt: timestamp",
      "places: text list", "volumes: integer", "mood: reference, to: genre",
    ]
    let fields = types.map { line -> String in
      let parts = line.split(separator: ": ", maxSplits: 1)
      return "    \(parts[0]): {type: \(parts[1]), public: true}\n"
    }
    try published.folder.write("shelf.yaml", "format: 1\nname: Mine\nfields:\n  book:\n\(fields.joined())")
    try genre(30, "Poetry")
    try book(
      1, "Dune", "status: completed", "genres: [\(id(30))]", "shelfMark: attic", "isFun: true", "isDull: false",
      "seen: 2024-01-02", "score: 4.5", "boughtAt: 2024-01-02T11:59:47Z", "places: [A, B]", "volumes: 3",
      "mood: \(id(30))")
    try book(2, "Empty", "status: completed")
    #expect(
      try content().books.first?.others.map { "\($0.name): \($0.text)" } == [
        "shelf mark: attic", "is fun: yes", "is dull: no", "seen: 2 January 2024", "score: ★★★★½",
        "bought at: 2 January 2024", "places: A, B", "volumes: 3", "mood: Poetry",
      ])
    #expect(try content().books.last?.others.isEmpty == true)
  }
}
