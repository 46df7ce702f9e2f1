import Foundation
import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfForms
@testable import ShelfModel

/// When the browser exits, unsaved text is kept, and the next session offers it.
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

  /// Ends this session and starts another one, which offers the kept text.
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
    #expect(other.screen.contains("You were typing this when the browser closed:") && other.screen.contains("Dune"))
    other.press("g")
    #expect(other.screen.contains("And “spice”: \\"))
    #expect(other.browser.typed == session.browser.typed)
    #expect(try drafts() == [])
    other.take(.key(.control("s")))
    #expect(library[SmallLibrary.dune]?.contains("And “spice”: \\") == true, "\(other.screen)")
  }

  @Test("What is typed into a record that is deleted meanwhile waits until it is back")
  func aFieldOutlivesItsRecord() throws {
    open("review")
    session.type(" And spice.")
    let record = library[SmallLibrary.dune]
    library[SmallLibrary.dune] = nil
    // The browser has not noticed the deletion yet.
    session.press("ctrl-s")
    #expect(session.screen.contains("And spice."), "\(session.screen)")
    try session.follow(SmallLibrary.dune)
    session.press("ctrl-s")
    #expect(session.screen.contains("deleted in the meantime"), "\(session.screen)")
    session.press("k")
    #expect(session.screen.contains("your text is kept"), "\(session.screen)")
    #expect(session.browser.typed != nil)
    library[SmallLibrary.dune] = record
    try session.follow(SmallLibrary.dune)
    #expect(session.screen.contains("And spice.") && session.screen.contains("restored"), "\(session.screen)")
    session.press("ctrl-s")
    #expect(library[SmallLibrary.dune]?.contains("And spice.") == true)
    #expect(session.browser.typed == nil)
  }

  @Test func aFieldOfSeveralOutlivesOneOfThem() throws {
    session.press("space", "down", "space", "enter")
    let menu = session.screen
    session.type("publisher").press("enter").type("Ace")
    let marked = session.browser.list.marks
    let gone = try #require(session.browser.library.records.first { marked.contains($0.id) })
    library[gone.path] = nil
    try session.follow(gone.path)
    session.press("enter")
    #expect(session.screen.contains("1 book was deleted in the meantime"), "\(menu)\(session.screen)")
    session.press("enter")
    let others = session.browser.library.records.filter { marked.contains($0.id) }
    #expect(!others.isEmpty && others.allSatisfy { library[$0.path]?.contains("publisher: Ace") == true })
  }

  @Test func aFormGoesOn() throws {
    session.press("a", "b").type("Walden")
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

  /// New genres that were typed are also restored.
  @Test func newNamesGoOn() throws {
    open("genres")
    session.type("Regency,")
    let other = try another()
    other.press("g")
    #expect(other.browser.typed == session.browser.typed)
    other.press("enter")
    #expect(library[SmallLibrary.dune]?.contains("# Regency\n") == true, "\(other.screen)")
  }

  /// After a draft is resumed, the first Esc does not discard it, even if nothing more has been typed.
  @Test func whatGoesOnIsStillUnsaved() throws {
    session.press("a", "b").type("Walden")
    let other = try another()
    other.press("g", "esc")
    #expect(other.browser.typed != nil && other.screen.contains("Esc again"))
  }

  @Test func allThatWasKeptIsOffered() throws {
    for title in ["Walden", "Persuasion"] {
      let kept = InputDraft(try library.context().workspace())
      try kept.keep(UnsavedInput(kind: .book, records: [], values: [.init(key: "title", texts: [title])]))
    }
    let other = try BrowserSession(library)
    for (text, _) in other.kept.all() { other.take(.kept(text)) }
    #expect(other.screen.contains("title: Persuasion"))
    other.press("l")
    #expect(other.screen.contains("title: Walden"))
    other.press("t")
    #expect(!other.screen.contains("This was being typed"))
    #expect(other.kept.all().map(\.text.known) == [["title": ["Persuasion"]]])
  }

  /// Kept text is not offered if it may come from a git repository or from another user.
  @Test func whatOthersMayHaveWrittenIsNotOffered() throws {
    let kept = session.kept
    try kept.keep(UnsavedInput(kind: .book, records: [], values: [.init(key: "title", texts: ["Walden"])]))
    #expect(session.kept.all().isEmpty, "it is in use")
    let copy = library.absolute(".shelf/drafts/typed-1.json")
    try FileManager.default.copyItem(atPath: try #require(kept.path), toPath: copy)
    #expect(session.kept.all().map(\.path) == [copy])
    let own = library.fileSystem.userID
    library.fileSystem.userID = 4242
    #expect(try BrowserSession(library).kept.all().isEmpty)
    library.fileSystem.userID = own
    #expect(try BrowserSession(library).kept.all().count == 1)
    library.useGit()
    try library.git("init", "--quiet")
    try library.git("add", "--force", ".shelf/drafts")
    #expect(try BrowserSession(library).kept.all().isEmpty)
  }

  /// git ignores the files with kept text, even in a library that shelf has never changed.
  @Test func itIsIgnoredByGit() throws {
    #expect(library[".shelf/.gitignore"] == nil)
    try session.kept.keep(UnsavedInput(kind: .book, records: [], values: [.init(key: "title", texts: ["Walden"])]))
    #expect(library[".shelf/.gitignore"] == "*\n")
  }

  @Test func controlCThrowsNothingAway() throws {
    open("author")
    session.type("x")
    session.take(.key(.control("c")))
    #expect(session.screen.contains("Esc again discards it"))
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
