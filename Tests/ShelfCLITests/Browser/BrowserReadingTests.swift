import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfTerminal

/// Tests the keys for the progress, the genres and the review, and the columns of the list.
struct BrowserReadingTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["books/long.yaml"] = """
      id: 10000000-0000-4000-8000-00000000aaaa
      title: A Long Book
      author: Gabriel José de la Concordia García Márquez
      status: inProgress
      pages: 400
      progress: 120

      """
  }

  private var long: String { library["books/long.yaml"] ?? "" }

  @Test func oneKeySetsThePage() throws {
    let session = try BrowserSession(library, "long")
    session.press("p")
    #expect(session.screen.contains("Page of 400: 120"), "\(session.screen)")
    // The first typed character replaces the suggestion.
    session.type("150").press("enter")
    #expect(long.contains(/progress: "?150"?\n/))
    session.press("p", "backspace").type("9").press("enter")
    #expect(long.contains(/progress: "?159"?\n/))
    session.press("p").type("x").press("enter")
    #expect(session.screen.contains("Page of 400: x"), "\(session.screen)")
  }

  @Test func theLastPageOffersToFinish() throws {
    let session = try BrowserSession(library, "long")
    session.press("p").type("400").press("enter")
    #expect(session.screen.contains("Finish with") && long.contains("progress: 120"), "\(session.screen)")
    session.press("esc")
    #expect(session.screen.contains("Page of 400: 400"), "\(session.screen)")
    session.press("enter", "4")
    #expect(long.contains("status: completed") && long.contains("rating: 4"), "\(long)")
    session.press("u")
    #expect(long.contains("status: inProgress") && !long.contains("rating"), "\(long)")
  }

  @Test func aKeyTicksGenresOfSeveralBooks() throws {
    library["genres/a.yaml"] = "id: 10000000-0000-4000-8000-00000000bbbb\nname: Aaa\n"
    library["books/one.yaml"] = """
      id: 10000000-0000-4000-8000-00000000cccc
      title: Zzq One
      genres:
        - 10000000-0000-4000-8000-00000000bbbb # Aaa

      """
    library["books/two.yaml"] = "id: 10000000-0000-4000-8000-00000000dddd\ntitle: Zzq Two\n"
    let session = try BrowserSession(library, "zzq")
    session.press("*", "T")
    #expect(session.screen.contains("◐ Aaa"), "\(session.screen)")
    session.press("enter")
    #expect(library["books/two.yaml"]?.contains("genres") == false)
    session.press("T", "space")
    #expect(session.screen.contains("● Aaa"), "\(session.screen)")
    session.press("enter")
    #expect(library["books/two.yaml"]?.contains("00000000bbbb # Aaa") == true)
    session.press("u", "T", "space", "space", "enter")
    #expect(library["books/one.yaml"]?.contains("bbbb") == false)
  }

  @Test func aKeyWritesAReview() throws {
    let session = try BrowserSession(library, "long")
    session.press("w").type("Good.").press("ctrl-s")
    #expect(long.contains("review: Good.") || long.contains("review: |\n  Good."), "\(long)")
  }

  @Test func authorsAreNotTruncatedBesideFreeSpace() throws {
    for columns in [120, 200] {
      let session = try BrowserSession(library, columns: columns, rows: 30)
      #expect(session.screen.contains("Jane Austen"), "\(session.screen)")
    }
    let session = try BrowserSession(library, "long", columns: 200, rows: 30)
    #expect(session.screen.contains("Concordia García"), "\(session.screen)")
  }

  @Test func theColumnsStayInASearch() throws {
    let session = try BrowserSession(library, columns: 140, rows: 30)
    func header() -> String {
      let line = session.screen.split(separator: "\n").first { $0.contains("Title") && $0.contains("Author") } ?? ""
      return String(line.drop { $0 != "T" }.prefix { $0 != "┃" && $0 != "│" })
    }
    let before = header()
    session.press("/").type("long").press("enter")
    #expect(header() == before && !before.isEmpty)
  }

  @Test func anUnfinishedQueryKeepsTheList() throws {
    let session = try BrowserSession(library, columns: 120)
    session.press("/")
    let header = session.screen.split(separator: "\n").firstIndex { $0.contains("Title  ") }
    for letter in "rating:" {
      session.type(String(letter))
      // The hint does not push the list down.
      #expect(session.screen.split(separator: "\n").firstIndex { $0.contains("Title  ") } == header)
      #expect(
        !session.screen.contains("nothing matches") && !session.screen.contains("has no value"), "\(session.screen)")
    }
    #expect(session.bottom.contains("a value for “rating:” comes next"), "\(session.bottom)")
    session.press("enter")
    #expect(session.screen.contains("has no value"), "\(session.screen)")
  }

  @Test func moreFieldsBelongToOneRecord() throws {
    let session = try BrowserSession(library, "long", columns: 120, rows: 60)
    session.press("right", "end")
    for _ in 0..<40 where session.browser.page.target != .more { session.press("up") }
    session.press("enter")
    #expect(!session.screen.contains("more fields"))
    session.press("esc", "esc", "down", "down")
    #expect(session.screen.contains("more fields"), "\(session.screen)")
  }

  @Test func aDeletedRecordIsOfferedAsANewOne() throws {
    let session = try BrowserSession(library, "long")
    session.press("w").type("Mine.")
    library["books/long.yaml"] = nil
    try session.follow()
    session.press("ctrl-s")
    #expect(session.screen.contains("Save your text as a new book"), "\(session.screen)")
    session.press("n", "ctrl-s")
    let new = try library.paths().first { $0.hasPrefix("books/a-long-book") }
    let text = try #require(new.flatMap { library[$0] })
    #expect(text.contains("Mine.") && text.contains("pages: 400"))
  }

  @Test func aClickOnATitleSorts() throws {
    let session = try BrowserSession(library, columns: 160, rows: 30)
    let lines = session.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("Title") && $0.contains("Rating") })
    let column = try #require(lines[row].range(of: "Rating")).lowerBound
    let position = lines[row].distance(from: lines[row].startIndex, to: column)
    session.take(.key(.mouse(Mouse(.press, row: row, column: position))))
    #expect(session.browser.list.order?.name == "rating:desc")
    session.take(.key(.mouse(Mouse(.press, row: row, column: position))))
    #expect(session.browser.list.order?.name == "rating")
  }
}
