import Foundation
import ShelfFormats
import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfStore
@testable import ShelfSystem

/// The report of hidden records with the reasons, refusals with their positions, and the precision of published values.
struct PublicationReportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try manifest("")
  }

  private func manifest(_ publish: String, fields: String = "") throws {
    try folder.write(
      "shelf.yaml",
      "format: 1\nname: Mine\n" + (fields.isEmpty ? "" : "fields: \(fields)\n")
        + (publish.isEmpty ? "" : "publish: {\(publish)}\n"))
  }

  private func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits + "-0000-4000-8000-000000000000"
  }

  private func record(_ kind: String, _ number: Int, _ lines: String...) throws {
    try folder.write("\(kind)/\(number).yaml", (["id: \(id(number))"] + lines).map { $0 + "\n" }.joined())
  }

  private func publication(_ query: String? = nil) throws -> Publication {
    let library = try Library.load(at: folder.path, fileSystem: DiskFileSystem(), threads: 2)
    return try Publication(
      library, query: query.map { try QuerySource($0) },
      at: .init(today: RandomLibrary.today, now: RandomLibrary.now, localTime: .utc), fileSystem: DiskFileSystem())
  }

  private func reasons(_ report: PublicationReport) -> [String] { report.leftOut.map { "\($0.reason): \($0.count)" } }

  private func titles(_ publication: Publication, _ kind: Kind) -> [String] {
    publication.content.library.records(of: kind).map(\.title).sorted()
  }

  /// Creates a book with each status, hidden books, and quotes and genres for all of these books.
  private func fill() throws {
    let statuses = ["wanted", "onShelf", "inProgress", "completed", "abandoned"]
    for (number, status) in statuses.enumerated() {
      try record("books", number + 1, "title: B\(number + 1)", "status: \(status)", "genres: [\(id(30 + number))]")
      try record("quotes", number + 11, "book: \(id(number + 1))", "text: Q\(number + 1)", "page: \(number)")
      try record("genres", number + 30, "name: G\(number + 1)")
    }
    try record("books", 6, "title: B6", "formerIds: [\(id(9))]", "public: true", "rating: 4", "notes: N")
    try record("books", 7, "title: B7", "status: completed", "public: false", "genres: [\(id(36))]")
    try record("books", 8, "title: B8", "status: completed", "public: true", "rating: 3.5", "lentTo: L")
    try record("quotes", 16, "book: \(id(8))", "text: Q6", "public: false")
    try record("quotes", 17, "book: \(id(7))", "text: Q7", "note: N")
    try record("quotes", 18, "book: ~", "text: Q8")
    try record("quotes", 19, "book: \(id(99))", "text: Q9")
    try record("quotes", 20, "book: \(id(30))", "text: Q10")
    try record("quotes", 21, "book: \(id(9))", "text: Q11", "note: N")
    try record("genres", 36, "name: G7")
    try record("tags", 40, "name: T")
  }

  @Test func eachReasonIsCounted() throws {
    try fill()
    let publication = try publication()
    #expect(titles(publication, .book) == ["B3", "B4", "B5", "B8"])
    #expect(titles(publication, .quote) == ["Q3", "Q4", "Q5"])
    #expect(titles(publication, .genre) == ["G3", "G4", "G5"])
    #expect(
      Set(reasons(publication.report)) == [
        "status(\"wanted\"): 1", "status(\"onShelf\"): 2", "ownWish(\(Kind.book)): 1", "ownWish(\(Kind.quote)): 1",
        "bookLeftOut: 4", "orphan: 3", "unused: 3",
      ])
    #expect(reasons(publication.report) == reasons(publication.report).sorted())
  }

  @Test func statusesThatAreNamedAreShown() throws {
    try fill()
    try manifest("statuses: [onShelf]")
    let publication = try publication()
    #expect(titles(publication, .book) == ["B2", "B6"])
    // A quote from a merged book is published if the book that remains is public.
    #expect(titles(publication, .quote) == ["Q11", "Q2"])
    let quote = try #require(publication.content.library.records(of: .quote).first { $0.title == "Q11" })
    #expect(String(decoding: quote.source, as: UTF8.self).contains("book: \(id(6))\n"))
  }

  @Test func queriesLeaveOut() throws {
    try fill()
    let narrowed = try publication("rating:3..")
    #expect(titles(narrowed, .book) == ["B8"] && titles(narrowed, .quote).isEmpty && titles(narrowed, .genre).isEmpty)
    #expect(
      Set(reasons(narrowed.report)).isSuperset(of: ["query(\(Kind.book)): 5", "unused: 6", "bookLeftOut: 7"]))
    try manifest("quotes: 'page:3', books: 'status:completed'")
    let quotes = try publication()
    #expect(titles(quotes, .book) == ["B4", "B8"] && titles(quotes, .quote) == ["Q4"])
    #expect(Set(reasons(quotes.report)).isSuperset(of: ["query(\(Kind.book)): 5", "bookLeftOut: 6"]))
    // With two queries, a book has to match both.
    #expect(titles(try publication("rating:3.."), .book) == ["B8"])
    try manifest("quotes: 'page:9'")
    #expect(reasons(try publication().report).contains("query(\(Kind.quote)): 3"))
    try manifest("quotes: none")
    let none = try publication()
    #expect(titles(none, .quote).isEmpty && reasons(none.report).contains("query(\(Kind.quote)): 11"))
    #expect(!reasons(none.report).contains { $0.hasPrefix("orphan") })
  }

  @Test func nothingLeftOutIsNoReason() throws {
    try record("books", 1, "title: B1", "status: completed")
    try manifest("quotes: none")
    #expect(try publication().report.leftOut.isEmpty)
    try record("quotes", 2, "book: \(id(1))", "text: Q")
    #expect(reasons(try publication().report) == ["query(\(Kind.quote)): 1"])
  }

  @Test func eachFieldIsCounted() throws {
    try fill()
    try manifest("hide: [genres, page]", fields: "{book: {mood: {public: true}, place: {}}}")
    try record("books", 3, "title: B3", "status: inProgress", "mood: calm", "place: attic", "rating: 2")
    // A field without a value is ignored.
    try record("books", 4, "title: B4", "status: completed", "genres: [\(id(33))]", "notes: ~", "place:", "mood: ~")
    let publication = try publication()
    let kinds = publication.report.kinds
    #expect(kinds.map(\.kind) == Kind.allCases)
    func counts(_ fields: [(key: String, count: Int)]) -> [String] { fields.map { "\($0.key) \($0.count)" } }
    let books = try #require(kinds.first { $0.kind == .book })
    #expect(books.shown == 4 && books.total == 8)
    #expect(counts(books.fields) == ["title 4", "status 4", "rating 2", "mood 1"])
    #expect(Set(counts(books.hidden)) == ["genres 2", "lentTo 1", "public 1", "place 1"])
    let quotes = try #require(kinds.first { $0.kind == .quote })
    #expect(quotes.shown == 3 && quotes.total == 11)
    #expect(counts(quotes.fields) == ["book 3", "text 3"] && counts(quotes.hidden) == ["page 3"])
    let genres = try #require(kinds.first { $0.kind == .genre })
    #expect(genres.shown == 0 && genres.total == 6 && genres.fields.isEmpty && genres.hidden.isEmpty)
    let tags = try #require(kinds.first { $0.kind == .tag })
    #expect(tags.shown == 0 && tags.total == 1 && tags.fields.isEmpty && tags.hidden.isEmpty)
  }

  // MARK: - Refusals

  private func refusal() throws -> String {
    do {
      _ = try publication()
      return "published"
    } catch let refusal as PublicationRefusal {
      func places(_ places: [PublicationRefusal.Place]) -> String {
        places.map { "\($0.path) \($0.key)" }.sorted().joined(separator: ", ")
      }
      return switch refusal {
      case .settings: "settings"
      case .unreadable(let files): "unreadable \(files.map(\.path))"
      case .values(let found): "values \(places(found))"
      case .misspelt(let found, let key): "misspelt \(key): \(places(found))"
      case .shared(let ids): "shared \(ids)"
      case .replaced(let kind, let key): "replaced \(kind.singular) \(key)"
      case .privateKind(let hidden, let key, let kind): "private \(hidden.singular) \(kind.singular).\(key)"
      case .coverSources(let path): "sources \(path)"
      case .leftOut(let path): "left out \(path)"
      }
    }
  }

  /// A refusal lists every invalid value in the kinds that can be published, whether or not the record would be public.
  @Test func everyPlaceOfADoubtIsNamed() throws {
    try record("books", 1, "title: B1", "status: completed", "rating: many")
    try record("books", 2, "title: B2", "year: soon", "pages: few")
    try record("quotes", 3, "book: ~", "text: Q", "creationDate: soon")
    try record("tags", 4, "name: T")
    try record("issues", 5, "title: I", "creationDate: soon")
    #expect(
      try refusal()
        == "values books/1.yaml rating, books/2.yaml pages, books/2.yaml year, quotes/3.yaml creationDate")
    // Misspelled keys that could hide a record are reported first.
    try record("books", 6, "title: B6", "Public: false", "hiddn: true", "mood: calm")
    try record("quotes", 7, "book: ~", "text: Q", "publc: false", "privat: true")
    #expect(
      try refusal()
        == "misspelt public: books/6.yaml Public, books/6.yaml hiddn, quotes/7.yaml privat, quotes/7.yaml publc")
    // No field can hide a genre, so the misspelled key does not matter.
    for number in [6, 7] {
      try FileManager.default.removeItem(atPath: folder.path + "/\(number == 6 ? "books" : "quotes")/\(number).yaml")
    }
    try record("genres", 8, "name: G", "privat: true", "color: none")
    #expect(try refusal().contains("genres/8.yaml color"))
  }

  @Test func ownFieldsThatAreInDoubt() throws {
    try manifest("", fields: "{book: {who: {type: references, to: tag, public: true}}}")
    #expect(try refusal() == "private tag book.who")
    try manifest("", fields: "{book: {who: {type: references, to: tag}}}")
    #expect(try refusal() == "published")
    try manifest("", fields: "{issue: {who: {type: text, public: true}}}")
    #expect(try refusal() == "private issue issue.who")
    try manifest(
      "", fields: "{book: {who: {type: references, to: genre, public: true}}, quote: {mood: {public: true}}}")
    #expect(try refusal() == "published")
    try manifest("", fields: "{quote: {public: {type: text}}}")
    #expect(try refusal() == "replaced quote public")
  }

  /// An invalid value in a private custom field affects nothing that is published, unless a query may depend on it.
  @Test func valuesOfPrivateFields() throws {
    let fields = "{book: {price: {type: money}, score: {type: integer, public: true}}}"
    try manifest("", fields: fields)
    try record("books", 1, "title: B1", "status: completed", "price: cheap")
    #expect(try refusal() == "published")
    try manifest("books: 'price:..5'", fields: fields)
    #expect(try refusal() == "values books/1.yaml price")
    try manifest("", fields: fields)
    try record("books", 1, "title: B1", "status: completed", "score: much")
    #expect(try refusal() == "values books/1.yaml score")
  }

  @Test func filesThatAreInDoubt() throws {
    try folder.write("books/x.yaml", "id: [\n")
    try folder.write("tags/y.yaml", "id: [\n")
    #expect(try refusal() == "unreadable [\"books/x.yaml\", \"tags/y.yaml\"]")
    try FileManager.default.removeItem(atPath: folder.path + "/books/x.yaml")
    try FileManager.default.removeItem(atPath: folder.path + "/tags/y.yaml")
    try record("tags", 1, "name: A")
    try folder.write("tags/b.yaml", "id: \(id(1))\nname: B\n")
    #expect(try refusal().hasPrefix("shared"))
  }

  // MARK: - Values

  /// Returns the public part of a book's lines.
  private func shown(_ lines: String..., settings: String) throws -> [String] {
    try manifest(settings)
    try folder.write(
      "books/1.yaml", (["id: \(id(1))", "title: B1", "status: completed"] + lines).map { $0 + "\n" }.joined())
    let record = try #require(try publication().content.library.records(of: .book).first)
    return String(decoding: record.source, as: UTF8.self).split(separator: "\n").dropFirst(3).map(String.init)
  }

  @Test(arguments: [
    ("day", "2024-03-15", "2024-03-15"), ("month", "2024-03-15", "2024-03"), ("year", "2024-03-15", "2024"),
    ("day", "2024-03", "2024-03"), ("month", "2024-03", "2024-03"), ("year", "2024-03", "2024"),
    ("month", "2024", "2024"),
    ("year", "2024", "2024"), ("day", "2024-03-15T10:22:00Z", "2024-03-15"),
  ])
  func daysAreAsExactAsTheyMayBe(_ precision: String, _ day: String, _ expected: String) throws {
    #expect(
      try shown("dateStarted: \(day)", "dateCompleted: \(day)", settings: "dates: \(precision)")
        == ["dateStarted: \(expected)", "dateCompleted: \(expected)"])
  }

  @Test func earlierReadingsToo() throws {
    let lines = "readings: [2019-01-02/2019-02-03, /2020-05-06, 2021-07-08/]"
    #expect(
      try shown(lines, settings: "dates: month")
        == ["readings:", "  - 2019-01/2019-02", "  - /2020-05", "  - 2021-07/"])
    #expect(try shown(lines, settings: "dates: year") == ["readings:", "  - 2019/2019", "  - /2020", "  - 2021/"])
    #expect(
      try shown(lines, settings: "dates: day")
        == ["readings:", "  - 2019-01-02/2019-02-03", "  - /2020-05-06", "  - 2021-07-08/"])
  }

  @Test func referencesLeadToWhatIsShown() throws {
    try record("genres", 30, "name: G", "formerIds: [\(id(32))]")
    try manifest("", fields: "{book: {others: {type: references, to: book, public: true}}}")
    try record("books", 2, "title: B2", "status: completed")
    try record("books", 3, "title: B3")
    try record(
      "books", 1, "title: B1", "status: completed", "genres: [\(id(32)), \(id(99))]",
      "others: [\(id(2)), \(id(3)), \(id(1))]")
    let record = try #require(try publication().content.library.records(of: .book).first { $0.title == "B1" })
    #expect(
      String(decoding: record.source, as: UTF8.self)
        == """
        id: \(id(1))
        title: B1
        status: completed
        genres:
          - \(id(30))
        others:
          - \(id(2))
          - \(id(1))

        """)
  }

  /// A long quotation is truncated between words. A quotation with exactly the maximum length is not truncated, and
  /// neither is a title.
  @Test(arguments: [
    ("one two three", 13, "one two three"), ("one two three", 12, "one two […]"), ("one two three", 7, "one […]"),
    ("one two three", 8, "one two […]"), ("onetwothree", 5, "onetw […]"), ("one two", 1, "o […]"),
    (" x yyyy", 3, "x […]"),
  ])
  func longQuotesAreCut(_ text: String, _ maximum: Int, _ expected: String) throws {
    try manifest("quoteLength: \(maximum)")
    try record("books", 1, "title: A title of very many words", "status: completed")
    try record("quotes", 11, "book: \(id(1))", "text: \"\(text)\"")
    let publication = try publication()
    #expect(titles(publication, .book) == ["A title of very many words"])
    #expect(publication.content.library.records(of: .quote).map { $0.title.trimmed } == [expected])
  }

  // MARK: - Files

  @Test func ofSeveralCoversNoneIsShown() throws {
    let picture = try CoverPicture(TestImage.png(60, 90)).bytes
    for number in 1...4 { try record("books", number, "title: B\(number)", "status: completed") }
    try record("books", 5, "title: B5")
    for name in ["a-\(id(1))", "b-\(id(2))", "c-\(id(2))", "f-\(id(5))"] {
      try folder.write("covers/\(name).jpg", picture)
    }
    try folder.write("covers/d-\(id(3)).jpg", Array("<html>".utf8))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/covers/e-\(id(4)).jpg", withDestinationPath: "a-\(id(1)).jpg")
    let publication = try publication()
    #expect(publication.content.covers.keys.map(\.description) == [id(1)])
    #expect(publication.report.covers == 1 && publication.report.fetchedCovers == 0)
    #expect(publication.report.invalidCovers == ["covers/d-\(id(3)).jpg"])
    try folder.write("covers/SOURCES.yaml", "a-\(id(1)).jpg:\n  address: https://x.example\n")
    let fetched = try self.publication()
    #expect(fetched.content.covers.isEmpty && fetched.report.covers == 0 && fetched.report.fetchedCovers == 1)
    #expect(fetched.report.invalidCovers == ["covers/d-\(id(3)).jpg"])
    try manifest("hide: [covers]")
    let hidden = try self.publication()
    #expect(hidden.content.covers.isEmpty && hidden.report.fetchedCovers == 0 && hidden.report.invalidCovers.isEmpty)
    // An unreadable list of sources does not matter while covers are hidden.
    try folder.write("covers/SOURCES.yaml", "a: [\n")
    _ = try self.publication()
    try manifest("")
    #expect(try refusal() == "sources covers/SOURCES.yaml")
    for name in ["a-\(id(1))", "b-\(id(2))", "c-\(id(2))", "d-\(id(3))", "e-\(id(4))"] {
      try FileManager.default.removeItem(atPath: folder.path + "/covers/\(name).jpg")
    }
    #expect(try refusal() == "published")
  }

  /// A fetched cover is recognized even if its file is renamed or given a different extension.
  @Test(arguments: [
    "b-ID.jpg", "a-ID.jpeg", "a-SHORT.jpg", "ID.JPG", "covers/a-ID.jpg", "A-ID.png", "./a-ID.jpg",
  ])
  func aFetchedCoverStaysOneUnderAnotherName(_ name: String) throws {
    let own = "deadbeef-0000-4000-8000-000000000000"
    let former = name.replacing("ID", with: own).replacing("SHORT", with: "deadbeef")
    try folder.write("books/1.yaml", Array("id: \(own)\ntitle: B\nstatus: completed\n".utf8))
    try folder.write("covers/a-\(own).jpg", CoverPicture(TestImage.png(60, 90)).bytes)
    #expect(try publication().report.covers == 1)
    try folder.write("covers/SOURCES.yaml", "\(former):\n  address: https://x.example\n")
    let report = try publication().report
    #expect(report.covers == 0 && report.fetchedCovers == 1)
  }

  /// Publishing is refused if the list of fetched covers is not a mapping.
  @Test(arguments: [
    "- a.jpg\n", "a.jpg\n", "\"a.jpg\"\n", "[]\n", "? [a.jpg]\n: x\n", "{a: b, {c: d}: e}\n", "a: [\n", "&x *x\n",
    "null\n", "",
  ])
  func sourcesThatNameNoCovers(_ text: String) throws {
    try record("books", 1, "title: B1", "status: completed")
    try folder.write("covers/a-\(id(1)).jpg", CoverPicture(TestImage.png(60, 90)).bytes)
    try folder.write("covers/SOURCES.yaml", text)
    #expect(try refusal() == "sources covers/SOURCES.yaml")
    for nothing in ["\n", "# nothing\n", "{}\n", "~\n"] {
      try folder.write("covers/SOURCES.yaml", nothing)
      #expect(try publication().report.covers == 1, "\(nothing)")
    }
  }

  /// A cover that only a copy of the list names is not the reader's own.
  @Test(arguments: [
    "SOURCES (Anna's conflicted copy 2026-11-21).yaml", "SOURCES (conflicted copy 2026-11-21 101500).yaml",
    "SOURCES.sync-conflict-20261121-101500-ABCDEFG.yaml", "SOURCES-conflict-PC.yml", "SOURCES.yaml.orig",
    "Copy of SOURCES.yaml",
  ])
  func aCopyOfTheSources(_ name: String) throws {
    for number in 1...2 {
      try record("books", number, "title: B\(number)", "status: completed")
      try folder.write("covers/a-\(id(number)).jpg", CoverPicture(TestImage.png(60, 90)).bytes)
    }
    try folder.write("covers/SOURCES.yaml", "c.jpg:\n  address: https://x.example\n")
    #expect(try publication().report.covers == 2)
    try folder.write("covers/\(name)", "a-\(id(1)).jpg:\n  address: https://x.example\n")
    let report = try publication().report
    #expect(report.covers == 1 && report.fetchedCovers == 1)
    try folder.write("covers/\(name)", "")
    #expect(try refusal() == "sources covers/\(name)")
  }

  /// A failure to list the covers is an error.
  @Test func coversThatCannotBeListed() throws {
    try record("books", 1, "title: B1", "status: completed")
    try folder.write("covers/a-\(id(1)).jpg", CoverPicture(TestImage.png(60, 90)).bytes)
    let counting = FaultyFileSystem(.error(0), at: .max)
    _ = try Covers(at: folder.path, fileSystem: counting)
    let calls = counting.calls
    #expect(calls.count >= 4)
    for (number, call) in calls.enumerated() {
      #expect(throws: FileError.self, "\(call)") {
        try Covers(at: folder.path, fileSystem: FaultyFileSystem(.error(13), at: number + 1))
      }
    }
  }
}
