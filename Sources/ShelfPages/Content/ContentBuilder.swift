import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem
import ShelfText

/// Works out everything that pages show.
struct ContentBuilder {
  let source: PublicLibrary
  /// The books, the latest first.
  private(set) var books: [PageBook] = []
  /// The quotes, the latest first.
  private(set) var quotes: [PageQuote] = []
  private(set) var genres: [PageGroup] = []
  /// The books of each genre that were given most, the best first.
  private(set) var best: [[Int]] = []
  private(set) var authors: [PageGroup] = []
  private(set) var series: [PageGroup] = []
  /// The years in which something was finished, the latest first, with the books and the readings that ended.
  private(set) var years: [(year: Int, ends: [SiteContent.Ending])] = []
  /// The positions of the books by title, and by author.
  private(set) var byTitle: [Int] = []
  private(set) var byAuthor: [Int] = []
  /// The groups of authors by what is the same for all spellings of a name.
  /// The positions of the quotes of each book, in its order.
  private var quotesOf: [[Int]] = []
  private(set) var authorPositions: [String: Int] = [:]
  private(set) var seriesPositions: [String: Int] = [:]

  /// The latest day on which something that is public was begun or finished: what "now" is on the pages.
  private(set) var now: CalendarDate?

  init(_ source: PublicLibrary) {
    self.source = source
    let genreRecords = RecordOrder.standard(of: .genre, source.library.schema)
      .sort(Array(source.library.records(of: .genre)), of: source.library)
    genres = ContentBuilder.genres(genreRecords, source.library)
    readBooks(genreRecords)
    readQuotes()
    group()
    let days = books.flatMap { book in book.readings.map(\.end) + [book.began].compactMap { $0 } }
    now = days.max { $0.lastDay < $1.lastDay }
  }

  // MARK: - Reading

  private static func genres(_ records: [Record], _ library: Library) -> [PageGroup] {
    let shared = sharedDigits(records.map(\.id))
    let colorField = library.schema.fields(of: .genre).first { $0.type == .color }
    return records.map { record in
      let slug = Slug.of(record.title, record.id, isShared: shared.contains(record.id.short))
      var group = PageGroup(
        name: record.title, books: [], path: SitePath("genres", slug, "index.html"),
        key: "g-" + (shared.contains(record.id.short) ? record.id.description : record.id.short))
      if let colorField, case .color(let color)? = record.value(of: colorField) { group.color = color }
      return group
    }
  }

  private mutating func readBooks(_ genreRecords: [Record]) {
    let library = source.library
    let records = Array(library.records(of: .book))
    let reader = BookReader(
      source, genres: Dictionary(uniqueKeysWithValues: genreRecords.enumerated().map { ($1.id, ($0, genres[$0].key)) }),
      shared: ContentBuilder.sharedDigits(records.map(\.id)))
    let read = Parallel.map(records.count, threads: library.threads) { range in records[range].map(reader.book) }
    books = read.flatMap { $0 }.sorted { ContentBuilder.isLater($0, $1) }
    let positions = Dictionary(uniqueKeysWithValues: books.enumerated().map { ($1.id, $0) })
    let sorted = RecordOrder.standard(of: .book, library.schema).sort(records, of: library)
    byTitle = sorted.compactMap { positions[$0.id] }
    let titleRank = Dictionary(uniqueKeysWithValues: byTitle.enumerated().map { ($1, $0) })
    let keys = books.map { book in ContentBuilder.sortKey(ofPerson: book.authors.first ?? "") }
    byAuthor = books.indices.sorted { a, b in
      if keys[a].isEmpty != keys[b].isEmpty { return keys[b].isEmpty }
      return keys[a] == keys[b] ? titleRank[a, default: 0] < titleRank[b, default: 0] : keys[a] < keys[b]
    }
  }

  private mutating func readQuotes() {
    let library = source.library
    let schema = library.schema
    let records = Array(library.records(of: .quote))
    let positions = Dictionary(uniqueKeysWithValues: books.enumerated().map { ($1.id, $0) })
    let shared = ContentBuilder.sharedDigits(records.map(\.id))
    let (owner, made) = (schema.field(.owner, of: .quote), schema.field(.made, of: .quote))
    let (page, chapter) = (schema.field("page", of: .quote), schema.field("chapter", of: .quote))
    let found = records.compactMap { record -> PageQuote? in
      guard let owner, let book = record.texts(of: owner).first.flatMap({ RecordID($0) }).flatMap({ positions[$0] })
      else { return nil }
      var day: CalendarDate?
      if let made, case .timestamp(let moment)? = record.value(of: made) {
        let date = moment.date
        day = CalendarDate(year: date.year, month: date.month, day: date.day, precision: source.datePrecision)
      }
      return PageQuote(
        id: record.id, text: record.title, page: page.flatMap { record.texts(of: $0).first },
        chapter: chapter.flatMap { record.texts(of: $0).first }, day: day, book: book,
        fragment: "q-" + (shared.contains(record.id.short) ? record.id.description : record.id.short))
    }
    quotes = found.sorted { a, b in
      let (first, second) = (a.day?.daysSince1970 ?? .min, b.day?.daysSince1970 ?? .min)
      return first == second ? a.id < b.id : first > second
    }
    quotesOf = books.map { _ in [] }
    for (position, quote) in quotes.enumerated() { quotesOf[quote.book].append(position) }
    let quotes = quotes
    for position in books.indices where quotesOf[position].count > 1 {
      quotesOf[position].sort { ContentBuilder.isBefore(quotes[$0], quotes[$1]) }
    }
  }

  /// Whether a quote comes first in the book: by its page, as far as that is a number.
  private static func isBefore(_ a: PageQuote, _ b: PageQuote) -> Bool {
    func number(_ quote: PageQuote) -> Int { quote.page.flatMap { Int($0.prefix { $0.isNumber }) } ?? .max }
    let (first, second) = (number(a), number(b))
    return first == second ? a.id < b.id : first < second
  }

  private mutating func group() {
    var byYear: [Int: [SiteContent.Ending]] = [:]
    for (position, book) in books.enumerated() {
      for genre in book.genres { genres[genre].books.append(position) }
      for (number, reading) in book.readings.enumerated() {
        byYear[reading.end.year, default: []].append(
          SiteContent.Ending(book: position, reading: reading, isAgain: number > 0))
      }
    }
    let books = books
    years = byYear.keys.sorted(by: >).map { year in
      let ends = (byYear[year] ?? []).sorted { ContentBuilder.isLater($0, $1, books) }
      return (year: year, ends: ends)
    }
    best = genres.map { bestOf($0.books) }
    groupAuthors()
    let positions = Dictionary(uniqueKeysWithValues: books.enumerated().map { ($1.id, $0) })
    for found in SeriesTable(source.library).all {
      let key = SeriesPlace.key(of: found.name)
      seriesPositions[key] = series.count
      series.append(
        PageGroup(
          name: found.name, books: found.entries.compactMap { positions[$0.record.id] },
          path: SitePath("series", Slug.of(found.name, key: key), "index.html"), key: key,
          positions: found.entries.map(\.position)))
    }
  }

  /// Whether a reading ended later; of two on one day, the order of the ids decides.
  private static func isLater(_ a: SiteContent.Ending, _ b: SiteContent.Ending, _ books: [PageBook]) -> Bool {
    let (first, second) = (a.reading.end.lastDay, b.reading.end.lastDay)
    return first == second ? books[a.book].id < books[b.book].id : second < first
  }

  /// Returns the best of some books, as many as their neighbours could be taken from.
  private func bestOf(_ positions: [Int]) -> [Int] {
    let stars = positions.map { (position: $0, quarters: books[$0].rating?.quarters ?? -1) }
    let sorted = stars.sorted { $0.quarters == $1.quarters ? $0.position < $1.position : $0.quarters > $1.quarters }
    return sorted.prefix(40).map(\.position)
  }

  private mutating func groupAuthors() {
    var groups: [String: (names: [String: Int], books: [Int])] = [:]
    for (position, book) in books.enumerated() {
      var seen: Set<String> = []
      for author in book.authors where seen.insert(Folding.fold(author)).inserted {
        groups[Folding.fold(author), default: ([:], [])].names[author, default: 0] += 1
        groups[Folding.fold(author)]?.books.append(position)
      }
    }
    let sorted = groups.map { key, group -> PageGroup in
      let name = group.names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
      return PageGroup(
        name: name, books: group.books, path: SitePath("authors", Slug.of(name, key: key), "index.html"), key: key)
    }
    let keyed = sorted.map { (sortKey: ContentBuilder.sortKey(ofPerson: $0.name), group: $0) }
    authors = keyed.sorted { a, b in (a.sortKey, a.group.key) < (b.sortKey, b.group.key) }.map(\.group)
    authorPositions = Dictionary(uniqueKeysWithValues: authors.enumerated().map { ($1.key, $0) })
    books = books.enumerated().map { position, book in
      let groups = book.authors.compactMap { authorPositions[Folding.fold($0)] }
      return PageBook(book, authorGroups: groups, quotes: quotesOf[position])
    }
  }

  /// What is being read comes first, then what was finished last, then the others by title.
  private static func isLater(_ a: PageBook, _ b: PageBook) -> Bool {
    func key(_ book: PageBook) -> (Int, Int) {
      if book.phase == .during { return (2, book.began?.daysSince1970 ?? .min) }
      return (book.finished == nil ? 0 : 1, book.finished?.lastDay.daysSince1970 ?? .min)
    }
    let (first, second) = (key(a), key(b))
    if first != second { return first > second }
    return a.title == b.title ? a.id < b.id : Folding.precedes(a.title, b.title)
  }

  /// Returns a name as it is sorted: by its last word.
  static func sortKey(ofPerson name: String) -> String {
    let folded = Folding.fold(name)
    if folded.contains(",") { return folded }
    let words = folded.split(separator: " ")
    return ((words.last.map { [$0] } ?? []) + words.dropLast()).joined(separator: " ")
  }

  private static func sharedDigits(_ ids: [RecordID]) -> Set<String> {
    var seen: Set<String> = []
    return Set(ids.map(\.short).filter { !seen.insert($0).inserted })
  }
}
