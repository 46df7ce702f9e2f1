import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfStore

/// Tests the sorting of records in the background, before a view shows them.
struct BrowserSortingTests {
  private let library: TestLibrary
  private let session: BrowserSession

  init() throws {
    library = try TestLibrary()
    session = try BrowserSession(library, columns: 110, rows: 30)
  }

  private func sorted(_ library: Library) -> SortedRecords {
    SortedRecords(library) { .standard(of: $0, $1) }
  }

  @Test func anotherViewNeedNotSort() {
    #expect(session.browser.list.isSorted(.book) && !session.browser.list.isSorted(.issue))
    session.take(.sorted(sorted(session.browser.library)))
    for kind in Kind.allCases { #expect(session.browser.list.isSorted(kind), "\(kind)") }
    session.press("left")
    while session.browser.list.view != .kind(.quote) { session.press("down") }
    #expect(session.browser.list.records.count == 2)
  }

  /// A sorting result is discarded if the library has changed in the meantime.
  @Test func whatIsOfAnotherLibraryIsLeft() throws {
    let old = sorted(session.browser.library)
    library["issues/new-f0000009.yaml"] = "id: f0000009-0000-4000-8000-000000000000\ntitle: A new one\n"
    try session.follow("issues/new-f0000009.yaml")
    session.take(.sorted(old))
    #expect(!session.browser.list.isSorted(.issue))
    session.press("left")
    while session.browser.list.view != .kind(.issue) { session.press("down") }
    #expect(session.browser.list.records.contains { $0.title == "A new one" })
    session.take(.sorted(sorted(session.browser.library)))
    #expect(session.browser.list.isSorted(.genre))
  }

  /// A new record is selected even if a snapshot of the library arrives before the message about the record.
  @Test func whatWasMadeIsNotHeardOfTooEarly() throws {
    let inbox = BrowserInbox()
    library["books/walden-b0000009.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: Walden\n"
    let made = try #require(RecordID("b0000009-0000-4000-8000-000000000000"))
    let read = try library.context().workspace().read()
    inbox.put(.library(read))
    inbox.put(.made(made))
    inbox.put(.library(read))
    let messages = inbox.take()
    #expect(messages.count == 2)
    for message in messages { session.take(message) }
    #expect(session.browser.list.current?.title == "Walden")
  }

  /// A background sort does not replace the order that the user chose.
  @Test func aChosenOrderStays() {
    session.press("s")
    for _ in 0..<99 where !session.screen.contains("▌    rating") { session.press("down") }
    session.press("enter")
    let before = session.browser.list.records.map(\.title)
    session.take(.sorted(sorted(session.browser.library)))
    session.press("left", "down", "up")
    #expect(session.browser.list.records.map(\.title) == before)
  }
}
