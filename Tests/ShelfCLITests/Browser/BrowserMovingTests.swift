import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfTerminal

/// Tests the vi keys, repeated searches, and links to authors.
struct BrowserMovingTests {
  private let library: TestLibrary
  private let session: BrowserSession

  init() throws {
    library = try TestLibrary()
    session = try BrowserSession(library, columns: 110, rows: 24)
  }

  private var title: String { session.browser.list.current?.title ?? "" }

  @Test func theBeginningAndTheEnd() {
    session.press("G")
    #expect(title == "三体")
    session.press("g", "g")
    #expect(title == "Dune")
    session.press("G", "g", "j")
    #expect(title == "Dune Messiah")
  }

  @Test func halfAPage() throws {
    for number in 10..<60 {
      library["books/x-b00000\(number).yaml"] = "id: b00000\(number)-0000-4000-8000-000000000000\ntitle: X\(number)\n"
    }
    let session = try BrowserSession(library, columns: 110, rows: 24)
    session.press("pagedown")
    let page = session.browser.list.cursor
    session.press("pageup", "ctrl-d")
    #expect(session.browser.list.cursor == page / 2)
    session.press("ctrl-u")
    #expect(session.browser.list.cursor == 0)
  }

  @Test func theRecordsThatASearchFound() {
    session.press("n")
    #expect(session.screen.contains("nothing is searched for; / searches"))
    session.press("/").type("herbert").press("enter", "g")
    #expect(title == "Dune")
    session.press("n")
    #expect(title == "Dune Messiah")
    session.press("n")
    #expect(title == "Dune")
    session.press("N")
    #expect(title == "Dune Messiah")
  }

  @Test func aRangeIsMarked() {
    session.press("j", "v", "j")
    #expect(session.screen.contains("2 marked") && session.bottom.contains("v end range"), "\(session.screen)")
    session.press("k", "k")
    #expect(session.browser.list.markedShown.map(\.title) == ["Dune", "Dune Messiah"])
    // Once the range has ended, moving the cursor marks no more records.
    session.press("v", "G")
    #expect(session.browser.list.markedShown.map(\.title) == ["Dune", "Dune Messiah"])
    // A second range keeps the marks of the first one.
    session.press("v", "v")
    #expect(session.browser.list.markedShown.map(\.title) == ["Dune", "Dune Messiah", "三体"])
    session.press("esc")
    #expect(session.browser.list.marks.isEmpty)
    session.press("v", "esc", "g")
    #expect(session.browser.list.marks.isEmpty)
  }

  @Test func anotherViewEndsTheSearch() {
    session.press("/").type("messiah").press("enter")
    #expect(session.screen.contains("Books · 1 of 4"))
    session.press("left", "down")
    #expect(session.browser.list.query.isEmpty && !session.screen.contains("nothing matches"), "\(session.screen)")
    #expect(session.browser.list.records.count == session.browser.list.total)
  }

  @Test func theSearchLineOpensEmpty() {
    session.press("/").type("messiah").press("enter", "/")
    #expect(session.screen.contains("/ ▏") || session.screen.contains("↑ messiah"), "\(session.screen)")
    #expect(session.browser.list.records.count == 4)
    session.press("up")
    #expect(session.browser.list.query == "messiah" && session.browser.list.records.count == 1)
    session.press("esc")
    #expect(session.browser.list.query == "messiah")
    session.press("/").type("emma").press("enter")
    #expect(session.browser.list.records.map(\.title) == ["Emma"])
    // The arrow keys still move through the results.
    session.press("esc", "/", "down", "down", "enter")
    #expect(title == "三体" || title == "Emma")
    #expect(session.browser.list.query.isEmpty)
  }

  @Test func anAuthorLeadsToTheOtherBooks() {
    session.press("right", "down")
    #expect(session.bottom.contains("→ follow"), "\(session.screen)")
    session.press("right")
    #expect(session.browser.list.query == "author:=\"Frank Herbert\"" && session.browser.focus == .list)
    #expect(session.browser.list.records.map(\.title) == ["Dune", "Dune Messiah"] && title == "Dune")
    session.press("esc", "down", "down", "right", "down", "right")
    #expect(session.bottom.contains("no other books by Jane Austen"), "\(session.screen)")
  }

  @Test func oneOfSeveralAuthorsIsChosen() throws {
    library["books/omens-b0000009.yaml"] = """
      id: b0000009-0000-4000-8000-000000000000
      title: A Duel
      author: [Jane Austen, Frank Herbert]
      """
    let session = try BrowserSession(library, columns: 110, rows: 24)
    session.press("right", "down", "right")
    #expect(session.screen.contains("Go to the books of"), "\(session.screen)")
    session.press("enter")
    #expect(session.browser.list.records.map(\.title) == ["A Duel", "Emma"])
  }

  @Test func sortingGoesToTheFirstRecord() {
    session.press("G", "s").type("year").press("enter")
    #expect(session.browser.list.cursor == 0)
  }

  @Test func aRecordThatIsNotCommittedSaysHow() throws {
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Start")
    library["books/new-b0000009.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: Aaa\n"
    let session = try BrowserSession(library, columns: 110, rows: 24)
    session.press("H")
    #expect(session.screen.contains("Not committed yet.") && session.screen.contains("shelf sync --commit"))
  }

  /// The message of an undo names the fields and the record instead of the complete command.
  @Test func undoSaysWhatItUndid() {
    session.press("4", "u")
    #expect(session.bottom.contains("Undid: rating of “Dune”"), "\(session.bottom)")
    session.press("U")
    #expect(session.bottom.contains("Redid: rating of “Dune”"), "\(session.bottom)")
    session.press("d", "y", "u")
    #expect(session.bottom.contains("Undid: "), "\(session.bottom)")
  }

  /// The note about a new record does not mention the search if the searched list is of a different kind.
  @Test func aQuoteIsNotMissedAmongBooks() {
    session.press("/").type("dune").press("enter", "a", "q").type("I must not fear.").press("ctrl-s")
    #expect(session.bottom.contains("Added") && !session.bottom.contains("search results"), "\(session.bottom)")
  }

  /// The editor starts at the line of the problem.
  @Test func aProblemIsEditedAtItsLine() throws {
    library[SmallLibrary.emma]?.replace("rating: 3", with: "rating: 9")
    let session = try BrowserSession(library, columns: 110, rows: 24)
    try session.examine()
    session.press("D", "e")
    let line = try #require(
      library[SmallLibrary.emma]?.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
        $0.hasPrefix("rating:")
      })
    #expect(session.commands == [["edit", SmallLibrary.emma, "+\(line + 1)"]])
  }

  @Test func shellCommandsAreNamedAsInTheBrowser() {
    #expect(session.browser.asKeys("set it with `shelf set dune owned=true`") == "set it with `:set dune owned=true`")
  }
}
