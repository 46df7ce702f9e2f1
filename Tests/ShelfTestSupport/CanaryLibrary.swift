import ShelfModel

/// A random library with random publishing settings, in which everything private contains a secret word.
///
/// A test publishes the library and searches every byte of the pages for the secrets. The rules for what is public are
/// implemented here a second time, because a test must not rely on the program's own rules.
package struct CanaryLibrary {
  /// The files, with their paths.
  package private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// Secret texts, which must not occur anywhere in the published pages.
  package private(set) var secrets: [String] = []
  /// Texts that must occur in the published pages.
  package private(set) var shown: [String] = []

  private var random: SeededGenerator
  private var words = 0
  private var hidden: Set<String> = []
  private var statuses: Set<String> = []
  private var showsQuotes = true

  private static let bookTexts = [
    "title", "author", "contributors", "series", "isbn", "publisher", "synopsis", "review",
  ]
  private static let privateTexts = [
    "format", "recommendedBy", "lentTo", "lentCopy", "borrowedFrom", "progress", "notes", "sources",
  ]
  private static let quotePrivate = ["location", "note", "sources"]

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let hasSettings = !random.once(in: 4)
    statuses = ["inProgress", "completed", "abandoned"]
    var settings = "publish:\n"
    if hasSettings {
      if random.once(in: 2) {
        statuses = Set(
          ["wanted", "onShelf", "inProgress", "completed", "abandoned"].filter { _ in random.once(in: 2) })
        settings += "  statuses: [\(statuses.sorted().joined(separator: ", "))]\n"
      }
      if random.once(in: 2) {
        let keys = [
          "author", "contributors", "series", "isbn", "publisher", "synopsis", "review", "genres", "chapter", "page",
          "pages", "year", "rating", "status", "dateStarted", "dateCompleted", "readings", "covers", "creationDate",
          "language", "color",
        ]
        hidden = Set(keys.filter { _ in random.once(in: 4) })
        settings += "  hide: [\(hidden.sorted().joined(separator: ", "))]\n"
      }
      if random.once(in: 5) {
        showsQuotes = false
        settings += "  quotes: none\n"
      }
      if random.once(in: 3) { settings += "  dates: \(random.pick(["month", "year", "day"]))\n" }
      if random.once(in: 3) { settings += "  quoteLength: \(random.pick([30, 100, 1000]))\n" }
      if random.once(in: 3) { settings += "  url: https://example.org/\(open())/\n" }
      if random.once(in: 3) { settings += "  about: What I *read*, \(open()).\n" }
      if random.once(in: 3) { settings += "  robots: none\n" }
    }
    let isSet = settings != "publish:\n"
    let manifest = """
      format: 1
      name: \(open())
      # \(secret())
      fields:
        book:
          shelfmark: {type: text}
          seenAt: {type: timestamp, public: false}
          motto: {type: text, public: true}
        quote:
          mood: {type: text, help: \(secret())}
      filters:
        \(secret()): book \(secret())
      goal: {2024: 12}
      \(isSet ? settings : "")
      """
    files.append(("shelf.yaml", Array(manifest.utf8)))
    addRecords()
  }

  // MARK: - Words

  private mutating func word() -> String {
    words += 1
    let letters = (0..<8).map { _ in random.pick(Array("bcdfghjklmnpqrstvwxz").map(String.init)) }
    return letters.joined() + "q\(words)"
  }

  private mutating func secret() -> String {
    let word = "zq" + word()
    secrets.append(word)
    return word
  }

  private mutating func open() -> String {
    let word = "pub" + word()
    shown.append(word)
    return word
  }

  /// Returns a word for a field: public if `isOpen`, and otherwise secret.
  private mutating func word(isOpen: Bool) -> String { isOpen ? open() : secret() }

  /// The page counts that have already been used.
  private var numbers: Set<Int> = []

  /// Returns a unique page count. If it is secret, its forms in files, data and pages are added to the secrets.
  private mutating func pages(isOpen: Bool) -> Int {
    var number = 0
    // If two books had the same count, it could be both public and secret.
    repeat { number = Int.random(in: 301_000...989_999, using: &random) } while !numbers.insert(number).inserted
    if !isOpen {
      secrets += ["pages: \(number)", "\"pages\": \(number)", "\"numberOfPages\":\(number)"]
      secrets.append("\(number / 1000),\(String(String(number).suffix(3)))")
    }
    return number
  }

  private mutating func id(isOpen: Bool) -> String {
    var id = RecordID.random(using: &random)
    // A public id must not contain the secret year.
    while id.description.contains("1666") { id = RecordID.random(using: &random) }
    if !isOpen { secrets.append(id.short) }
    return id.description
  }

  // MARK: - Records

  private mutating func addRecords() {
    let count = Int.random(in: 1...6, using: &random)
    var genres: [(id: String, text: String)] = []
    for status in ["wanted", "onShelf", "inProgress", "completed", "abandoned"] {
      for _ in 0..<count { addBook(status, &genres) }
    }
    for genre in genres { add("genres", genre.text) }
    // A genre without books, and a tag and an issue, which are never published.
    add("genres", "id: \(id(isOpen: false))\nname: \(secret())\n")
    add("tags", "id: \(id(isOpen: false))\nname: \(secret())\n")
    add("issues", "id: \(id(isOpen: false))\ntitle: \(secret())\ncontent: \(secret())\ncreationDate: 1666-02-01\n")
    add("quotes", "id: \(id(isOpen: false))\nbook: ~\ntext: \(secret())\n")
    files.append(("covers/SOURCES.yaml", Array("# \(secret())\n".utf8)))
    // The year alone is not included, because its digits could occur in a checksum.
    secrets += ["1666-01-0", "1666-02-", "1666-03-", "1666-05-", "1666-11-", " 1666", ">1666", "years/1666"]
  }

  private mutating func addBook(_ status: String, _ genres: inout [(id: String, text: String)]) {
    let isHidden = random.once(in: 4)
    let isOpen = statuses.contains(status) && !isHidden
    let id = id(isOpen: isOpen)
    var lines = ["id: \(id) # \(secret())", "status: \(status)"]
    for key in Self.bookTexts {
      let isShown = isOpen && !hidden.contains(key)
      lines.append("\(key): \(word(isOpen: isShown))\(key == "series" ? " \(random.pick([1, 2, 3]))" : "")")
    }
    for key in Self.privateTexts { lines.append("\(key): \(secret())") }
    lines += [
      "shelfmark: \(secret())", "motto: \(word(isOpen: isOpen))", "undeclared: \(secret())", "\(secret()): x",
      "seenAt: 1666-05-05T05:05:05Z", "dateAdded: 1666-01-01", "lentOn: 1666-01-02", "dueOn: 1666-01-03",
      "loans: [1666-03-02/1666-04-11 \(secret())]", "readingLog: [1666-11-21 212]", "owned: true",
      "pages: \(pages(isOpen: isOpen && !hidden.contains("pages")))", "rating: 3.5",
    ]
    if isHidden { lines.append("public: false") }
    let isLong = isOpen && !hidden.contains("dateCompleted")
    lines.append("dateCompleted: \(isLong ? "2024-03-12T11:59:47Z" : "1666-03-12")")
    secrets.append("11:59:47")
    // This genre belongs to no other book.
    let isGenreOpen = isOpen && !hidden.contains("genres")
    let genre = self.id(isOpen: isGenreOpen)
    genres.append((genre, "id: \(genre)\nname: \(word(isOpen: isGenreOpen))\ncolor: \"3366AA\"\n"))
    lines.append("genres: [\(genre)]")
    add("books", lines.joined(separator: "\n") + "\n")
    for _ in 0..<Int.random(in: 0...2, using: &random) { addQuote(id, isOpen: isOpen) }
    if random.once(in: 2) {
      let path = "covers/\(secret())-\(id.prefix(8)).png"
      files.append((path, TestImage.png(40, 60, text: secret())))
    }
  }

  private mutating func addQuote(_ book: String, isOpen isBookOpen: Bool) {
    let isHidden = random.once(in: 4)
    let isOpen = isBookOpen && !isHidden && showsQuotes
    var lines = ["id: \(id(isOpen: isOpen))", "book: \(book)", "creationDate: 2024-03-05T11:59:47Z"]
    lines.append("text: \(word(isOpen: isOpen))")
    lines.append("chapter: \(word(isOpen: isOpen && !hidden.contains("chapter")))")
    lines.append("page: \(word(isOpen: isOpen && !hidden.contains("page")))")
    for key in Self.quotePrivate + ["mood", "undeclared"] { lines.append("\(key): \(secret())") }
    if isHidden { lines.append("public: false") }
    add("quotes", lines.joined(separator: "\n") + "\n")
  }

  private mutating func add(_ folder: String, _ text: String) {
    files.append(("\(folder)/\(secret()).yaml", Array(text.utf8)))
  }
}
