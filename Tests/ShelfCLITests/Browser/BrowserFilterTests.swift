import Testing

@testable import ShelfBrowser
@testable import ShelfModel

/// Saved filters in the browser: made of what is seen, renamed, changed and deleted.
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

  /// The heading of the filters says what each of them looks for.
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

  @Test func aNameThatIsTakenIsRefused() {
    go(to: .filter("spice"))
    session.press("F", "ctrl-u").type("lent").press("enter")
    #expect(session.screen.contains("there is a filter “lent”"))
    #expect(manifest.contains("spice"))
  }

  @Test func aNameThatIsTakenIsThereToBeChanged() {
    go(to: .filter("spice"))
    session.press("F", "ctrl-u").type("lent").press("enter")
    #expect(session.screen.contains("Another name for the filter: lent▏"), "\(session.screen)")
    #expect(session.browser.note?.isWrong == true)
    session.type("2").press("enter")
    #expect(manifest.contains("lent2: \"book herbert\""), "\(session.screen)")
  }

  /// The search of a list is not written over what is no list.
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

  /// The filter finds what the list shows: the view counts as well as the search.
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

  @Test func aGenreOnTheLeftIsARecord() throws {
    let genre = try #require(session.browser.library.records(of: .genre).first { $0.title == "Fiction" })
    go(to: .name(.genre, of: .book, genre.id))
    session.press("d")
    #expect(session.screen.contains("Delete genre “Fiction”"), "\(session.screen)")
    session.press("n", "3")
    #expect(session.bottom.contains("genres have no rating"))
  }
}
