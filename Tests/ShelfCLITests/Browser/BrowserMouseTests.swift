import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfTerminal

/// The effects of mouse events in the cells of the screen.
struct BrowserMouseTests {
  private let library: TestLibrary
  private let session: BrowserSession

  init() throws {
    library = try TestLibrary()
    session = try BrowserSession(library, columns: 110, rows: 30)
  }

  /// Returns the first cell that shows a text.
  private func place(of text: String) throws -> (row: Int, column: Int) {
    let screen = BrowserView.screen(session.browser)
    for row in 0..<screen.rows {
      for column in 0..<screen.columns
      where screen.row(row).dropFirst(column).map(\.text).joined().hasPrefix(text) { return (row, column) }
    }
    throw Missing(text: text, screen: screen.plain)
  }

  private struct Missing: Error {
    let text: String
    let screen: String
  }

  private func click(on text: String, times: Int = 1) throws {
    let place = try place(of: text)
    for _ in 0..<times {
      session.take(.key(.mouse(Mouse(.press, row: place.row, column: place.column))))
      session.take(.key(.mouse(Mouse(.release, row: place.row, column: place.column))))
    }
  }

  @Test func aClickChooses() throws {
    try click(on: "Emma ")
    #expect(session.browser.list.current?.title == "Emma" && session.browser.focus == .list)
    try click(on: "In progress")
    #expect(session.browser.list.view == .state(.book, "inProgress") && session.browser.focus == .views)
    try click(on: "Jane Austen", times: 1)
    #expect(session.browser.focus == .list)
  }

  /// A click selects one of a field's values. A single choice is saved immediately, whereas ticked values are saved
  /// with Enter.
  @Test func aClickFillsIn() throws {
    try click(on: "status          completed")
    #expect(session.screen.contains("┌ Dune · status"))
    try click(on: "  abandoned")
    #expect(library[SmallLibrary.dune]?.contains("status: abandoned\n") == true, "\(session.screen)")
    try click(on: "genres          ")
    try click(on: "○ Horror")
    try click(on: "● Fiction")
    #expect(session.screen.contains("● Horror") && session.screen.contains("○ Fiction"), "\(session.screen)")
    try click(on: "Enter save")
    session.press("enter")
    let text = try #require(library[SmallLibrary.dune])
    #expect(text.contains("# Horror") && !text.contains("# Fiction"), "\(text)")
  }

  @Test func aDoubleClickOpens() throws {
    try click(on: "Emma ", times: 2)
    #expect(session.browser.focus == .page)
    #expect(session.browser.page.id == session.browser.list.current?.id)
    try click(on: "▾ Quotes", times: 2)
    #expect(session.screen.contains("▸ Quotes") && session.browser.list.view == .kind(.quote))
  }

  @Test func theWheelScrollsWhereItIs() throws {
    let place = try place(of: "Emma ")
    session.take(.key(.mouse(Mouse(.wheelDown, row: place.row, column: place.column))))
    #expect(session.browser.list.current?.title == "三体")
    session.take(.key(.mouse(Mouse(.wheelUp, row: place.row, column: place.column))))
    #expect(session.browser.list.current?.title == "Dune")
    session.take(.key(.mouse(Mouse(.wheelDown, row: place.row, column: 100))))
    #expect(session.browser.page.cursor == 3 && session.browser.focus == .list)
  }

  @Test func anEdgeIsDragged() {
    let before = session.browser.layout.areas
    let edge = (before[.views]?.columns ?? 0) - 1
    session.take(.key(.mouse(Mouse(.press, row: 5, column: edge))))
    session.take(.key(.mouse(Mouse(.drag, row: 5, column: edge + 6))))
    session.take(.key(.mouse(Mouse(.release, row: 5, column: edge + 6))))
    #expect(session.browser.layout.areas[.views]?.columns == edge + 7)
    // After the button is released, moving the mouse no longer drags the divider.
    session.take(.key(.mouse(Mouse(.drag, row: 5, column: edge))))
    #expect(session.browser.layout.areas[.views]?.columns == edge + 7)
    let right = session.browser.layout.areas[.page]?.column ?? 0
    session.take(.key(.mouse(Mouse(.press, row: 5, column: right))))
    session.take(.key(.mouse(Mouse(.drag, row: 5, column: right - 4))))
    #expect(session.browser.layout.areas[.page]?.column == right - 4)
  }

  @Test func aClickTakesFromAMenu() throws {
    session.press("o")
    try click(on: "Abandon")
    #expect(library[SmallLibrary.dune]?.contains("status: abandoned\n") == true)
    session.press("d")
    // A click outside a menu closes it.
    session.take(.key(.mouse(Mouse(.press, row: 0, column: 0))))
    #expect(library[SmallLibrary.dune] != nil && !session.screen.contains("Delete book"))
  }

  @Test func aClickChoosesAProblemAndASecondOneRepairs() throws {
    library[SmallLibrary.emma]?.replace("rating: 3", with: "rating: 9")
    // Creates more problems than fit on the screen.
    for number in 100..<140 {
      library["books/book-\(number).yaml"] = "id: b0000\(number)-0000-4000-8000-000000000000\ntitle: Book\nrating: 7\n"
    }
    try session.follow()
    try session.examine()
    session.press("D", "end")
    for _ in 0..<60 where !session.screen.contains("error    ⚒ Emma") { session.press("up") }
    let place = try place(of: "error    ⚒ Emma")
    session.take(.key(.mouse(Mouse(.press, row: place.row, column: place.column))))
    if !session.screen.contains("┌ Repair") {
      session.take(.key(.mouse(Mouse(.press, row: place.row, column: place.column))))
    }
    #expect(session.screen.contains("┌ Repair") && session.screen.contains("write 5"), "\(session.screen)")
  }
}
