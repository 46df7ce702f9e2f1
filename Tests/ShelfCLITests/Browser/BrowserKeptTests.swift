import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel

/// What is being typed when the browser ends is kept, and offered to the next one.
struct BrowserKeptTests {
  private let library: TestLibrary
  private let session: BrowserSession

  init() throws {
    library = try TestLibrary()
    session = try BrowserSession(library, columns: 110, rows: 30)
  }

  private func open(_ field: String) {
    session.press("right")
    for _ in 0..<60 where session.browser.page.target != .field(field) { session.press("down") }
    session.press("enter")
  }

  private func drafts() throws -> [String] { session.kept.all().map(\.path) }

  /// Ends this browser, and begins another one that is told what was kept.
  private func another() throws -> BrowserSession {
    let text = try #require(session.browser.typed)
    _ = try session.kept.keep(text)
    let other = try BrowserSession(library, columns: 110, rows: 30)
    let kept = try #require(other.kept.all().first)
    #expect(kept.text == text)
    other.take(.kept(kept.text))
    return other
  }

  @Test func nothingIsKeptOfWhatIsNotTyped() throws {
    #expect(session.browser.typed == nil)
    open("author")
    #expect(session.browser.typed == nil)
    session.type("x").press("backspace")
    #expect(session.browser.typed == nil)
  }

  @Test func aFieldGoesOn() throws {
    open("review")
    session.type(" And “spice”: \\ \t#1")
    let other = try another()
    #expect(other.screen.contains("This was being typed when the browser ended:") && other.screen.contains("Dune"))
    other.press("g")
    #expect(other.screen.contains("And “spice”: \\"))
    #expect(other.browser.typed == session.browser.typed)
    #expect(try drafts() == [])
    other.take(.key(.control("s")))
    #expect(library[SmallLibrary.dune]?.contains("And “spice”: \\") == true, "\(other.screen)")
  }

  @Test func aFormGoesOn() throws {
    session.press("a").type("Walden")
    let other = try another()
    #expect(other.screen.contains("a new book"))
    other.press("g")
    #expect(other.screen.contains("Walden▏"))
    #expect(other.browser.typed != nil)
    other.press("ctrl-s")
    #expect(try library.paths().contains { $0.hasPrefix("books/walden-") })
  }

  @Test func itIsLeftForLaterOrThrownAway() throws {
    open("author")
    session.type("x")
    let other = try another()
    other.press("l")
    #expect(try drafts().count == 1)
    let third = try BrowserSession(library)
    third.take(.kept(try #require(third.kept.all().first?.text)))
    third.press("t")
    #expect(try drafts() == [])
  }

  @Test func whatIsNoTextOfOursIsLeftAlone() throws {
    library[".shelf/drafts/typed-1.json"] = "{\"kind\": \"book\", \"values\": 3}"
    library[".shelf/drafts/typed-2.json"] = "no json"
    #expect(session.kept.all().isEmpty)
  }

  @Test func controlCThrowsNothingAway() throws {
    open("author")
    session.type("x")
    session.take(.key(.control("c")))
    #expect(session.screen.contains("Esc again throws it away"))
    session.take(.key(.control("c")))
    #expect(session.browser.typed == nil && !session.hasQuit)
  }

  @Test func leavingTheQuestionWhoCountsLeadsBackToTheText() throws {
    open("author")
    session.press("ctrl-u").type("Mine")
    library[SmallLibrary.dune]?.replace("author: Frank Herbert", with: "author: Theirs")
    try session.follow(SmallLibrary.dune)
    session.press("enter", "esc")
    #expect(session.screen.contains("Mine▏"))
  }
}
