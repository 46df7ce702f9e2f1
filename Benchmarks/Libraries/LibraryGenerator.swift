/// Generates the records of a library, which are always the same for the same plan and seed.
///
/// Each record depends only on its index, so references need no list of their targets, and the generator uses little
/// memory.
struct LibraryGenerator {
  let plan: LibraryPlan
  let seed: UInt64

  /// Calls a function with every record.
  func visit(_ body: (GeneratedRecord) throws -> Void) rethrows {
    for index in 0..<plan.genres { try body(genreRecord(index)) }
    for index in 0..<plan.tags { try body(tagRecord(index)) }
    for index in 0..<plan.books { try body(bookRecord(index)) }
    for index in 0..<plan.quotes { try body(quoteRecord(index)) }
    for index in 0..<plan.issues { try body(issueRecord(index)) }
  }

  /// Returns the id and title of the book at an index. The title of book 0 is unique.
  func book(_ index: Int) -> Target {
    var random = source(.book, index)
    let id = random.uuid()
    guard index > 0 else { return Target(id: id, name: "The First Book of All") }
    return Target(
      id: id, name: "The \(random.pick(Words.adjectives)) \(random.pick(Words.nouns)) of \(random.pick(Words.nouns))")
  }

  /// The initial rating of book 0.
  static let firstRating = 3

  private enum Kind: UInt64 {
    case genre = 1
    case tag, book, quote, issue
    /// The fields of a book other than its id and title. Their random source is separate, so that a reference to the
    /// book does not have to generate them.
    case bookFields
  }

  private func source(_ kind: Kind, _ index: Int) -> SplitMix {
    SplitMix(seed: seed, kind: kind.rawValue, index: index)
  }

  private func genre(_ index: Int) -> Target {
    var random = source(.genre, index)
    return Target(id: random.uuid(), name: "\(Words.adjectives[index % Words.adjectives.count]) Genre \(index + 1)")
  }

  private func tag(_ index: Int) -> Target {
    var random = source(.tag, index)
    return Target(id: random.uuid(), name: "tag-\(index + 1)")
  }

  private func genreRecord(_ index: Int) -> GeneratedRecord {
    let genre = genre(index)
    var random = source(.genre, index)
    let color = random.uuid().prefix(6).uppercased()
    return GeneratedRecord(
      path: "genres/\(genre.stem).yaml", text: "id: \(genre.id)\nname: \(genre.name)\ncolor: \"\(color)\"\n")
  }

  private func tagRecord(_ index: Int) -> GeneratedRecord {
    let tag = tag(index)
    return GeneratedRecord(path: "tags/\(tag.stem).yaml", text: "id: \(tag.id)\nname: \(tag.name)\n")
  }

  func bookRecord(_ index: Int) -> GeneratedRecord {
    let book = book(index)
    var random = source(.bookFields, index)
    var text = "id: \(book.id)\ntitle: \(book.name)\n"
    text += "author: \(random.pick(Words.firstNames)) \(random.pick(Words.lastNames))\n"
    let status = random.below(3)
    text += "status: \(["onShelf", "inProgress", "completed"][status])\n"
    if index == 0 {
      text += "rating: \(Self.firstRating)\n"
    } else if status == 2 {
      text += "rating: \(random.below(6))\n"
    }
    text += "genres:\n"
    let first = random.below(plan.genres)
    text += genre(first).item
    if plan.genres > 1, random.below(2) == 0 { text += genre((first + 1) % plan.genres).item }
    text += "year: \(1850 + random.below(175))\npages: \(80 + random.below(800))\n"
    text += "language: \(random.pick(Words.languages))\n"
    let year = 2010 + random.below(14)
    text += "dateAdded: \(Self.date(year, &random))\n"
    if status > 0 { text += "dateStarted: \(Self.date(year + 1, &random))\n" }
    if status == 2 { text += "dateCompleted: \(Self.date(year + 2, &random))\n" }
    text += "synopsis: \(Self.prose(8, &random))\n"
    return GeneratedRecord(path: "books/\(book.stem).yaml", text: text)
  }

  private func quoteRecord(_ index: Int) -> GeneratedRecord {
    var random = source(.quote, index)
    let id = random.uuid()
    // A few books have many quotes, and many books have few.
    let book = book(random.below(1 + random.below(plan.books)))
    let prose = Self.prose(22, &random)
    let text = """
      id: \(id)
      book: \(book.id) # \(book.name)
      page: "\(1 + random.below(600))"
      creationDate: \(Self.timestamp(2013 + random.below(13), &random))
      text: \(prose)

      """
    return GeneratedRecord(path: "quotes/\(book.stem)/\(Target.stem(id, String(prose.prefix(28)))).yaml", text: text)
  }

  private func issueRecord(_ index: Int) -> GeneratedRecord {
    var random = source(.issue, index)
    let id = random.uuid()
    let book = book(random.below(plan.books))
    let title = "\(random.pick(Words.tasks)) \(book.name)"
    var text = "id: \(id)\ntitle: \(title)\npriority: \(["low", "medium", "high"][random.below(3)])\n"
    text += "completed: \(random.below(3) == 0)\ntags:\n\(tag(random.below(plan.tags)).item)books:\n\(book.item)"
    let year = 2013 + random.below(12)
    text += "creationDate: \(Self.timestamp(year, &random))\nmodificationDate: \(Self.timestamp(year + 1, &random))\n"
    text += "content: \(Self.prose(5, &random))\n"
    return GeneratedRecord(path: "issues/\(Target.stem(id, title)).yaml", text: text)
  }

  private static func prose(_ words: Int, _ random: inout SplitMix) -> String {
    var chosen = (0..<words).map { _ in random.pick(Words.sentence) }
    if random.below(20) == 0 { chosen[words / 2] = Words.rare }
    let text = chosen.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func date(_ year: Int, _ random: inout SplitMix) -> String {
    "\(year)-\(twoDigits(1 + random.below(12)))-\(twoDigits(1 + random.below(28)))"
  }

  private static func timestamp(_ year: Int, _ random: inout SplitMix) -> String {
    let day = date(year, &random)
    return "\(day)T\(twoDigits(random.below(24))):\(twoDigits(random.below(60))):\(twoDigits(random.below(60)))Z"
  }

  private static func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
