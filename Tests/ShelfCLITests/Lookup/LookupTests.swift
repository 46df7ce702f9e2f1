import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfText
@testable import ShelfWording

/// Tests looking up books in catalogues, which are simulated by a local server.
@Suite struct LookupTests {
  static let isbn = "9780441478125"

  /// Returns a library, and catalogues that have one book.
  private func start(
    _ rules: [[String: Any]]? = nil, settings: String? = "lookup: {catalogues: [openlibrary, k10plus]}\n"
  ) throws -> (TestLibrary, PlayedCatalogues) {
    let catalogues = try PlayedCatalogues(rules ?? Self.known)
    let library = try TestLibrary()
    library.environment = try catalogues.environment(settings)
    library.companion = catalogues
    return (library, catalogues)
  }

  static var known: [[String: Any]] {
    get throws {
      [
        ["match": "openlibrary.org/api/books?bibkeys=ISBN:\(isbn)", "body": try Answers.text(Answers.edition(isbn))],
        ["match": "openlibrary.org/search.json?q=key:", "body": try Answers.text(Answers.work())],
        [
          "match": "openlibrary.org/works/OL59800W.json",
          "body": try Answers.text([
            "key": "/works/OL59800W", "type": ["key": "/type/work"], "title": "The Left Hand of Darkness",
            "description": ["type": "/type/text", "value": "An envoy comes to a cold world."],
          ]),
        ],
        ["match": "openlibrary.org/api/books", "body": "{}"],
        ["match": "sru.k10plus.de", "body": Answers.dnbUnknown],
      ]
    }
  }

  private func path(_ library: TestLibrary) throws -> String {
    try #require(try library.paths().first { $0.contains("left-hand") })
  }

  @Test func aNumberBringsTheRest() throws {
    let (library, catalogues) = try start()
    let said = try library.run("book add 9780441478125")
    #expect(said.hasPrefix("Added book “The Left Hand of Darkness”, from Open Library\n"), "\(said)")
    let text = try #require(library[try path(library)])
    for line in [
      "title: The Left Hand of Darkness", "author: Ursula K. Le Guin", "year: 1969", "editionDate: 2000",
      "publisher: Ace Books",
      "pages: 304", "isbn: \"9780441478125\"", "status: onShelf", "dateAdded: 2026-11-21",
      "sources: openlibrary:OL478125M", "synopsis: An envoy comes to a cold world.",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
    #expect(!text.contains("Accessible"), "\(text)")
    let requests = try catalogues.requests
    #expect(requests.count == 3)
    for request in requests {
      #expect(
        request.scheme == "https"
          && request.headers["user-agent"] == "shelf/\(ProgramVersion.number) (+\(Guide.address))")
      #expect(request.headers["accept-encoding"]?.contains("gzip") ?? false)
    }
    #expect(try !library.run("doctor").contains("left-hand"))
    _ = try library.run("undo")
    #expect(try library.paths().allSatisfy { !$0.contains("left-hand") })
  }

  @Test func whatIsTypedGoesFirst() throws {
    let (library, _) = try start()
    _ = try library.run("book add 0-441-47812-3 --rating 4 --pages 299 --author", ["Ursula Le Guin"])
    let text = try #require(library[try path(library)])
    for line in [
      "rating: 4", "pages: 299", "author: Ursula Le Guin", "publisher: Ace Books", "isbn: \"9780441478125\"",
    ] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
    // Values that the user typed are kept when the book is filled in from catalogues.
    _ = try library.run("book fill", ["The Left Hand of Darkness"])
    #expect(library[try path(library)] == text)
  }

  @Test func aGenreOfTheLibraryIsTakenAndNoneIsMade() throws {
    let (library, _) = try start()
    let genres = try library.paths().filter { $0.hasPrefix("genres/") }
    let hasGenre = try library.run("genre list").contains("Science Fiction")
    _ = try library.run("book add 9780441478125")
    #expect(try library.paths().filter { $0.hasPrefix("genres/") } == genres)
    #expect(library[try path(library)]?.contains("# Science Fiction") == hasGenre)
  }

  @Test func aBookThatIsHereIsSaidBeforeAnythingIsAsked() throws {
    let (library, catalogues) = try start()
    _ = try library.run("book add 9780441478125")
    let asked = try catalogues.requests.count
    #expect(try library.refused("book add 9780441478125").contains("--duplicate"))
    #expect(try catalogues.requests.count == asked)
    _ = try library.run("book add 9780441478125 --duplicate")
    #expect(try library.paths().count { $0.contains("left-hand") } == 2)
  }

  @Test func theCacheAnswersTheSecondTime() throws {
    let (library, catalogues) = try start()
    _ = try library.run("book add 9780441478125 --dry-run")
    let asked = try catalogues.requests.count
    #expect(try library.paths().allSatisfy { !$0.contains("left-hand") })
    _ = try library.run("book add 9780441478125")
    #expect(try catalogues.requests.count == asked)
    // Even offline, cached answers are used.
    _ = try library.run("undo")
    library.environment["SHELF_OFFLINE"] = "1"
    _ = try library.run("book add 9780441478125")
    #expect(try library.refused("book add 9780261103344").contains("SHELF_OFFLINE"))
    #expect(try catalogues.requests.count == asked)
    library.environment["SHELF_OFFLINE"] = nil
    _ = try library.run("book lookup 9780441478125 --fresh")
    #expect(try catalogues.requests.count > asked)
  }

  @Test func nothingIsAskedUnlessAPersonSaidSo() throws {
    let (library, catalogues) = try start(settings: nil)
    #expect(
      try library.refused("book add 9780441478125").contains("shelf config set lookup.catalogues openlibrary,dnb"))
    #expect(try library.refused("book lookup 9780441478125").contains("are not enabled yet"))
    // Other commands send no requests.
    for line in ["book list", "doctor", "book set Dune pages=600", "undo", "overview", "search dune", "book show Dune"]
    {
      _ = try library.run(line)
    }
    library["shelf.yaml"] = (library["shelf.yaml"] ?? "") + "\nlookup: {catalogues: [openlibrary]}\n"
    #expect(try library.refused("book add 9780441478125").contains("are not enabled yet"))
    let screen = try library.runOnTerminal("book add 9780441478125", typing: "n\n")
    #expect(screen.contains("Allow this?") && screen.contains("Nothing was looked up"), "\(screen)")
    #expect(catalogues.settings == "")
    #expect(try catalogues.requests.isEmpty)
    let agreed = try library.runOnTerminal("book add 9780441478125", typing: "y\ny\n")
    #expect(agreed.contains("Add it?") && agreed.contains("Added book"), "\(agreed)")
    #expect(catalogues.settings.contains("openlibrary"))
    library.environment = try catalogues.environment("lookup: off\n")
    #expect(try library.refused("book lookup 9780441478125").contains("lookups are disabled"))
  }

  @Test func aNumberThatIsWrongIsNotATitle() throws {
    let (library, catalogues) = try start()
    let said = try library.refused("book add 9780441478126")
    #expect(said.contains("has an incorrect checksum") && said.contains("the ISBN is 9780441478125"), "\(said)")
    _ = try library.run("book add 1984")
    _ = try library.run("book add 9780441478126 --no-lookup")
    #expect(try catalogues.requests.isEmpty)
  }

  @Test func aBookThatNobodyKnowsLeadsOn() throws {
    let (library, catalogues) = try start()
    let said = try library.refused("book add 9780261103344")
    #expect(said.contains("9780261103344") && said.contains("--lookup WORDS"), "\(said)")
    #expect(try catalogues.requests.map { $0.place.prefix { $0 != "/" } } == ["openlibrary.org", "sru.k10plus.de"])
    // The answer that a catalogue does not have a book is also cached.
    _ = try library.refused("book add 9780261103344")
    #expect(try catalogues.requests.count == 2)
  }

  /// Answers that a server may send instead of a book, and the resulting messages.
  static let failures: [(rule: [String: any Sendable], said: String)] = [
    (
      ["status": 403, "body": "<html><head><title>403 Forbidden</title></head>"],
      "status 403 (forbidden): 403 Forbidden"
    ),
    (["status": 429, "body": "{\"message\": \"Too Many Requests\"}"], "status 429 (too many requests)"),
    (["status": 429, "headers": ["Retry-After": "9999"]], "status 429"),
    (["status": 500], "status 500 (server error)"),
    (["status": 302, "headers": ["Location": "https://example.org/books"]], "redirected to another site"),
    (["status": 302, "headers": ["Location": "file:///etc/passwd"]], "redirected to another site"),
    (["status": 302, "headers": ["Location": "http://openlibrary.org/x"]], "redirected to another site"),
    (["status": 301, "headers": ["Location": "/api/books?bibkeys=ISBN:9780441478125"]], "more than three times"),
    (["size": 6 << 20], "larger than 5 MB"), (["body": "{\"ISBN:", "cut": 3], "could not be reached"),
    (["body": "<html>Welcome</html>"], "cannot be read"), (["hex": "fffe7b007d"], "cannot be read"),
    (["body": ""], "cannot be read"),
  ]

  @Test(arguments: failures.indices) func aFailureIsSaidAndTheNextIsAsked(_ number: Int) throws {
    let (rule, said) = Self.failures[number]
    let rules: [[String: Any]] = [
      (rule as [String: Any]).merging(["match": "openlibrary.org"]) { $1 },
      ["match": "sru.k10plus.de", "body": Answers.dnbUnknown],
    ]
    let (library, catalogues) = try start(rules)
    let text = try library.refused("book add 9780441478125")
    #expect(text.contains("Open Library \(said)") || text.contains(said), "\(text)")
    #expect(try catalogues.requests.contains { $0.place.hasPrefix("sru.k10plus.de") })
    #expect(try catalogues.requests.allSatisfy { !$0.place.contains("example.org") && !$0.place.contains("passwd") })
    #expect(catalogues.cached.count <= 1, "a failure is not kept")
  }

  @Test func whoWantsToBeLeftAloneIsAskedLater() throws {
    var rules = try Self.known
    rules.insert(
      ["match": "/api/books", "status": 429, "headers": ["Retry-After": "1"], "times": 1], at: 0)
    let (library, catalogues) = try start(rules)
    _ = try library.run("book add 9780441478125")
    let times = try catalogues.requests.map(\.time)
    #expect(times.count == 4 && times[1] - times[0] >= 1)
  }

  @Test func manyNumbersAreOneChange() throws {
    let numbers = ["9780441478125", "9780441013593", "9780261103344", "9780765326355"]
    let (library, catalogues) = try start([["match": "openlibrary.org/api/books", "isbns": Answers.template]])
    let before = try library.tree()
    let text = numbers.joined(separator: "\n") + "\n51795\n\n9780441478126\n" + numbers[0] + "\n"
    let said = try library.run("book add --isbns - --rating 3", input: text)
    #expect(said.contains("Added 4 books") && said.contains("“9780441478126” is not an ISBN"), "\(said)")
    #expect(try catalogues.requests.count == 1, "one request for all")
    #expect(try library.paths().count { library[$0]?.contains("rating: 3") ?? false } >= 4)
    let again = try library.run("book add --isbns -", input: numbers.joined(separator: "\n"))
    #expect(again.contains("Added 0 books; 4 were already in the library"), "\(again)")
    _ = try library.run("undo")
    #expect(try library.tree() == before)
  }

  @Test func numbersThatNobodyKnowsAreKeptForAnotherTry() throws {
    let (library, catalogues) = try start()
    let rejects = catalogues.folder + "/rejects"
    let said = try library.run(
      "book add --isbns - --rejects", [rejects], input: "9780441478125\n9780261103344\nnothing\n")
    #expect(
      said.contains("Added 1 book") && said.contains("9780261103344")
        && said.hasSuffix("[1]\n"))
    #expect(try String(contentsOfFile: rejects, encoding: .utf8) == "9780261103344\nnothing\n")
  }

  /// The message contains curl's error without the advice that follows it.
  @Test func aFailureOfTLSIsInCurlsOwnWords() throws {
    let (library, _) = try start()
    try library.writeProgram(
      "bin/curl",
      """
      #!/bin/sh
      cat >/dev/null
      cat >&2 <<'END'
      Warning: something
      curl: (60) SSL certificate problem: self-signed certificate
      More details here: https://curl.se/docs/sslcerts.html

      curl failed to verify the legitimacy of the server and therefore could not
      establish a secure connection to it. To learn more about this situation and
      how to fix it, please visit the web page mentioned above.
      END
      exit 60

      """)
    library.environment["PATH"] = library.absolute("bin") + ":" + TestMachine.path
    for line in ["book lookup 9780441478125", "book add 9780441478125", "book add --lookup nothing"] {
      let said = try library.refused(line)
      #expect(
        said.contains("Open Library could not be reached: SSL certificate problem: self-signed certificate"), "\(said)")
      #expect(!said.contains("web page"), "\(said)")
    }
  }

  /// A catalogue that failed may have the book, so the message does not claim that no catalogue has it.
  @Test func whoDidNotAnswerMayKnowIt() throws {
    let rules: [[String: Any]] = [
      ["match": "openlibrary.org/search.json", "body": "{\"docs\": []}"], ["match": "openlibrary.org", "body": "{}"],
      ["match": "sru.k10plus.de", "status": 500],
    ]
    let (library, catalogues) = try start(rules)
    let rejects = catalogues.folder + "/rejects"
    for line in [
      "book lookup 9780441478125", "book add 9780441478125", "book lookup left hand", "book add --lookup hand",
    ] {
      let said = try library.refused(line)
      #expect(said.contains("was not found: K10plus returned status 500"), "\(said)")
      #expect(!said.contains("no catalogue has") && !said.contains("no catalogue finds"), "\(said)")
    }
    let said = try library.run("book add --isbns - --rejects", [rejects], input: "9780441478125\n")
    #expect(said.contains("not found, but not every catalogue answered: 9780441478125"), "\(said)")
    #expect(!said.contains("no catalogue has") && said.hasSuffix("[1]\n"), "\(said)")
    #expect(try String(contentsOfFile: rejects, encoding: .utf8) == "9780441478125\n")
    try catalogues.play([rules[0], rules[1], ["match": "sru.k10plus.de", "body": Answers.dnbUnknown]])
    #expect(try library.refused("book lookup 9780441478125").contains("no catalogue has the ISBN 9780441478125"))
    #expect(try library.refused("book lookup left hand").contains("no catalogue has a match for “left hand”"))
  }

  /// An answer with a different ISBN, or without one, is treated as an answer about a different book.
  @Test(arguments: ["ISBN:9780441013593", "ISBN:", "ISBN:x", "OLID:OL1M", "x"])
  func aBookUnderAnotherNumberIsNotTaken(_ key: String) throws {
    let body = "{\"\(key)\": {\"details\": {\"title\": \"Another\", \"key\": \"/books/OL1M\"}}}"
    let (library, catalogues) = try start([
      ["match": "openlibrary.org", "body": body], ["match": "sru.k10plus.de", "body": Answers.dnbUnknown],
    ])
    #expect(try library.refused("book add 9780441478125").contains("no catalogue has the ISBN 9780441478125"))
    let said = try library.run("book add --isbns -", input: "9780441478125\n9780261103344\n")
    #expect(said.contains("Added 0 books") && said.contains("no catalogue has"), "\(said)")
    // The ISBN-10 of the same book is accepted.
    try catalogues.play([["match": "openlibrary.org", "body": body.replacing(key, with: "ISBN:0-441-47812-3")]])
    #expect(try library.run("book add 9780441478125 --fresh").contains("Added book “Another”"))
  }

  /// If two ISBNs lead to the same book, the second one does not add a book. It is reported and written to the file of
  /// rejected ISBNs.
  @Test func twoNumbersOfOneRecordAreSaid() throws {
    let edition: [String: Any] = [
      "title": "Twice", "key": "/books/OL9M", "isbn_13": ["9780441478125", "9780441013593"],
    ]
    let body = try Answers.text([
      "ISBN:9780441478125": ["details": edition], "ISBN:9780441013593": ["details": edition],
    ])
    let (library, catalogues) = try start([["match": "openlibrary.org/api/books", "body": body]])
    let rejects = catalogues.folder + "/rejects"
    let said = try library.run(
      "book add --isbns - --rejects", [rejects], input: "9780441478125\n9780441013593\n")
    #expect(said.contains("Added 1 book"), "\(said)")
    #expect(
      said.contains(
        "warning: 9780441013593 was not added: Open Library lists it as the same book as another ISBN, “Twice”"
      ),
      "\(said)")
    #expect(said.hasSuffix("[1]\n"), "\(said)")
    #expect(try String(contentsOfFile: rejects, encoding: .utf8) == "9780441013593\n")
  }

  @Test func fillingTakesWhatIsEmptyAndKeepsTheRest() throws {
    let (library, _) = try start()
    _ = try library.run("book add", ["The Left Hand", "--isbn", "9780441478125", "--pages", "286"])
    let said = try library.run("book fill", ["The Left Hand"])
    #expect(said.contains("author") && said.contains("keeps") && said.contains("--take pages,title"), "\(said)")
    let path = try #require(try library.paths().first { $0.contains("left-hand") })
    #expect(library[path]?.contains("pages: 286") ?? false)
    #expect(library[path]?.contains("author: Ursula K. Le Guin") ?? false)
    #expect(try library.run("book fill", ["The Left Hand"]).contains("nothing to change"))
    _ = try library.run("book fill --take pages", ["The Left Hand"])
    #expect(library[path]?.contains("pages: 304") ?? false)
    #expect(library[path]?.contains("title: The Left Hand\n") ?? false)
    #expect(try library.refused("book fill --take pagse", ["The Left Hand"]).contains("did you mean “pages”"))
  }

  @Test func whatACatalogueMendedComesAndWhatIsMineStays() throws {
    let (library, catalogues) = try start()
    _ = try library.run("book add 9780441478125")
    let path = try path(library)
    _ = try library.run("book set", ["The Left Hand of Darkness", "publisher=Ace"])
    try catalogues.play([
      [
        "match": "/api/books",
        "body": try Answers.text(Answers.edition(Self.isbn, pages: 310, more: ["publishers": ["Penguin"]])),
      ], ["match": "/search.json", "body": try Answers.text(Answers.work())],
    ])
    let said = try library.run("book fill --fresh", ["The Left Hand of Darkness"])
    #expect(library[path]?.contains("pages: 310") ?? false, "\(said)")
    #expect(library[path]?.contains("publisher: Ace\n") ?? false, "\(said)")
  }

  @Test func wordsFindBooksToChooseFrom() throws {
    let docs: [String: Any] = [
      "docs": [
        [
          "key": "/works/OL59800W", "title": "The Left Hand of Darkness", "author_name": ["Ursula K. Le Guin"],
          "first_publish_year": 1969,
        ], ["key": "/works/OL1W", "title": "Left Hands", "author_name": ["Jo Poe"], "first_publish_year": 1999],
      ]
    ]
    let (library, catalogues) = try start([["match": "/search.json", "body": try Answers.text(docs)]])
    #expect(try library.refused("book add --lookup", ["left hand"]).contains("--first"))
    let said = try library.run("book add --first --lookup", ["left hand & darkness"])
    #expect(said.contains("Added book “The Left Hand of Darkness”"), "\(said)")
    #expect(try catalogues.requests.last?.place.contains("q=left hand & darkness&") ?? false)
    let list = try library.run("book lookup left hand")
    #expect(list.contains("Left Hands\tJo Poe\t1999"), "\(list)")
  }

  /// A search for words finds a work. The publisher, the pages and the ISBN come from the edition that the catalogue
  /// lists for that work.
  @Test func wordsLeadToAnEdition() throws {
    func docs(_ title: String) -> [String: Any] {
      [
        "docs": [
          [
            "key": "/works/OL59800W", "title": "The Left Hand of Darkness", "author_name": ["Ursula K. Le Guin"],
            "first_publish_year": 1969,
            "editions": ["docs": [["key": "/books/OL1M", "title": title, "isbn": [Self.isbn]]]],
          ]
        ]
      ]
    }
    var rules = try Self.known
    rules.insert(["match": "/search.json?q=left", "body": try Answers.text(docs("The Left Hand of Darkness"))], at: 0)
    let (library, catalogues) = try start(rules)
    _ = try library.run("book add --first --lookup", ["left hand"])
    let text = try #require(library[try path(library)])
    for line in ["year: 1969", "publisher: Ace Books", "pages: 304", "isbn: \"9780441478125\""] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
    // A translation is not used as an edition of the work.
    _ = try library.run("undo")
    rules[0]["body"] = try Answers.text(docs("Die linke Hand der Dunkelheit"))
    try catalogues.play(rules)
    let said = try library.run("book add --first --fresh --lookup", ["left hand"])
    #expect(said.contains("lists no edition of it"), "\(said)")
    #expect(try library[path(library)].map { !$0.contains("isbn") && !$0.contains("publisher") } ?? false)
  }

  @Test func subjectsOfServiceAreNone() throws {
    let (library, _) = try start()
    let said = try library.run("book lookup 9780441478125")
    #expect(said.contains("Science Fiction") && !said.contains("Accessible"), "\(said)")
  }

  /// On a terminal, the command offers subjects as genres, but does not create any genre without consent.
  @Test func otherSubjectsAreOfferedAsGenres() throws {
    var rules = try Self.known
    rules[0]["body"] = try Answers.text(
      Answers.edition(Self.isbn, more: ["subjects": ["Science Fiction", "Androgyny", "Ice", "In library"]]))
    let (library, _) = try start(rules)
    library.environment["TERM"] = "xterm-256color"
    let genres = try library.paths().count { $0.hasPrefix("genres/") }
    let screen = try library.runOnTerminal("book add 9780441478125", typing: "y\r \r")
    #expect(screen.contains("Androgyny") && !screen.contains("In library"), "\(screen)")
    let text = try #require(library[try path(library)])
    #expect(text.contains("# Androgyny") && !text.contains("# Ice"), "\(text)")
    #expect(try library.paths().count { $0.hasPrefix("genres/") } == genres + 1)
    _ = try library.run("undo")
    #expect(try library.paths().count { $0.hasPrefix("genres/") } == genres)
    _ = try library.runOnTerminal("book add 9780441478125", typing: "y\r\r")
    #expect(try library.paths().count { $0.hasPrefix("genres/") } == genres)
  }

  @Test func aLongPathHasALineOfItsOwn() throws {
    let (library, _) = try start()
    let screen = try library.runOnTerminal("book add 9780441478125 --yes", columns: 80)
    #expect(screen.split(separator: "\n").contains { $0.hasSuffix(".yaml") && !$0.contains("  ") }, "\(screen)")
  }

  @Test func cataloguesAreComparedFieldByField() throws {
    let marc = """
      <searchRetrieveResponse xmlns="http://www.loc.gov/zing/srw/"><version>1.1</version><numberOfRecords>1\
      </numberOfRecords><records><record><recordData><record xmlns="http://www.loc.gov/MARC21/slim">\
      <leader>00000nam a2200000 c 4500</leader><controlfield tag="001">017</controlfield>\
      <datafield tag="020" ind1=" " ind2=" "><subfield code="a">9780441478125</subfield></datafield>\
      <datafield tag="100" ind1="1" ind2=" "><subfield code="a">Le Guin, Ursula K.</subfield></datafield>\
      <datafield tag="245" ind1="1" ind2="0"><subfield code="a">The Left Hand of Darkness</subfield></datafield>\
      <datafield tag="300" ind1=" " ind2=" "><subfield code="a">286 p.</subfield></datafield>\
      </record></recordData></record></records></searchRetrieveResponse>
      """
    var rules = try Self.known
    rules[4]["body"] = marc
    let (library, _) = try start(rules)
    let before = try library.tree()
    let said = try library.run("book lookup 9780441478125")
    #expect(said.contains("Open Library\tpages\t304") && said.contains("K10plus\tpages\t286"), "\(said)")
    let json = try library.run("book lookup 9780441478125 --json")
    #expect(json.contains("\"editionYear\": \"2000\""), "\(json)")
    #expect(try library.tree() == before)
  }

  @Test func keysAreNeverShown() throws {
    let settings = "lookup:\n  catalogues: [googlebooks]\n  keys: {googlebooks: SECRET1234}\n"
    let (library, catalogues) = try start(
      [["match": "googleapis", "status": 400, "body": "{\"error\": {\"message\": \"quota\"}}"]], settings: settings)
    let said = try library.refused("book add 9780441478125")
    #expect(!said.contains("SECRET1234") && said.contains("Google Books"), "\(said)")
    #expect(try catalogues.requests[0].place.contains("key=SECRET1234"))
    try catalogues.play([["match": "googleapis", "body": "{\"kind\": \"books#volumes\", \"totalItems\": 0}"]])
    _ = try library.refused("book add 9780441478125")
    for name in catalogues.cached {
      let text = try String(contentsOfFile: catalogues.folder + "/cache/shelf/lookup/" + name, encoding: .utf8)
      #expect(!text.contains("SECRET1234"))
    }
    #expect(catalogues.cached.count == 1)
    library.environment = try catalogues.environment("lookup: {catalogues: [googlebooks]}\n")
    #expect(try library.refused("book lookup 9780441478125").contains("needs an API key of yours"))
  }

  /// Every command on the page `docs/adding.md` works. Each of them runs in a new library.
  @Test func everyCommandOfThePageWorks() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../../docs/adding.md").standardized
    var fence: Substring?
    var lines: [String] = []
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("```") {
        fence = fence == nil ? line : nil
      } else if fence == "```" {
        lines.append(String(line))
      }
    }
    #expect(lines.count >= 15)
    let docs: [String: Any] = [
      "docs": [
        ["key": "/works/OL59800W", "title": "The Left Hand of Darkness", "author_name": ["Ursula K. Le Guin"]]
      ]
    ]
    var rules = try Self.known
    rules.insert(["match": "/search.json?q=left", "body": try Answers.text(docs)], at: 0)
    let picture = TestImage.png(40, 60).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    rules.insert(["match": "covers.openlibrary.org", "hex": picture], at: 0)
    for line in lines {
      let (library, _) = try start(rules)
      library["list.txt"] = Self.isbn + "\n"
      // Only the last command of a pipe is run, because the one before it reads from a scanner.
      let command = line.split(separator: "|").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
      var words = try #require(ShellWords.split(command))
      try #require(words.removeFirst() == "shelf", "\(line)")
      if words.contains("fill") { _ = try library.run("book add", ["9780441478125"]) }
      if words.contains("--where") { words.append("--yes") }
      if words.contains("cover") { _ = try library.run("book add", ["9780441478125"]) }
      if let place = words.firstIndex(of: "front.jpg") {
        library["front.jpg"] = ""
        try Data(TestImage.png(40, 60)).write(to: URL(filePath: library.absolute("front.jpg")))
        words[place] = library.absolute("front.jpg")
      }
      let said = try library.run("", words, input: Self.isbn + "\n")
      #expect(!said.hasSuffix("]\n") && !said.contains("error:"), "\(line): \(said)")
    }
  }
}
