import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfText

@Suite struct RecordFinderTests {
  static let dune = "3f2b8c1e-1b1f-4a63-8a94-0f8f4d1f2f10"
  static let messiah = "3f2b9d2e-1b1f-4a63-8a94-0f8f4d1f2f11"
  static let cafe = "cafe0000-1b1f-4a63-8a94-0f8f4d1f2f12"
  static let files: [(path: String, text: String)] = [
    ("books/dune.yaml", "id: \(dune)\ntitle: Dune\n"),
    ("books/sf/messiah.yaml", "id: \(messiah)\ntitle: Dune Messiah\nformerIds: [\(TestLibrary.id(7))]\n"),
    ("books/cafe.yaml", "id: \(cafe)\ntitle: The Café at the End\n"),
    ("books/lodz.yaml", "id: \(TestLibrary.id(4))\ntitle: Łódź\n"),
    ("books/1984.yaml", "id: 19840000-1b1f-4a63-8a94-0f8f4d1f2f13\ntitle: Some Year\n"),
    ("books/number.yaml", "id: \(TestLibrary.id(5))\ntitle: 1984\n"),
    ("books/untitled.yaml", "id: \(TestLibrary.id(6))\n"),
    ("issues/dune.yaml", "id: \(TestLibrary.id(8))\ntitle: Dune\n"),
  ]

  private let library: Library

  init() throws { library = try TestLibrary.make(Self.files) }

  private func path(_ name: String, _ kind: Kind = .book) -> String {
    do throws(RecordFinder.Failure) {
      return try RecordFinder(library).find(name, kind).path
    } catch {
      switch error {
      case .notFound(_, _, let nearest): return "none, near " + nearest.joined(separator: ", ")
      case .inexact(_, _, let candidates): return "inexact: " + candidates.map(\.path).joined(separator: ", ")
      case .ambiguous(_, _, let candidates): return "several: " + candidates.map(\.path).joined(separator: ", ")
      case .unreadable(let file): return "unreadable: " + file.path
      case .elsewhere(let path, _): return "elsewhere: " + path
      }
    }
  }

  @Test(arguments: [
    (dune, "books/dune.yaml"), (dune.uppercased(), "books/dune.yaml"), ("  \(dune)\n", "books/dune.yaml"),
    (TestLibrary.id(7), "books/sf/messiah.yaml"),
    ("3f2b8", "books/dune.yaml"), ("3F2B9D", "books/sf/messiah.yaml"), (" 3f2b8c1e-1b1f ", "books/dune.yaml"),
    ("3f2b8c1e1b1f", "books/dune.yaml"),
    ("books/dune.yaml", "books/dune.yaml"), ("./books/sf/messiah.yaml", "books/sf/messiah.yaml"),
    ("/library/books/dune.yaml", "books/dune.yaml"),
    ("dune", "books/dune.yaml"), ("  DUNE ", "books/dune.yaml"), ("lodz", "books/lodz.yaml"),
    ("ŁÓDŹ", "books/lodz.yaml"), ("dune   messiah", "books/sf/messiah.yaml"), ("dune m", "books/sf/messiah.yaml"),
    ("messiah", "books/sf/messiah.yaml"), ("CAFE AT", "books/cafe.yaml"), ("the cafe", "books/cafe.yaml"),
    ("cafe", "books/cafe.yaml"), ("une m", "books/sf/messiah.yaml"),
  ])
  func findsOne(_ name: String, _ expected: String) { #expect(path(name) == expected) }

  /// A whole title takes precedence over the start of an id, so a book called “1984” is found by its title.
  @Test func aTitleOfDigitsBeatsAnID() {
    #expect(path("1984") == "books/number.yaml")
    #expect(path("19840") == "books/1984.yaml")
  }

  @Test(arguments: [
    ("3f2b", "several: books/dune.yaml, books/sf/messiah.yaml"), ("e", "several:"), ("3f2", "none"),
    ("dun", "several:"),
    ("", "none"), ("   ", "none"), ("dume", "none, near Dune"), ("Lods", "none, near Łódź"),
    (TestLibrary.id(99), "none"), ("books/none.yaml", "none"), ("issues/dune.yaml", "none"), ("../x.yaml", "none"),
  ])
  func findsNotOne(_ name: String, _ expected: String) {
    #expect(path(name).hasPrefix(expected), "\(path(name))")
  }

  /// A book can be named by the key that it has in a bibliography, unless the key is also a title.
  @Test func citationKeys() throws {
    let library = try TestLibrary.make([
      ("books/a.yaml", "id: \(Self.dune)\ntitle: Dune\nsources: [\"bibtex:herbert1965\", \"csl:Herbert-x\"]\n"),
      ("books/b.yaml", "id: \(Self.messiah)\ntitle: herbert1969\nsources: [\"goodreads:1\"]\n"),
      ("books/c.yaml", "id: \(Self.cafe)\ntitle: Another\nsources: [\"bibtex:herbert1969\"]\n"),
    ])
    let finder = RecordFinder(library)
    #expect(try finder.find("Herbert1965", .book, .exact).path == "books/a.yaml")
    #expect(try finder.find("herbert-x", nil).path == "books/a.yaml")
    #expect(try finder.find("herbert1969", .book).path == "books/b.yaml")
    #expect(throws: RecordFinder.Failure.self) { try finder.find("1", .book, .exact) }
    #expect(throws: RecordFinder.Failure.self) { try finder.find("goodreads:1", .book) }
  }

  /// The first eight digits of an id, with which shelf shows a record, are ambiguous if another record has them as its
  /// number or title.
  @Test func digitsOfAnIDThatAreAlsoANumber() throws {
    let library = try TestLibrary.make([
      ("books/dune.yaml", "id: \(Self.dune)\ntitle: Dune\n"),
      ("books/emma.yaml", "id: \(Self.messiah)\ntitle: Emma\nisbn: \"9780441013593\"\n"),
      ("books/odd.yaml", "id: \(Self.cafe)\ntitle: 3f2b8c1e\n"),
      ("books/number.yaml", "id: \(TestLibrary.id(5))\ntitle: 1984\n"),
    ])
    let finder = RecordFinder(library)
    for precision in [RecordFinder.Precision.any, .exact] {
      let error = #expect(throws: RecordFinder.Failure.self) { try finder.find("3f2b8c1e", .book, precision) }
      guard case .ambiguous(_, _, let candidates)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(candidates.map(\.path).sorted() == ["books/dune.yaml", "books/odd.yaml"])
      #expect(try finder.find(Self.dune, .book, precision).path == "books/dune.yaml")
      #expect(try finder.find("3f2b9d2e", .book, precision).path == "books/emma.yaml")
      #expect(try finder.find("9780441013593", .book, precision).path == "books/emma.yaml")
    }
  }

  @Test func theKindCounts() {
    #expect(path("dune", .issue) == "issues/dune.yaml")
    #expect(path(Self.dune, .issue).hasPrefix("none"))
    #expect(path("3f2b8", .genre).hasPrefix("none"))
  }

  @Test func twoFilesWithOneIDAreNotOneRecord() throws {
    let library = try TestLibrary.make([
      ("books/a.yaml", "id: \(Self.dune)\ntitle: Dune\n"), ("books/b.yaml", "id: \(Self.dune)\ntitle: Dune copy\n"),
    ])
    for name in [Self.dune, "3f2b8c1e"] {
      let error = #expect(throws: RecordFinder.Failure.self) { try RecordFinder(library).find(name, .book) }
      guard case .ambiguous(_, _, let candidates)? = error else {
        Issue.record("\(name) is found")
        continue
      }
      #expect(candidates.map(\.path) == ["books/a.yaml", "books/b.yaml"])
    }
    #expect(try RecordFinder(library).find("books/b.yaml", .book).path == "books/b.yaml")
    #expect(try RecordFinder(library).find("dune copy", .book).path == "books/b.yaml")
  }

  /// A path that leads from the current folder to a file of another library does not refer to a file of this library.
  @Test func aFileOfAnotherLibraryIsNotFound() throws {
    let places = [
      "books/dune.yaml": "/other/books/dune.yaml", "../books/new.yml": "/books/new.yml",
      "/other/books/dune.yaml": "/other/books/dune.yaml", "dune.yaml": "\(library.root)/books/dune.yaml",
      "books/sf": "/other/books/sf",
    ]
    let finder = RecordFinder(library, resolve: { places[$0] })
    for path in ["books/dune.yaml", "../books/new.yml", "/other/books/dune.yaml"] {
      let error = #expect(throws: RecordFinder.Failure.self, "\(path)") { try finder.find(path, .book) }
      guard case .elsewhere(path, library.root) = error else {
        Issue.record("\(path): \(String(describing: error))")
        continue
      }
    }
    #expect(try finder.find("dune.yaml", .book).path == "books/dune.yaml")
    #expect(try finder.find("books/sf/messiah.yaml", .book).path == "books/sf/messiah.yaml")
  }

  @Test func aFileThatDoesNotReadIsNamed() throws {
    let broken = UnreadableFile(path: "books/broken.yaml", kind: .book, cause: .access, reason: "is empty")
    let library = Library(
      root: "/library", manifest: self.library.manifest, schema: Schema(), records: [], unreadable: [broken])
    let error = #expect(throws: RecordFinder.Failure.self) {
      try RecordFinder(library).find("books/broken.yaml", .book)
    }
    guard case .unreadable(let file)? = error else {
      Issue.record("the file is not named")
      return
    }
    #expect(file == broken)
  }

  @Test func everyTitleOfManyIsFound() throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    print("finder: seed \(SeededGenerator.seedOfRun)")
    var titles: [String: String] = [:]
    for number in 0..<150 {
      let title = RandomText.any(using: &random)
      titles[Folding.fold(title)] = "books/\(number).yaml"
    }
    titles[""] = nil
    let files = titles.enumerated().map { number, title in
      (path: title.value, text: "id: \(TestLibrary.id(0xABC_0000 + number))\ntitle: \(quoted(title.key))\n")
    }
    let library = try TestLibrary.make(files)
    for (title, path) in titles where RecordID(title) == nil {
      #expect(
        try RecordFinder(library).find("  \(title.uppercased()) ", .book).path == path, "\(title.debugDescription)")
    }
  }

  /// Replaces scalars instead of characters, because an apostrophe with a combining mark is a different character.
  private func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
  }

  /// An article at the start of a name is the same as one after a comma, or none at all.
  @Test func articles() throws {
    let library = try TestLibrary.make([
      ("books/a.yaml", "id: \(TestLibrary.id(1))\ntitle: Nine Tailors, The\n"),
      ("books/b.yaml", "id: \(TestLibrary.id(2))\ntitle: The Waves\n"),
      ("books/c.yaml", "id: \(TestLibrary.id(3))\ntitle: Waves, The\n"),
      ("books/d.yaml", "id: \(TestLibrary.id(4))\ntitle: Die Welle\n"),
      ("books/e.yaml", "id: \(TestLibrary.id(5))\ntitle: \"Étranger, L'\"\n"),
      ("books/f.yaml", "id: \(TestLibrary.id(6))\ntitle: The Hours\n"),
      ("books/g.yaml", "id: \(TestLibrary.id(7))\ntitle: Hours\n"),
      ("books/h.yaml", "id: \(TestLibrary.id(8))\ntitle: Faust, I\n"),
      ("genres/a.yaml", "id: \(TestLibrary.id(9))\nname: The Arts\n"),
    ])
    func path(_ name: String, _ kind: Kind = .book) -> String {
      do throws(RecordFinder.Failure) { return try RecordFinder(library).find(name, kind, .exact).path } catch {
        if case .ambiguous(_, _, let found) = error { return found.map(\.path).joined(separator: " ") }
        return "none"
      }
    }
    for name in ["the nine tailors", "Nine Tailors", "nine tailors, the", "THE NINE TAILORS"] {
      #expect(path(name) == "books/a.yaml", "\(name)")
    }
    for name in ["The Waves", "waves, the", "waves"] {
      #expect(path(name).split(separator: " ").sorted() == ["books/b.yaml", "books/c.yaml"], "\(name)")
    }
    #expect(path("Welle") == "books/d.yaml" && path("Welle, die") == "books/d.yaml")
    // Another article is another title.
    for name in ["A Waves", "Waves, A", "The Welle", "A Hours"] { #expect(path(name) == "none", "\(name)") }
    #expect(path("L'Étranger") == "books/e.yaml")
    // A title that is typed as it is written takes precedence.
    #expect(path("hours") == "books/g.yaml" && path("the hours") == "books/f.yaml")
    #expect(path("Faust") == "none" && path("I Faust") == "none")
    #expect(path("arts", .genre) == "none")
  }
}
