import Foundation
import ShelfWording
import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfForms
@testable import ShelfModel
@testable import ShelfTerminal

/// Tests the effects of keys on the files and on the screen.
struct BrowserActionTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func session(columns: Int = 110, rows: Int = 30) throws -> BrowserSession {
    try BrowserSession(library, columns: columns, rows: rows)
  }

  private func dune() throws -> String { try #require(library[SmallLibrary.dune]) }

  // MARK: - Moving

  @Test func arrowsAndLettersMove() throws {
    let session = try session()
    #expect(session.browser.list.current?.title == "Dune")
    session.press("j", "down")
    #expect(session.browser.list.current?.title == "Emma")
    session.press("k")
    #expect(session.browser.list.current?.title == "Dune Messiah")
    session.press("G")
    #expect(session.browser.list.current?.title == "三体")
    session.press("home")
    #expect(session.browser.page.id == session.browser.list.current?.id)
    session.press("pagedown")
    #expect(session.browser.list.current?.title == "三体")
  }

  @Test func panesAreGoneThrough() throws {
    let session = try session()
    session.press("tab")
    #expect(session.browser.focus == .page)
    session.press("tab")
    #expect(session.browser.focus == .views)
    session.press("shift-tab", "h")
    #expect(session.browser.focus == .list)
    session.press("h", "l", "enter")
    #expect(session.browser.focus == .page)
  }

  @Test func aViewNarrowsTheList() throws {
    let session = try session()
    session.press("left", "down")
    #expect(session.screen.contains("Books · on shelf · 2"))
    #expect(session.browser.list.records.map(\.title) == ["Dune Messiah", "三体"])
    session.press("down", "down")
    #expect(session.browser.list.records.map(\.title) == ["Dune"])
  }

  @Test func genresAndTagsAreViews() throws {
    let session = try session()
    session.press("left")
    while session.browser.list.view != .kind(.issue) { session.press("down") }
    for _ in 0..<99 where !session.screen.contains("Issues · lending") { session.press("down") }
    #expect(session.browser.list.records.map(\.title) == ["Ask Anna to return Dune"])
  }

  @Test func relationsAreFollowedAndLeft() throws {
    let session = try session()
    session.press("right", "end", "up", "up")
    let line = session.browser.page.cursor
    #expect(session.screen.contains("▌  Ask Anna to return Dune"))
    session.press("right")
    #expect(session.screen.contains("‹ Ask Anna to return Dune"))
    session.press("left")
    #expect(session.browser.page.cursor == line)
    #expect(!session.screen.contains("‹"))
    session.press("left")
    #expect(session.browser.focus == .list)
  }

  // MARK: - Searching

  @Test func theSearchIsLive() throws {
    let session = try session()
    session.press("/").type("herbert")
    #expect(session.screen.contains("Books · 2 of 4"))
    session.press("enter")
    #expect(session.screen.contains("/ herbert"))
    session.press("/", "esc")
    #expect(session.screen.contains("/ herbert"))
    session.press("esc")
    #expect(session.screen.contains("Books · 4"))
  }

  @Test func aWrongQuerySaysWhyAndKeepsTheList() throws {
    let session = try session()
    session.press("/").type("herbert")
    session.take(.key(.paste(" ratng:5")))
    #expect(session.screen.contains("a book has no field “ratng” — did you"))
    #expect(session.browser.list.records.map(\.title) == ["Dune", "Dune Messiah"])
    #expect(session.screen.contains("Books · 2 of 4"))
    session.press("esc")
    #expect(session.browser.list.problem == nil)
    #expect(session.screen.contains("Books · 4"))
  }

  @Test func tabCompletesTheSearch() throws {
    let session = try session()
    session.press("/").type("rati").press("tab")
    #expect(session.screen.contains("/ rating:▏"))
    session.press("ctrl-u").type("genre:sci").press("tab")
    #expect(session.screen.contains("/ genre:\"Science Fiction\"▏"))
    session.press("enter")
    #expect(session.browser.list.records.map(\.title) == ["Dune", "Dune Messiah"])
  }

  @Test func theFilterMenuMakesAQuery() throws {
    let session = try session()
    session.press("f", "down", "down", "down", "down", "enter")
    #expect(session.screen.contains("/ status:completed"))
    #expect(session.browser.list.records.map(\.title) == ["Dune"])
    session.press("f", "up", "enter")
    #expect(session.browser.list.query == "status:wanted")
    // If the query already contains the chosen term, Enter keeps it, whereas Space removes it.
    session.press("f", "up", "enter")
    #expect(session.browser.list.query == "status:wanted")
    session.press("f", "up", "space", "end", "up", "space")
    #expect(session.browser.list.query == "modified:<7d" || session.browser.list.query.hasPrefix("dateAdded:"))
    #expect(session.bottom.contains("Space several"), "\(session.bottom)")
    session.press("esc")
    session.press("f", "x")
    #expect(session.browser.list.query == "")
  }

  @Test func aSearchIsSavedAsAFilter() throws {
    let session = try session()
    session.press("/").type("author:herbert").press("enter", "F").type("spice").press("enter")
    #expect(session.bottom.hasPrefix("Saved the filter “spice”: book author:herbert"))
    #expect(library["shelf.yaml"]?.contains("spice: \"book author:herbert\"") == true)
    #expect(session.screen.contains("spice"))
  }

  @Test func theSortMenuOrders() throws {
    let session = try session()
    session.press("s")
    for _ in 0..<99 where !session.screen.contains("▌    rating") { session.press("down") }
    session.press("enter")
    #expect(session.browser.list.records.prefix(2).map(\.title) == ["Dune", "Emma"])
    #expect(session.screen.contains("by rating ↓"))
  }

  // MARK: - Changing

  @Test func digitsRate() throws {
    let session = try session()
    session.press("2")
    #expect(try dune().contains("rating: 2\n"))
    #expect(session.bottom.hasPrefix("“Dune”: rating 5 → 2 · u undoes this"))
    session.press("u")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
    #expect(session.bottom.hasPrefix("Undid: rating of “Dune”"))
    session.press("U")
    #expect(try dune().contains("rating: 2\n"))
  }

  @Test func marksChangeTogether() throws {
    let session = try session()
    session.press("space", "space", "4")
    #expect(try dune().contains("rating: 4\n"))
    #expect(library["books/dune-messiah-b0000002.yaml"]?.contains("rating: 4\n") == true)
    #expect(session.screen.contains("2 marked"))
    session.press("u")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
    session.press("esc")
    #expect(!session.screen.contains("marked"))
    session.press("*")
    #expect(session.screen.contains("4 marked"))
  }

  @Test func marksOutOfSightAreLeftAlone() throws {
    let session = try session()
    session.press("space", "space", "/").type("emma").press("enter", "1")
    #expect(library[SmallLibrary.emma]?.contains("rating: 1\n") == true)
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
    #expect(session.screen.contains("2 marked (2 hidden)"))
  }

  @Test func aFieldOfSeveralIsEditedTogether() throws {
    let session = try session()
    session.press("space", "space", "up")
    #expect(session.bottom.hasPrefix("2 marked:  ? keys  Enter a field"), "\(session.bottom)")
    session.press("enter")
    for _ in 0..<99 where !session.screen.contains("▌    genres") { session.press("down") }
    session.press("enter")
    #expect(session.screen.contains("2 books · genres"))
    session.press("down", "down", "space", "enter")
    let messiah = try #require(library["books/dune-messiah-b0000002.yaml"])
    #expect(messiah.contains("e0000003") && messiah.contains("e0000002"), "\(session.screen)")
    #expect(try dune().contains("# Fiction") && dune().contains("# Horror"))
  }

  /// If the records have different values, the menu preselects none of the values, and confirming the preselection
  /// changes nothing.
  @Test func aChoiceOfSeveralPresetsNothing() throws {
    let session = try session()
    session.press("*", "enter")
    for _ in 0..<99 where !session.screen.contains("▌    status") { session.press("down") }
    let before = try library.tree()
    session.press("enter")
    #expect(session.screen.contains("▸ as they are"), "\(session.screen)")
    session.press("enter")
    #expect(try library.tree() == before)
    session.press("enter")
    for _ in 0..<99 where !session.screen.contains("▌    status") { session.press("down") }
    session.press("enter", "down", "enter")
    for path in try library.paths() where path.hasPrefix("books/") {
      #expect(library[path]?.contains("status: wanted\n") == true)
    }
  }

  /// On a record's page, every key applies to that record, not to the marked ones.
  @Test func marksAreNotMeantBesideARecord() throws {
    let session = try session()
    session.press("down", "space", "up", "up", "right")
    session.press("2")
    #expect(try dune().contains("rating: 2\n"))
    #expect(library["books/dune-messiah-b0000002.yaml"]?.contains("rating: 2\n") == false)
    session.press("e")
    #expect(session.commands == [["edit", "b0000001-0000-4000-8000-000000000000"]])
    session.press("d")
    #expect(session.screen.contains("Delete book “Dune”"))
    session.press("n")
    open("author", session)
    #expect(session.screen.contains("┌ Dune · author"))
  }

  /// The browser asks for confirmation before a key changes many records.
  @Test func aChangeOfManyAsks() throws {
    for number in 100..<125 {
      library["books/book-\(number).yaml"] = "id: b0000\(number)-0000-4000-8000-000000000000\ntitle: Book \(number)\n"
    }
    let session = try session()
    session.press("*", "1")
    #expect(session.screen.contains("Rate 29 books?"))
    session.press("n")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
    session.press("1", "y")
    #expect(try dune().contains("rating: 1\n"))
  }

  /// In a multiline field, Enter starts a new line.
  @Test func enterBeginsALineOfALongText() throws {
    let session = try session()
    open("review", session)
    session.type(" One.").press("enter").type("3 reasons")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
    #expect(session.screen.contains("Ctrl-S save"))
    session.press("ctrl-s")
    let text = try dune()
    #expect(text.contains("And worms. One.\n") && text.contains("3 reasons\n"), "\(text)")
    #expect(try dune().contains("rating: 5\n"))
  }

  @Test func theListIsThereWhileATermBegins() throws {
    let session = try session()
    session.press("/").type("herbert status:")
    #expect(Set(session.browser.list.records.map(\.title)) == ["Dune", "Dune Messiah"])
  }

  @Test func statesAreEntered() throws {
    let session = try session()
    session.press("j", "o", "t")
    let book = try #require(library["books/dune-messiah-b0000002.yaml"])
    #expect(book.contains("status: inProgress\n") && book.contains("dateStarted: 2026-11-21\n"))
    session.press("o", "w")
    #expect(library["books/dune-messiah-b0000002.yaml"]?.contains("status: wanted\n") == true)
  }

  /// `l` lends a single book. The menu for several books has no such item, so the key does nothing there. In
  /// particular, it does not act like Enter.
  @Test func aLetterThatNoItemHasDoesNothing() throws {
    let session = try session()
    let before = try dune()
    session.press("space", "space", "o")
    #expect(!session.screen.contains("Lend to"))
    session.press("l")
    #expect(try dune() == before)
    #expect(session.screen.contains("2 books"), "\(session.screen)")
    session.press("j", "k", "esc")
    #expect(!session.screen.contains("Enter take"))
  }

  @Test func issuesAreClosedAndOpened() throws {
    let session = try session()
    session.press("left")
    while session.browser.list.view != .kind(.issue) { session.press("down") }
    session.press("right", "c")
    #expect(library["issues/ask-anna-f0000001.yaml"]?.contains("completed: true\n") == true)
    while session.browser.list.current?.title != "Ask Anna to return Dune" { session.press("down") }
    session.press("c")
    #expect(library["issues/ask-anna-f0000001.yaml"]?.contains("completed: false\n") == true)
  }

  private func open(_ field: String, _ session: BrowserSession) {
    session.press("right")
    for _ in 0..<60 where session.browser.page.target != .field(field) { session.press("down") }
    session.press("enter")
  }

  @Test func aTextIsEditedInPlace() throws {
    let session = try session()
    open("author", session)
    session.press("ctrl-u").type("F. Herbert").press("enter")
    #expect(try dune().contains("author: F. Herbert\n"))
    #expect(session.screen.contains("F. Herbert"))
  }

  @Test func starsAreEditedInPlace() throws {
    let session = try session()
    open("rating", session)
    session.press("left", "enter")
    #expect(try dune().contains("rating: 4\n"))
  }

  @Test func ticksAreSetAndMade() throws {
    let session = try session()
    open("genres", session)
    session.press("space").type("Desert").press("enter", "enter")
    let genres = try library.paths().filter { $0.hasPrefix("genres/") }
    #expect(genres.contains { library[$0]?.contains("name: Desert\n") == true }, "\(session.screen)")
    #expect(try dune().contains("# Desert"))
    #expect(try !dune().contains("# Fiction"))
  }

  @Test func datesMoveByDays() throws {
    let session = try session()
    open("dateCompleted", session)
    session.press("+", "enter")
    #expect(try dune().contains("dateCompleted: 2019-07-01\n"))
    open("dateCompleted", session)
    session.press("t", "enter")
    #expect(try dune().contains("dateCompleted: 2026-11-21\n"))
  }

  @Test func aWrongValueIsRefusedWhereItIsTyped() throws {
    let session = try session()
    open("year", session)
    session.press("ctrl-u").type("soon").press("enter")
    #expect(session.screen.contains("“soon” is not a valid"), "\(session.screen)")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
    session.press("esc")
    #expect(session.browser.focus == .page)
  }

  @Test func whatCannotBeSavedIsNotLost() throws {
    let session = try session()
    open("author", session)
    session.press("ctrl-u").type("A long text")
    let text = try dune()
    library[SmallLibrary.dune] = nil
    session.press("enter")
    #expect(session.screen.contains("A long text▏"))
    #expect(session.browser.note?.isWrong == true)
    library[SmallLibrary.dune] = text
    session.press("enter")
    #expect(try dune().contains("author: A long text\n"))
  }

  @Test func aRecordThatIsThereAlreadyIsAskedFor() throws {
    let session = try session()
    session.press("a", "b").type("Dune").press("ctrl-s")
    #expect(session.screen.contains("There is already “Dune” by Frank Herbert"), "\(session.screen)")
    #expect(session.browser.typed != nil)
    session.press("n")
    #expect(session.screen.contains("Dune▏"), "\(session.screen)")
    session.press("ctrl-s", "y")
    #expect(session.browser.library.records(of: .book).filter { $0.title == "Dune" }.count == 2, "\(session.screen)")
  }

  @Test func theHistoryLeadsToItsDifferences() throws {
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Start")
    _ = try library.run("book set dune rating=4")
    try library.commit("Think again")
    _ = try library.run("book set dune rating=3")
    let session = try session()
    session.press("H")
    #expect(session.screen.contains("History of “Dune”") && session.screen.contains("▌not committed yet"))
    session.press("enter")
    #expect(session.screen.contains("-rating: 4") && session.screen.contains("+rating: 3"), "\(session.screen)")
    session.press("esc", "down", "enter")
    #expect(session.screen.contains("-rating: 5") && session.screen.contains("+rating: 4"), "\(session.screen)")
    session.press("esc", "down", "enter")
    #expect(session.screen.contains("+title: Dune # the first one"), "\(session.screen)")
    session.press("esc")
    #expect(session.screen.contains("History of “Dune”"))
    session.press("esc")
    #expect(session.screen.contains("Books · 4"))
  }

  @Test func whatIsTypedIsNotThrownAwayAtOnce() throws {
    let session = try session()
    open("author", session)
    session.type("x").press("esc")
    #expect(session.screen.contains("Esc again discards it"))
    session.press("esc")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
    #expect(!session.screen.contains("Esc again"))
    open("author", session)
    session.press("esc")
    #expect(!session.screen.contains("Esc again"))
  }

  @Test func aTextGoesToTheEditorAndBack() throws {
    let session = try session()
    open("author", session)
    session.take(.key(.control("o")))
    #expect(session.screen.contains("Frank Herbert edited▏"))
  }

  @Test func aNewRecordIsChosen() throws {
    let session = try session()
    session.press("a", "b").type("Walden").press("ctrl-s")
    #expect(session.browser.list.current?.title == "Walden", "\(session.screen)")
    #expect(session.screen.contains("┌ Walden"))
  }

  @Test func aSearchThatIsLeftGoesBackToItsPlace() throws {
    let session = try session()
    session.press("down", "down", "/").type("zzz").press("esc")
    #expect(session.browser.list.current?.title == "Emma")
  }

  @Test func aLongMessageIsReadAsAWhole() throws {
    let session = try session(columns: 40)
    session.take(.outcome(.refused("one two three four five six seven eight nine ten eleven twelve thirteen")))
    #expect(session.screen.contains("one two three") && session.screen.contains("thirteen"))
    // The message fits on the bottom line only if it covers the summary on the right.
    let wide = try self.session(columns: 80)
    let text = Array(repeating: "seven77", count: 9).joined(separator: " ") + " end"
    wide.take(.outcome(.refused(text)))
    #expect(wide.bottom == text)
  }

  @Test func textsThatLookLikeFilesAreTexts() throws {
    let session = try session()
    open("review", session)
    session.press("ctrl-u", "ctrl-u", "ctrl-u", "ctrl-u").type("@shelf.yaml")
    session.press("ctrl-s")
    #expect(try dune().contains("@shelf.yaml"))
    #expect(try !dune().contains("format: 1"))
  }

  @Test func theEditorGetsTheTerminal() throws {
    let session = try session()
    session.press("e")
    #expect(session.commands == [["edit", "b0000001-0000-4000-8000-000000000000"]])
    session.press(":").type("book list").press("enter")
    #expect(session.commands.last == ["book list"])
  }

  @Test func aQuoteIsAddedToItsBook() throws {
    let session = try session()
    session.press("right", "a", "q").type("He who controls the spice.").press("ctrl-s")
    let quotes = try library.paths().filter { $0.hasPrefix("quotes/dune-b0000001/") }
    #expect(quotes.count == 2, "\(session.screen)")
    #expect(session.screen.contains("He who controls the spice."))
  }

  @Test func anIssueOfATagHasTheTag() throws {
    let session = try session()
    session.press("left")
    for _ in 0..<99 where !session.screen.contains("Issues · lending") { session.press("down") }
    session.press("a").type("Ask Tom").press("ctrl-s")
    let path = try #require(try library.paths().first { $0.hasPrefix("issues/ask-tom") })
    #expect(library[path]?.contains("# lending") == true)
  }

  @Test func copiesAreBorrowedRenewedAndGivenBack() throws {
    let session = try session()
    session.press("j", "j", "o")
    #expect(session.screen.contains("Borrow from …"))
    session.press("b").type("city library").press("enter")
    #expect(library[SmallLibrary.emma]?.contains("borrowedFrom: city library\n") == true)
    session.press("o")
    #expect(!session.screen.contains("Borrow from …"))
    session.press("r").type("2w").press("enter")
    #expect(library[SmallLibrary.emma]?.contains("dueOn: 2026-12-05\n") == true)
    // An invalid date is refused and can be corrected.
    session.press("o", "r").type("soon").press("enter")
    #expect(session.screen.contains("“soon” is not a valid"), "\(session.screen)")
    session.press("esc", "o", "b")
    #expect(library[SmallLibrary.emma]?.contains("loans: 2026-11-21/2026-11-21 from city library\n") == true)
  }

  @Test func deletingSaysWhatGoesAlong() throws {
    let session = try session()
    session.press("d")
    #expect(session.screen.contains("Delete book “Dune” (with its 1 quote, removed from 1 issue)?"))
    session.press("n")
    #expect(library[SmallLibrary.dune] != nil)
    session.press("d", "y")
    #expect(library[SmallLibrary.dune] == nil)
    session.press("u")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
    #expect(session.browser.list.current?.title == "Dune")
  }

  @Test func whatOthersDidIsNotTakenBackUnasked() throws {
    _ = try library.run("book rate Dune 1")
    let session = try session()
    session.press("u")
    #expect(session.screen.contains("“book rate Dune 1” was not done in this browser session"))
    #expect(session.screen.contains("Undo it?") && session.screen.contains("rating: 1 → 5"), "\(session.screen)")
    session.press("n")
    #expect(try dune().contains("rating: 1\n"))
    session.press("u", "y")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
  }

  /// The description of a change from outside the current browser session contains titles and fields, never ids.
  @Test func whatAnEarlierBrowserDidIsNamed() throws {
    let first = try session()
    open("genres", first)
    first.press("down", "down", "space", "enter")
    #expect(try dune().contains("# Horror"), "\(first.screen)")
    _ = try library.run("set b0000002-0000-4000-8000-000000000000 rating=1")
    let session = try session()
    session.press("u")
    #expect(session.screen.contains("“set “Dune Messiah” rating=1” was not done in this browser"), "\(session.screen)")
    #expect(session.screen.contains("book “Dune Messiah”") && session.screen.contains("rating: 1 → none"))
    session.press("y", "u")
    #expect(session.screen.contains("Horror") && session.screen.contains("genres: − Horror"), "\(session.screen)")
    let id = /[0-9a-f]{8}-[0-9a-f]{4}-/
    let menu = session.screen.split(separator: "\n").filter {
      $0.contains("Take it back") || $0.contains("book set Dune genres")
    }
    #expect(!menu.isEmpty && menu.allSatisfy { $0.firstMatch(of: id) == nil }, "\(session.screen)")
    session.press("y")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
    #expect(session.screen.contains("Undid: genres of “Dune”"), "\(session.screen)")
  }

  /// The error names the file that cannot be written, and suggests a remedy.
  @Test func aFileThatIsReadOnlyIsNamed() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: library.absolute(SmallLibrary.dune))
    let session = try session()
    session.press("2")
    #expect(
      session.browser.note?.text
        == "\(SmallLibrary.dune): the file is read-only; nothing was written — make it writable with `chmod u+w`")
  }

  @Test func aFolderThatIsReadOnlyIsNamed() throws {
    library.fileSystem.failure = { operation, path in
      ["create", "replace", "delete"].contains(operation) && path.contains("/books/") ? EACCES : nil
    }
    let session = try session()
    session.press("2")
    let note = session.browser.note?.text ?? ""
    #expect(
      note.contains("/\(SmallLibrary.dune): no permission; nothing was written — allow writing there with `chmod u+w`"),
      "\(note)")
  }

  /// If something prevents an undo, the browser offers keys that resolve the problem instead of naming command options.
  @Test func whatCannotBeTakenBackOffersMore() throws {
    let session = try session()
    session.press("j", "3", "k", "2")
    library[SmallLibrary.dune]?.replace("rating: 2", with: "rating: 1")
    try session.follow(SmallLibrary.dune)
    session.press("u")
    #expect(session.screen.contains("Leave it, and undo the change before it"), "\(session.screen)")
    session.press("b")
    #expect(try dune().contains("rating: 1\n"))
    #expect(library["books/dune-messiah-b0000002.yaml"]?.contains("rating") == false)
    session.press("2")
    library[SmallLibrary.dune]?.replace("year: 1965", with: "year: 1966")
    try session.follow(SmallLibrary.dune)
    session.press("u", "f")
    #expect(try dune().contains("rating: 1\n") && dune().contains("year: 1966\n"), "\(session.screen)")
  }

  /// The note on the bottom line names the new record without its id.
  @Test func noIDsInPassing() throws {
    let session = try session()
    session.press("a", "b").type("Walden").press("ctrl-s")
    #expect(session.bottom.hasPrefix("Added book “Walden” · u undoes this"), "\(session.bottom)")
  }

  /// A multiline message does not cover the selected row.
  @Test func whatIsChosenIsSeenAboveAMessage() throws {
    let session = try session(columns: 80, rows: 9)
    session.press("end")
    session.take(.outcome(.refused(Array(repeating: "a long message", count: 12).joined(separator: " "))))
    #expect(session.screen.contains("▌   三体"), "\(session.screen)")
  }

  @Test func whatAListIsSortedByIsSeen() throws {
    library[SmallLibrary.emma]? += "dateAdded: 2024-03-05\n"
    library["books/long-b0000009.yaml"] = """
      id: b0000009-0000-4000-8000-000000000000
      title: The Life and Opinions of Tristram Shandy, Gentleman
      author: Laurence Sterne
      """
    let session = try session(columns: 80)
    session.press("s", "down", "enter")
    #expect(session.screen.contains("2024-03-05"), "\(session.screen)")
    #expect(session.browser.list.current != nil)
  }

  @Test func notesOfDoctorAreNotNothing() throws {
    let library = try TestLibrary([
      "shelf.yaml": "format: 1\nname: Notes\n",
      "books/note-b0000009.yaml": "id: b0000009-0000-4000-8000-000000000000\ntitle: Note\nisbn: \"123\"\n",
    ])
    let session = try BrowserSession(library, columns: 110, rows: 30)
    try session.examine()
    session.press("D")
    #expect(session.bottom.hasPrefix("no problems; `:doctor` lists 1 note"), "\(session.screen)")
  }

  // MARK: - More

  /// A deleted record that is still in git's history can be restored from the list of problems.
  @Test func whatGitRemembersIsBroughtBack() throws {
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Start")
    let genre = "genres/horror-e0000003.yaml"
    let text = try #require(library[genre])
    library[SmallLibrary.emma] =
      try #require(library[SmallLibrary.emma]) + "genres:\n  - e0000003-0000-4000-8000-000000000000\n"
    library[genre] = nil
    try library.commit("Lose a genre")
    let session = try session()
    try session.examine()
    session.press("D")
    for _ in 0..<20 where !session.screen.contains("▌error    ⚒ Emma  genre e0000003") { session.press("down") }
    session.press("enter", "enter", "y")
    #expect(library[genre] == text)
  }

  /// An unreadable file is reported at any width of the terminal.
  @Test(arguments: [36, 50, 59])
  func problemsAreSeenInANarrowTerminal(columns: Int) throws {
    library[SmallLibrary.emma] = "title: [broken\n"
    let session = try session(columns: columns)
    try session.examine()
    #expect(session.bottom.contains("problems (D)"), "\(session.screen)")
  }

  @Test func problemsAreShownAndRepaired() throws {
    library[SmallLibrary.emma]?.replace("rating: 3", with: "rating: 9")
    let session = try session()
    try session.examine()
    #expect(session.bottom.hasSuffix("problems (D)"))
    session.press("D")
    #expect(session.screen.contains("Problems · "))
    for _ in 0..<20 where !session.screen.contains("▌error    ⚒ Emma  9 is more than 5") { session.press("down") }
    session.press("enter")
    #expect(session.screen.contains("write 5"))
    session.press("enter")
    #expect(session.screen.contains("-rating: 9") && session.screen.contains("+rating: 5"))
    session.press("n")
    #expect(library[SmallLibrary.emma]?.contains("rating: 9\n") == true)
    #expect(session.screen.contains("Problems · "))
    session.press("home")
    for _ in 0..<20 where !session.screen.contains("▌error    ⚒ Emma  9 is more than 5") { session.press("down") }
    session.press("enter", "enter", "y")
    #expect(library[SmallLibrary.emma]?.contains("rating: 5\n") == true)
    #expect(session.bottom.hasPrefix("Repaired “Emma”: write 5"))
  }

  /// After the last problem is repaired, the browser returns to the list of records instead of showing an empty list of
  /// problems.
  @Test func theLastProblemLeadsBack() throws {
    library["quotes/lost-c0000002.yaml"] = nil
    library[SmallLibrary.emma]?.replace("rating: 3", with: "rating: 9")
    let session = try session()
    try session.examine()
    #expect(session.browser.problemCount == 1)
    session.press("D", "enter", "enter", "y")
    #expect(session.screen.contains("Books · 4") && !session.screen.contains("Problems"), "\(session.screen)")
    #expect(session.bottom.hasPrefix("Repaired “Emma”: write 5"), "\(session.bottom)")
  }

  /// A repair merges two copies of a record and prompts for each field that differs.
  @Test func aRepairThatAsksIsAnswered() throws {
    library["books/dune-b0000001 (conflicted copy 2026-11-21 101500).yaml"] = SmallLibrary.files[SmallLibrary.dune]?
      .replacing("rating: 5", with: "rating: 2").replacing("year: 1965", with: "year: 1966")
    let session = try session()
    try session.examine()
    session.press("D")
    for _ in 0..<20 {
      let finding = session.browser.findings?[session.problemCursor]
      if finding?.repairs(in: session.browser.library).contains(where: { !$0.questions.isEmpty }) ?? false { break }
      session.press("down")
    }
    session.press("enter")
    session.press("enter")
    #expect(session.screen.contains("┌ Which rating? (1 of 2)"), "\(session.screen)")
    session.press("down", "enter")
    #expect(session.screen.contains("Which year? (2 of 2)"), "\(session.screen)")
    session.press("enter")
    #expect(session.screen.contains("Yes"), "\(session.screen)")
    session.press("y")
    let dunes = try library.paths().filter { $0.hasPrefix("books/dune-") && !$0.contains("messiah") }
    #expect(dunes.count == 1)
    let text = try #require(dunes.first.flatMap { library[$0] })
    let (rating, year) = (text.contains("rating: 2\n"), text.contains("year: 1966\n"))
    // The test chose the second answer for the rating and the first one for the year, so one value comes from each
    // copy.
    #expect(rating != year, "\(text)")
    #expect(session.screen.contains("Problems · "))
  }

  /// When a book is selected, in the list or on its page, the first item of the menu for adding records is a quote from
  /// the book.
  @Test(arguments: [[], ["right"]])
  func whatIsAddedToABookComesFirst(_ keys: [String]) throws {
    let session = try session(rows: 40)
    for key in keys { session.press(key) }
    session.press("a")
    #expect(session.screen.contains("Add to “Dune”") && session.screen.contains("▌  q A quote"), "\(session.screen)")
    session.press("enter").type("He who controls the spice.").press("ctrl-s")
    #expect(session.bottom.hasPrefix("Added quote"), "\(session.screen)")
    #expect(try library.paths().contains { $0.hasPrefix("quotes/dune-b0000001/he-who-controls") })
  }

  /// The first quotes of a book are visible regardless of the length of its notes, and the rest can be expanded.
  @Test func quotesComeBeforeAReview() throws {
    library[SmallLibrary.dune]? += "notes: |-\n" + String(repeating: "  Sand.\n", count: 60)
    for number in 10..<20 {
      library["quotes/dune-b0000001/q\(number).yaml"] = """
        id: c00000\(number)-0000-4000-8000-000000000000
        text: Words \(number).
        book: b0000001-0000-4000-8000-000000000000
        creationDate: 2026-11-21T10:00:00Z

        """
    }
    let session = try session(rows: 60)
    #expect(session.screen.contains("Quotes (11)") && session.screen.contains("and 6 more …"), "\(session.screen)")
    session.press("right")
    for _ in 0..<60 where session.browser.page.target != .rest(.quote) { session.press("down") }
    session.press("enter")
    #expect((10..<20).allSatisfy { session.screen.contains("Words \($0).") }, "\(session.screen)")
  }

  /// Every page can be searched forward and backward, and a search without a match is reported.
  @Test func pagesAreSearched() throws {
    let session = try session(rows: 16)
    session.press("?", "/").type("undo")
    #expect(session.screen.contains("undo the last change"), "\(session.screen)")
    #expect(session.screen.contains("/undo▏"))
    session.type("zzz")
    #expect(session.bottom.contains("was not found on this page"), "\(session.screen)")
    session.press("esc", "/").type("page").press("enter")
    let first = session.screen
    session.type("n")
    #expect(session.screen != first)
    session.type("N")
    #expect(session.screen == first)
    session.press("esc")
    #expect(!session.screen.contains("┌ Keys"))
  }

  /// The sidebar and the list show the same number of open issues.
  @Test func openIssuesAreCountedAlike() throws {
    let session = try session(rows: 40)
    for _ in 0..<30 where session.browser.views.current != .kind(.issue) { session.press("left", "down") }
    #expect(session.screen.contains("1 open of 2"), "\(session.screen)")
  }

  /// The sidebar and the list of tags show the same number of open issues for a tag, and the sidebar labels it “open”.
  @Test func openIssuesOfATagAreCountedAlike() throws {
    let library = try ImportTests.empty()
    func id(_ number: Int) -> String { "00000000-0000-4000-8000-00000000000\(number)" }
    for (number, name) in ["shop", "old"].enumerated() {
      library["tags/\(number).yaml"] = "id: \(id(number))\nname: \(name)\n"
    }
    for (number, state) in ["false", "true", "true"].enumerated() {
      library["issues/\(number).yaml"] =
        "id: \(id(number + 5))\ntitle: I\(number)\ncompleted: \(state)\ntags: [\(id(number == 2 ? 1 : 0))]\n"
    }
    #expect(try library.run("tag list --format table").contains(/shop +1 open issue\n/))
    let session = try BrowserSession(library, columns: 110, rows: 40)
    for _ in 0..<30 where session.browser.views.current != .kind(.issue) { session.press("left", "down") }
    for _ in 0..<6 { session.press("right", "down") }
    #expect(session.screen.contains(/#shop +1 open/), "\(session.screen)")
    #expect(session.screen.contains(/#old +0 open/), "\(session.screen)")
  }

  @Test func theKeysAreShown() throws {
    let session = try session(rows: 70)
    session.press("?")
    for action in Action.allCases where !action.rawValue.hasPrefix("rate") {
      #expect(session.screen.contains(action.help), "\(action)")
    }
    session.press("end")
    #expect(session.screen.contains("in a long text, it starts a new line, and Ctrl-S saves"), "\(session.screen)")
    session.press("q")
    #expect(!session.hasQuit)
    session.press("q")
    #expect(session.hasQuit)
  }

  /// The help is never truncated, even on a narrow screen.
  @Test(arguments: [34, 60, 80, 100])
  func theHelpIsReadAsAWhole(_ columns: Int) throws {
    let session = try session(columns: columns, rows: 200)
    session.press("?")
    // An ellipsis right after a letter means that the text was truncated. An ellipsis after a space belongs to the
    // text.
    let cut = session.screen.firstMatch(of: /[^ ]… *│/)
    #expect(cut == nil, "\(session.screen)")
  }

  @Test func keysAreBoundByTheSettings() throws {
    var settings = Settings()
    settings.keys = ["quit": ["X"], "down": ["n", "down"]]
    let session = try BrowserSession(library, settings: settings)
    session.press("n")
    #expect(session.browser.list.current?.title == "Dune Messiah")
    session.press("q")
    #expect(!session.hasQuit)
    session.press("X")
    #expect(session.hasQuit)
    settings.keys = ["fly": ["x"]]
    #expect(throws: CommandError.self) { try BrowserSession(self.library, settings: settings) }
  }

  @Test func aKeyThatIsTakenAwayIsSeen() throws {
    var settings = Settings()
    settings.keys = ["delete": ["u"]]
    let session = try BrowserSession(library, columns: 100, rows: 70, settings: settings)
    session.press("?")
    #expect(session.screen.contains("no key") && session.screen.contains("undo the last change"))
  }

  @Test func aClickOnAFieldEditsIt() throws {
    let session = try session()
    let row = try #require(session.screen.split(separator: "\n").firstIndex { $0.contains("author          Frank") })
    session.take(.key(.mouse(Mouse(.press, row: row, column: 90))))
    #expect(session.screen.contains("Dune · author"), "\(session.screen)")
    session.press("ctrl-u").type("F. H.").press("enter")
    #expect(try dune().contains("author: F. H.\n"))
  }

  @Test func theStateThatABookIsInChangesNothing() throws {
    let session = try session()
    session.press("o")
    for _ in 0..<99 where !session.screen.contains("▌●") { session.press("down") }
    session.press("enter")
    #expect(try dune() == SmallLibrary.files[SmallLibrary.dune])
  }

  @Test func emptyLinesOfARecordArePassedOver() throws {
    let session = try session()
    session.press("right")
    var seen: Set<Int> = []
    for _ in 0..<60 {
      seen.insert(session.browser.page.cursor)
      #expect(!session.browser.page.lines[session.browser.page.cursor].isEmpty)
      session.press("down")
    }
    #expect(seen.count > 10)
    session.press("enter")
    #expect(session.commands.last?.first == "edit")
  }

  @Test func theNumbersAreThere() throws {
    let session = try session()
    session.press("t")
    #expect(session.screen.contains("Books by status"))
    session.press("esc", "left", "home")
    #expect(session.screen.contains("Overview"))
    #expect(session.screen.contains("Reading"))
  }

  @Test func aDumbTerminalIsToldOfLists() throws {
    #expect(
      try library.refused("browse") == """
        ! error: the browser needs a terminal
        ! hint: `shelf book list` lists books, and `shelf list KIND` lists other records
        [2]

        """)
  }
}
