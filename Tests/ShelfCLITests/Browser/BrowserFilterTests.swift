import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel

/// Tests saved filters in the browser: saving, renaming, changing and deleting them.
struct BrowserFilterTests {
  private let library: TestLibrary
  private let session: BrowserSession

  init() throws {
    library = try TestLibrary()
    library["shelf.yaml"]? += "filters:\n  spice: \"book herbert\" # mine\n  lent: \"issue #lending\"\n"
    session = try BrowserSession(library, columns: 110, rows: 40)
  }

  private func go(to view: LibraryView) {
    session.press("left", "end")
    while session.browser.views.current != view, session.browser.views.cursor > 0 { session.press("up") }
    #expect(session.browser.views.current == view)
  }

  private var manifest: String { library["shelf.yaml"] ?? "" }

  /// The list of filters shows the query of each.
  @Test func theirQueriesAreSeen() {
    go(to: .filters)
    #expect(session.screen.contains("┌ Filters ") && session.screen.contains("modified:<7d"), "\(session.screen)")
  }

  @Test func aFilterIsRenamed() {
    go(to: .filter("spice"))
    #expect(session.bottom.contains("F name"))
    session.press("F", "ctrl-u").type("sand").press("enter")
    #expect(manifest.contains("  sand: \"book herbert\" # mine\n  lent:"), "\(session.screen)")
    #expect(session.bottom.hasPrefix("Renamed the filter “spice” to “sand”"))
    session.press("u")
    #expect(manifest.contains("  spice: \"book herbert\" # mine\n"))
  }

  /// After a filter is renamed, the list shows it under its new name, and after an undo, under its old name.
  @Test func theListOfARenamedFilterStays() {
    go(to: .filter("spice"))
    session.press("F", "ctrl-u").type("sand").press("enter")
    #expect(session.browser.list.view == .filter("sand") && session.browser.views.current == .filter("sand"))
    #expect(session.browser.list.records.map(\.title) == ["Dune", "Dune Messiah"], "\(session.screen)")
    session.press("right", "*")
    #expect(session.browser.list.marks.count == 2)
    session.press("u")
    #expect(session.browser.list.view == .filter("spice"))
    #expect(session.browser.list.records.count == 2)
  }

  /// Another program may rename or delete the filter.
  @Test func whatOthersDoToAFilterIsFollowed() throws {
    go(to: .filter("spice"))
    library["shelf.yaml"]?.replace("  spice:", with: "  sand:")
    try session.follow("shelf.yaml")
    #expect(session.browser.list.view == .filter("sand") && session.browser.list.records.count == 2)
    library["shelf.yaml"]?.replace("  sand: \"book herbert\" # mine\n", with: "")
    try session.follow("shelf.yaml")
    #expect(session.browser.list.view == session.browser.views.current)
    #expect(session.browser.list.view != .filter("sand"), "\(session.screen)")
  }

  /// A view that no longer exists is empty; it never shows all records.
  @Test func aViewWithoutAFilterIsEmpty() throws {
    var list = ListPane()
    let browser = session.browser
    for view in [LibraryView.filter("gone"), .name(.genre, of: .book, RecordID(high: 1, low: 1))] {
      list.show(view, browser.library, browser.services)
      #expect(list.records.isEmpty && !view.exists(in: browser.library))
      list.markAll()
      #expect(list.marks.isEmpty)
    }
  }

  @Test func aDeletedFilterLeavesItsList() {
    go(to: .filter("lent"))
    session.press("d", "y")
    #expect(!session.screen.contains("Books · 4") || session.browser.views.current == .kind(.book))
    #expect(session.browser.list.view == session.browser.views.current, "\(session.screen)")
  }

  /// Filters have counts, like other views.
  @Test func filtersAreCounted() throws {
    session.take(.counted(session.browser.services.counts(in: session.browser.library)))
    let lines = session.screen.split(separator: "\n")
    func line(_ name: String) -> String { lines.first { $0.contains("  \(name)") }.map { String($0.prefix(26)) } ?? "" }
    #expect(session.screen.contains(/Last 7 days +0[│┃]/), "\(session.screen)")
    #expect(line("spice").contains(/\ 2[│┃]/), "\(session.screen)")
    #expect(line("lent").contains(/\ 1[│┃]/) && line("all ").contains(/\ 13[│┃]/), "\(session.screen)")
    go(to: .filter("spice"))
    #expect(session.screen.contains("┌ spice · 2 · by title"))
    session.press("F", "ctrl-u").type("sand").press("enter")
    #expect(session.screen.contains(/sand +2[│┃]/), "\(session.screen)")
    go(to: .filter("all"))
    #expect(session.screen.contains("┌ all · 13 · by kind"), "\(session.screen)")
  }

  @Test func aNameThatIsTakenIsRefused() {
    go(to: .filter("spice"))
    session.press("F", "ctrl-u").type("lent").press("enter")
    #expect(session.screen.contains("a filter “lent”"))
    #expect(manifest.contains("spice"))
  }

  @Test func aNameThatIsTakenIsThereToBeChanged() {
    go(to: .filter("spice"))
    session.press("F", "ctrl-u").type("lent").press("enter")
    #expect(session.screen.contains("New name for the filter: lent▏"), "\(session.screen)")
    #expect(session.browser.note?.isWrong == true)
    session.type("2").press("enter")
    #expect(manifest.contains("lent2: \"book herbert\""), "\(session.screen)")
  }

  /// The search of a list is not shown in views that are not lists.
  @Test func theOverviewShowsNoSearch() {
    session.press("/").type("dune").press("enter", "left", "home")
    #expect(session.browser.list.view == .overview)
    #expect(!session.screen.contains("/ dune") && !session.screen.contains("dune\n"), "\(session.screen)")
  }

  @Test func aFilterIsDeleted() {
    go(to: .filter("spice"))
    session.press("d")
    #expect(session.screen.contains("Delete the filter “spice”: book herbert?"))
    session.press("n")
    #expect(manifest.contains("spice"))
    session.press("d", "y")
    #expect(!manifest.contains("spice") && manifest.contains("lent"))
    session.press("u")
    #expect(manifest.contains("spice"))
  }

  @Test func theQueryOfAFilterIsChanged() {
    go(to: .filter("spice"))
    session.press("e")
    #expect(session.bottom == "spice: book herbert▏")
    session.type(" messiah").press("enter")
    #expect(manifest.contains("spice: \"book herbert messiah\""), "\(manifest)")
    #expect(session.browser.list.records.map(\.title) == ["Dune Messiah"])
  }

  @Test func whatIsBuiltInStays() {
    go(to: .filter("recent"))
    session.press("d")
    #expect(session.bottom.contains("“recent” is built in"))
  }

  /// The saved filter finds the same records as the list, so it includes both the view and the search.
  @Test func theViewIsPartOfTheFilter() throws {
    go(to: .state(.book, "onShelf"))
    session.press("right", "/").type("herbert").press("enter")
    let titles = session.browser.list.records.map(\.title)
    #expect(titles == ["Dune Messiah"])
    session.press("F").type("shelved").press("enter")
    #expect(manifest.contains("shelved: \"book status:onShelf herbert\""), "\(manifest)")
    let genre = try #require(session.browser.library.records(of: .genre).first { $0.title == "Science Fiction" })
    session.press("esc")
    go(to: .name(.genre, of: .book, genre.id))
    session.press("right", "F").type("sf").press("enter")
    #expect(manifest.contains("genres:=") && manifest.contains("Science Fiction"), "\(manifest)")
    go(to: .filter("sf"))
    #expect(session.browser.list.records.map(\.title) == ["Dune", "Dune Messiah"])
  }

  /// If there is no search yet, F prompts for one. Keys typed ahead are entered into the prompt instead of acting as
  /// commands.
  @Test func aFilterIsMadeFromNothing() {
    session.press("left", "home", "down", "right")
    #expect(session.browser.list.view == .kind(.book) && session.browser.list.query.isEmpty)
    session.press("F").type("author:herbert").press("enter").type("spices").press("enter")
    #expect(manifest.contains("spices: \"book author:herbert\""), "\(manifest)")
    #expect(session.browser.list.records.map(\.title) == ["Dune", "Dune Messiah"])
    session.press("esc", "F").type("rating:many").press("enter")
    #expect(session.screen.contains("“many” is not a valid value for “rating”"), "\(session.screen)")
  }

  /// If the current search hides a new record, the note explains why it is not in the list.
  @Test func whatTheSearchHidesIsSaid() {
    session.press("left", "home", "down", "right", "/").type("herbert").press("enter", "a", "b").type("Persuasion")
      .press("ctrl-s")
    #expect(session.bottom.contains("not in the search results"), "\(session.screen)")
  }

  @Test func aGenreOnTheLeftIsARecord() throws {
    let genre = try #require(session.browser.library.records(of: .genre).first { $0.title == "Fiction" })
    go(to: .name(.genre, of: .book, genre.id))
    session.press("d")
    #expect(session.screen.contains("Delete genre “Fiction”"), "\(session.screen)")
    session.press("n", "3")
    #expect(session.bottom.contains("genres have no rating"))
  }
}
