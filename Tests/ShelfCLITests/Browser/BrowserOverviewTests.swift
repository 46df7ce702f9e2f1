import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfTerminal

/// Tests the overview, which shows the books in progress and the goal for the year.
struct BrowserOverviewTests {
  private let library: TestLibrary
  private let session: BrowserSession

  init() throws {
    library = try TestLibrary()
    session = try BrowserSession(library, columns: 110, rows: 30)
    session.press("left", "home")
  }

  @Test func aBookIsChosenInIt() {
    #expect(session.screen.contains("┌ Emma "), "\(session.screen)")
    session.press("right")
    #expect(session.screen.contains("▌  Emma"), "\(session.screen)")
    session.press("2")
    #expect(library[SmallLibrary.emma]?.contains("rating: 2\n") == true)
    session.press("enter")
    #expect(session.browser.focus == .page)
    session.press("left", "right")
    #expect(session.browser.focus == .page && session.screen.contains("┏ Emma "))
  }

  @Test func aBookIsClicked() throws {
    let row = try #require(session.screen.split(separator: "\n").firstIndex { $0.contains(/Emma +Jane/) })
    session.take(.key(.mouse(Mouse(.press, row: row, column: 40))))
    #expect(session.browser.focus == .page || session.browser.focus == .list)
    session.take(.key(.mouse(Mouse(.press, row: row, column: 40))))
    #expect(session.browser.focus == .page, "\(session.screen)")
  }

  @Test func theGoalIsSetHere() {
    #expect(session.screen.contains("Goal for 2026"), "\(session.screen)")
    #expect(session.screen.contains("none yet: Enter sets one"))
    session.press("right", "up", "enter")
    #expect(session.bottom.hasPrefix("Books to finish in 2026: ▏"), "\(session.screen)")
    session.type("many").press("enter")
    #expect(session.screen.contains("“many” is not a number of books"), "\(session.screen)")
    session.press("ctrl-u").type("24").press("enter")
    #expect(library["shelf.yaml"]?.contains("goal:\n  \"2026\": 24\n") == true, "\(library["shelf.yaml"] ?? "")")
    #expect(session.screen.contains("0 of 24 books"), "\(session.screen)")
    #expect(session.bottom.hasPrefix("Goal for 2026: 24 books · u undoes this"), "\(session.bottom)")
    session.press("enter", "ctrl-u").type("0").press("enter")
    #expect(library["shelf.yaml"]?.contains("goal") == false)
    session.press("u", "u")
    #expect(session.screen.contains("none yet"), "\(session.screen)")
  }
}
