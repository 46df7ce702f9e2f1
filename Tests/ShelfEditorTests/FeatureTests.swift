import ShelfKit
import ShelfModel
import ShelfRPC
import ShelfStore
import ShelfTestSupport
import Testing

@testable import ShelfEditor

private func id(_ number: Int) -> String { EditorText.id(number) }
private let head = "id: \(EditorText.id(1))\ntitle: Dune\n"

@Suite struct CompletionTests {
  @Test(arguments: [
    (head + "genres:\n  - lodz‸\n", "Łódź Noir"), (head + "genres:\n  - noir‸\n", "Łódź Noir"),
    (head + "genres:\n  - SCI‸\n", "Science Fiction"), (head + "genres:\n- fict‸\n", "Science Fiction"),
    (head + "genres: [\(id(11)), sci‸]\n", "Science Fiction"), (head + "genres: [sci‸", "Science Fiction"),
    (head + "genres:\n  - 00000000-0000-4000-8000-00000000000b‸\n", "Łódź Noir"),
    (head + "genre: sci‸\n", "Science Fiction"), (head + "status: com‸\n", "completed"), (head + "status: ‸", "wanted"),
    (head + "rat‸", "rating"), (head + "‸\nstatus: wanted\n", "author"), (head + "dateAdded: ‸\n", "today"),
    (head + "series: lo‸\n", "Łódź novels"),
    (head + "synopsis: |\n  A text.\n‸", "rating"), (head + "synopsis: |\n  A text.\n‸\nstatus: wanted\n", "rating"),
    (head + "author:\n  - aus‸\n", "Jane Austen"),
  ])
  func offers(_ text: String, _ label: String) throws {
    #expect(try EditorText(text).offers.contains(label))
  }

  @Test(arguments: [
    head + "synopsis: |\n  sta‸\n", head + "synopsis: |\n  a\n‸\n\n  b\n", head + "synopsis: >-\n\n  a\n\n  ra‸",
    head + "# ra‸\n",
    head + "status: wanted # c‸\n",
    head + "pages: ‸\n", head + "unknown: ‸\n", "---‸\n", head + "    x‸\n",
  ])
  func offersNothing(_ text: String) throws { #expect(try EditorText(text).offers.isEmpty) }

  @Test func aReferenceIsWrittenWithItsName() throws {
    #expect(
      try EditorText(head + "genres:\n  - sci‸\n").taking("Science Fiction")
        == head + "genres:\n  - \(id(10)) # Science Fiction\n")
    #expect(
      try EditorText(head + "genres:\n  - ‸\(id(10)) # Science Fiction\n").taking("Łódź Noir")
        == head + "genres:\n  - \(id(11)) # Łódź Noir\n")
    #expect(try EditorText(head + "genres: [sci‸]\n").taking("Science Fiction") == head + "genres: [\(id(10))]\n")
  }

  @Test func namesAreNotSnippets() throws {
    let text = try EditorText(head + "genres:\n  - shop‸\n").taking("$1 } \\ Shop")
    #expect(text.contains("# \\$1 \\} \\\\ Shop"))
    let plain = try EditorText(head + "genres:\n  - shop‸\n", abilities: .object([])).taking("$1 } \\ Shop")
    #expect(plain.contains("# $1 } \\ Shop"))
  }

  @Test func whatIsThereIsNotOfferedAgain() throws {
    let text = try EditorText(head + "genres:\n  - \(id(10)) # Science Fiction\n  - ‸\n")
    #expect(!text.offers.contains("Science Fiction") && text.offers.contains("Łódź Noir"))
    let keys = try EditorText(head + "‸").offers
    #expect(!keys.contains("title") && !keys.contains("id") && !keys.contains("formerIds"))
  }

  @Test func whatIsRequiredComesFirst() throws {
    #expect(try EditorText("quotes/new.yaml", "‸").offers.prefix(2) == ["id", "text"])
  }

  @Test func aKeyBringsItsShape() throws {
    #expect(try EditorText(head + "rat‸").taking("rating") == head + "rating: ")
    #expect(try EditorText(head + "gen‸").taking("genres") == head + "genres:\n  - ")
    #expect(try EditorText(head + "gen‸: x").taking("genres") == head + "genres: x")
    #expect(try EditorText("a: 1\r\ngen‸").taking("genres") == "a: 1\r\ngenres:\r\n  - ")
    #expect(try EditorText(head + "stat‸").taking("status").hasPrefix(head + "status: ${1|wanted,onShelf"))
  }

  @Test func aMissingGenreCanBeCreated() throws {
    #expect(try EditorText(head + "genres:\n  - Horror‸\n").offers == ["Create the genre “Horror”"])
    #expect(try !EditorText(head + "genres:\n  - łódź noir‸\n").offers.contains { $0.hasPrefix("Create") })
    #expect(try EditorText("quotes/x.yaml", "book: Nobody‸").offers.isEmpty)
  }
}

@Suite struct HoverTests {
  @Test func showsTheRecordOfAReference() throws {
    let hover = try #require(
      try EditorText("quotes/fear.yaml", "id: \(id(20))\nbook: 00000000-00‸00-4000-8000-000000000001\n").hover)
    #expect(hover.contains("### Dune") && hover.contains("★★★★½") && hover.contains("Frank Herbert"))
    #expect(hover.contains("Fear is the mind-killer"))
    // Hovering over the comment after a reference also shows the record.
    #expect(try EditorText("quotes/fear.yaml", "book: \(id(1)) # Du‸ne\n").hover?.contains("### Dune") == true)
    #expect(try EditorText("quotes/fear.yaml", "book: \(id(99))‸\n").hover == "no record of this library has this id")
  }

  @Test func saysWhatAKeyIsFor() throws {
    let hover = try #require(try EditorText(head + "sta‸tus: wanted\n").hover)
    #expect(hover.contains("**status**") && hover.contains("inProgress (you are reading it)"))
    #expect(try EditorText(head + "what‸: 1\n").hover == nil)
  }

  @Test func saysHowLongAgoADateIs() throws {
    #expect(try EditorText(head + "dateAdded: 2026-11-‸20\n").hover == "Friday, 20 November 2026, yesterday")
    #expect(try EditorText(head + "dateAdded: 2020-0‸2\n").hover == "February 2020")
  }

  @Test func worksInATextThatIsNoYAML() throws {
    #expect(
      try EditorText(head + "sta\ngenres:\n  - \(id(10))‸\n  - \n \tx").hover?.contains("Science Fiction") == true)
  }
}

@Suite struct NavigationTests {
  @Test func leadsToTheRecord() throws {
    let text = try EditorText(head + "genres:\n  - \(id(10))‸ # Science Fiction\n")
    #expect(text.snapshot.definition(at: text.offset)?.items.first?["uri"] == "file:///library/genres/sf.yaml")
    let nowhere = try EditorText(head + "genr‸es:\n")
    #expect(nowhere.snapshot.definition(at: nowhere.offset) == nil)
  }

  @Test func findsWhatRefersToARecord() throws {
    let text = try EditorText(head + "rating: 1‸\n")
    let uris = text.snapshot.references(at: text.offset, withDeclaration: false)?.items.compactMap { $0["uri"]?.text }
    #expect(uris == ["file:///library/issues/buy.yaml", "file:///library/quotes/fear.yaml"])
    #expect(text.snapshot.lenses()?.items.first?["command", "title"] == "1 quote · 1 issue")
  }

  @Test func outlinesATextAndTheLibrary() throws {
    let text = try EditorText(head + "genres:\n  - \(id(10)) # Science Fiction\n‸")
    let record = try #require(text.snapshot.symbols()?.items.first)
    #expect(record["name"] == "Dune")
    #expect(record["children"]?.items.compactMap { $0["name"]?.text } == ["id", "title", "genres"])
    #expect(record["children"]?.items.last?["children"]?.items.first?["name"] == "Science Fiction")
    let search = SymbolSearch(
      library: text.snapshot.library, paths: text.snapshot.paths, client: text.snapshot.client, host: EditorText.host)
    #expect(search.symbols("lodz").items.compactMap { $0["name"]?.text } == ["Łódź Noir"])
    #expect(search.symbols("mind").items.compactMap { $0["name"]?.text } == ["Fear is the mind-killer"])
  }

  @Test func findsByAQuery() throws {
    let text = try EditorText(head + "‸")
    let search = SymbolSearch(
      library: text.snapshot.library, paths: text.snapshot.paths, client: text.snapshot.client, host: EditorText.host)
    func names(_ query: String) -> [String] { search.symbols(query).items.compactMap { $0["name"]?.text } }
    #expect(names("rating:4..") == ["Dune"])
    #expect(names("author:austen") == ["Emma"])
    // Text that is not a valid query is searched for in titles.
    #expect(names("nothing:") == [])
    #expect(names("rating:high") == [])
  }

  @Test func saysOfAnIssueWhatIsOpenAndItsTags() throws {
    let issue = ("issues/x.yaml", "id: \(id(41))\ntitle: Lend it\ncompleted: false\ntags: [\(id(30))]\n")
    let text = try EditorText(EditorText.dune, head + "‸", others: [issue])
    let search = SymbolSearch(
      library: text.snapshot.library, paths: text.snapshot.paths, client: text.snapshot.client, host: EditorText.host)
    #expect(search.symbols("lend it").items.first?["containerName"] == "issue, open, #lending")
  }

  /// Selections grow from the inside out: item, line, field, text.
  @Test func selectsMoreAndMore() throws {
    let text = try EditorText(head + "genres:\n  - \(id(10))\n  - 00000000-0000-4000-8000-00000000000b‸\n\nrating: 3\n")
    var selection = text.snapshot.selections(at: [text.offset])?.items.first
    var texts: [String] = []
    while let one = selection {
      let range = try #require(text.snapshot.index.range(one["range"]))
      texts.append(String(decoding: text.snapshot.text.bytes[range], as: UTF8.self))
      selection = one["parent"]
    }
    #expect(
      texts == [
        id(11), "  - \(id(11))", "genres:\n  - \(id(10))\n  - \(id(11))",
        head + "genres:\n  - \(id(10))\n  - \(id(11))\n\nrating: 3\n",
      ])
  }

  @Test func hintsAtNamesAndStars() throws {
    let text = try EditorText(head + "genres:\n  - \(id(10))\n  - \(id(11)) # Old\n  - \(id(99))\nrating: 3\n‸")
    let hints = text.snapshot.hints(in: 0..<text.snapshot.text.bytes.count)?.items.compactMap { $0["label"]?.text }
    #expect(hints == ["Science Fiction", "now Łódź Noir", "no such genre", "★★★☆☆"])
  }

  @Test func formattingAddsNamesAndNothingElse() throws {
    let text = try EditorText(head + "genres:\n  - \(id(10))\n  - \(id(11))   # Old\nrating:   3\n‸")
    let edits = try #require(text.snapshot.formatting()).items
    #expect(edits.count == 1 && edits.first?["newText"] == " # Science Fiction")
  }

  @Test func showsColors() throws {
    let text = try EditorText("genres/sf.yaml", "id: \(id(10))\nname: SF\ncolor: 8E44AD\n‸")
    let color = try #require(text.snapshot.colors()?.items.first)
    let range = try #require(text.snapshot.index.range(color["range"]))
    let white: JSON = ["red": 1, "green": 1, "blue": 1, "alpha": 1]
    #expect(text.snapshot.presentation(of: white, in: range)?.items.first?["textEdit", "newText"] == "\"FFFFFF\"")
    #expect(text.snapshot.presentation(of: ["red": 7], in: range) == nil)
  }
}

@Suite struct RenameTests {
  private func changes(_ text: EditorText, _ name: String) throws -> [FileChange] {
    let snapshot = text.snapshot
    let typed = snapshot.library.replacing([snapshot.path: .some(snapshot.text.bytes)])
    return try Rename(snapshot, at: text.offset).act(to: name).preview(in: typed, host: EditorText.host).changes
  }

  private func rename(_ text: EditorText, _ name: String) throws -> [String: String] {
    let changes = try changes(text, name)
    return Dictionary(uniqueKeysWithValues: changes.map { ($0.path, String(decoding: $0.new ?? [], as: UTF8.self)) })
  }

  @Test func changesTheNameAndTheCommentsWithIt() throws {
    let text = try EditorText(head + "genres:\n  - 00000000-0000-4000-8000-00000000000a‸ # Science Fiction: the best\n")
    let changed = try rename(text, "SF")
    #expect(changed["genres/sf.yaml"] == "id: \(id(10))\nname: SF\ncolor: \"8E44AD\"\n")
    #expect(changed["books/dune.yaml"] == head + "genres:\n  - \(id(10)) # SF: the best\n")
  }

  @Test func worksFromTheNameItself() throws {
    let changed = try rename(try EditorText("id: \(id(1))\ntitle: Du‸ne\n"), "Dune: Part 1")
    #expect(
      changed["books/dune.yaml"] == "id: \(id(1))\ntitle: 'Dune: Part 1'\n"
        || changed["books/dune.yaml"] == "id: \(id(1))\ntitle: \"Dune: Part 1\"\n")
    #expect(changed["quotes/fear.yaml"]?.contains("# Dune: Part 1") == true)
  }

  /// Renaming a record updates the comments after all references to it. If there are many files, the client gets only
  /// some of the changes, with the renamed record and the open files first.
  @Test(arguments: [(48, 50, 0), (60, 50, 12), (1003, 50, 955)])
  func renewsTheNamesInManyFiles(_ others: Int, _ expected: Int, _ left: Int) throws {
    let books = (0..<others).map { number in
      ("books/\(number).yaml", "id: \(id(100 + number))\ntitle: T\ngenres:\n  - \(id(10)) # Science Fiction\n")
    }
    // The open book also refers to the genre.
    let text = try EditorText(
      EditorText.dune, head + "genres:\n  - \(id(10))‸ # Science Fiction\n", others: books.map { ($0.0, $0.1) })
    let changed = try rename(text, "SF")
    #expect(changed["genres/sf.yaml"]?.contains("name: SF\n") == true)
    #expect(changed[EditorText.dune] == head + "genres:\n  - \(id(10)) # SF\n")
    #expect(changed.count == others + 2)
    #expect(changed.values.allSatisfy { !$0.contains("Science Fiction") })
    let rename = try Rename(text.snapshot, at: text.offset)
    let own = rename.forClient(try changes(text, "SF"))
    #expect(own.changes.count == expected && own.left == left)
    #expect(own.changes.prefix(2).map(\.path) == ["genres/sf.yaml", EditorText.dune])
    #expect(rename.notice(of: left).hasPrefix("\(left) files still have the old name of “Science Fiction” after"))
  }

  @Test func saysWhyNot() throws {
    func error(_ text: EditorText, _ name: String) -> String {
      do {
        _ = try rename(text, name)
        return ""
      } catch { return (error as? RPCError)?.message ?? "\(error)" }
    }
    #expect(
      error(try EditorText(head + "rating: ‸4\n"), "x") == "only a title, or a reference to a record, can be renamed")
    #expect(error(try EditorText("id: \(id(1))\ntitle: ‸Dune\n"), " ") == "the name must not be empty")
    #expect(
      error(try EditorText("genres/sf.yaml", "id: \(id(10))\nname: S‸F\n"), "łódź noir").hasPrefix("nameTaken"))
    #expect(error(try EditorText("a: [‸"), "x") == "the text cannot be read as a record")
  }
}

/// Tests that incomplete texts, such as those that a server sees while the user types, get valid answers.
@Suite struct HalfTypedTests {
  @Test func everyPrefixOfEveryTextHasAnswers() throws {
    for (path, whole) in EditorText.files {
      for end in 0...whole.utf8.count where end % 3 == 0 {
        guard let prefix = String(whole.utf8.prefix(end)) else { continue }
        try askEverything(EditorText(path, prefix + "‸"))
      }
    }
  }

  /// If a key occurs twice, the position of a value with an escape sequence is unknown.
  @Test func valuesWithoutAPlaceHaveAnswers() throws {
    let escaped = "\"\\x30" + EditorText.id(10).dropFirst() + "\""
    for text in ["genres: [\(escaped)]", "genres:\n  - \(escaped) # x\n", "rating: \"\\x34\"\ncolor: \"\\x30011AA\""] {
      for head in ["id: \(EditorText.id(1))\ntitle: a\ntitle: b\n", "id: \(escaped)\ntitle: a\ntitle: b\n"] {
        try askEverything(EditorText(head + text + "‸"))
        try askEverything(EditorText("genres/sf.yaml", head + "‸" + text))
      }
    }
  }

  @Test func randomTextsHaveAnswers() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seedOfRun)
    let pieces = [
      "id: ", EditorText.id(10), "\n", "\n  - ", "genres:", " [", "]", ", ", "# x", "\"", "'", "|", ">", "\t", "🐉", "é",
      "\r\n",
      "title: x", ": ", "\u{FEFF}", "status: ", "<<<<<<< ", "&a", "*a", "---", "{", "}", "~", "\"\\x30", "title: ",
      "\"\\u00e9\"",
    ]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0..<15, using: &generator)).map { _ in generator.pick(pieces) }
      let place = Int.random(in: 0...text.count, using: &generator)
      try askEverything(EditorText(text[..<place].joined() + "‸" + text[place...].joined()))
    }
  }

  private func askEverything(_ text: EditorText) throws {
    let (snapshot, offset) = (text.snapshot, text.offset)
    let answers = [
      snapshot.hover(at: offset), snapshot.completion(at: offset), snapshot.highlights(at: offset), snapshot.symbols(),
      snapshot.links(), snapshot.formatting(), snapshot.colors(), snapshot.selections(at: [offset]),
    ]
    for answer in answers.compactMap({ $0 }) { try expectPlaces(in: answer, snapshot) }
    _ = snapshot.definition(at: offset)
    _ = snapshot.references(at: offset, withDeclaration: true)
    _ = snapshot.lenses()
    _ = (snapshot.tokens(), snapshot.foldings(), snapshot.hints(in: 0..<snapshot.text.bytes.count))
    if let rename = try? Rename(snapshot, at: offset) {
      _ = try? rename.act(to: "x").preview(in: snapshot.library, host: EditorText.host)
    }
  }

  /// Checks that every range in an answer is valid: both positions exist in the text, and the end does not precede the
  /// start.
  private func expectPlaces(in answer: JSON, _ snapshot: Snapshot) throws {
    if let start = TextPosition(answer["start"]), let end = TextPosition(answer["end"]) {
      #expect(start <= end)
      for position in [start, end] {
        #expect(snapshot.index.position(of: snapshot.index.offset(of: position)) == position, "\(answer)")
      }
    }
    for item in answer.items { try expectPlaces(in: item, snapshot) }
    if case .object(let members) = answer { for member in members { try expectPlaces(in: member.value, snapshot) } }
  }
}
