import Foundation
import ShelfTestSupport
import Testing

/// Tests imports of files that `shelf export` wrote, into a library that already has the records.
@Suite struct OwnFilesTests {
  private static let id = "00000000-0000-4000-8000-000000000001"

  /// Exports a library that contains a changed book, and imports the file into another library, which may contain the
  /// original book.
  private func importing(
    _ format: String, _ theirs: String, into library: TestLibrary, _ words: [String] = []
  ) throws -> [String: Any] {
    let source = try ImportTests.empty()
    source["books/a.yaml"] = Self.book(theirs)
    // A second record has the field `f`, because an import clears a field only if another record in the file has it.
    source["books/b.yaml"] = "id: \(Self.id.dropLast())2\ntitle: B\nf: here\n"
    let out = library.absolute(format == "csv" ? "out" : "out.\(format)")
    _ = try source.run("export \(format) --output", [out])
    return try ImportTests.summary(library, [format == "csv" ? out + "/books.csv" : out] + words)
  }

  private static func book(_ fields: String) -> String { "id: \(id)\ntitle: A\n\(fields)" }

  private static func fields(_ summary: [String: Any], _ member: String) -> [String] {
    (summary[member] as? [[String: Any]] ?? []).flatMap { ($0["fields"] as? [String: Any] ?? [:]).keys }.sorted()
  }

  /// Names of genres and tags are unique. If the library already contains a name with a different id, imported records
  /// refer to that id.
  @Test(arguments: ["json", "jsonl", "csv"])
  func aKnownNameIsUsedInPlaceOfAnotherID(_ format: String) throws {
    let source = try ImportTests.empty()
    _ = try source.run("add", ["Dune", "--genre", "Science Fiction", "--create"])
    _ = try source.run("add", ["Solaris", "--genre", "Science Fiction"])
    let library = try ImportTests.empty()
    library.ids = 500
    _ = try library.run("genre add", ["science fiction"])
    let out = library.absolute(format == "csv" ? "out" : "out.\(format)")
    _ = try source.run("export \(format) --output", [out])
    let files = format == "csv" ? [out + "/books.csv", out + "/genres.csv"] : [out]
    for _ in 0..<2 {
      #expect(try !library.run("import", files).contains("Rejected"))
      #expect(try library.run("book list genre:science --format tsv --columns title") == "Dune\nSolaris\n")
      #expect(try library.run("genre list --format tsv --columns name") == "science fiction\n")
      #expect(try library.run("doctor --only dangling-reference").hasPrefix("No problems"))
    }
  }

  /// An undeclared field is merged like a declared one: if only one side changed it, that change is kept.
  @Test(arguments: ["json", "jsonl", "csv"])
  func undeclaredFieldsAreMerged(_ format: String) throws {
    let library = try ImportTests.empty()
    let first = """
      a: 1
      b: one
      c: {x: 1, y: [1, 2]}
      d: [p, q]
      e: true
      f: gone
      """
    _ = try importing(format, first + "\n", into: library)
    let path = "books/a-00000000.yaml"
    // In the library, `b` is changed and comments are added.
    let here = """
      # mine
      a: 1 # one
      b: uno

      c: {x: 1, y: [1, 2]}
      d:
        - p # first
        - q
      e: true # yes
      f: gone
      """
    library[path] = Self.book(here + "\n")
    let second = """
      a: 2.50
      b: eins
      c: {x: 1, y: [1, 3], z: "7"}
      d: [p, r]
      e: "true" # yes
      g: ~
      h: {k: v}
      """
    let summary = try importing(format, second + "\n", into: library)
    #expect(ImportTests.counts(summary) == "2 0 1 1 0 0")
    let expected = """
      # mine
      a: 2.50 # one
      b: uno

      c: {x: 1, y: [1, 3], z: "7"}
      d:
        - p # first
        - r
      e: "true" # yes
      g: ~
      h:
        k: v
      """
    #expect(library[path] == Self.book(expected + "\n"))
    #expect(Self.fields(summary, "changes") == ["a", "c", "d", "e", "f", "g", "h"])
    #expect(Self.fields(summary, "differences") == ["b"])
    #expect((summary["undeclared"] as? [String: Int])?.keys.sorted() == ["a", "c", "d", "e", "g", "h"])
    // A second import changes nothing. `--update` applies the remaining difference.
    #expect(ImportTests.counts(try importing(format, second + "\n", into: library)) == "2 0 0 2 0 0")
    _ = try importing(format, second + "\n", into: library, ["--update"])
    #expect(library[path] == Self.book(expected.replacing("b: uno", with: "b: eins") + "\n"))
  }

  /// An import replaces any value with any other value, including its type.
  @Test(arguments: ["json", "jsonl", "csv"])
  func anyValueBecomesAnyOther(_ format: String) throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let library = try ImportTests.empty()
    for _ in 0..<3 {
      let source = try ImportTests.empty()
      for number in 0..<60 {
        let id = "00000000-0000-4000-8000-0000000000\(number + 10)"
        let fields = (0..<3).map { "own\($0): \(Self.value(&random))" }
        source["books/\(number).yaml"] =
          (["id: \(id)", "title: Book \(number)"] + fields).joined(separator: "\n") + "\n"
      }
      let out = library.absolute(format == "csv" ? "out" : "out.\(format)")
      _ = try source.run("export \(format) --output", [out])
      let path = format == "csv" ? out + "/books.csv" : out
      _ = try ImportTests.summary(library, [path])
      #expect(try Self.everything(library) == Self.everything(source))
      #expect(ImportTests.counts(try ImportTests.summary(library, [path])) == "60 0 0 60 0 0")
    }
  }

  /// If an import marks a quote as having no book, the quote is not an orphan. A later import may assign a book to it
  /// again.
  @Test(arguments: ["json", "jsonl", "csv"])
  func whatBecomesKnowinglyEmpty(_ format: String) throws {
    let library = try ImportTests.empty()
    let path = "quotes/words-00000000.yaml"
    func taking(_ owner: String) throws -> String? {
      let source = try ImportTests.empty()
      source["books/a.yaml"] = Self.book("")
      source[path] = "id: \(Self.id.dropLast())2\nbook: \(owner)\ntext: words\n"
      source["quotes/b.yaml"] = "id: \(Self.id.dropLast())3\nbook: \(Self.id)\ntext: others\n"
      let out = library.absolute(format == "csv" ? "out" : "out.\(format)")
      _ = try source.run("export \(format) --output", [out])
      _ = try ImportTests.summary(library, [out])
      return try library.run("quote show words --format yaml")
    }
    let owned = "book: \(Self.id) # A\ntext: words\n"
    #expect(try taking(Self.id)?.hasSuffix(owned) == true)
    #expect(try taking("~")?.hasSuffix("book: ~\ntext: words\n") == true)
    #expect(try !library.run("doctor").contains("orphan-quote"))
    #expect(try taking(Self.id)?.hasSuffix(owned) == true)
  }

  /// A value that is invalid for its field is imported anyway, so that no data is lost. The output reports the value,
  /// with a hint.
  @Test(arguments: [
    "kind,id,title,rating,dateAdded\nbook,\(id),A,9,soon\n",
    #"[{"kind":"book","id":"\#(id)","title":"A","rating":9,"dateAdded":"soon"}]"#,
  ])
  func valuesThatDoNotFit(_ text: String) throws {
    let library = try ImportTests.empty()
    library["in"] = text
    let said = try library.run("import", [library.absolute("in")])
    let line = text.hasPrefix("[") ? 1 : 2
    #expect(said.contains("in:\(line): rating: “9” is not a rating from 0 to 5"), "\(said)")
    #expect(said.contains("in:\(line): dateAdded: “soon” is not a date"), "\(said)")
    #expect(said.contains("Next: shelf doctor   shows the 2 values that do not fit"), "\(said)")
    #expect(library["books/a-00000000.yaml"]?.contains("rating: 9\ndateAdded: soon\n") == true)
  }

  /// A block of text ends with a line break, which the cell of a table keeps without further marks.
  @Test func textBlocksAreReadable() throws {
    let source = try ImportTests.empty()
    source["books/a.yaml"] = Self.book("notes: |\n  Read on the train\n  to Hamburg\n")
    let out = source.absolute("out")
    _ = try source.run("export csv --output", [out])
    #expect(source["out/books.csv"]?.contains("\"Read on the train\nto Hamburg\n\"") == true)
    #expect(try source.run("import", [out + "/books.csv"]).contains("1 unchanged"))
    let other = try ImportTests.empty()
    _ = try other.run("import", [out + "/books.csv"])
    let path = try #require(other.paths().first { $0.hasPrefix("books/") })
    #expect(other[path]?.contains("notes: |\n  Read on the train\n  to Hamburg\n") == true)
  }

  /// A table of books alone restores their genres by the names beside the ids, under the same ids.
  @Test func aTableOfBooksRestoresGenres() throws {
    let genre = "00000000-0000-4000-8000-00000000000a"
    let source = try ImportTests.empty()
    source["genres/sf.yaml"] = "id: \(genre)\nname: Science Fiction\n"
    source["tags/loved.yaml"] = "id: \(genre.dropLast())b\nname: loved\n"
    source["books/a.yaml"] = Self.book("genres:\n  - \(genre)\ntags:\n  - \(genre.dropLast())b\n")
    let out = source.absolute("out.csv")
    _ = try source.run("export csv --output", [out])
    let other = try ImportTests.empty()
    _ = try other.run("import", [out])
    #expect(try other.run("genres --columns id,name --format tsv").contains("\(genre)\tScience Fiction"))
    #expect(try other.run("list --columns genres,tags --format tsv") == "Science Fiction\tloved\n")
    #expect(try other.run("doctor").contains("error") == false)
    #expect(try other.run("import", [out]).contains("1 unchanged"))
    // A library that has the name uses its own record.
    let third = try ImportTests.empty()
    third["genres/mine.yaml"] = "id: \(genre.dropLast())c\nname: science fiction\n"
    _ = try third.run("import", [out])
    #expect(try third.run("list --columns genres --format tsv") == "science fiction\n")
  }

  /// If a user has edited names in an exported table, for example in a spreadsheet, but not the ids next to them, the
  /// names take precedence.
  @Test func namesBesideIdsAreTaken() throws {
    let library = try ImportTests.empty()
    let genres = ["Fantasy", "Horror", "Poetry", "Essays, Letters"]
    for (number, name) in genres.enumerated() {
      library["genres/\(number).yaml"] =
        "id: \(Self.id.dropLast())\(number + 2)\nname: \(name)\ncolor: 00AA0\(number)\n"
    }
    library["books/a.yaml"] = Self.book("genres:\n  - \(Self.id.dropLast())2 # Fantasy\n")
    _ = try library.run("export csv --output", [library.absolute("out")])
    let table = try #require(library["out/books.csv"])
    func taking(_ names: String) throws -> (summary: [String: Any], names: String) {
      library["in.csv"] = table.replacing("Fantasy", with: "\"\(names)\"")
      let summary = try ImportTests.summary(library, [library.absolute("in.csv")])
      return (summary, try library.run("book list --columns genres").trimmingCharacters(in: .whitespacesAndNewlines))
    }
    #expect(try taking("fantasy").names == "Fantasy")
    #expect(try taking("Fantasy, Horror").names == "Fantasy; Horror")
    // A second import changes nothing, and a genre that the user removes stays removed.
    #expect(ImportTests.counts(try taking("Fantasy, Horror").summary) == "1 0 0 1 0 0")
    _ = try library.run("book genres A -Horror")
    #expect(try taking("Fantasy, Horror").names == "Fantasy")
    // If a name is unknown or missing, the import reports that and uses the ids instead.
    for names in ["Fantasy, Hrror", ""] {
      let (summary, taken) = try taking(names)
      #expect(taken == "Fantasy")
      let said = "\(summary["problems"] ?? "")"
      #expect(
        said.contains("\(names.isEmpty ? "it is empty" : "does not match the ids in genres"); the ids are used"),
        "\(said)")
    }
    // If a comma may be part of a name or separate two names, the import uses the ids instead.
    _ = try library.run("book genres A", ["+Essays, Letters"])
    _ = try library.run("export csv --output", [library.absolute("out")])
    library["in.csv"] = library["out/books.csv"]?.replacing("Essays, Letters", with: "Essays, Letters, Poetry")
    let last = try ImportTests.summary(library, [library.absolute("in.csv")])
    #expect("\(last["problems"] ?? "")".contains("the ids are used"))
    // If a genre was renamed after the export, its old name in the table does not change the book.
    _ = try library.run("genre set Fantasy name=Fantastic")
    library["in.csv"] = table
    _ = try ImportTests.summary(library, [library.absolute("in.csv")])
    #expect(try library.run("book list --columns genres").contains("Fantastic"))
  }

  /// Names may be edited repeatedly, in tables exported before or after the last import.
  @Test func namesBesideIdsAreTakenAgain() throws {
    let library = try ImportTests.empty()
    for (number, name) in ["Fantasy", "Horror", "Poetry", "Essays"].enumerated() {
      library["genres/\(number).yaml"] =
        "id: \(Self.id.dropLast())\(number + 2)\nname: \(name)\ncolor: 00AA0\(number)\n"
    }
    library["books/a.yaml"] = Self.book("genres:\n  - \(Self.id.dropLast())2 # Fantasy\n")
    _ = try library.run("export csv --output", [library.absolute("out")])
    _ = try ImportTests.summary(library, [library.absolute("out/books.csv")])
    var names = "Fantasy"
    for added in ["Horror", "Poetry"] {
      _ = try library.run("export csv --output", [library.absolute("out")])
      let all = "\(names), \(added)"
      library["in.csv"] = library["out/books.csv"]?.replacing(names, with: names == "Fantasy" ? "\"\(all)\"" : all)
      _ = try ImportTests.summary(library, [library.absolute("in.csv")])
      names = all
      #expect(try library.run("book list --columns genres").contains(names.replacing(",", with: ";")))
    }
    _ = try library.run("book genres A +Essays")
    _ = try library.run("export csv --output", [library.absolute("out")])
    library["in.csv"] = library["out/books.csv"]?.replacing("Fantasy, ", with: "")
    _ = try ImportTests.summary(library, [library.absolute("in.csv")])
    #expect(try library.run("book list --columns genres").contains("Essays; Horror; Poetry"))
  }

  /// If two rows belong to the same record, each undeclared field is added only once.
  @Test func undeclaredFieldsOfTwoRows() throws {
    let library = try ImportTests.empty()
    library["in.jsonl"] = ["null", "5"].map {
      "{\"kind\": \"book\", \"id\": \"\(Self.id)\", \"title\": \"A\", \"own\": \($0)}\n"
    }.joined()
    let summary = try ImportTests.summary(library, [library.absolute("in.jsonl")])
    #expect(summary["rejected"] as? Int == 0)
    #expect(try library.run("book show A --format yaml").contains("own: 5\n"))
  }

  /// Returns a random, possibly nested YAML value of any type.
  static func value(_ random: inout SeededGenerator, _ depth: Int = 0) -> String {
    let count = random.pick([0, 1, 2, 3])
    switch depth > 3 ? 0 : random.pick([0, 0, 1, 2]) {
    case 1: return "[" + (0..<count).map { _ in value(&random, depth + 1) }.joined(separator: ", ") + "]"
    case 2: return "{" + (0..<count).map { "k\($0): \(value(&random, depth + 1))" }.joined(separator: ", ") + "}"
    default:
      return random.pick([
        "12", "\"12\"", "-1.50", "1e3", "true", "\"true\"", "~", "\"~\"", "2020-01-02", "2020-01-02T10:00:00Z", "plain",
        "\"\"", "\"[x]\"", "\"{a: 1}\"", "\"\\\"12\\\"\"", "\" edge \"", "\"two\\nlines\"", "\"012\"", "\"yes\"",
        "Łódź", "\"null\"", "0", "\"-\"", "\"'x'\"", "\"#\"",
      ])
    }
  }

  /// Returns all records of a library, as Foundation parses them from its export.
  static func everything(_ library: TestLibrary) throws -> NSArray? {
    _ = try library.run("export json --output", [library.absolute("all.json")])
    return try JSONSerialization.jsonObject(with: Data((library["all.json"] ?? "").utf8)) as? NSArray
  }
}
