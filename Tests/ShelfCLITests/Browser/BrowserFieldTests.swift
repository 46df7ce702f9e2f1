import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfTerminal
@testable import ShelfWording

/// Tests the editing of fields on a record's page and in the form for a new record.
///
/// In every field, a value is either saved or refused with a reason, and the user can leave the field.
struct BrowserFieldTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func dune() throws -> String { try #require(library[SmallLibrary.dune]) }

  /// Opens a field of the selected record.
  private func open(_ field: String, _ session: BrowserSession) {
    if session.browser.focus != .page { session.press("right") }
    session.press("home")
    for _ in 0..<80 where session.browser.page.target != .field(field) {
      if session.browser.page.target == .more { session.press("enter") }
      if session.browser.page.target != .field(field) { session.press("down") }
    }
    #expect(session.browser.page.target == .field(field), "\(session.screen)")
    session.press("enter")
  }

  private var editing: [(Kind, String)] {
    Kind.allCases.flatMap { kind in
      kind.fields.filter { !$0.isAutomatic && $0.type != .id && $0.type != .formerIDs && !$0.has(.log) }.map {
        (kind, $0.key)
      }
    }
  }

  private func isOpen(_ session: BrowserSession) -> Bool {
    if case .field = session.browser.mode { true } else { false }
  }

  /// Returns values that are valid in a field.
  private static func valid(_ field: Field) -> [String] {
    switch field.type {
    case .intervals: ["2001-01-02/2001-02-03"]
    case .date: ["2001-05-06"]
    case .timestamp: ["2001-05-06T07:08:09Z"]
    case .integer: ["7"]
    case .rating: ["3"]
    case .duration: ["12:30"]
    case .color: ["#112233"]
    case .choice, .boolean: []
    case .reference(.book), .references(.book): ["Emma"]
    default:
      field.has(.progress)
        ? ["40%"]
        : field.has(.loans) ? ["2001-01-02/2001-02-03 x"] : field.has(.log) ? ["2001-01-02 7"] : ["x"]
    }
  }

  /// Both in a field and in a search, an error message disappears as soon as its cause is gone.
  @Test func anErrorGoesWithItsCause() throws {
    let session = try BrowserSession(library)
    open("year", session)
    session.press("ctrl-u").type("soon").press("enter")
    #expect(session.screen.contains("“soon” is not a valid"), "\(session.screen)")
    session.press("backspace")
    #expect(!session.screen.contains("is not a valid"), "\(session.screen)")
    session.press("esc", "esc", "left")

    let other = try BrowserSession(library)
    other.press("/").type("rating:many")
    #expect(other.screen.contains("takes stars"), "\(other.screen)")
    other.press("enter")
    #expect(other.screen.contains("is not a valid value"), "\(other.screen)")
    other.press("/")
    other.press("ctrl-u").type("dune")
    #expect(!other.screen.contains("is not a valid value"), "\(other.screen)")
  }

  /// In every field, Ctrl-S saves the value or reports why it cannot, and Esc closes the field.
  @Test func everyFieldIsSavedAndLeft() throws {
    for (kind, key) in editing {
      let library = try TestLibrary()
      let session = try BrowserSession(library, columns: 100, rows: 40)
      session.press("left")
      while session.browser.list.view != .kind(kind),
        session.browser.views.cursor < session.browser.views.rows.count - 1
      { session.press("down") }
      if session.browser.list.view != .kind(kind) {
        session.press("home")
        while session.browser.list.kind != kind { session.press("down") }
      }
      session.press("right")
      while session.browser.focus != .list { session.press("right") }
      let field = try #require(session.browser.library.schema.field(key, of: kind))
      // Without a change.
      open(key, session)
      #expect(isOpen(session), "\(kind) \(key)\n\(session.screen)")
      session.press("esc")
      #expect(!isOpen(session), "\(kind) \(key)")
      // Types a value that may be invalid, then valid values.
      open(key, session)
      let before = try library.tree()
      session.type("zq").press("ctrl-s")
      #expect(try !isOpen(session) || session.screen.contains("zq") || library.tree() == before, "\(kind) \(key)")
      if isOpen(session), case .field(let edit) = session.browser.mode {
        #expect(edit.complaint != nil, "\(kind) \(key) says nothing\n\(session.screen)")
        for _ in 0..<3 where isOpen(session) { session.press("esc") }
        #expect(!isOpen(session), "\(kind) \(key) cannot be left\n\(session.screen)")
      }
      for value in BrowserFieldTests.valid(field) {
        open(key, session)
        session.press("ctrl-u").type(value).press("ctrl-s")
        #expect(!isOpen(session), "\(kind) \(key): \(value)\n\(session.screen)")
        #expect(session.browser.note != nil, "\(kind) \(key) says nothing\n\(session.screen)")
      }
    }
  }

  /// Ctrl-S and Esc work in the same way when a field of several records is edited at once.
  @Test func everyFieldOfSeveralIsSavedAndLeft() throws {
    for field in Kind.book.fields
    where !field.isAutomatic && ![.id, .formerIDs].contains(field.type) && !field.has(.title) {
      let library = try TestLibrary()
      let session = try BrowserSession(library, columns: 100, rows: 40)
      func open() {
        session.press("enter")
        for letter in Wording.label(field.key) where letter != "…" { session.type(String(letter)) }
        session.press("enter")
      }
      session.press("space", "space")
      open()
      let isRight = isOpen(session) && session.screen.contains("2 books · \(Wording.label(field.key))")
      #expect(isRight, "\(field.key) opens")
      session.press("esc")
      #expect(!isOpen(session), "\(field.key)")
      for value in BrowserFieldTests.valid(field) {
        open()
        session.press("ctrl-u").type(value).press("ctrl-s")
        #expect(!isOpen(session), "\(field.key): \(value)")
        #expect(session.browser.note?.isWrong == false, "\(field.key)")
      }
      open()
      session.type("zq").press("ctrl-s")
      guard isOpen(session), case .field(let edit) = session.browser.mode else { continue }
      #expect(edit.complaint != nil, "\(field.key) says nothing")
      for _ in 0..<3 where isOpen(session) { session.press("esc") }
      #expect(!isOpen(session), "\(field.key) cannot be left")
    }
  }

  @Test func anEarlierReadingIsWrittenDown() throws {
    let session = try BrowserSession(library, columns: 110, rows: 40)
    open("readings", session)
    session.type("often").press("ctrl-s")
    #expect(session.screen.contains("expected intervals"), "\(session.screen)")
    session.press("esc", "esc")
    #expect(!isOpen(session))
    open("readings", session)
    session.type("2011-01-02/2011-02-03").press("ctrl-s")
    #expect(try dune().contains("2011-01-02/2011-02-03"), "\(session.screen)")
    open("readings", session)
    session.press("esc")
    #expect(!isOpen(session))
  }

  // MARK: - The form of a new record

  private func form() throws -> BrowserSession {
    let session = try BrowserSession(library, columns: 100, rows: 30)
    session.press("left")
    while session.browser.list.view != .kind(.quote) { session.press("down") }
    session.press("a")
    return session
  }

  /// In the text of a quote, Enter starts a new line, as on its page; Tab moves to the next field.
  @Test func enterBeginsALineOfANewQuote() throws {
    let session = try form()
    #expect(session.screen.contains("Enter new line · Tab next") || session.screen.contains("Enter new line"))
    session.type("One.").press("enter").type("Two.").press("tab").type("Emma").press("ctrl-s")
    let path = try #require(try library.paths().first { $0.hasPrefix("quotes/emma") }, "\(session.screen)")
    #expect(library[path]?.contains("One.\n  Two.\n") == true, "\(library[path] ?? "")")
  }

  /// If no book has the name that was typed, the form stays open and explains what to do.
  @Test func whatIsNoBookIsRefused() throws {
    let session = try form()
    session.type("One.").press("tab").type("zzz").press("ctrl-s")
    #expect(
      session.screen.contains("nothing here is called “zzz”: choose from the list"), "\(session.screen)")
    #expect(session.screen.contains("▸ Book"))
    session.press("enter")
    #expect(session.screen.contains("nothing here is called “zzz”"))
    #expect(try !library.paths().contains { $0.hasPrefix("quotes/") && (library[$0]?.contains("One.") ?? false) })
    session.press("ctrl-u").type("emma").press("enter", "ctrl-s")
    #expect(try library.paths().contains { $0.hasPrefix("quotes/emma") }, "\(session.screen)")
  }

  /// A quote is saved without a book only if the user has chosen “no book”. If several books are in progress, none is
  /// preselected.
  @Test func aQuoteIsFromNoBookKnowingly() throws {
    library["books/dune-messiah-b0000002.yaml"]? += "status: inProgress\n"
    let session = try form()
    session.type("One.").press("ctrl-s")
    #expect(session.screen.contains("choose the book that the quote is from, or “no book”"), "\(session.screen)")
    #expect(session.screen.contains("▸ Book") && !session.screen.contains("▸ Emma"), "\(session.screen)")
    // If typed text is deleted again, no book is selected, either.
    session.type("emm").press("esc", "ctrl-s")
    #expect(session.screen.contains("choose the book that the quote is from"), "\(session.screen)")
    session.press("right", "right", "right")
    #expect(session.screen.contains("▸ no book"), "\(session.screen)")
    session.press("ctrl-s")
    #expect(session.bottom.hasPrefix("Added quote"), "\(session.screen)")
    #expect(try library.paths().contains { library[$0]?.contains("book: ~\n") == true && $0.hasPrefix("quotes/one") })
  }

  /// Opening and closing the book field of a quote that has no book changes nothing.
  @Test func lookingAtTheBookOfAQuoteChangesNothing() throws {
    let before = try library.tree()
    let session = try BrowserSession(library, columns: 110, rows: 40)
    session.press("left", "/").type("line without").press("enter")
    let other = try BrowserSession(library, columns: 110, rows: 40)
    other.press("left").press("end")
    for _ in 0..<30 where other.browser.list.kind != .quote { other.press("up") }
    other.press("right", "/").type("without").press("enter", "right")
    for _ in 0..<20 where other.browser.page.target != .field("book") { other.press("down") }
    if other.browser.page.target != .field("book") { other.press("end") }
    other.press("enter", "enter")
    #expect(try library.tree() == before, "\(other.screen)")
  }

  /// If typing has narrowed the list to one genre, Ctrl-S ticks that genre, as Enter does.
  @Test func aGenreThatIsNarrowedToIsTicked() throws {
    let session = try BrowserSession(library, columns: 110, rows: 30)
    session.press("down", "down")
    open("genres", session)
    #expect(session.screen.contains("Space tick · Enter save · Esc leave"), "\(session.screen)")
    session.type("horr")
    #expect(session.screen.contains("Space tick · Enter save · Esc show all"), "\(session.screen)")
    session.press("ctrl-s")
    #expect(library[SmallLibrary.emma]?.contains("# Horror") == true, "\(session.screen)")
  }

  /// Typing filters genres by name, not by the number of their books.
  @Test func aNumberIsNoGenre() throws {
    let session = try BrowserSession(library, columns: 110, rows: 30)
    open("genres", session)
    session.type("2")
    #expect(session.screen.contains("new genre “2”") && !session.screen.contains("2 books"), "\(session.screen)")
  }

  /// A letter typed into a date is inserted instead of acting as a shortcut that replaces the date.
  @Test func aDateThatIsTypedStays() throws {
    let session = try BrowserSession(library, columns: 110, rows: 30)
    open("dateCompleted", session)
    session.press("ctrl-u").type("2020-01").type("t")
    #expect(session.screen.contains("2020-01t▏"), "\(session.screen)")
    session.press("backspace", "enter")
    #expect(try dune().contains("dateCompleted: 2020-01\n"))
  }

  /// The additional fields replace the line that expands them, with the most common ones first.
  @Test func moreFieldsOpenWhereTheyWere() throws {
    let session = try BrowserSession(library, columns: 110, rows: 40)
    session.press("j", "right")
    while session.browser.page.target != .more { session.press("down") }
    let line = session.browser.page.cursor
    session.press("enter")
    #expect(session.browser.page.cursor == line)
    let fields = (0..<4).map { session.browser.page.lines[line + $0].target }
    #expect(fields == ["rating", "synopsis", "review", "notes"].map { .field($0) }, "\(session.screen)")
    session.press("enter")
    #expect(session.screen.contains("┌ Dune Messiah · rating"))
  }

  /// A note disappears when the user presses the next key.
  @Test func aRemarkVanishesWithTheNextKey() throws {
    let session = try BrowserSession(library, columns: 110, rows: 30)
    session.press("c")
    #expect(session.browser.note != nil)
    session.press("right")
    #expect(session.browser.note == nil)
    session.press("x")
    #expect(session.browser.note != nil)
    open("author", session)
    session.take(.outcome(.done("nothing to change")))
    session.type("x")
    #expect(session.browser.note == nil)
  }

  // MARK: - Menus

  /// In a menu without shortcuts, typed letters filter the items.
  @Test func lettersNarrowTheFields() throws {
    let session = try BrowserSession(library, columns: 110, rows: 40)
    session.press("space", "space", "enter").type("rec")
    #expect(session.screen.contains("which field? › rec"), "\(session.screen)")
    #expect(session.screen.contains("recommended by") && !session.screen.contains("▌    author"))
    session.press("backspace", "backspace", "backspace")
    #expect(session.screen.contains("publisher"))
    session.type("pub")
    #expect(session.bottom.hasPrefix("↑↓ choose  Enter take  Esc show all"), "\(session.bottom)")
    session.press("enter")
    #expect(session.screen.contains("2 books · publisher"), "\(session.screen)")
    session.press("esc", "enter").type("gen").press("esc")
    #expect(session.screen.contains("publisher"))
    session.press("esc")
    #expect(!session.screen.contains("which field?"))
  }

  /// If no item matches a letter, the key keeps its usual meaning.
  @Test func lettersThatNarrowNothingMove() throws {
    let session = try BrowserSession(library, columns: 110, rows: 40)
    session.press("s", "j", "j", "k")
    guard case .menu(let menu) = session.browser.mode else { return #expect(Bool(false)) }
    #expect(menu.cursor == 1 && menu.typed.isEmpty)
    session.type("rat").press("enter")
    #expect(session.screen.contains("by rating ↓"), "\(session.screen)")
  }

  /// If a key cannot be used in a view, a message explains why.
  @Test func whatCannotBeDoneIsSaid() throws {
    let session = try BrowserSession(library, columns: 110, rows: 40)
    session.press("left", "home", "f")
    #expect(session.bottom.hasPrefix("this view cannot be filtered; / searches"), "\(session.bottom)")
    session.press("s")
    #expect(session.bottom.hasPrefix("this view cannot be sorted"))
    session.press("space")
    #expect(session.bottom.hasPrefix("only records in a list can be marked"))
  }

  /// Each Esc goes back one step: from a followed link, from the record, from the search, and from the marks.
  @Test func escLeadsBackByAStep() throws {
    let session = try BrowserSession(library, columns: 110, rows: 40)
    session.press("/").type("dune").press("enter", "right", "end", "up", "up", "right")
    #expect(session.screen.contains("‹ Ask Anna to return Dune"), "\(session.screen)")
    session.press("esc")
    #expect(!session.screen.contains("‹") && session.browser.list.query == "dune", "\(session.screen)")
    session.press("esc")
    #expect(session.browser.focus == .list && session.browser.list.query == "dune")
    session.press("space")
    #expect(session.bottom.contains("1 marked:") && session.bottom.contains("Esc end search"), "\(session.screen)")
    session.press("esc")
    #expect(session.browser.list.query == "" && !session.browser.list.marks.isEmpty)
    #expect(session.bottom.contains("Esc clear marks"), "\(session.screen)")
    session.press("esc")
    #expect(session.browser.list.marks.isEmpty && !session.bottom.contains("Esc"), "\(session.screen)")
  }

  /// Esc closes the list of completions before the field, and the hint says what it closes.
  @Test func escSaysWhatItDoes() throws {
    let session = try BrowserSession(library, columns: 110, rows: 40)
    open("author", session)
    session.press("ctrl-u").type("ja")
    #expect(session.screen.contains("Jane Austen") && session.screen.contains("Esc close list"), "\(session.screen)")
    session.press("esc")
    #expect(session.screen.contains("ja▏") && session.screen.contains("Esc leave"), "\(session.screen)")
  }

  /// Ctrl-L redraws the screen in every mode, and does nothing else.
  @Test(arguments: [["/"], [":"], ["f"], ["?"], ["a"], ["a", "b"], ["right", "down", "enter"], []])
  func theScreenIsDrawnAgainEverywhere(_ keys: [String]) throws {
    let session = try BrowserSession(library, columns: 110, rows: 40)
    for key in keys { session.press(key) }
    let before = session.screen
    session.press("ctrl-l")
    #expect(session.redraws == 1 && session.screen == before)
  }
}
