import Testing

@testable import ShelfBrowser
@testable import ShelfStore
@testable import ShelfSystem

/// The browser stays responsive while another program changes the library, and no change is lost.
struct BrowserWaitingTests {
  private let library: TestLibrary
  private let session: BrowserSession

  init() throws {
    library = try TestLibrary()
    session = try BrowserSession(library, columns: 110, rows: 30)
  }

  // MARK: - Slow requests

  @Test func keysGoOnWhileSomethingIsSaved() throws {
    session.isSlow = true
    session.press("2", "j", "3", "j")
    #expect(session.browser.list.current?.title == "Emma")
    #expect(session.begun.count == 1)
    session.take(.tick)
    #expect(session.bottom.hasPrefix("working …"))
    session.finish()
    #expect(library[SmallLibrary.dune]?.contains("rating: 2\n") == true)
    #expect(session.bottom.hasPrefix("“Dune”: rating 5 → 2"))
    #expect(session.begun.count == 1)
    session.finish()
    #expect(library["books/dune-messiah-b0000002.yaml"]?.contains("rating: 3\n") == true)
    #expect(session.begun.isEmpty && !session.browser.isWaiting)
    #expect(session.browser.list.current?.title == "Emma")
  }

  @Test func leavingWaitsForWhatIsSaved() {
    session.isSlow = true
    session.press("2", "q")
    #expect(!session.hasQuit && session.bottom.hasPrefix("quitting once everything is saved"))
    session.finish()
    #expect(session.hasQuit)
  }

  @Test func whatIsRefusedLateOpensWhenNothingElseIsOpen() throws {
    session.isSlow = true
    edit("author")
    session.press("ctrl-u").type("Mine").press("enter")
    #expect(session.browser.typed != nil)
    edit("year")
    session.press("ctrl-u").type("19")
    let text = library[SmallLibrary.dune]
    library[SmallLibrary.dune] = "id: b0000001-0000-4000-8000-000000000000\ntitle: ["
    session.finish()
    #expect(session.screen.contains("19▏"), "\(session.screen)")
    library[SmallLibrary.dune] = text
    session.press("esc", "esc")
    #expect(session.screen.contains("Mine▏"), "\(session.screen)")
    session.press("q")
    session.press("backspace", "enter")
    session.finish()
    #expect(library[SmallLibrary.dune]?.contains("author: Mine\n") == true, "\(session.screen)")
  }

  @Test func leavingStopsIfSomethingIsRefused() {
    session.isSlow = true
    edit("author")
    session.press("ctrl-u").type("Mine").press("enter", "q")
    library[SmallLibrary.dune] = nil
    session.finish()
    #expect(!session.hasQuit)
    #expect(session.screen.contains("Mine▏"))
  }

  private func edit(_ field: String) {
    if session.browser.focus != .page { session.press("right") }
    session.press("home")
    for _ in 0..<40 where session.browser.page.target != .field(field) { session.press("down") }
    session.press("enter")
  }

  // MARK: - Another program

  private func lock() throws -> LibraryLock {
    try LibraryLock.acquire(at: library.root, fileSystem: DiskFileSystem(), command: "import big.csv")
  }

  @Test func aChangeWaitsAndIsMade() throws {
    let lock = try lock()
    session.press("2")
    #expect(session.browser.isWaiting)
    #expect(session.screen.contains("another program is changing the library"))
    #expect(session.screen.contains("import big.csv"))
    session.press("j")
    #expect(session.browser.list.current?.title == "Dune Messiah")
    session.take(.tick)
    #expect(session.browser.isWaiting)
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
    lock.release()
    session.take(.tick)
    #expect(!session.browser.isWaiting)
    #expect(library[SmallLibrary.dune]?.contains("rating: 2\n") == true)
    #expect(session.bottom.hasPrefix("“Dune”: rating 5 → 2"))
  }

  @Test func whatElseWouldChangeWaitsToo() throws {
    let lock = try lock()
    session.press("2", "d")
    #expect(session.screen.contains("still waiting"))
    session.press("q")
    #expect(!session.hasQuit)
    lock.release()
    session.take(.tick)
    session.press("q")
    #expect(session.hasQuit)
  }

  @Test func waitingIsGivenUp() throws {
    let lock = try lock()
    session.press("right")
    while session.browser.page.target != .field("author") { session.press("down") }
    session.press("enter", "ctrl-u").type("Mine").press("enter")
    #expect(session.browser.isWaiting && session.browser.typed != nil)
    session.press("esc")
    #expect(!session.browser.isWaiting)
    #expect(session.screen.contains("Mine▏"))
    lock.release()
    session.press("enter")
    #expect(library[SmallLibrary.dune]?.contains("author: Mine\n") == true)
  }

  @Test func nobodyWaitsForEver() throws {
    let lock = try lock()
    session.press("2")
    for _ in 0..<Browser.maxTries where session.browser.isWaiting { session.take(.tick) }
    #expect(!session.browser.isWaiting)
    #expect(session.screen.contains("still changing the library") && session.browser.note?.isWrong == true)
    lock.release()
  }
}
