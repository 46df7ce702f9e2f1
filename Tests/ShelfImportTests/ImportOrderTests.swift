import ShelfTestSupport
import Testing

@testable import ShelfImport
@testable import ShelfModel

/// A shelf id takes precedence over everything else, and files imported together yield the same books as files imported
/// one after another.
@Suite struct ImportOrderTests {
  private typealias File = (path: String, text: String)

  private static func note(_ id: String?, _ title: String, isbn: String? = nil, author: String = "Ann Bee") -> String {
    "---\ntitle: \"\(title)\"\nauthor: \(author)\n" + (isbn.map { "isbn: \"\($0)\"\n" } ?? "")
      + (id.map { "shelf-id: \"\($0)\"\n" } ?? "") + "---\n"
  }

  private static let ids = (1...4).map { "57287589-66a5-521c-a48d-2ba21a02b00\($0)" }
  private static let numbers = ["9788550804620", "9788576082804", "9780306406157"]

  /// Returns the titles of the books in the library, by id.
  private static func books(_ shelf: ImportedShelf) -> [String: String] {
    Dictionary(
      shelf.library.records(of: .book).map { ($0.id.description, $0.title) }, uniquingKeysWith: { a, _ in a })
  }

  // MARK: - Ids

  @Test(arguments: [true, false]) func twoIDsAreTwoBooks(_ isTogether: Bool) throws {
    let all = [
      ("/a.md", Self.note(Self.ids[0], "Java Efetivo", isbn: Self.numbers[0])),
      ("/b.md", Self.note(Self.ids[1], "JAVA EFETIVO", isbn: Self.numbers[1])),
      ("/c.md", Self.note(Self.ids[2], "Java Efetivo", isbn: Self.numbers[0])),
    ]
    for files in [all, all.reversed()] {
      var shelf = try ImportedShelf()
      for part in isTogether ? [files] : files.map({ [$0] }) { _ = try shelf.take(part, as: "yaml") }
      #expect(Set(Self.books(shelf).keys) == Set(Self.ids.prefix(3)))
      let again = try shelf.take(files.reversed(), as: "yaml")
      let isNothing = again.allSatisfy(\.isNothing)
      #expect(isNothing)
    }
  }

  /// The book was imported from a list before, but the id shows that this note is about a different book.
  @Test func anIDDecidesAgainstTheLibrary() throws {
    var shelf = try ImportedShelf()
    try shelf.take("title,author,isbn\nDune,Frank Herbert,9780306406157\n", at: "/list.csv")
    try shelf.take(Self.note(Self.ids[0], "Dune", isbn: "9780306406157", author: "Frank Herbert"), at: "/a.md")
    #expect(Self.books(shelf).count == 2 && Self.books(shelf)[Self.ids[0]] == "Dune")
  }

  /// A book without an id is not matched with a record that another book in the same file names by id. In a separate
  /// file, it is matched with that record.
  @Test func anIDComesBeforeATitle() throws {
    var shelf = try ImportedShelf()
    try shelf.take(Self.note(Self.ids[0], "Dune"), at: "/a.md")
    let list =
      "- title: Dune\n  author: Ann Bee\n- title: Dune\n  author: Ann Bee\n  shelf-id: \(Self.ids[0])\n  year: 1965\n"
    try shelf.take(list, at: "/list.yaml", as: "yaml")
    #expect(
      shelf.library.record(try #require(RecordID(Self.ids[0]))).map { shelf.texts("year", of: $0) } == [["1965"]][0])
    try shelf.take(Self.note(nil, "Dune", isbn: Self.numbers[0]), at: "/b.md")
    #expect(Self.books(shelf).count == 2)
  }

  // MARK: - Together and one after the other

  private static func package(_ uuid: String, _ title: String, asin: String?, isbn: String?, author: String) -> String {
    func identifier(_ scheme: String, _ text: String?) -> String {
      text.map { "<dc:identifier opf:scheme=\"\(scheme)\">\($0)</dc:identifier>" } ?? ""
    }
    return """
      <package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uuid_id" version="2.0">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
      <dc:identifier opf:scheme="uuid" id="uuid_id">\(uuid)</dc:identifier><dc:title>\(title)</dc:title>
      <dc:creator opf:role="aut">\(author)</dc:creator>\(identifier("MOBI-ASIN", asin))\(identifier("ISBN", isbn))
      </metadata></package>
      """
  }

  /// Returns the ids and sources of the books, which do not depend on the order of the files.
  private static func story(_ shelf: ImportedShelf) -> [[String]] {
    shelf.library.records(of: .book).map { [$0.id.description] + shelf.texts("sources", of: $0).sorted() }.sorted {
      $0[0] < $1[0]
    }
  }

  private static func check(_ files: [File], _ format: String, _ earlier: [File], _ name: String) throws {
    for files in [files, files.reversed()] {
      var (together, oneByOne) = (try ImportedShelf(), try ImportedShelf())
      for file in earlier {
        try together.take(file.text, at: file.path, as: format)
        try oneByOne.take(file.text, at: file.path, as: format)
      }
      _ = try together.take(files, as: format)
      for file in files { try oneByOne.take(file.text, at: file.path, as: format) }
      #expect(
        story(together) == story(oneByOne),
        "\(name), after \(earlier): \(files.map { "\($0.path)\n\($0.text)" }.joined(separator: "\n"))")
    }
  }

  @Test func twoPackagesWithOneNumberOfAmazon() throws {
    let files: [File] = Self.ids.prefix(2).enumerated().map { number, uuid in
      ("/\(number)/metadata.opf", Self.package(uuid, "A Book", asin: "B0C1DP23YZ", isbn: nil, author: "Ann Bee"))
    }
    try Self.check(files, "calibre", [], "two")
  }

  @Test(arguments: RandomHistories.parts(200, whenFull: 20_000))
  func packages(_ histories: RandomHistories) throws { try histories.forEach(checkPackages) }

  private func checkPackages(_ seed: SeededGenerator, _ name: String) throws {
    var random = seed
    let uuids = (10..<20).map { "045f6439-1a10-4c32-b768-03111e8884\($0)" }.shuffled(using: &random)
    let files: [File] = (0..<Int.random(in: 2...6, using: &random)).map { number in
      let text = Self.package(
        uuids[number], random.pick(["A Book", "A Book: with more", "Another"]),
        asin: random.pick([nil, nil, "B0C1DP23YZ", "B0C1DP23YA"]), isbn: random.pick([nil, nil] + Self.numbers),
        author: random.pick(["Ann Bee", "Ann Bee", "Bo Ray"]))
      return ("/\(number)/metadata.opf", text)
    }
    let count = random.once(in: 2) ? 0 : Int.random(in: 1..<files.count, using: &random)
    try Self.check(Array(files.dropFirst(count)), "calibre", Array(files.prefix(count)), name)
  }

  @Test(arguments: RandomHistories.parts(200, whenFull: 20_000))
  func notes(_ histories: RandomHistories) throws { try histories.forEach(checkNotes) }

  private func checkNotes(_ seed: SeededGenerator, _ name: String) throws {
    var random = seed
    // Each id is used only once, because only the first of two notes with the same id would be imported.
    let ids = Self.ids.shuffled(using: &random)
    let files: [File] = (0..<Int.random(in: 2...6, using: &random)).map { number in
      let text = Self.note(
        number < ids.count && random.once(in: 2) ? ids[number] : nil,
        random.pick(["A Book", "A Book: with more", "Another"]),
        isbn: random.pick([nil, nil] + Self.numbers), author: random.pick(["Ann Bee", "Bo Ray"]))
      return ("/\(number).md", text)
    }
    let count = random.once(in: 2) ? 0 : Int.random(in: 1..<files.count, using: &random)
    try Self.check(Array(files.dropFirst(count)), "yaml", Array(files.prefix(count)), name)
  }
}
