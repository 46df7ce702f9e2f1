import ShelfTestSupport
import ShelfText
import Testing

@testable import ShelfImport
@testable import ShelfModel
@testable import ShelfStore

/// Bibliographies with common keys. Whatever matches or conflicts in them, no book turns into a different one, and
/// unchanged files add nothing new.
@Suite struct SharedKeyTests {
  private struct Entry {
    var key = "1"
    var title: String
    var authors: [String] = []
    var isbn = ""
    var year = ""
    var publisher = ""
  }

  private static func file(_ format: String, _ entries: [Entry]) -> String {
    if format == "bibtex" {
      return entries.map { entry in
        let fields = [
          ("title", entry.title), ("author", entry.authors.joined(separator: " and ")), ("isbn", entry.isbn),
          ("year", entry.year), ("publisher", entry.publisher),
        ]
        return "@book{\(entry.key), "
          + fields.filter { !$0.1.isEmpty }.map { "\($0.0) = {\($0.1)}" }.joined(separator: ", ") + "}\n"
      }.joined()
    }
    let items = entries.map { entry in
      var members = [#""id":"\#(entry.key)""#, #""type":"book""#, #""title":"\#(entry.title)""#]
      if !entry.authors.isEmpty {
        let names = entry.authors.map { #"{"literal":"\#($0)"}"# }.joined(separator: ",")
        members.append(#""author":[\#(names)]"#)
      }
      if !entry.isbn.isEmpty { members.append(#""ISBN":"\#(entry.isbn)""#) }
      if !entry.year.isEmpty { members.append(#""issued":{"date-parts":[[\#(entry.year)]]}"#) }
      if !entry.publisher.isEmpty { members.append(#""publisher":"\#(entry.publisher)""#) }
      return "{" + members.joined(separator: ",") + "}"
    }
    return "[" + items.joined(separator: ",\n") + "]"
  }

  private static let isbns = [
    "9780553383041", "9780525509288", "9780141439518", "9780306406157", "9780140449136", "9780679783268",
    "9780061120084", "9780743273565",
  ]

  private static func entry(_ random: inout SeededGenerator, key: String) -> Entry {
    let titles = ["Poems", "Poems", "The Poems", "Collected Poems", "Rivers", "Rivers and Lakes", "Poems: a choice"]
    let authors = [
      [], [], ["Anna Smith"], ["Bert Hill"], ["Anna Smith", "Bert Hill"], ["A. Smith"], ["Arthur Smith"],
    ]
    let title = random.pick(titles)
    // Each ISBN belongs to one title, but a title may have two editions with different ISBNs.
    let own =
      switch title {
      case "Poems: a choice": 2...3
      case "Collected Poems": 4...4
      case "Rivers and Lakes": 5...5
      case "Rivers": 6...7
      default: 0...1
      }
    let numbers = Array(isbns[own])
    return Entry(
      key: key, title: key == "1" ? title : "\(title), part \(key)", authors: random.pick(authors),
      isbn: key == "1" && random.once(in: 2) ? random.pick(numbers) : "", year: random.pick(["", "1990", "2000"]),
      publisher: random.pick(["", "Ace", "Virago"]))
  }

  @Test(arguments: RandomHistories.parts(160, whenFull: 20_000))
  func filesThatDoNotChangeBringNothing(_ histories: RandomHistories) throws { try histories.forEach(check) }

  private func check(_ seed: SeededGenerator, _ name: String) throws {
    var random = seed
    let format = random.pick(["bibtex", "csl-json"])
    // Either each file has its own path, or each file replaces the previous one. In most cases, a key means a single
    // book within a file.
    let isPlain = !random.once(in: 3)
    let isOnePlace = random.once(in: 4)
    let all = (0..<Int.random(in: 2...5, using: &random)).map { _ in
      (1...Int.random(in: 1...3, using: &random)).map { number in
        Self.entry(&random, key: isPlain || random.once(in: 3) ? "\(number)" : "1")
      }
    }
    let files = all.enumerated().map { number, entries in
      (path: isOnePlace ? "/x" : "/\(number)", text: Self.file(format, entries))
    }
    let story = "\(name): \(files.map(\.text).joined(separator: "--\n"))"
    var shelf = try ImportedShelf()
    for file in files { try shelf.take(file.text, at: file.path, as: format) }
    for _ in 0..<2 {
      for file in files {
        let outcome = try shelf.take(file.text, at: file.path, as: format)
        let isNothing = outcome.isNothing
        #expect(isNothing, "\(file.path): \(outcome.summary.changes) \(story)")
      }
    }
    if isOnePlace || !isPlain { return }
    // No book combines the title of one book with the author of another.
    let entries = all.joined()
    for record in shelf.library.records(of: .book) {
      let authors = shelf.texts("author", of: record)
      let own = Likeness(title: record.title, creators: authors, number: nil)
      let number = shelf.texts("isbn", of: record).first
      let isOne = entries.contains { entry in
        // An ISBN identifies a single book, so the authors of a record with an ISBN are not compared.
        entry.title == record.title
          && (number != nil || !own.contradictsCreators(of: Likeness(title: "", creators: entry.authors, number: nil)))
      }
      #expect(isOne, "\(record.title) by \(authors): \(story)")
    }
    // A clone does not have the state of earlier imports. Even so, existing books are unchanged if the records show
    // which file they came from.
    shelf.remembered = [:]
    for file in files where !hasNamesakes(shelf) {
      let outcome = try shelf.take(file.text, at: file.path, as: format)
      let isNothing = outcome.isNothing
      #expect(isNothing, "in a clone, \(file.path): \(outcome.summary.changes) \(story)")
    }
    if all.contains(where: { $0.count > 1 }) { return }
    // Importing the files together yields the same as importing them one after another.
    var together = try ImportedShelf()
    _ = try together.take(files, as: format)
    #expect(together.column("author") == shelf.column("author"), "together: \(story)")
    #expect(together.column("year") == shelf.column("year"), "together: \(story)")
  }

  /// Returns whether several books have the same title and the same key.
  private func hasNamesakes(_ shelf: ImportedShelf) -> Bool {
    let names = shelf.library.records(of: .book).map { record in
      let book = KeyedBook { shelf.texts($0.key, of: record) }
      return [book.titleText] + shelf.texts("sources", of: record).prefix(1).map(SourceKey.bare)
    }
    return Set(names).count < names.count
  }

  /// Pairs of files as in actual libraries. The second file describes another book, or describes the same book with
  /// fewer or more values.
  @Test(arguments: ["bibtex", "csl-json"], [true, false])
  func oneKeyInTwoFiles(_ format: String, _ hasBase: Bool) throws {
    let pairs: [(first: Entry, second: Entry, count: Int)] = [
      (
        Entry(title: "Collected Poems", authors: ["Bert Hill"]),
        Entry(title: "Collected Poems", authors: ["Anna Smith"]), 2
      ),
      (Entry(title: "Poems"), Entry(title: "Poems", authors: ["Bert Hill"]), 1),
      (
        Entry(title: "Poems", isbn: Self.isbns[0]),
        Entry(title: "Poems", authors: ["Bert Hill"], isbn: Self.isbns[1]), 2
      ),
      (
        Entry(title: "Rivers", authors: ["Anna Smith", "Bert Hill"]),
        Entry(title: "Rivers and Lakes", authors: ["Anna Smith", "Bert Hill"]), 2
      ),
      (Entry(title: "Rivers", authors: ["Anna Smith"]), Entry(title: "The Rivers", authors: ["A. Smith"]), 1),
      (
        Entry(title: "Rivers", authors: ["Anna Smith"], isbn: Self.isbns[0]),
        Entry(title: "Rivers and Lakes", authors: ["Anna Smith"], isbn: Self.isbns[0]), 1
      ),
      (Entry(title: "Rivers", year: "1990"), Entry(title: "Rivers", year: "2000"), 1),
    ]
    for (first, second, count) in pairs {
      var shelf = try ImportedShelf()
      try shelf.take(Self.file(format, [first]), at: "/a", as: format)
      try shelf.take(Self.file(format, [second]), at: "/b", as: format)
      let books = shelf.library.records(of: .book)
      #expect(books.count == count, "\(first) and \(second)")
      // The book of the first file is unchanged.
      #expect(books.contains { $0.title == first.title }, "\(first) and \(second)")
      if !hasBase { shelf.remembered = [:] }
      for (entry, path) in [(first, "/a"), (second, "/b"), (first, "/a"), (second, "/b")] {
        let outcome = try shelf.take(Self.file(format, [entry]), at: path, as: format)
        #expect(outcome.isNothing, "\(first) and \(second)")
      }
    }
  }

  /// A newer version of a file corrects the values of a book, including the title.
  @Test(arguments: ["bibtex", "csl-json"]) func aNewerFileMendsATitle(_ format: String) throws {
    var shelf = try ImportedShelf()
    let old = Entry(title: "Rivers", authors: ["Anna Smith"], year: "1990")
    let new = Entry(title: "Rivers and Lakes", authors: ["Anna Smith"], year: "1991")
    try shelf.take(Self.file(format, [old]), at: "/a", as: format)
    try shelf.take(Self.file(format, [new]), at: "/a", as: format)
    #expect(shelf.column("year") == ["Rivers and Lakes": "1991"])
    // Importing a copy of the old version does not restore the old values.
    #expect(try shelf.take(Self.file(format, [old]), at: "/a", as: format).isNothing)
    // Two entries with the same key in one file are two books.
    let other = Entry(title: "Rivers and Lakes", authors: ["Bert Hill"])
    try shelf.take(Self.file(format, [new, other]), at: "/a", as: format)
    #expect(shelf.library.records(of: .book).count == 2)
    #expect(try shelf.take(Self.file(format, [new, other]), at: "/a", as: format).isNothing)
  }

  // MARK: - Missing values

  /// An entry without a field does not affect that field. An entry with an empty field clears it.
  @Test(arguments: [
    (
      "bibtex", "@book{k, title={T}, author={A B}, isbn={9780553383041}, publisher={Ace}, year=1990, keywords={x; y}}",
      "@book{k, title={T}}", "@book{k, title={T}, isbn={}, publisher={}, year={}, author={A B}, keywords={}}"
    ),
    (
      "csl-json",
      """
      [{"id":"k","type":"book","title":"T","author":[{"literal":"A B"}],"ISBN":"9780553383041","publisher":"Ace",\
      "issued":{"date-parts":[[1990]]},"keyword":"x; y"}]
      """,
      #"[{"id":"k","type":"book","title":"T"}]"#,
      #"[{"id":"k","type":"book","title":"T","ISBN":"","publisher":"","issued":{},"author":[{"literal":"A B"}],"keyword":""}]"#
    ),
    (
      "librarything",
      """
      {"1":{"books_id":"1","title":"T","primaryauthor":"B, A","isbn":["9780553383041"],"publication":"Ace (1990)",\
      "date":"1990","tags":["x","y"],"entrydate":"2014-01-21"}}
      """,
      #"{"1":{"books_id":"1","title":"T","entrydate":"2014-01-21"}}"#,
      """
      {"1":{"books_id":"1","title":"T","primaryauthor":"B, A","isbn":[],"publication":"","date":"","tags":[],\
      "entrydate":"2014-01-21"}}
      """
    ),
  ])
  func whatAnEntryDoesNotSayTakesNothingAway(_ format: String, _ all: String, _ less: String, _ none: String) throws {
    var shelf = try ImportedShelf()
    try shelf.take(all, at: "/a", as: format)
    func fields() -> [String] {
      let book = Array(shelf.library.records(of: .book))[0]
      return ["author", "isbn", "publisher", "year"].map { shelf.texts($0, of: book).joined() }
        + ["\(shelf.texts("genres", of: book).count + shelf.texts("tags", of: book).count)"]
    }
    #expect(fields() == ["A B", "9780553383041", "Ace", "1990", "2"])
    try shelf.take(less, at: "/a", as: format)
    #expect(fields() == ["A B", "9780553383041", "Ace", "1990", "2"])
    try shelf.take(none, at: "/a", as: format)
    #expect(fields() == ["A B", "", "", "", "0"])
  }
}
