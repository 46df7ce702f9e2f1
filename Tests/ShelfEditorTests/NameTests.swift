import ShelfDoctor
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfTestSupport
import Testing

@testable import ShelfEditor

private func id(_ number: Int) -> String { EditorText.id(number) }

/// Authors and series, which are names in text fields, can be looked up and renamed like records.
@Suite struct NameTests {
  private static let others: [(path: String, text: String)] = [
    ("books/messiah.yaml", "id: \(id(3))\ntitle: Dune Messiah\nauthor: frank herbert\nseries: Dune 2\nrating: 4\n"),
    ("books/heretics.yaml", "id: \(id(4))\ntitle: Heretics\nauthor: [Frank Herbert, Anna B]\nseries: \"Dune #5\"\n"),
    ("books/translated.yaml", "id: \(id(5))\ntitle: X\ncontributors: [Frank Herbert (translator)]\n"),
  ]

  private func text(_ marked: String) throws -> EditorText {
    try EditorText(EditorText.dune, "id: \(id(1))\ntitle: Dune\n" + marked, others: NameTests.others)
  }

  @Test func showsTheBooksOfAnAuthor() throws {
    let hover = try #require(try text("author: Frank Her‸bert\nrating: 5\n").hover)
    #expect(hover.contains("### Frank Herbert") && hover.contains("4 books") && hover.contains("on average"))
    #expect(hover.contains("- Dune Messiah") && hover.contains("- Heretics"))
  }

  @Test func showsTheBooksOfASeriesWithTheirPlaces() throws {
    let hover = try #require(try text("series: Du‸ne 1\n").hover)
    #expect(hover.contains("### Dune") && hover.contains("3 books"))
    #expect(hover.contains("1 · Dune") && hover.contains("2 · Dune Messiah") && hover.contains("5 · Heretics"))
  }

  @Test func findsAllPlacesOfAName() throws {
    let text = try text("author: Frank Her‸bert\n")
    let places = try #require(text.snapshot.references(at: text.offset, withDeclaration: false)?.items)
    #expect(places.count == 4)
    #expect(places.contains { $0["uri"]?.text?.hasSuffix("translated.yaml") == true })
    let own = try #require(places.first { $0["uri"]?.text?.hasSuffix("dune.yaml") == true })
    #expect(own["range", "start", "character"] == 8 && own["range", "end", "character"] == 21)
  }

  @Test func completionCountsTheBooks() throws {
    let text = try text("author: fra‸\n")
    let item = try #require(text.snapshot.completion(at: text.offset)?["items"]?.items.first)
    #expect(item["label"] == "Frank Herbert")
    // A name that is still being typed is not offered as a series.
    #expect(try self.text("series: Zzq‸\n").offers.isEmpty)
    #expect(try self.text("series: Du‸\n").offers == ["Dune 6"])
  }

  @Test func actsWithoutAProblem() throws {
    func titles(_ marked: String) throws -> [String] {
      try text(marked).snapshot.recordActions(at: text(marked).offset).compactMap { $0["title"]?.text }
    }
    #expect(try titles("status: onShelf\n‸") == ["Start “Dune”", "Finish “Dune”"])
    #expect(try titles("status: inProgress\n‸") == ["Finish “Dune”"])
    #expect(try titles("status: completed\nrating‸: 4\n").count == 5)
    // The action is offered wherever the cursor is on the line.
    for item in ["  - \(id(10))‸", "‸  - \(id(10))", "‸  - \(id(10)) # Science Fiction"] {
      let text = "status: completed\nrating: 4\ngenres:\n\(item)\n"
      #expect(try titles(text) == ["Open the genre “Science Fiction”"], "\(item)")
    }
  }

  @Test func renamesAnAuthorInOneChange() throws {
    var files = ServedLibrary.files
    files["books/dune.yaml"] = "id: \(ServedLibrary.id(1))\ntitle: Dune\nauthor: Frank Herbert\n"
    files["books/messiah.yaml"] = "id: \(ServedLibrary.id(2))\ntitle: Messiah\nauthor: Frank Herbert\n"
    let library = try ServedLibrary(files)
    let client = library.client
    try client.initialize(folder: library.root)
    try library.open("books/dune.yaml")
    let uri = library.uri("books/dune.yaml")
    let place = try client.ask("textDocument/prepareRename", uri, line: 2, character: 10)
    #expect(place["placeholder"] == "Frank Herbert")
    let edit = try client.ask(
      "textDocument/rename", uri, line: 2, character: 10, [JSON.Member(key: "newName", value: "F. Herbert")])
    let changed = edit["documentChanges"]?.items.compactMap { $0["textDocument", "uri"]?.text } ?? []
    #expect(Set(changed) == [uri, library.uri("books/messiah.yaml")])
  }
}

/// `shelf.yaml` in an editor.
@Suite struct SettingTests {
  private func text(_ marked: String) throws -> EditorText { try EditorText("shelf.yaml", marked) }

  @Test func describesSettings() throws {
    #expect(try text("format: 1\nund‸o:\n  entries: 5\n").hover?.contains("How much of the history to keep") == true)
    #expect(try text("publish:\n  robots‸: all\n").hover?.contains("Takes all, none") == true)
    #expect(try text("fields:\n  book:\n    shelfmark:\n      lon‸g: true\n").hover?.contains("long text") == true)
    #expect(try text("zzz‸: 1\n").hover == nil)
    #expect(try text("queue:\n  - \(id(1))‸\n").hover?.contains("### Dune") == true)
  }

  @Test func completesSettingsAndValues() throws {
    #expect(try text("format: 1\nfil‸\n").offers == ["filters"])
    #expect(try text("merge: ‸\n").offers.contains("ours") == true)
    #expect(try text("publish:\n  rob‸\n").offers == ["robots"])
    #expect(try text("git:\n  commit: ‸\n").offers == ["true", "false"])
    #expect(try text("doctor:\n  severity:\n    unused-tag: ‸\n").offers == ["error", "warning", "note", "off"])
    #expect(try text("queue:\n  - Em‸\n").taking("Emma") == "queue:\n  - \(id(2)) # Emma\n")
    #expect(try text("form‸at: 1\n").offers == ["format"])
  }

  @Test("people, and the forms to sort them by, are completed in `names`")
  func completesNames() throws {
    #expect(try text("names:\n  ‸\n").offers == ["Frank Herbert", "Jane Austen"])
    #expect(try text("names:\n  Frank Herbert: x\n  ‸\n").offers == ["Jane Austen"])
    #expect(try text("names:\n  ja‸\n").taking("Jane Austen") == "names:\n  Jane Austen: \n")
    #expect(
      try text("names:\n  Gabriel García Márquez: ‸\n").offers == [
        "Márquez, Gabriel García", "García Márquez, Gabriel", "Gabriel García Márquez",
      ])
  }

  @Test func everyPositionHasAnAnswer() throws {
    let whole =
      "format: 1\nfilters:\n  a: \"b\"\n# c\ngoal: {2026: 4}\nqueue:\n- \(id(1))\nfields:\n  book:\n    \"x y\":\n"
    for end in 0...whole.utf8.count {
      let prefix = try #require(String(whole.utf8.prefix(end)))
      for rest in ["", String(whole.dropFirst(prefix.count))] {
        let text = try text(prefix + "‸" + rest)
        _ = (text.hover, text.offers)
      }
    }
  }

  @Test func mistakesAreFoundWhileTyping() throws {
    let library = try ServedLibrary(["shelf.yaml": "format: 1\n", "books/x.yaml": "id: \(id(1))\ntitle: X\n"])
    let client = library.client
    try client.initialize()
    try library.open("shelf.yaml")
    let uri = library.uri("shelf.yaml")
    client.change(uri, "format: 1\ngoal: {x: 1}\nundo: {entries: 0}\n", version: 2)
    let found = try client.diagnostics(uri) { $0.count == 2 }
    #expect(found.compactMap { $0["range", "start", "line"]?.integer }.sorted() == [1, 2])
    client.change(uri, "format: 1\nfilters:\n  great: \"ratng:9\"\n", version: 3)
    let wrong = try client.diagnostics(uri) { $0.contains { $0["code"] == "invalid-filter" } }
    #expect(wrong.count == 1 && wrong[0]["range", "start", "line"] == 2)
    #expect(wrong[0]["message"]?.text == "the filter “great”: no record has a field “ratng”; did you mean “rating”?")
    client.change(uri, "format: 1\nfilters:\n  great: \"rating:5\"\n", version: 4)
    _ = try client.diagnostics(uri) { $0.isEmpty }
  }
}
