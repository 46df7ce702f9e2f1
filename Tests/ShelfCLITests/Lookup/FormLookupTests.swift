import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests looking up books in the browser, both in the form for a new book and for existing books.
@Suite struct FormLookupTests {
  private func start(settings: String? = "lookup: {catalogues: [openlibrary, k10plus]}\n") throws -> TestLibrary {
    let catalogues = try PlayedCatalogues(LookupTests.known)
    let library = try TestLibrary()
    library.environment = try catalogues.environment(settings)
    library.companion = catalogues
    return library
  }

  private func path(_ library: TestLibrary) throws -> String {
    try #require(try library.paths().first { $0.contains("left-hand") })
  }

  @Test("In the form of `book add` and in the browser a key looks up what the title or ISBN field holds")
  func aFormIsFilledIn() throws {
    let library = try start()
    let session = try BrowserSession(library, "", rows: 40)
    session.press("a", "b").type(LookupTests.isbn).press("ctrl-r")
    for text in [
      "The Left Hand of Darkness", "Ursula K. Le Guin", "Ace Books", "1969", "304", "Filled in from Open Library",
    ] {
      #expect(session.screen.contains(text), "\(text) in \(session.screen)")
    }
    session.press("ctrl-s")
    let text = try #require(library[try path(library)])
    for line in ["title: The Left Hand of Darkness", "isbn: \"9780441478125\"", "sources: openlibrary:OL478125M"] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
    session.press("u")
    #expect(try library.paths().allSatisfy { !$0.contains("left-hand") })
  }

  @Test func whatIsTypedAndWhatIsTakenOutGoesFirst() throws {
    let library = try start()
    let session = try BrowserSession(library, "", rows: 40)
    session.press("a", "b").type(LookupTests.isbn).press("enter").type("Ursula Le Guin").press("ctrl-r")
    #expect(session.screen.contains("Ursula Le Guin") && !session.screen.contains("Ursula K."), "\(session.screen)")
    // Clears the publisher.
    for _ in 0..<20 where !session.screen.contains("▸ Publisher") { session.press("down") }
    session.press("ctrl-u", "ctrl-s")
    let text = try #require(library[try path(library)])
    #expect(text.contains("author: Ursula Le Guin"), "\(text)")
    #expect(!text.contains("publisher"), "\(text)")
    #expect(text.contains("pages: 304"), "\(text)")
  }

  @Test func whyNothingCameIsSaidInTheForm() throws {
    let library = try start()
    let session = try BrowserSession(library, "", rows: 40)
    session.press("a", "b").press("ctrl-r")
    #expect(session.screen.contains("first enter the ISBN or some words of the title"), "\(session.screen)")
    session.type("9780441478126").press("ctrl-r")
    #expect(session.screen.contains("checksum"), "\(session.screen)")
    session.press("ctrl-u").type("9780306406157").press("ctrl-r")
    #expect(session.screen.contains("9780306406157"), "\(session.screen)")
  }

  @Test func booksAreFilledByAKey() throws {
    let library = try start()
    library["books/left-hand.yaml"] = """
      id: 77777777-0000-4000-8000-000000000000
      title: The Left Hand of Darkness # mine
      isbn: "9780441478125"
      status: onShelf
      pages: 299
      """
    let session = try BrowserSession(library, "darkness")
    session.press("tab", "L")
    let text = try #require(library["books/left-hand.yaml"])
    for line in ["title: The Left Hand of Darkness # mine", "pages: 299", "author: Ursula K. Le Guin", "year: 1969"] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
    let said = session.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("keeps pages “299” instead of “304”"), "\(session.screen)")
    session.press("u")
    #expect(library["books/left-hand.yaml"]?.contains("Guin") == false)
    try session.follow()
    session.press("/", "ctrl-u").type("emma").press("enter", "L")
    #expect(session.bottom.contains("has no ISBN to look up"), "\(session.bottom)")
  }

  @Test func nothingGoesOutBeforeTheReaderAllowsIt() throws {
    let library = try start(settings: nil)
    library["books/left-hand.yaml"] = """
      id: 77777777-0000-4000-8000-000000000000
      title: The Left Hand of Darkness
      isbn: "9780441478125"
      """
    let catalogues = try #require(library.companion as? PlayedCatalogues)
    let session = try BrowserSession(library, "darkness")
    session.press("tab", "L")
    #expect(session.screen.contains("To look up a book, shelf asks"), "\(session.screen)")
    session.press("n")
    #expect(try catalogues.requests.isEmpty)
    session.press("L", "y")
    #expect(library["books/left-hand.yaml"]?.contains("Ursula") == true, "\(session.screen)")
    #expect(catalogues.settings.contains("openlibrary"))
  }
}
