import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem
import ShelfText

/// Computes the contents of the whole site from the public library.
///
/// Books are parsed on all threads and then sorted. Books, quotes and authors then refer to each other by their
/// positions in these arrays, which is faster than looking up ids. Authors are grouped by folded name, so that
/// spellings that differ in case or accents share a page; the most frequent spelling becomes its title.
struct ContentBuilder {
  let source: PublicLibrary
  private let alphabet: Alphabet
  /// The books, latest first.
  private(set) var books: [PageBook] = []
  private(set) var positions: [RecordID: Int] = [:]
  /// The positions of each book's authors in `authors`, one for each name in the book's record.
  private(set) var authorsOf: [[Int]] = []
  /// The quotes, latest first.
  private(set) var quotes: [PageQuote] = []
  /// The positions of each book's quotes, sorted by page.
  private(set) var quotesOf: [[Int]] = []
  private(set) var genres: [PageGroup] = []
  /// The positions of the highest-rated books of each genre, best first.
  private(set) var best: [[Int]] = []
  private(set) var authors: [PageGroup] = []
  private(set) var series: [PageGroup] = []
  /// The readings that ended in each year, most recent year first.
  private(set) var years: [(year: Int, ends: [SiteContent.Ending])] = []
  /// The positions of the books, sorted by title and by author.
  private(set) var byTitle: [Int] = []
  private(set) var byAuthor: [Int] = []
  /// The statuses that occur in the library, in the order of the field's possible values.
  private(set) var statuses: [String] = []
  /// The positions of the authors, by folded name.
  private(set) var authorPositions: [String: Int] = [:]
  private(set) var seriesPositions: [String: Int] = [:]
  /// The positions of the other editions of each book that has any, in ascending order.
  private(set) var editions: [Int: [Int]] = [:]

  /// The latest public date in the library. Pages use it as today's date, so that they do not depend on when they are
  /// generated.
  private(set) var now: CalendarDate?

  /// The folded names of each book's authors.
  private var foldedAuthors: [[String]] = []

  init(_ source: PublicLibrary) {
    self.source = source
    alphabet = SiteText(source.language).language.alphabet
    let genreRecords = ContentBuilder.sortedGenres(source.library, alphabet)
    genres = ContentBuilder.genres(genreRecords, source.library)
    readBooks(genreRecords)
    group()
    let placed = PlacedQuotes(ContentBuilder.quotes(source), among: books, positions)
    quotes = placed.quotes
    quotesOf = placed.quotesOf
    if case .choice(let words)? = source.library.schema.field(.state, of: .book)?.type {
      let used = Set(books.compactMap(\.status))
      statuses = words.filter(used.contains)
    }
    let days = books.flatMap { book in book.readings.map(\.end) + [book.began].compactMap { $0 } }
    now = days.map(\.lastDay).max()
  }

  // MARK: - Reading

  private static func sortedGenres(_ library: Library, _ alphabet: Alphabet) -> [Record] {
    let records = RecordOrder.standard(of: .genre, library.schema)
      .sort(Array(library.records(of: .genre)), of: library)
    return alphabet.isPlain ? records : alphabet.sorted(records, by: \.title)
  }

  private static func genres(_ records: [Record], _ library: Library) -> [PageGroup] {
    let shared = sharedDigits(records)
    let colorField = library.schema.fields(of: .genre).first { $0.type == .color }
    return records.map { record in
      let slug = Slug.of(record.title, record.id, isShared: shared.contains(record.id.firstDigits))
      var group = PageGroup(
        name: record.title, books: [], path: SitePath("genres", slug, "index.html"),
        key: "g-" + fragment(record.id, shared))
      group.id = record.id
      group.slug = Slug.words(record.title)
      if let colorField, case .color(let color)? = record.value(of: colorField) { group.color = color }
      return group
    }
  }

  /// A book with its sort keys.
  private struct Read: Sendable {
    let book: PageBook
    /// The sort key. Greater values come first.
    let rank: (phase: Int, day: Int)
    let foldedTitle: String
    let titleKey: String
    let foldedAuthors: [String]
    let authorKey: String

    init(_ book: PageBook, _ names: PersonNames, _ alphabet: Alphabet) {
      self.book = book
      rank =
        book.phase == .during
        ? (1, book.began?.daysSince1970 ?? .min)
        : (0, book.finished?.lastDay.daysSince1970 ?? .min)
      foldedTitle = Folding.fold(book.title)
      titleKey = alphabet.isPlain ? foldedTitle : alphabet.key(of: book.title)
      foldedAuthors = book.authors.map(Folding.fold)
      authorKey = book.authors.first.map { alphabet.key(of: names.sortForm(of: $0)) } ?? ""
    }

    /// Returns whether a book precedes another: books in progress come first, then finished books, both most recent
    /// first, and then all other books by title.
    func isLater(than other: Read) -> Bool {
      if rank != other.rank { return rank > other.rank }
      if book.title == other.book.title { return book.id < other.book.id }
      return titleKey != other.titleKey ? titleKey < other.titleKey : book.title < other.book.title
    }
  }

  /// Parses and sorts the books.
  private mutating func readBooks(_ genreRecords: [Record]) {
    let library = source.library
    let records = Array(library.records(of: .book))
    let reader = BookReader(
      source, genres: Dictionary(uniqueKeysWithValues: genreRecords.enumerated().map { ($1.id, ($0, genres[$0].key)) }),
      shared: ContentBuilder.sharedDigits(records))
    let read = Parallel.map(records.count, threads: library.threads) { [alphabet] range in
      records[range].map { Read(PageBook($0, reader), library.manifest.names, alphabet) }
    }
    let sorted = read.flatMap { $0 }.sorted { $0.isLater(than: $1) }
    books = sorted.map(\.book)
    foldedAuthors = sorted.map(\.foldedAuthors)
    editions = ContentBuilder.editions(sorted)
    positions = Dictionary(uniqueKeysWithValues: books.enumerated().map { ($1.id, $0) })
    byTitle = RecordOrder.standard(of: .book, library.schema).sort(records, of: library).compactMap { positions[$0.id] }
    if !alphabet.isPlain {
      let keys = books.map { book in
        TitleKeys.key(
          of: book.title, in: book.language?.tag, libraryLanguage: library.manifest.language?.code
        ) { alphabet.key(of: $0) }
      }
      byTitle = alphabet.sorted(byTitle) { keys[$0] }
    }
    var titleRank = [Int](repeating: 0, count: books.count)
    for (rank, position) in byTitle.enumerated() { titleRank[position] = rank }
    let keys = sorted.map(\.authorKey)
    byAuthor = keys.indices.sorted { a, b in
      let (first, second) = (keys[a], keys[b])
      if first.isEmpty != second.isEmpty { return second.isEmpty }
      return first == second ? titleRank[a] < titleRank[b] : first < second
    }
  }

  /// The maximum number of books with the same title to compare each book with. Without a limit, the time would be
  /// quadratic.
  private static let maxEditions = 20

  /// Finds the other editions of each book: the books that have a title and an author in common with it. The original
  /// title of a book counts as one of its titles.
  private static func editions(_ books: [Read]) -> [Int: [Int]] {
    var sharing: [String: [Int]] = [:]
    for (position, book) in books.enumerated() {
      let original = book.book.originalTitle.map(Folding.fold)
      for title in Set([book.foldedTitle, original].compactMap { $0 }) { sharing[title, default: []].append(position) }
    }
    var editions: [Int: Set<Int>] = [:]
    for group in sharing.values where group.count > 1 {
      for one in group {
        for other in group.prefix(maxEditions)
        where other != one && !Set(books[one].foldedAuthors).isDisjoint(with: books[other].foldedAuthors) {
          editions[one, default: []].insert(other)
        }
      }
    }
    return editions.mapValues { $0.sorted() }
  }

  /// Parses all quotes, most recent first.
  private static func quotes(_ source: PublicLibrary) -> [PageQuote] {
    let library = source.library
    let schema = library.schema
    let records = Array(library.records(of: .quote))
    let shared = sharedDigits(records)
    let (owner, made) = (schema.field(.owner, of: .quote), schema.field(.created, of: .quote))
    let (page, chapter) = (schema.field("page", of: .quote), schema.field("chapter", of: .quote))
    let read = Parallel.map(records.count, threads: library.threads) { range in
      records[range].compactMap { record -> PageQuote? in
        guard let owner, let book = record.texts(of: owner).first.flatMap({ RecordID($0) }) else { return nil }
        var day: CalendarDate?
        if let made, case .timestamp(let moment)? = record.value(of: made) {
          let date = moment.date
          day = CalendarDate(year: date.year, month: date.month, day: date.day, precision: source.datePrecision)
        }
        return PageQuote(
          id: record.id, text: record.title, page: page.flatMap { record.texts(of: $0).first },
          chapter: chapter.flatMap { record.texts(of: $0).first }, day: day,
          fragment: "q-" + fragment(record.id, shared), book: book)
      }
    }
    let found = read.flatMap { $0 }
    let days: [Int] = found.map { $0.day?.daysSince1970 ?? .min }
    let order = found.indices.sorted { a, b in
      days[a] == days[b] ? found[a].id < found[b].id : days[a] > days[b]
    }
    return order.map { found[$0] }
  }

  /// The quotes whose book is public.
  private struct PlacedQuotes: Sendable {
    private(set) var quotes: [PageQuote] = []
    /// The positions of each book's quotes, sorted by page.
    private(set) var quotesOf: [[Int]]

    init(_ found: [PageQuote], among books: [PageBook], _ positions: [RecordID: Int]) {
      quotesOf = [[Int]](repeating: [], count: books.count)
      quotes.reserveCapacity(found.count)
      var placed: [(quote: PageQuote, book: Int)] = found.compactMap { quote in
        positions[quote.book].map { (quote, $0) }
      }
      // Quotes with the same date, or without a date, are sorted by book and page.
      var start = 0
      while start < placed.count {
        let day = placed[start].quote.day
        let end = placed[start...].firstIndex { $0.quote.day != day } ?? placed.count
        placed[start..<end].sort {
          $0.book == $1.book ? PlacedQuotes.isBefore($0.quote, $1.quote) : $0.book < $1.book
        }
        start = end
      }
      for (quote, book) in placed {
        quotesOf[book].append(quotes.count)
        quotes.append(quote)
      }
      let quotes = quotes
      for position in books.indices where quotesOf[position].count > 1 {
        quotesOf[position].sort { PlacedQuotes.isBefore(quotes[$0], quotes[$1]) }
      }
    }

    /// Returns whether a quote precedes another in their book, by page number. Quotes without a page number come last.
    private static func isBefore(_ a: PageQuote, _ b: PageQuote) -> Bool {
      func number(_ quote: PageQuote) -> Int { quote.page.flatMap { Int($0.prefix { $0.isNumber }) } ?? .max }
      let (first, second) = (number(a), number(b))
      return first == second ? a.id < b.id : first < second
    }
  }

  private mutating func group() {
    var byYear: [Int: [SiteContent.Ending]] = [:]
    for (position, book) in books.enumerated() {
      for genre in book.genres { genres[genre].books.append(position) }
      for (number, reading) in book.readings.enumerated() {
        byYear[reading.end.year, default: []].append(
          SiteContent.Ending(book: position, reading: reading, number: number))
      }
    }
    let books = books
    years = byYear.keys.sorted(by: >).map { year in
      let ends = (byYear[year] ?? []).sorted { ContentBuilder.isLater($0, $1, books) }
      return (year: year, ends: ends)
    }
    best = genres.map { bestOf($0.books) }
    groupAuthors()
    let table = SeriesTable(source.library).all
    for found in alphabet.isPlain ? table : alphabet.sorted(table, by: \.name) {
      let key = SeriesPlace.key(of: found.name)
      seriesPositions[key] = series.count
      series.append(
        PageGroup(
          name: found.name, books: found.entries.compactMap { positions[$0.record.id] },
          path: SitePath("series", Slug.of(found.name, key: key), "index.html"), key: key,
          positions: found.entries.map(\.position)))
    }
  }

  /// Returns whether a reading ended later than another. If both ended on the same date, the one with the higher number
  /// is later if they are readings of the same book, and otherwise the ids of the books decide.
  private static func isLater(_ a: SiteContent.Ending, _ b: SiteContent.Ending, _ books: [PageBook]) -> Bool {
    let (first, second) = (a.reading.end.lastDay, b.reading.end.lastDay)
    if first != second { return second < first }
    return a.book == b.book ? a.number > b.number : books[a.book].id < books[b.book].id
  }

  /// Returns the 40 highest-rated books, from which the recommendations on a book's page are chosen.
  private func bestOf(_ positions: [Int]) -> [Int] {
    let stars = positions.map { (position: $0, quarters: books[$0].rating?.quarters ?? -1) }
    let sorted = stars.sorted { $0.quarters == $1.quarters ? $0.position < $1.position : $0.quarters > $1.quarters }
    return sorted.prefix(40).map(\.position)
  }

  private mutating func groupAuthors() {
    var groups: [String: (names: [String: Int], books: [Int])] = [:]
    for (position, book) in books.enumerated() {
      for (number, key) in foldedAuthors[position].enumerated()
      where !foldedAuthors[position][..<number].contains(key) {
        groups[key, default: ([:], [])].names[book.authors[number], default: 0] += 1
        groups[key]?.books.append(position)
      }
    }
    let keyed = groups.map { key, group in
      let name = Folding.commonest(group.names)
      let path = SitePath("authors", Slug.of(name, key: key), "index.html")
      let sortKey = alphabet.key(of: source.library.manifest.names.sortForm(of: name))
      var page = PageGroup(name: name, books: group.books, path: path, key: key)
      page.letter = alphabet.heading(ofKey: sortKey) ?? PageGroup.noLetter
      return (sortKey: sortKey, group: page)
    }
    authors = ContentBuilder.byLetter(
      keyed.sorted { a, b in (a.sortKey, a.group.key) < (b.sortKey, b.group.key) }.map(\.group))
    authorPositions = Dictionary(uniqueKeysWithValues: authors.enumerated().map { ($1.key, $0) })
    authorsOf = foldedAuthors.map { names in names.compactMap { authorPositions[$0] } }
  }

  /// Groups sorted authors by letter, so that authors under the same heading are adjacent. Names that do not begin with
  /// a letter come first.
  private static func byLetter(_ sorted: [PageGroup]) -> [PageGroup] {
    var places = [PageGroup.noLetter: 0]
    for author in sorted where places[author.letter] == nil { places[author.letter] = places.count }
    return sorted.enumerated().sorted { a, b in
      (places[a.element.letter] ?? 0, a.offset) < (places[b.element.letter] ?? 0, b.offset)
    }.map(\.element)
  }

  /// Returns the leading digits that the ids of several records have in common.
  private static func sharedDigits(_ records: [Record]) -> Set<UInt32> {
    var seen: Set<UInt32> = []
    seen.reserveCapacity(records.count)
    return Set(records.map(\.id.firstDigits).filter { !seen.insert($0).inserted })
  }

  /// Returns enough digits of an id to distinguish it from the ids of all other records of the same kind.
  private static func fragment(_ id: RecordID, _ shared: Set<UInt32>) -> String {
    shared.contains(id.firstDigits) ? id.description : id.short
  }
}

extension Alphabet {
  /// Returns values sorted by a text that is computed for each of them. Values with equal texts keep their order.
  fileprivate func sorted<Element>(_ values: [Element], by text: (Element) -> String) -> [Element] {
    sorted(values) { Array(key(of: text($0)).utf8) }
  }

  /// Returns values sorted by a key that is computed for each of them. Values with equal keys keep their order.
  fileprivate func sorted<Element>(_ values: [Element], key: (Element) -> [UInt8]) -> [Element] {
    let keys = values.map(key)
    return values.indices.sorted { a, b in
      keys[a] == keys[b] ? a < b : keys[a].lexicographicallyPrecedes(keys[b])
    }.map { values[$0] }
  }
}
