import Foundation
import ShelfTestSupport
import ShelfText
import Testing

/// Tests exports, and imports of the exported files.
@Suite struct ExportTests {
  /// Exports a library, imports the export into an empty library, exports that library, and checks that both exports
  /// are equal.
  private func roundTrip(_ library: TestLibrary, _ format: String) throws {
    let copy = try ImportTests.empty()
    if format == "csv" {
      _ = try library.run("export csv --output", [copy.absolute("out")])
      let names = try FileManager.default.contentsOfDirectory(atPath: copy.absolute("out")).sorted()
      // Records are imported before the records that refer to them.
      for name in ["genres.csv", "tags.csv", "books.csv", "quotes.csv", "issues.csv"] where names.contains(name) {
        _ = try ImportTests.summary(copy, [copy.absolute("out/\(name)")])
      }
      _ = try copy.run("export csv --output", [copy.absolute("again")])
      for name in names { #expect(copy["again/\(name)"] == copy["out/\(name)"], "\(name)") }
    } else {
      // Compares files instead of the output of commands, in which the test library replaces everything that looks like
      // a commit hash, including some ids.
      _ = try library.run("export \(format) --output", [copy.absolute("out.\(format)")])
      let summary = try ImportTests.summary(copy, [copy.absolute("out.\(format)")])
      #expect(summary["rejected"] as? Int == 0)
      _ = try copy.run("export \(format) --output", [copy.absolute("again")])
      // A book without a date got the day of the import.
      let first = copy["out.\(format)"] ?? "none"
      let again = (copy["again"] ?? "").replacing(format == "goodreads" ? ",2026/11/21," : "\u{0}", with: ",,")
      #expect(again == first, "\(again == first ? "" : Difference.of(expected: first, actual: again))")
    }
  }

  @Test(arguments: ["json", "jsonl", "csv"])
  func comesBackAsItWas(_ format: String) throws {
    let library = try TestLibrary()
    _ = try library.run(
      "book add", ["Odd", "--review", "two\nlines\n", "--author", "[x]", "--notes", " \"quoted\", #1"])
    try roundTrip(library, format)
  }

  /// Tests libraries of many sizes. In the file, the genres follow the books.
  @Test(arguments: [511, 512, 513, 1024], [1, 512, 600]) func everySizeComesBack(_ books: Int, _ genres: Int) throws {
    func id(_ number: Int) -> String { String(format: "00000000-0000-4000-8000-%012d", number) }
    let lines =
      (0..<books).map { "{\"kind\": \"book\", \"id\": \"\(id($0))\", \"title\": \"Title \($0)\"}\n" }
      + (0..<genres).map { "{\"kind\": \"genre\", \"id\": \"\(id(10_000 + $0))\", \"name\": \"G\($0)\"}\n" }
    let copy = try ImportTests.empty()
    copy["out.jsonl"] = lines.joined()
    let summary = try ImportTests.summary(copy, [copy.absolute("out.jsonl")])
    #expect(summary["rejected"] as? Int == 0)
    #expect(try copy.run("list --format ids").split(separator: "\n").count == books)
    #expect(try copy.run("genre list --format ids").split(separator: "\n").count == genres)
  }

  /// The part of the small library that the format can represent survives a round trip.
  @Test(arguments: ["bibtex", "csl-json", "ris", "goodreads"])
  func theSampleComesBack(_ format: String) throws { try roundTrip(try TestLibrary(), format) }

  /// A quote that is marked as having no book is still marked after a round trip.
  @Test(arguments: ["json", "jsonl", "csv"])
  func whatIsKnowinglyEmptyComesBack(_ format: String) throws {
    let library = try ImportTests.empty()
    let quote = "id: 00000000-0000-4000-8000-000000000066\nbook: ~\ntext: no book\n"
    library["quotes/q.yaml"] = quote
    try roundTrip(library, format)
    let copy = try ImportTests.empty()
    _ = try library.run("export \(format) --output", [copy.absolute(format == "csv" ? "out" : "out.\(format)")])
    _ = try ImportTests.summary(copy, [copy.absolute(format == "csv" ? "out/quotes.csv" : "out.\(format)")])
    #expect(try copy.run("quote list --format ids").contains("00000000-0000-4000-8000-000000000066"))
    #expect(try !copy.run("doctor").contains("orphan-quote"))
  }

  /// Undeclared fields keep their values and types in a round trip, even if they are deeply nested.
  @Test(arguments: ["json", "jsonl", "csv"])
  func undeclaredFieldsComeBack(_ format: String) throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let library = try ImportTests.empty()
    for number in 0..<60 {
      let id = "00000000-0000-4000-8000-0000000000\(number + 10)"
      var lines = ["id: \(id)", "title: Book \(number)"]
      for field in 0..<random.pick([1, 2, 4]) { lines.append("own\(field): \(OwnFilesTests.value(&random))") }
      library["books/\(number).yaml"] = lines.joined(separator: "\n") + "\n"
    }
    try roundTrip(library, format)
    let copy = try ImportTests.empty()
    _ = try library.run("export \(format) --output", [copy.absolute(format == "csv" ? "out" : "out.\(format)")])
    let said = try copy.run("import", [copy.absolute(format == "csv" ? "out/books.csv" : "out.\(format)")])
    #expect(said.contains("own0"))
    // Also compares the JSON of both libraries, parsed by Foundation instead of shelf.
    #expect(try OwnFilesTests.everything(copy) == OwnFilesTests.everything(library))
  }

  /// If a newer export from shelf lacks a value, importing that export clears the value.
  ///
  /// This applies only to keys that occur in other records of the file. Other fields may not have been exported at all.
  @Test(arguments: ["json", "csv"])
  func whatWasTakenOutGoes(_ format: String) throws {
    let copy = try ImportTests.empty()
    func file(_ rows: [String]) -> String {
      if format == "csv" { return "kind,id,title,rating,notes\n" + rows.joined(separator: "\n") + "\n" }
      let objects = rows.map { row in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        let members = zip(["kind", "id", "title", "rating", "notes"], cells).filter { !$0.1.isEmpty }
        return "{" + members.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ") + "}"
      }
      return "[" + objects.joined(separator: ",\n") + "]\n"
    }
    let id = "00000000-0000-4000-8000-00000000000"
    copy["a"] = file(["book,\(id)1,A,4,n", "book,\(id)2,B,5,m"])
    _ = try ImportTests.summary(copy, [copy.absolute("a")])
    copy["a"] = file(["book,\(id)1,A,,n", "book,\(id)2,B,5,"])
    #expect(try ImportTests.counts(ImportTests.summary(copy, [copy.absolute("a")])) == "2 0 2 0 0 0")
    #expect(try copy.run("book list --columns title,rating,notes --sort title") == "A\t\tn\nB\t5\t\n")
    // If no record in the file has a key, the import does not clear that key.
    copy["a"] = #"[{"kind": "book", "id": "\#(id)1", "title": "A"}]"#
    #expect(try ImportTests.counts(ImportTests.summary(copy, [copy.absolute("a")])) == "1 0 0 1 0 0")
  }

  /// Values keep their types even if the library that imports them does not declare their fields. The output names
  /// these fields.
  @Test(arguments: ["json", "csv"])
  func fieldsThatAreDeclaredElsewhere(_ format: String) throws {
    let library = try ImportTests.empty()
    library["shelf.yaml"] =
      (library["shelf.yaml"] ?? "")
      + "fields:\n  book:\n    lent: {type: boolean}\n    price: {type: integer}\n    code: {type: text}\n"
    library["books/a.yaml"] =
      "id: 00000000-0000-4000-8000-000000000001\ntitle: A\nlent: false\nprice: 12\ncode: K 1\nweights: [1, [2, {a: x}]]\n"
    let copy = try ImportTests.empty()
    _ = try library.run("export \(format) --output", [copy.absolute(format == "csv" ? "out" : "out.json")])
    let said = try copy.run("import", [copy.absolute(format == "csv" ? "out/books.csv" : "out.json")])
    #expect(said.contains("lent (1)") && said.contains("price (1)"))
    let file = try #require(copy["books/a-00000000.yaml"])
    #expect(file.contains("\nlent: false\nprice: 12\ncode: K 1\nweights: [1, [2, {a: x}]]\n"), "\(file)")
  }

  /// A book with values of the wrong type.
  private static let misfits = """
    id: 00000000-0000-4000-8000-000000000001
    title: Emma
    publisher: &p Ace
    author: [*p, B]
    contributors:
      - {name: Jane Roe}
    isbn: {a: b}
    series: [[Tides, 1]]
    language: *p
    year: [1815, 1816]
    rating: five
    status: lost
    pages: [320]
    other: [*p, {a: *p}]

    """

  /// An export in any format reports invalid values with their positions, and never writes an invalid value as a valid
  /// one.
  @Test(arguments: ["json", "jsonl", "csv", "goodreads", "bibtex", "csl-json", "ris", "markdown"])
  func whatDoesNotFitIsNamed(_ format: String) throws {
    let library = try ImportTests.empty()
    library["books/e.yaml"] = Self.misfits
    let said = try library.run("export \(format) --output", [library.absolute("out")])
    for place in ["4:10: author", "6:5: contributors", "7:7: isbn", "8:10: series", "9:11: language"] {
      #expect(
        said.contains("! warning: books/e.yaml:\(place)") || !said.contains(" \(place.split(separator: " ")[1]):"))
      #expect(!said.contains("\(place): ") || said.contains("left out"))
    }
    #expect(
      said.contains(
        "books/e.yaml:4:10: author: the list “author” contains an alias, which shelf does not follow; left out"))
    #expect(said.contains("books/e.yaml:10:8: year: “year” takes a single value, not a list of 2; "))
    let files = try FileManager.default.subpathsOfDirectory(atPath: library.absolute("")).filter { $0.hasPrefix("out") }
    let text = files.compactMap { library[$0] }.joined()
    #expect(text.contains("Emma") && !text.contains("*p") && !text.contains("a: b"))
    #expect(!text.contains("Roe") && !text.contains("[Tides"))
  }

  /// In shelf's own formats, an invalid value is either imported unchanged or not imported at all.
  @Test(arguments: ["json", "jsonl", "csv"])
  func whatDoesNotFitBecomesNoValue(_ format: String) throws {
    let library = try ImportTests.empty()
    library["books/e.yaml"] = Self.misfits
    let copy = try ImportTests.empty()
    _ = try library.run("export \(format) --output", [copy.absolute("out")])
    _ = try ImportTests.summary(copy, [copy.absolute(format == "csv" ? "out/books.csv" : "out")])
    let file = try #require(copy["books/emma-00000000.yaml"])
    #expect(
      file == """
        id: 00000000-0000-4000-8000-000000000001
        title: Emma
        status: lost
        rating: five
        publisher: Ace
        year: [1815, 1816]
        pages: 320
        other: [Ace, {a: Ace}]

        """ || file.contains("year:\n  - 1815\n  - 1816\n"), "\(file)")
    for field in ["author", "contributors", "isbn", "series", "language"] { #expect(!file.contains(field + ":")) }
  }

  /// A mapping in a text field is reported and not converted to text.
  @Test func aMappingBecomesNoText() throws {
    let copy = try ImportTests.empty()
    copy["in"] =
      #"[{"kind":"book","id":"00000000-0000-4000-8000-000000000001","title":"A","isbn":{"a":"b"},"author":[["x"]]}]"#
    let said = try copy.run("import", [copy.absolute("in")])
    #expect(
      said.contains("isbn: a mapping is not text") && said.contains("author: a list that contains more than texts"))
    #expect(copy["books/a-00000000.yaml"] == "id: 00000000-0000-4000-8000-000000000001\ntitle: A\n")
  }

  @Test func manyMisfitsAreCounted() throws {
    let library = try ImportTests.empty()
    for number in 10..<50 {
      library["books/\(number).yaml"] = "id: 00000000-0000-4000-8000-0000000000\(number)\ntitle: T\nrating: x\n"
    }
    let said = try library.run("export json --output", [library.absolute("out")])
    #expect(said.split(separator: "\n").count { $0.hasPrefix("! warning: books/") } == 20)
    #expect(said.contains("! warning: 20 more values like these; `shelf doctor` lists them"))
  }

  /// Sequential ids have a common prefix, but their records need different file names.
  @Test(arguments: [false, true])
  func idsThatBeginAlike(_ isInLibrary: Bool) throws {
    let library = try ImportTests.empty()
    func line(_ number: Int, _ title: String) -> String {
      #"{"kind":"book","id":"12345678-0000-4000-8000-00000000000\#(number)","title":"\#(title)"}"# + "\n"
    }
    library["1.jsonl"] = line(1, "Emma") + (isInLibrary ? "" : line(2, "Emma!"))
    _ = try ImportTests.summary(library, [library.absolute("1.jsonl")])
    if isInLibrary {
      library["2.jsonl"] = line(2, "Emma!")
      _ = try ImportTests.summary(library, [library.absolute("2.jsonl")])
    }
    #expect(try library.run("book list --format ids").split(separator: "\n").count == 2)
    library["1.jsonl"] = line(1, "Emma") + line(2, "Emma!")
    #expect(try ImportTests.counts(ImportTests.summary(library, [library.absolute("1.jsonl")])) == "2 0 0 2 0 0")
  }

  /// Random records of all kinds, with all sorts of text that a user may write, survive a round trip.
  @Test(arguments: ["json", "jsonl", "csv"])
  func generatedRecordsComeBack(_ format: String) throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let library = try ImportTests.empty()
    let facts = RandomLibrary.make(TestData.isFull ? 10_000 : 150, using: &random)
    for fact in facts.all { library[fact.path] = fact.yaml }
    try roundTrip(library, format)
  }

  /// An export does not follow links, because in a folder from someone else, they may lead anywhere.
  @Test(arguments: ["csv", "markdown"])
  func aFolderIsWrittenThroughNoLink(_ format: String) throws {
    let library = try TestLibrary()
    let outside = try TestLibrary(["victim": "mine\n"])
    _ = try library.run("export \(format) --output", [library.absolute("out")])
    for name in try FileManager.default.contentsOfDirectory(atPath: library.absolute("out")) {
      try FileManager.default.removeItem(atPath: library.absolute("out/" + name))
      try FileManager.default.createSymbolicLink(
        atPath: library.absolute("out/" + name), withDestinationPath: outside.absolute("victim"))
    }
    let output = try library.run("export \(format) --output", [library.absolute("out")])
    #expect(output.contains("is a link and was not changed"))
    #expect(outside["victim"] == "mine\n")
  }

  @Test(.enabled(if: TestData.isThere, TestData.whereFrom), arguments: ["jsonl", "csv"])
  func aRealLibraryComesBackAsItWas(_ format: String) throws {
    let library = try ImportTests.empty()
    let source = try TestData.folder("real-library")
    for folder in ["books", "quotes", "genres", "tags", "issues"] {
      try FileManager.default.copyItem(atPath: source + "/" + folder, toPath: library.absolute(folder))
    }
    try roundTrip(library, format)
  }

  /// An export of the results of a query includes the records that the results refer to. Otherwise, the export could
  /// not be imported.
  @Test(arguments: ["json", "jsonl", "csv"])
  func aQueryBringsWhatItRefersTo(_ format: String) throws {
    let library = try TestLibrary()
    let copy = try ImportTests.empty()
    let path = copy.absolute(format == "csv" ? "out" : "out.\(format)")
    let said = try library.run("export \(format) kind:quote --output", [path])
    #expect(said.contains("book") && said.contains("that they refer to"))
    let summary = try ImportTests.summary(copy, [path])
    #expect((summary["problems"] as? [Any])?.isEmpty == true)
    #expect(try !copy.run("doctor --severity error").contains("dangling"))
    // A table on standard output can contain only one kind of record.
    #expect(try library.run("export csv kind:quote").contains("cannot contain"))
  }

  @Test func aReferenceToNothingIsNamed() throws {
    let library = try ImportTests.empty()
    library["in.json"] = #"""
      [{"kind": "quote", "id": "8f1e569e-b6c5-4644-bd1f-1cdc51f691b2", "text": "Words",
        "book": {"id": "8f1e569e-b6c5-4644-bd1f-1cdc51f691b3", "name": "Gone"}}]
      """#
    let summary = try ImportTests.summary(library, [library.absolute("in.json")])
    #expect("\(summary["problems"] ?? "")".contains("which is neither here nor in the file"))
  }

  @Test func goodreadsComesBack() throws {
    let library = try ImportTests.empty()
    _ = try library.run("book add", ["Shelved", "--author", "King, Jr.", "--isbn", "080442957X"])
    _ = try library.run("book add", ["Read", "--author", "A B", "--isbn", "9780553383041", "--status", "completed"])
    let text = try library.run("export goodreads")
    #expect(text.contains("\"=\"\"080442957X\"\"\"") && text.contains("\"King, Jr.\",\"King, Jr.\""))
    library["out.csv"] = text
    #expect(
      try ImportTests.counts(ImportTests.summary(library, [library.absolute("out.csv")])) == "2 0 2 0 0 0"
        || ImportTests.counts(ImportTests.summary(library, [library.absolute("out.csv")])) == "2 0 0 2 0 0")
    #expect(try library.run("genre list").isEmpty)
    let copy = try ImportTests.empty()
    copy["out.csv"] = text
    _ = try ImportTests.summary(copy, [copy.absolute("out.csv")])
    #expect(try copy.run("export goodreads") == text)
  }

  /// Everything that a format can represent survives a round trip, even with arbitrary text.
  @Test(arguments: ["json", "jsonl", "csv", "bibtex", "csl-json", "goodreads"])
  func generatedBooksComeBack(_ format: String) throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let library = try ImportTests.empty()
    let words = [
      "dune", "Łódź", "mind-killer", "三体", "don’t", "O'Brien", "#hash", "a:b", "{brace}", "[x]", "\\back", "\"quoted\"",
      "50%", "&", "and,", "-", "null", "~", "*star*", "_under_", "$5", "^", "<b>", "&lt;", "@home", "|", "`tick`", "ß",
      "œ;",
    ]
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in random.pick(words) }.joined(separator: " ")
    }
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }
    func name(_ number: Int) -> String {
      text(1...2).filter { !",;&".contains($0) }.trimmingCharacters(in: .whitespaces) + " \(number)"
    }
    for genre in 0..<8 {
      library["genres/\(genre).yaml"] =
        "id: 00000000-0000-4000-9000-00000000000\(genre)\nname: \(quoted(text(1...2) + " \(genre)"))\ncolor: \"00AA0\(genre)\"\n"
    }
    let count = TestData.isFull ? 10_000 : 120
    for number in 0..<count {
      let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
      let status = random.pick(["wanted", "onShelf", "inProgress", "completed", "abandoned"])
      var lines = ["id: \(id)", "title: \(quoted(text(1...4) + " \(number)"))", "status: \(status)"]
      lines.append(
        "author: [\((0...random.pick([0, 1])).map { quoted(name(number * 2 + $0)) }.joined(separator: ", "))]")
      if random.once(in: 2) {
        let roles = ["(translator)", "(editor)", "(illustrator)", "(foreword)", "(narrator)", "(letterer)", ""]
        let people = (0...random.pick([0, 1, 3])).map {
          quoted("\(name(number * 5 + $0)) \(random.pick(roles))".trimmingCharacters(in: .whitespaces))
        }
        lines.append("contributors: [\(people.joined(separator: ", "))]")
      }
      if random.once(in: 2) { lines.append("rating: \(random.pick([1, 2, 3, 4, 5]))") }
      if random.once(in: 2) {
        lines.append("genres: [00000000-0000-4000-9000-00000000000\(random.pick(Array(0..<8)))]")
      }
      if random.once(in: 3) { lines.append("publisher: \(quoted(text(1...3)))") }
      if random.once(in: 2) { lines.append("year: \(random.pick([-800, 33, 1965, 2024]))") }
      if random.once(in: 2) { lines.append("pages: \(random.pick([1, 320, 1500]))") }
      if random.once(in: 3) { lines.append("synopsis: \(quoted(text(3...20) + "\n" + text(2...5) + "\n"))") }
      if random.once(in: 3) { lines.append("review: \(quoted(text(3...20) + "\n\n" + text(2...5) + "\n"))") }
      if random.once(in: 3) { lines.append("notes: \(quoted(text(3...9)))") }
      if status == "completed", random.once(in: 2) {
        lines.append("dateCompleted: 2020-05-1\(random.pick(Array(0..<9)))")
      }
      library["books/\(number).yaml"] = lines.joined(separator: "\n") + "\n"
    }
    try roundTrip(library, format)
  }

  /// A bibliography contains the contributors whose roles have a field in its format. The export reports the others.
  @Test func whoDidWhat() throws {
    let library = try ImportTests.empty()
    library["books/a.yaml"] =
      "id: 00000000-0000-4000-8000-000000000001\ntitle: Madame Bovary\nauthor: Gustave Flaubert\ncontributors:\n"
      + "  - Eleanor Marx (translator)\n  - Bo Poe (Illustrator)\n  - Cy Foe (letterer)\n  - Di Roe (foreword)\n  - Ed Noe\n"
    library["books/b.yaml"] =
      "id: 00000000-0000-4000-8000-000000000002\ntitle: Visions\nauthor: Ann Roe\ncontributors: Ann Roe (editor)\n"
    let bibtex = try library.run("export bibtex")
    #expect(bibtex.contains("  translator = {Eleanor Marx},\n") && bibtex.contains("  illustrator = {Bo Poe},\n"))
    #expect(bibtex.contains("  foreword = {Di Roe}\n") && !bibtex.contains("Cy Foe"))
    #expect(bibtex.contains("  title = {{Visions}},\n  editor = {Ann Roe}\n"), "an anthology has no author")
    #expect(bibtex.contains("contributors (1): only contributors with a role that has a field"))
    let csl = try library.run("export csl-json")
    #expect(
      csl.contains("\"translator\": [") && csl.contains("\"illustrator\": [") && csl.contains("\"contributor\": ["))
    #expect(csl.contains("contributors (1): contributors whose role CSL does not have"))
    #expect(csl.components(separatedBy: "\"author\"").count == 2)
  }

  /// Books that differ only in their publishers keep their order in a round trip, regardless of their ids.
  @Test(arguments: ["bibtex", "csl-json", "jsonl"])
  func twinsComeBackInOrder(_ format: String) throws {
    let library = try ImportTests.empty()
    for number in 0..<60 {
      let digits = "\(number * 7 % 60 + 10)"
      library["books/\(number).yaml"] =
        "id: 000000\(digits)-0000-4000-8000-000000000000\ntitle: Dune\nauthor: Jane 12-34 Doe\nyear: 2001\n"
        + "publisher: Press \(number)\n"
    }
    try roundTrip(library, format)
  }

  /// Titles are sorted by their folded text, regardless of the script and the position of the first difference.
  ///
  /// Most comparisons treat the first 15 bytes as a number, so the titles in this test differ around that position.
  @Test func titlesAreInOrder() throws {
    let library = try ImportTests.empty()
    let letters = ["", " ", "a", "z", "é", "e\u{301}", "ж", "ж\u{308}", "三", "\u{327}", "\u{591}", "🐙"]
    var titles: [String] = []
    for place in [0, 1, 13, 14, 15, 16] {
      for letter in letters { titles.append(String(repeating: "m", count: place) + letter + "n") }
    }
    titles = Array(Set(titles.map(Folding.fold)))
    for (number, title) in titles.enumerated() {
      library["books/\(number).yaml"] = "id: 000000\(number + 10)-0000-4000-8000-000000000000\ntitle: \"\(title)\"\n"
    }
    _ = try library.run("export jsonl --output", [library.absolute("out")])
    let exported = try (library["out"] ?? "").split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    #expect(exported.compactMap { $0?["title"] as? String } == titles.sorted())
  }

  /// When the title of a book changes, an export renames the book's note. It leaves other files alone.
  @Test func notesFollowTheirBooks() throws {
    let library = try ImportTests.empty()
    _ = try library.run("book add", ["One", "--author", "A B"])
    _ = try library.run("book add", ["Two", "--author", "A B"])
    let out = library.absolute("out")
    _ = try library.run("export markdown --output", [out])
    library["out/Mine.md"] = "my own\n"
    _ = try library.run("book set", ["One", "title=Uno"])
    _ = try library.run("delete Two --yes")
    let said = try library.run("export markdown --output", [out])
    #expect(
      said.contains("One - A B.md is now Uno - A B.md") && said.contains("Two - A B.md is from an earlier export"))
    #expect(library["out/One - A B.md"] == nil && library["out/Uno - A B.md"] != nil && library["out/Mine.md"] != nil)
    library["out/Uno - A B.md"] = "foreign\n"
    #expect(try library.run("export markdown --output", [out]).contains("was not written by an export"))
  }

  /// Importing the front matter of exported notes creates the same books with the same ids, and edits to it change the
  /// books.
  @Test func frontMatterComesBack() throws {
    let library = try TestLibrary()
    let copy = try ImportTests.empty()
    _ = try library.run("export markdown --output", [copy.absolute("notes")])
    #expect(try ImportTests.summary(copy, ["yaml", copy.absolute("notes")])["rejected"] as? Int == 0)
    _ = try copy.run("export markdown --output", [copy.absolute("again")])
    let names = try FileManager.default.contentsOfDirectory(atPath: copy.absolute("notes")).sorted()
    #expect(try FileManager.default.contentsOfDirectory(atPath: copy.absolute("again")).sorted() == names)
    func front(_ path: String) -> [Substring] {
      let lines = (copy[path] ?? "").split(separator: "\n")
      return lines.dropFirst().prefix { $0 != "---" }.filter { !$0.hasPrefix("shelf-checksum") }
    }
    for name in names { #expect(front("again/" + name) == front("notes/" + name), "\(name)") }
    let name = try #require(names.first)
    copy["notes/" + name] = copy["notes/" + name]?.replacing("\ntitle: ", with: "\ntitle: Another ")
    let path = copy.absolute("notes/" + name)
    #expect(try ImportTests.counts(ImportTests.summary(copy, ["yaml", path])) == "1 0 1 0 0 0")
  }

  @Test func tablesOfAnEarlierExportAreNamed() throws {
    let library = try TestLibrary()
    _ = try library.run("export csv --output", [library.absolute("out")])
    #expect(
      try library.run("export csv kind:tag --output", [library.absolute("out")]).contains(
        "books.csv is from an earlier export"))
  }
}
