import ShelfTestSupport

@testable import ShelfDoctor
@testable import ShelfModel

/// Adds problems to a clean library, and records them.
///
/// No file is changed twice, and files that are affected by a mistake elsewhere are not changed at all. That way, the
/// test knows exactly which problems doctor must find.
struct Planter {
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var expected: [PlantedProblem] = []
  /// Files that cannot be created by writing text, such as links.
  private(set) var specials: [(path: String, kind: Special)] = []
  /// Books that one commit deletes and the next one restores.
  private(set) var returns: [String] = []
  /// Issues to change after the last commit.
  private(set) var lateIssues: [String] = []
  /// Whether the unreadable files include books and issues, and not only quotes. If so, doctor cannot know which genres
  /// are unused.
  let hidesReferences: Bool
  private var random: SeededGenerator
  private var untouched: [Kind: [Int]] = [:]
  private var counter = 0
  private let books: Int

  enum Special {
    case link
    case huge
  }

  init(_ library: CleanLibrary, hidesReferences: Bool, seed: UInt64) {
    self.hidesReferences = hidesReferences
    random = SeededGenerator(seed: seed)
    books = library.books
    for (path, text) in library.files { files[path] = Array(text.utf8) }
    for kind in [Kind.book, .quote, .issue, .genre, .tag] {
      let counts: [Kind: Int] = [
        .book: books, .quote: books, .issue: books / 2, .genre: CleanLibrary.genreCount, .tag: CleanLibrary.tagCount,
      ]
      untouched[kind] = Array(0..<counts[kind, default: 0]).shuffled(using: &random)
    }
  }

  /// The mistakes. Each has the code of the check that finds it.
  static let mistakes: [(code: String, plant: @Sendable (inout Planter) -> Void)] = [
    ("unreadable-file", { $0.plantSpecial("unreadable-file", .huge) }),
    ("unsafe-path", { $0.plantSpecial("unsafe-path", .link) }),
    ("unreadable-yaml", { $0.plantInQuote("unreadable-yaml", "text", "text: words: and more") }),
    ("unreadable-yaml", { $0.plantHidden("unreadable-yaml", "rating: \"3", "completed: \"no") }),
    (
      "conflict-markers",
      { $0.plantInQuote("conflict-markers", "page", "<<<<<<< a\npage: 1\n=======\npage: 2\n>>>>>>> b") }
    ),
    ("not-a-record", { $0.plantWhole("not-a-record", "- a list\n", line: 1) }),
    ("not-a-record", { $0.plantWhole("not-a-record", "# nothing\n", line: nil) }),
    ("duplicate-key", { $0.plantInQuote("duplicate-key", "text", "page: 12\ntext: words") }),
    ("unusable-text", { $0.plantMark() }),
    ("unusable-text", { $0.plantInQuote("unusable-text", "text", Array("text: caf".utf8) + [0xE9]) }),
    ("unusable-text", { $0.plantInQuote("unusable-text", "text", "text: a\u{7}b") }),
    ("missing-id", { $0.plantMissingID() }),
    ("invalid-id", { $0.plantInQuote("invalid-id", "id", "id: quote-1") }),
    ("duplicate-id", { $0.plantCopy(.quote) }),
    ("duplicate-id", { $0.plantCopy(.book) }),
    ("duplicate-id", { $0.plantCopy(.issue) }),
    ("missing-field", { $0.plant("missing-field", .quote, "text", "text:") }),
    ("missing-field", { $0.plant("missing-field", .issue, "title", "title: \"\"") }),
    ("missing-field", { $0.plantLost("missing-field", .book, "title") }),
    ("wrong-type", { $0.plant("wrong-type", .book, "pages", "pages: many") }),
    ("wrong-type", { $0.plant("wrong-type", .book, "pages", "pages: 1,200") }),
    ("wrong-type", { $0.plant("wrong-type", .issue, "completed", "completed: perhaps") }),
    ("wrong-type", { $0.plant("wrong-type", .book, "dateAdded", "dateAdded: 21.11.2019") }),
    ("wrong-type", { $0.plant("wrong-type", .book, "title", "title: [In a list]") }),
    ("out-of-range", { $0.plant("out-of-range", .book, "rating", "rating: 7") }),
    ("out-of-range", { $0.plant("out-of-range", .book, "pages", "pages: -5") }),
    ("unknown-choice", { $0.plant("unknown-choice", .issue, "priority", "priority: urgentt") }),
    ("unknown-choice", { $0.plant("unknown-choice", .book, "status", "status: \"???\"") }),
    ("dangling-reference", { $0.plantReference("dangling-reference", "e00fffff-0000-4000-8000-000000000000 # Gone") }),
    (
      "dangling-reference",
      { $0.plant("dangling-reference", .quote, "book", "book: b00fffff-0000-4000-8000-000000000000") }
    ),
    ("dangling-reference", { $0.plantDeletedBook() }),
    (
      "wrong-kind-reference", { $0.plantReference("wrong-kind-reference", "\(CleanLibrary.id(.tag, 0)) # amber tag 0") }
    ),
    ("reference-by-name", { $0.plantReference("reference-by-name", "Nobody") }),
    ("reference-by-name", { $0.plant("reference-by-name", .quote, "book", "book: \(CleanLibrary.name(.book, 0))") }),
    ("duplicate-reference", { $0.plantSecondReference() }),
    ("orphan-quote", { $0.plantLost("orphan-quote", .quote, "book") }),
    ("orphan-quote", { $0.plant("orphan-quote", .quote, "book", "book:") }),
    ("former-id", { $0.plantFormerID() }), ("contested-id", { $0.plantContestedID() }),
    ("duplicate-name", { $0.plantSecondName() }),
    ("probable-duplicate", { $0.plantSecondBook() }), ("probable-duplicate", { $0.plantSecondISBN() }),
    ("probable-duplicate", { $0.plantSecondQuote() }),
    ("invalid-isbn", { $0.plant("invalid-isbn", .book, "synopsis", "isbn: 978-0-441-01359-4") }),
    ("half-restored", { $0.plantReturn() }),
    ("old-field-name", { $0.plant("old-field-name", .book, "synopsis", "summary: Synopsis") }),
    ("unknown-field", { $0.plant("unknown-field", .book, "synopsis", "zzzzzz: Synopsis") }),
    ("unknown-field", { $0.plant("unknown-field", .issue, "completed", "compelted: true") }),
    (
      "dates-out-of-order",
      { $0.plant("dates-out-of-order", .issue, "modificationDate", "modificationDate: 2019-01-01") }
    ),
    ("dates-out-of-order", { $0.plant("dates-out-of-order", .book, "dateAdded", "dateAdded: 2030-01-01") }),
    ("status-dates", { $0.plantStatus() }),
    ("impossible-progress", { $0.plant("impossible-progress", .book, "synopsis", "progress: far") }),
    ("doubtful-series", { $0.plant("doubtful-series", .book, "synopsis", "series: \"Dune #x\"") }),
    ("contradictory-loan", { $0.plant("contradictory-loan", .book, "synopsis", "loans: last summer") }),
    ("swallowed-text", { $0.plant("swallowed-text", .book, "synopsis", "synopsis: The story of part #2") }),
    ("stale-comment", { $0.plantComment() }),
    ("stale-modification-date", { $0.plantChange() }),
    ("unused-genre", { $0.plantUnusedGenre() }),
    ("misplaced-file", { $0.plantStray() }),
    ("name-twin", { $0.plantTwin() }),
    ("name-twin", { $0.plantCapitals() }),
  ]

  /// Adds the specified number of mistakes, cycling through all kinds.
  mutating func plant(_ count: Int) {
    for number in 0..<count {
      Planter.mistakes[number % Planter.mistakes.count].plant(&self)
    }
  }

  // MARK: Places

  private mutating func take(_ kind: Kind, where isFit: (Int) -> Bool = { _ in true }) -> Int? {
    guard let position = untouched[kind]?.lastIndex(where: isFit) else { return nil }
    return untouched[kind]?.remove(at: position)
  }

  private mutating func touch(_ kind: Kind, _ number: Int) { untouched[kind]?.removeAll { $0 == number } }

  private func isUntouched(_ kind: Kind, _ number: Int) -> Bool { untouched[kind]?.contains(number) ?? false }

  private func line(_ key: String, _ path: String) -> Int {
    let lines = files[path, default: []].split(separator: 0x0A, omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.starts(with: key.utf8) } ?? -1) + 1
  }

  private mutating func replace(_ key: String, _ path: String, by new: [UInt8]?) {
    var lines = files[path, default: []].split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    guard let index = lines.firstIndex(where: { $0.starts(with: (key + ":").utf8) }) else { return }
    if let new { lines[index] = new } else { lines.remove(at: index) }
    files[path] = Array(lines.joined(separator: [0x0A]))
  }

  // MARK: Mistakes

  /// Replaces the line of a field.
  private mutating func plant(_ code: String, _ kind: Kind, _ key: String, _ new: String) {
    // Changing the title of a book affects the comments that contain it.
    let isAlone = { (planter: Planter, number: Int) in
      kind != .book || key != "title"
        || planter.isUntouched(.quote, number) && (number % 2 == 1 || planter.isUntouched(.issue, number / 2))
    }
    let planter = self
    guard let number = take(kind, where: { isAlone(planter, $0) }) else { return }
    // Removes the comments, which would be stale if the book got a different title.
    if kind == .book, key == "title" { hideTitle(number) }
    let path = CleanLibrary.path(kind, number)
    expected.append(PlantedProblem(code, path, line(key, path)))
    replace(key, path, by: Array(new.utf8))
  }

  /// Removes the comments with the title of a book, so that they are not stale.
  private mutating func hideTitle(_ number: Int) {
    let quote = CleanLibrary.path(.quote, number)
    touch(.quote, number)
    replace("book", quote, by: Array("book: \(CleanLibrary.id(.book, number))".utf8))
    guard number % 2 == 0 else { return }
    let issue = CleanLibrary.path(.issue, number / 2)
    touch(.issue, number / 2)
    replace("  - \(CleanLibrary.id(.book, number)) # \(CleanLibrary.name(.book, number))", issue, by: [])
    let text = String(decoding: files[issue, default: []], as: UTF8.self)
    files[issue] = Array(text.replacing(" # " + CleanLibrary.name(.book, number) + "\n", with: "\n").utf8)
  }

  private mutating func plantLost(_ code: String, _ kind: Kind, _ key: String) {
    guard let number = take(kind) else { return }
    let path = CleanLibrary.path(kind, number)
    replace(key, path, by: nil)
    expected.append(PlantedProblem(code, path))
  }

  private mutating func plantInQuote(_ code: String, _ key: String, _ new: String) {
    plantInQuote(code, key, Array(new.utf8))
  }

  /// Plants a problem in a quote. No record refers to a quote, so an unreadable one only hides which tags are unused.
  private mutating func plantInQuote(_ code: String, _ key: String, _ new: [UInt8]) {
    guard let number = take(.quote) else { return }
    let path = CleanLibrary.path(.quote, number)
    expected.append(PlantedProblem(code, path, line(key, path)))
    replace(key, path, by: new)
  }

  /// Makes a book or an issue unreadable. References to it are still not dangling.
  private mutating func plantHidden(_ code: String, _ book: String, _ issue: String) {
    let kind = random.pick([Kind.book, .issue])
    guard hidesReferences, let number = take(kind) else { return }
    let path = CleanLibrary.path(kind, number)
    let key = kind == .book ? "rating" : "completed"
    expected.append(PlantedProblem(code, path, line(key, path)))
    replace(key, path, by: Array((kind == .book ? book : issue).utf8))
  }

  private mutating func plantWhole(_ code: String, _ text: String, line: Int?) {
    guard let number = take(.quote) else { return }
    let path = CleanLibrary.path(.quote, number)
    files[path] = Array(text.utf8)
    expected.append(PlantedProblem(code, path, line))
  }

  private mutating func plantMark() {
    guard let number = take(.book) else { return }
    let path = CleanLibrary.path(.book, number)
    files[path] = [0xEF, 0xBB, 0xBF] + files[path, default: []]
    expected.append(PlantedProblem("unusable-text", path, 1))
  }

  /// Removes the id of a record. Its file name still identifies it, so references to it are not dangling.
  private mutating func plantMissingID() {
    let kind: Kind = hidesReferences ? .book : .quote
    guard let number = take(kind) else { return }
    let path = CleanLibrary.path(kind, number)
    replace("id", path, by: nil)
    expected.append(PlantedProblem("missing-id", path))
  }

  private mutating func plantSpecial(_ code: String, _ special: Special) {
    counter += 1
    let path = "quotes/special-\(counter).yaml"
    specials.append((path, special))
    expected.append(PlantedProblem(code, path))
  }

  private mutating func plantCopy(_ kind: Kind) {
    guard let number = take(kind) else { return }
    counter += 1
    let copy = "\(kind.folder)/copy-\(counter).yaml"
    files[copy] = files[CleanLibrary.path(kind, number)]
    expected.append(PlantedProblem("duplicate-id", copy, 1))
  }

  /// Adds a reference to the genres of a book.
  private mutating func plantReference(_ code: String, _ item: String) {
    guard let number = take(.book) else { return }
    let path = CleanLibrary.path(.book, number)
    expected.append(PlantedProblem(code, path, addGenre(item, to: path)))
  }

  /// Adds a genre to a book, and returns the line of the new item.
  @discardableResult
  private mutating func addGenre(_ item: String, to path: String) -> Int {
    let line = line("pages:", path)
    let pages = String(decoding: files[path, default: []].split(separator: 0x0A)[line - 1], as: UTF8.self)
    replace("pages", path, by: Array("  - \(item)\n\(pages)".utf8))
    return line
  }

  private mutating func plantSecondReference() {
    guard let number = take(.book) else { return }
    let path = CleanLibrary.path(.book, number)
    let genre = number % CleanLibrary.genreCount
    let line = addGenre("\(CleanLibrary.id(.genre, genre).uppercased())", to: path)
    expected.append(PlantedProblem("duplicate-reference", path, line))
  }

  /// Deletes a book, but keeps its quote and its issue, if it has one.
  private mutating func plantDeletedBook() {
    let fit = untouched[.book, default: []].last { number in
      isUntouched(.quote, number) && (number % 2 == 1 || isUntouched(.issue, number / 2))
    }
    guard let number = fit else { return }
    touch(.book, number)
    touch(.quote, number)
    files[CleanLibrary.path(.book, number)] = nil
    expected.append(PlantedProblem("dangling-reference", CleanLibrary.path(.quote, number), 2))
    guard number % 2 == 0, number / 2 < books / 2 else { return }
    touch(.issue, number / 2)
    let issue = CleanLibrary.path(.issue, number / 2)
    expected.append(PlantedProblem("dangling-reference", issue, line("books:", issue) + 1))
  }

  private mutating func plantFormerID() {
    guard let genre = take(.genre), let number = take(.book, where: { ![0, 13].contains(($0 - genre + 20) % 20) })
    else {
      return
    }
    counter += 1
    let former = "ee\(100_000 + counter)-0000-4000-8000-000000000000"
    files[CleanLibrary.path(.genre, genre), default: []] += Array("formerIds:\n  - \(former) # Old\n".utf8)
    let path = CleanLibrary.path(.book, number)
    expected.append(PlantedProblem("former-id", path, addGenre(former + " # Old", to: path)))
  }

  private mutating func plantContestedID() {
    guard let genre = take(.genre), let other = take(.genre) else { return }
    counter += 1
    let former = "ee\(100_000 + counter)-0000-4000-8000-000000000000"
    let paths = [genre, other].map { CleanLibrary.path(.genre, $0) }.sorted {
      ($0.utf8.count, $0) < ($1.utf8.count, $1)
    }
    for path in paths { files[path, default: []] += Array("formerIds:\n  - \(former) # Old\n".utf8) }
    expected.append(PlantedProblem("contested-id", paths[1], line("formerIds:", paths[1]) + 1))
  }

  private mutating func plantSecondName() {
    guard let genre = take(.genre), let number = take(.book) else { return }
    counter += 1
    let name = CleanLibrary.name(.genre, genre).uppercased()
    let id = "ed\(100_000 + counter)-0000-4000-8000-000000000000"
    let path = "genres/second-\(counter).yaml"
    files[path] = Array("id: \(id)\nname: \(name)\n".utf8)
    addGenre("\(id) # \(name)", to: CleanLibrary.path(.book, number))
    expected.append(PlantedProblem("duplicate-name", path, 2))
  }

  private mutating func plantSecondBook() {
    guard let number = take(.book) else { return }
    counter += 1
    let path = "books/zz-second-\(counter).yaml"
    let id = "bb\(100_000 + counter)-0000-4000-8000-000000000000"
    let title = CleanLibrary.name(.book, number).uppercased()
    let author = CleanLibrary.author(number).lowercased()
    files[path] = Array("id: \(id)\ntitle: \(title)\nauthor: [Other, \(author)]\n".utf8)
    expected.append(PlantedProblem("probable-duplicate", path, 2))
  }

  private mutating func plantSecondISBN() {
    // The same number of records refers to each of the two books.
    let planter = self
    let isFit = { (number: Int) in number % 2 == 1 && planter.isUntouched(.quote, number) }
    guard let number = take(.book, where: isFit), let other = take(.book, where: isFit) else { return }
    touch(.quote, number)
    touch(.quote, other)
    let body = [9, 7, 8] + String(100_000_000 + number).map { Int(String($0)) ?? 0 }
    let sum = body.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    let digits = body.map(String.init).joined() + String((10 - sum % 10) % 10)
    for (book, text) in [(number, digits), (other, "ISBN \(digits.prefix(3))-\(digits.dropFirst(3))")] {
      replace("synopsis", CleanLibrary.path(.book, book), by: Array("isbn: \(text)".utf8))
    }
    // The book with more dates has more values, and remains.
    let path =
      number % 3 == other % 3
      ? max(CleanLibrary.path(.book, number), CleanLibrary.path(.book, other))
      : CleanLibrary.path(.book, number % 3 < other % 3 ? number : other)
    expected.append(PlantedProblem("probable-duplicate", path, 2))
  }

  private mutating func plantSecondQuote() {
    guard let number = take(.quote) else { return }
    counter += 1
    let path = CleanLibrary.path(.quote, number)
    let copy = "quotes/zz-second-\(counter).yaml"
    let id = "cb\(100_000 + counter)-0000-4000-8000-000000000000"
    let text = String(decoding: files[path, default: []], as: UTF8.self)
    files[copy] = Array(text.replacing(CleanLibrary.id(.quote, number), with: id).utf8)
    expected.append(PlantedProblem("probable-duplicate", copy, line("text:", copy)))
  }

  /// Plants a book that a commit deleted together with its quote, but that was restored without the quote.
  private mutating func plantReturn() {
    let fit = untouched[.quote, default: []].last { isUntouched(.book, $0) }
    guard let number = fit else { return }
    touch(.quote, number)
    touch(.book, number)
    files[CleanLibrary.path(.quote, number)] = nil
    returns.append(CleanLibrary.path(.book, number))
    expected.append(PlantedProblem("half-restored", CleanLibrary.path(.book, number)))
  }

  private mutating func plantStatus() {
    guard let number = take(.book, where: { $0 % 3 == 0 }) else { return }
    let path = CleanLibrary.path(.book, number)
    replace("synopsis", path, by: Array("dateCompleted: 2024-01-01".utf8))
    expected.append(PlantedProblem("status-dates", path, line("dateCompleted:", path)))
  }

  private mutating func plantComment() {
    let fit = untouched[.quote, default: []].last { isUntouched(.book, $0) }
    guard let number = fit else { return }
    touch(.quote, number)
    touch(.book, number)
    let path = CleanLibrary.path(.quote, number)
    replace("book", path, by: Array("book: \(CleanLibrary.id(.book, number)) # Another Book".utf8))
    expected.append(PlantedProblem("stale-comment", path, 2))
  }

  private mutating func plantChange() {
    guard let number = take(.issue) else { return }
    let path = CleanLibrary.path(.issue, number)
    lateIssues.append(path)
    expected.append(PlantedProblem("stale-modification-date", path, line("modificationDate:", path)))
  }

  private mutating func plantUnusedGenre() {
    guard !hidesReferences else { return }
    counter += 1
    let path = "\(Kind.genre.folder)/unused-\(counter).yaml"
    files[path] = Array("id: ec\(100_000 + counter)-0000-4000-8000-000000000000\nname: Quite unused \(counter)\n".utf8)
    expected.append(PlantedProblem("unused-genre", path, 2))
  }

  private mutating func plantStray() {
    guard let number = take(.quote) else { return }
    counter += 1
    let path = "inbox/\(counter)/quote.yaml"
    files[path] = files.removeValue(forKey: CleanLibrary.path(.quote, number))
    expected.append(PlantedProblem("misplaced-file", path))
  }

  /// Adds a second quote whose file name differs from the first one's only in case.
  private mutating func plantTwin() {
    guard let number = take(.quote) else { return }
    counter += 1
    let path = CleanLibrary.path(.quote, number)
    let other = path.replacing("quote-", with: "QUOTE-")
    let text = String(decoding: files[path, default: []], as: UTF8.self)
    let id = "cc\(100_000 + counter)-0000-4000-8000-000000000000"
    let new = text.replacing(CleanLibrary.id(.quote, number), with: id).replacing("Words of", with: "Other words than")
    files[other] = Array(new.utf8)
    expected.append(PlantedProblem("name-twin", max(path, other)))
  }

  private mutating func plantCapitals() {
    guard let number = take(.quote) else { return }
    let path = CleanLibrary.path(.quote, number)
    let other = String(path.dropLast(4)) + "YAML"
    files[other] = files.removeValue(forKey: path)
    expected.append(PlantedProblem("name-twin", other))
  }
}
