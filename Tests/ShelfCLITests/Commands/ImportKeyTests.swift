import Foundation
import ShelfTestSupport
import Testing

/// Tests keys that identify a book only within their file, and keys that identify it everywhere.
@Suite struct ImportKeyTests {
  private static func importing(_ library: TestLibrary, _ text: String, _ name: String) throws -> [String: Any] {
    library[name] = text
    return try ImportTests.summary(library, [library.absolute(name)])
  }

  private static func file(_ format: String, _ key: String, _ books: [(title: String, author: String)]) -> String {
    if format == "bibtex" {
      return books.map { "@book{\(key), title={\($0.title)}, author={\($0.author)}}\n" }.joined()
    }
    let items = books.map {
      #"{"id":"\#(key)","type":"book","title":"\#($0.title)","author":[{"literal":"\#($0.author)"}]}"#
    }
    return "[" + items.joined(separator: ",") + "]"
  }

  /// Importing two bibliographies that use the same key for different books never replaces one book with the other.
  @Test(arguments: ["bibtex", "csl-json"], [true, false])
  func aKeyOfAFileIsNoIdentityInAnother(_ format: String, _ hasBase: Bool) throws {
    let library = try ImportTests.empty()
    func forget() throws {
      if !hasBase { try FileManager.default.removeItem(atPath: library.absolute(".shelf/imports")) }
    }
    let a = Self.file(format, "Smith2001", [("Gardens", "Anna Smith")])
    let b = Self.file(format, "Smith2001", [("Rivers of Mars", "Bert Smith")])
    _ = try Self.importing(library, a, "a.x")
    _ = try library.run("book set gardens rating=5")
    try forget()
    let second = try Self.importing(library, b, "b.x")
    #expect(ImportTests.counts(second) == "1 1 0 0 0 0")
    #expect("\(second["problems"] ?? "")".contains("they remain separate books"))
    let prefix = format == "bibtex" ? "bibtex" : "csl"
    let columns = "book list --sort title --columns title,author,rating,sources"
    let sources = try library.run(columns).replacing(/~[0-9a-f]{8}\n/, with: "~HASH\n")
    #expect(
      sources == "Gardens\tAnna Smith\t5\t\(prefix):Smith2001\nRivers of Mars\tBert Smith\t\t\(prefix):Smith2001~HASH\n"
    )
    let before = try library.run("export json")
    for (text, name) in [(a, "a.x"), (b, "b.x"), (a, "a.x"), (b, "b.x")] {
      try forget()
      let again = try Self.importing(library, text, name)
      #expect(ImportTests.counts(again) == "1 0 0 1 0 0", "\(name)")
      #expect(try library.run("export json") == before)
    }
    // A newer version of either file may correct a title.
    if !hasBase { return }
    let mended = Self.file(format, "Smith2001", [("The Rivers of Mars", "Bert Smith")])
    #expect(try ImportTests.counts(Self.importing(library, mended, "b.x")) == "1 0 1 0 0 0")
    #expect(try ImportTests.counts(Self.importing(library, a, "a.x")) == "1 0 0 1 0 0")
    #expect(try library.run("book list --sort title --columns title") == "Gardens\nThe Rivers of Mars\n")
  }

  /// A record that was edited still matches its entry, because the entry is also compared with the values of the last
  /// import.
  @Test func theLastImportAgreesWhereTheRecordWasEdited() throws {
    let library = try ImportTests.empty()
    let a = Self.file("bibtex", "k", [("Gardens", "Anna Smith")])
    _ = try Self.importing(library, a, "a.bib")
    _ = try library.run("book set gardens", ["title=Parks", "author=A. S."])
    #expect(try ImportTests.counts(Self.importing(library, a, "a.bib")) == "1 0 0 1 0 0")
    #expect(try library.run("book list --columns title") == "Parks\n")
  }

  /// Importing several files at once has the same result as importing them one after another.
  @Test(arguments: ["bibtex", "csl-json"]) func filesThatShareAKeyTogether(_ format: String) throws {
    let files = [
      Self.file(format, "1", [("Gardens", "Anna Smith")]),
      Self.file(format, "1", [("Rivers of Mars", "Bert Smith"), ("Roads", "Bert Smith")]),
      Self.file(format, "1", [("Ice", "Carl Smith")]),
    ]
    let together = try ImportTests.empty()
    let apart = try ImportTests.empty()
    for library in [together, apart] { for (number, text) in files.enumerated() { library["\(number).x"] = text } }
    let paths = files.indices.map { "\($0).x" }
    let summary = try ImportTests.summary(together, paths.map(together.absolute))
    #expect(ImportTests.counts(summary) == "4 4 0 0 0 0")
    for path in paths { _ = try ImportTests.summary(apart, [apart.absolute(path)]) }
    let columns = "book list --sort title --columns title,sources,id"
    #expect(try together.run(columns) == apart.run(columns))
    let again = try ImportTests.summary(together, paths.map(together.absolute))
    #expect(ImportTests.counts(again) == "4 0 0 4 0 0")
  }

  private static let goodreads = "Book Id,Title,Author,ISBN13,My Rating,Exclusive Shelf\n"

  /// Two rows with different ids in the same catalogue, different positions in a series or different ISBNs are
  /// different books, even if they have the same title.
  @Test(arguments: [
    (
      "1,\"Runaways (Runaways, #1)\",Brian K. Vaughan,,5,read\n",
      "2,\"Runaways (Runaways, #2)\",Brian K. Vaughan,,3,read\n"
    ),
    ("1,Poems,,9780553383041,5,read\n", "2,Poems,,9780525509288,3,read\n"),
    ("1,Poems,A B,,5,read\n", "2,Poems,A B,,3,read\n"),
    (",Poems,,9780553383041,5,read\n", ",Poems,,9780525509288,3,read\n"),
    (",\"Runaways (Runaways, #1)\",B V,,5,read\n", ",\"Runaways (Runaways, #2)\",B V,,3,read\n"),
  ])
  func booksThatShareATitle(_ first: String, _ second: String) throws {
    let library = try ImportTests.empty()
    _ = try Self.importing(library, Self.goodreads + first, "a.csv")
    _ = try Self.importing(library, Self.goodreads + second, "b.csv")
    #expect(try library.run("book list --sort rating --columns rating") == "3\n5\n")
    let before = try library.run("export json")
    for (text, name) in [(first, "a.csv"), (second, "b.csv")] {
      #expect(try ImportTests.counts(Self.importing(library, Self.goodreads + text, name)) == "1 0 0 1 0 0")
    }
    #expect(try library.run("export json") == before)
  }

  /// If several programs export the same book, it becomes a single record.
  @Test func anotherProgramMeansTheSameBook() throws {
    let library = try ImportTests.empty()
    _ = try Self.importing(
      library, Self.goodreads + "1,\"Runaways (Runaways, #1)\",Brian K. Vaughan,9780553383041,5,read\n", "a.csv")
    let story = "Title,Authors,ISBN/UID,Format,Read Status,Moods,Pace,Star Rating\n"
    _ = try Self.importing(library, story + "Runaways,Brian K. Vaughan,9780525509288,paperback,read,,,\n", "b.csv")
    let sources = try library.run("book list --columns sources")
    #expect(sources == "goodreads:1; storygraph:9780525509288\n")
    _ = try Self.importing(
      library, "@book{r, title={Runaways}, author={Vaughan, Brian K.}, series={Runaways}, number={1}}\n", "c.bib")
    #expect(try library.run("book list --columns sources").hasSuffix("; bibtex:r\n"))
  }

  /// An id that is unique only on one device, such as a number in a local database, does not identify a book in other
  /// files.
  @Test func anIdentifierThatIsUniqueInItsFileNeedsMore() throws {
    let library = try ImportTests.empty()
    func book(_ title: String, _ uuid: String) -> String {
      """
      [{"title": "\(title)", "authors": "A B", "uuid": "\(uuid)", "identifiers": {"local": "7"}, "id": 7}]
      """
    }
    _ = try Self.importing(library, book("One", "1b3d3c5c-0000-4000-8000-000000000001"), "a.json")
    _ = try Self.importing(library, book("Two", "1b3d3c5c-0000-4000-8000-000000000002"), "b.json")
    #expect(try library.run("book list --sort title --columns title").split(separator: "\n").count == 2)
  }
}
