import Foundation
import ShelfTestSupport
import Testing

/// Tests importing notes that `shelf export markdown` wrote, either unchanged or edited.
@Suite struct ShelfNoteTests {
  private static let manifest = """
    format: 1
    name: Test
    fields:
      book:
        score: {type: integer}
        labels: {type: text list}
        price: {type: money}
        seen: {type: date}
        heard: {type: timestamp}
        signed: {type: boolean}
        hue: {type: color}
        stars: {type: rating}
        mood: {type: choice, choices: ["dark, grim", light]}
        weight: {type: decimal}
        spans: {type: interval list}
        sequel: {type: reference, to: book}
        related: {type: references, to: book}
        remark: {type: text}
        essay: {type: text, long: true}

    """

  private static func id(_ number: Int) -> String { "00000000-0000-4000-8000-00000000000\(number)" }

  /// A book with a value in each field that notes contain. Some of its values are easily misread.
  private static let full = """
    id: \(id(1))
    title: "Night: Watch, # 1"
    author:
      - "Pratchett, Terry"
      - "null"
    status: inProgress
    rating: 4.50
    genres:
      - \(id(4)) # "Fan-tasy, dark"
      - \(id(5)) # fantasy dark
    series:
      - Discworld 29
      - "City Watch, the 6"
    isbn: "0306406152"
    format: Vinyl
    publisher: "Corgi, London"
    year: -384
    pages: 0364
    language: en
    contributors:
      - "Kidby, Paul (illustrator)"
    recommendedBy: "Ann, Bo"
    dateAdded: 2020-01
    dateStarted: 2021-02-03
    readings:
      - 2019-06-02/2019-06-30
      - 2018/2019
    progress: 57%
    sources:
      - goodreads:13642
    score: 87
    labels:
      - one, two
      - "three; four"
      - "~"
    price: 12.50 EUR
    seen: 2020-01
    heard: 2020-01-02T10:00:00+01:00
    signed: yes
    hue: "00ff00"
    stars: 4.25
    mood: dark, grim
    weight: 4.50
    spans: 2019-06-02/2019-06-30
    sequel: \(id(2)) # Second
    related:
      - \(id(2)) # Second
      - \(id(3)) # Second
    remark: "  outer spaces, 'quotes' and \\ttab "
    essay: |
      First line.

        Second: line # no comment

    """

  private static func library() throws -> TestLibrary {
    try TestLibrary([
      "shelf.yaml": manifest, "books/a.yaml": full,
      "books/b.yaml": "id: \(id(2))\ntitle: Second\nisbn: 9780306406157\n",
      "books/c.yaml": "id: \(id(3))\ntitle: Second\nauthor: X Y\n",
      "genres/a.yaml": "id: \(id(4))\nname: \"Fan-tasy, dark\"\ncolor: \"00FF00\"\n",
      "genres/b.yaml": "id: \(id(5))\nname: fantasy dark\ncolor: \"00FF11\"\n",
    ])
  }

  private static let notes = ["Night Watch, 1 - Pratchett, Terry", "Second", "Second - X Y"].map { "notes/\($0).md" }

  private static func export(_ library: TestLibrary) throws {
    _ = try library.run("export markdown --output", [library.absolute("notes")])
    #expect(try library.paths().filter { $0.hasPrefix("notes") }.sorted() == notes.sorted())
  }

  private static func counts(_ library: TestLibrary, _ words: [String] = []) throws -> String {
    try ImportTests.counts(ImportTests.summary(library, [library.absolute("notes")] + words))
  }

  private static func edit(_ library: TestLibrary, _ note: Int = 0, _ old: String, _ new: String) throws {
    let text = try #require(library[notes[note]])
    try #require(text.contains(old), "\(text)")
    library[notes[note]] = text.replacing(old, with: new)
  }

  // MARK: - Round trips

  /// Importing exported notes changes nothing, even if text outside the front matter was added to them.
  @Test(arguments: [[], ["--update"]], [false, true]) func everyFieldComesBack(_ words: [String], _ isEdited: Bool)
    throws
  {
    let library = try Self.library()
    try Self.export(library)
    for note in Self.notes where isEdited { library[note]? += "\nMy own words.\n" }
    let before = try library.tree()
    for _ in 0..<2 {
      #expect(try Self.counts(library, words) == "3 0 0 3 0 0")
      #expect(try library.tree() == before)
    }
  }

  /// Importing the notes into an empty library creates the same books, except for the fields that notes omit.
  @Test func notesMakeTheSameBooks() throws {
    let library = try Self.library()
    try Self.export(library)
    let other = try TestLibrary(["shelf.yaml": Self.manifest])
    for note in Self.notes { other[note] = library[note] }
    // The notes are imported twice, because a reference to a book is resolved only if the book already exists.
    for _ in 0..<2 { _ = try ImportTests.summary(other, [other.absolute("notes")]) }
    _ = try other.run("export markdown --output", [other.absolute("again")])
    func lines(_ text: String?) -> [Substring] {
      (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("shelf-checksum") }
    }
    for note in Self.notes.dropFirst() {
      #expect(lines(other[note.replacing("notes/", with: "again/")]) == lines(library[note]))
    }
    let text = try other.run("show", [Self.id(1)])
    #expect(text.contains("three; four") && text.contains("Fan-tasy, dark") && text.contains("12.50 EUR"))
  }

  /// If a note was imported before it was edited, importing it again applies the edit and changes nothing else.
  @Test func editsAreTaken() throws {
    let library = try Self.library()
    try Self.export(library)
    _ = try Self.counts(library)
    try Self.edit(library, 0, "score: 87", "score: 88")
    try Self.edit(library, 0, "  - one, two\n", "  - one, two\n  - five, six\n")
    try Self.edit(library, 0, "price: 12.50 EUR", "price: 13 EUR")
    #expect(try Self.counts(library) == "3 0 1 2 0 0")
    let expected = Self.full.replacing("score: 87", with: "score: 88").replacing("12.50 EUR", with: "13 EUR")
      .replacing("  - one, two\n", with: "  - one, two\n  - five, six\n")
    #expect(library["books/a.yaml"] == expected)
    // Changing a value back to an earlier value also counts as an edit.
    try Self.edit(library, 0, "score: 88", "score: 87")
    #expect(try Self.counts(library) == "3 0 1 2 0 0")
    #expect(library["books/a.yaml"] == expected.replacing("score: 88", with: "score: 87"))
  }

  /// Without an earlier import, a difference may be due to a change in the library, so it is only reported.
  @Test func anEditBeforeTheFirstImportIsReported() throws {
    let library = try Self.library()
    try Self.export(library)
    try Self.edit(library, 0, "score: 87", "score: 88")
    #expect(try library.run("import", [library.absolute("notes")]).contains("score 87 → 88"))
    #expect(library["books/a.yaml"] == Self.full)
    _ = try library.run("import --update", [library.absolute("notes")])
    #expect(library["books/a.yaml"] == Self.full.replacing("score: 87", with: "score: 88"))
  }

  /// Importing a note that has not been edited since its export never reverts later changes in the library.
  @Test func oldNotesChangeNothing() throws {
    let library = try Self.library()
    try Self.export(library)
    _ = try library.run("set", [Self.id(1), "score=12", "labels="])
    let before = try library.tree()
    let said = try library.run("import --update", [library.absolute("notes")])
    #expect(said.contains("3 unchanged"))
    #expect(said.contains("1 note differs from the library only because the library has changed"))
    #expect(try library.tree() == before)
  }

  @Test func onlyFieldsAreTaken() throws {
    let library = try Self.library()
    try Self.export(library)
    try Self.edit(library, 1, "title: Second", "title: Second\naliases: [x]\nauthors: Y Z\nBook Title: No\nscore: 3")
    let said = try library.run("import", [library.absolute(Self.notes[1])])
    #expect(said.contains("Columns left out, with their numbers of values: Book Title (1), aliases (1), authors (1)"))
    #expect(library["books/b.yaml"] == "id: \(Self.id(2))\ntitle: Second\nisbn: 9780306406157\nscore: 3\n")
  }

  // MARK: - Ids

  @Test func theIDComesBeforeTheNumberAndTheTitle() throws {
    let library = try Self.library()
    library["n.md"] = "---\ntitle: Second\nisbn: \"9780306406157\"\nscore: 5\nshelf-id: \(Self.id(3))\n---\n"
    _ = try library.run("import", [library.absolute("n.md")])
    #expect(library["books/b.yaml"] == "id: \(Self.id(2))\ntitle: Second\nisbn: 9780306406157\n")
    #expect(library["books/c.yaml"]?.contains("score: 5") ?? false)
  }

  @Test(arguments: [
    ("shelf-id: nonsense\ntitle: Second\n", "n.md:2:11: shelf-id: “nonsense” is not the id of a record"),
    ("title: Second\nshelf-id:\n", "n.md:3:10: shelf-id: it is not the id of a record"),
    ("shelf-id: [\(id(2))]\n", "n.md:2:11: shelf-id: it is not the id of a record"),
    (
      "title: Second\nshelf-id: \(id(4))\n",
      "n.md:3:11: the id 00000000 belongs to the genre “Fan-tasy, dark” in genres/a.yaml"
    ),
    ("shelf-id: \(id(2))\nshelf-id: \(id(3))\n", "n.md:3:11: shelf-id occurs twice, with different ids"),
    ("shelf-id: \(id(9))\nscore: 3\n", "n.md:2:11: no title, which a new book needs"),
  ])
  func wrongIDs(_ front: String, _ reason: String) throws {
    let library = try Self.library()
    let before = try library.tree()
    for words in [[], ["--update"]] {
      library["n.md"] = "---\n\(front)---\n# Text\n"
      let said = try library.run("import", [library.absolute("n.md")] + words)
      #expect(said.contains("Rejected:\n  LIBRARY/\(reason)\n"), "\(said)")
      #expect(said.hasSuffix("[1]\n"))
      library["n.md"] = nil
      #expect(try library.tree() == before)
    }
  }

  /// If several notes have the same id, the first is imported, and the others are rejected if their values differ.
  @Test func anIDInTwoNotes() throws {
    let library = try Self.library()
    for (name, score) in [("a", 1), ("b", 2), ("c", 1)] {
      library["notes/\(name).md"] = "---\ntitle: Second\nscore: \(score)\nshelf-id: \(Self.id(2))\n---\n"
    }
    let said = try library.run("import", [library.absolute("notes")])
    #expect(said.contains("LIBRARY/notes/b.md:4:11: shelf-id: LIBRARY/notes/a.md:4 has the same id and other values"))
    #expect(said.contains("LIBRARY/notes/c.md:4: the same note as LIBRARY/notes/a.md:4"))
    #expect(library["books/b.yaml"]?.hasSuffix("score: 1\n") ?? false)
  }

  @Test func rejectedNotesCanBeCorrected() throws {
    let library = try Self.library()
    for name in ["a", "b"] {
      library["notes/\(name).md"] =
        "---\ntitle: \(name)\nscore: 4\nshelf-id: \(name)\n---\n# Text\n\n---\nshelf-id: x\n"
    }
    let file = library.absolute("rejected.md")
    _ = try library.run("import --rejects", [file, library.absolute("notes")])
    let front = (1...2).map { "---\ntitle: \($0 == 1 ? "a" : "b")\nscore: 4\nshelf-id: \($0 == 1 ? "a" : "b")\n" }
    #expect(library["rejected.md"] == front.joined())
    library["rejected.md"] = library["rejected.md"]?.replacing("-id: a", with: "-id: \(Self.id(2))")
      .replacing("-id: b", with: "-id: \(Self.id(8))")
    #expect(try ImportTests.counts(ImportTests.summary(library, [file])) == "2 1 1 0 0 0")
  }

  // MARK: - Values

  /// An invalid value is reported with its position, and the book keeps its existing value.
  @Test(arguments: [
    ("score: many", "4:8: score: “many” is not a whole number"),
    ("rating: 9", "4:9: rating: “9” is not a rating from 0 to 5 in quarters, such as 4.5"),
    ("  # comment\nyear: [1, 2]", "5:7: year: “1, 2” is not a whole number from -9999 to 9999"),
    ("genres: {a: b}", "4:9: genres: a mapping is not genres"),
    ("labels: [a, [b]]", "4:9: labels: a list that contains more than texts is not text, or a list of texts"),
    ("mood: dark", "4:7: mood: “dark” is not dark, grim or light"),
    ("price: free", "4:8: price: “free” is not an amount such as 12.50 EUR or 12.50"),
    ("seen: 2020-13", "4:7: seen: “2020-13” is not a date such as 2026-11-21"),
    ("spans: [2020, then]", "4:8: spans: “2020, then” is not intervals such as 2019-06-02/2019-06-30"),
    ("remark: [a, b]", "4:9: remark: “a, b” is not text"),
    ("score: 3\nscore: 4", "5:1: score: it also occurs in line 4, and neither value is used"),
    ("sequel: Nobody", "3:11: sequel: no book is called “Nobody”"),
    ("sequel: [Second, Second]", "4:9: sequel: “Second, Second” is not a book"),
  ])
  func wrongValues(_ line: String, _ reason: String) throws {
    let library = try Self.library()
    let before = try library.tree()
    library["n.md"] = "---\ntitle: \"Night: Watch, # 1\"\nshelf-id: \(Self.id(1))\n\(line)\n---\n"
    let said = try library.run("import --update", [library.absolute("n.md")])
    #expect(said.contains("Values left out:\n  LIBRARY/n.md:\(reason)\n"), "\(said)")
    library["n.md"] = nil
    #expect(try library.tree() == before)
  }

  @Test func aBookKeepsItsTitle() throws {
    let library = try Self.library()
    let before = try library.tree()
    library["n.md"] = "---\ntitle:\nshelf-id: \(Self.id(2))\n---\n"
    for _ in 0..<2 {
      let said = try library.run("import --update", [library.absolute("n.md")])
      #expect(said.contains("n.md:2:7: title: it is empty, but every book needs one"))
    }
    library["n.md"] = nil
    #expect(try library.tree() == before)
  }
}
