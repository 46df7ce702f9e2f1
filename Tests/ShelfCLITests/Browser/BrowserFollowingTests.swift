import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfModel

/// The browser follows changes that other programs make to the files.
struct BrowserFollowingTests {
  private let library: TestLibrary
  private let session: BrowserSession

  init() throws {
    library = try TestLibrary()
    session = try BrowserSession(library, columns: 110, rows: 30)
  }

  @Test func theListFollows() throws {
    library[SmallLibrary.dune]?.replace("rating: 5", with: "rating: 2")
    try session.follow(SmallLibrary.dune)
    #expect(session.screen.contains("★★☆☆☆"))
    #expect(session.browser.list.current?.title == "Dune")
  }

  @Test func thePlaceAndTheMarksStay() throws {
    session.press("down", "space", "space")
    #expect(session.browser.list.current?.title == "三体")
    library["books/aaa-b0000009.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: Aaa\n"
    library[SmallLibrary.dune] = nil
    try session.follow()
    #expect(session.browser.list.records.map(\.title) == ["Aaa", "Dune Messiah", "Emma", "三体"])
    #expect(session.browser.list.current?.title == "三体")
    #expect(session.screen.contains("2 marked"))
  }

  /// After a change in the browser, earlier changes by other programs are still shown.
  @Test func whatOthersDidStaysSeen() throws {
    library[SmallLibrary.emma]?.replace("title: Emma", with: "title: Emma Woodhouse")
    try session.follow(SmallLibrary.emma)
    session.press("2")
    #expect(library[SmallLibrary.dune]?.contains("rating: 2\n") == true)
    #expect(session.screen.contains("Emma Woodhouse"), "\(session.screen)")
  }

  @Test func aLibraryThatIsGoneIsSaid() throws {
    session.take(.unreadable("the library is gone"))
    session.press("down", "up")
    #expect(session.bottom.hasPrefix("the library is gone"))
    try session.follow()
    #expect(!session.bottom.contains("gone"))
  }

  @Test func whatIsBeingTypedStays() throws {
    session.press("/").type("herb")
    library[SmallLibrary.emma]?.replace("Jane Austen", with: "Jane Herbst")
    try session.follow(SmallLibrary.emma)
    #expect(session.screen.contains("/ herb▏"))
    #expect(session.browser.list.records.map(\.title) == ["Dune", "Dune Messiah", "Emma"])
  }

  @Test func theRecordThatIsReadStays() throws {
    session.press("right", "down", "down")
    let line = session.browser.page.cursor
    library[SmallLibrary.emma]?.replace("rating: 3", with: "rating: 1")
    try session.follow(SmallLibrary.emma)
    #expect(session.browser.page.cursor == line && session.browser.focus == .page)
    library[SmallLibrary.dune] = nil
    try session.follow(SmallLibrary.dune)
    #expect(!session.screen.contains("Frank Herbert · "))
    #expect(session.browser.page.id == session.browser.list.current?.id)
  }

  private func editAuthor() throws {
    session.press("right")
    while session.browser.page.target != .field("author") { session.press("down") }
    session.press("enter", "ctrl-u").type("Mine")
    library[SmallLibrary.dune]?.replace("author: Frank Herbert", with: "author: Theirs")
    try session.follow(SmallLibrary.dune)
    #expect(session.screen.contains("someone else changed this field"))
    #expect(session.screen.contains("Mine▏"))
    session.press("enter")
    #expect(session.screen.contains("changed this field to “Theirs”"))
  }

  @Test func aFieldThatBothEditedAsks() throws {
    try editAuthor()
    session.press("k")
    #expect(library[SmallLibrary.dune]?.contains("author: Theirs\n") == true)
  }

  @Test func mineCanCount() throws {
    try editAuthor()
    session.press("m")
    #expect(library[SmallLibrary.dune]?.contains("author: Mine\n") == true)
  }

  @Test func theirsCanBeEdited() throws {
    try editAuthor()
    session.press("e").type("!").press("enter")
    #expect(library[SmallLibrary.dune]?.contains("author: Theirs!\n") == true)
  }

  /// Edits the author, and saves it before the browser has noticed that another program changed the author.
  private func saveUnheard(_ theirs: String = "Theirs") {
    session.press("right")
    while session.browser.page.target != .field("author") { session.press("down") }
    session.press("enter", "ctrl-u").type("Mine")
    library[SmallLibrary.dune]?.replace("author: Frank Herbert", with: "author: \(theirs)")
    session.press("enter")
  }

  @Test func aChangeThatWasNotHeardOfAsks() throws {
    saveUnheard()
    #expect(session.screen.contains("changed this field to “Theirs”"), "\(session.screen)")
    #expect(library[SmallLibrary.dune]?.contains("author: Theirs\n") == true)
    session.press("e").type("!").press("enter")
    #expect(library[SmallLibrary.dune]?.contains("author: Theirs!\n") == true)
  }

  @Test func eachChangeThatWasNotHeardOfAsks() throws {
    saveUnheard()
    library[SmallLibrary.dune]?.replace("author: Theirs", with: "author: Others")
    session.press("m")
    #expect(session.screen.contains("changed this field to “Others”"), "\(session.screen)")
    session.press("m")
    #expect(library[SmallLibrary.dune]?.contains("author: Mine\n") == true)
  }

  @Test func theSameChangeAsksNothingMore() throws {
    saveUnheard("Mine")
    session.press("m")
    #expect(library[SmallLibrary.dune]?.contains("author: Mine\n") == true)
    #expect(session.screen.contains("q quit"), "\(session.screen)")
  }

  @Test func whatWasOpenedMayBeWrittenAgain() throws {
    session.press("right")
    while session.browser.page.target != .field("author") { session.press("down") }
    session.press("enter")
    library[SmallLibrary.dune]?.replace("author: Frank Herbert", with: "author: Theirs")
    try session.follow(SmallLibrary.dune)
    session.press("enter", "m")
    #expect(library[SmallLibrary.dune]?.contains("author: Frank Herbert\n") == true)
  }

  @Test func anotherFieldAsksNothing() throws {
    session.press("right")
    while session.browser.page.target != .field("author") { session.press("down") }
    session.press("enter", "ctrl-u").type("Mine")
    library[SmallLibrary.dune]?.replace("rating: 5", with: "rating: 1")
    try session.follow(SmallLibrary.dune)
    session.press("enter")
    #expect(library[SmallLibrary.dune]?.contains("author: Mine\n") == true)
    #expect(library[SmallLibrary.dune]?.contains("rating: 1\n") == true)
  }

  /// If the file of the shown record becomes unreadable, a menu offers to go to the line with the error. The menu
  /// closes when the file is readable again.
  @Test func aRecordThatCannotBeReadAnyMoreCanBeMended() throws {
    session.press("down")
    let path = "books/dune-messiah-b0000002.yaml"
    let text = library[path]
    library[path]?.replace("author: Frank Herbert", with: "author: [Frank Herbert")
    try session.follow(path)
    #expect(session.screen.contains("“Dune Messiah” cannot be read: "), "\(session.screen)")
    #expect(session.screen.contains(" \(path):3:9 ") && session.screen.contains("Open it in your editor, at line 3"))
    library[path] = text
    try session.follow(path)
    #expect(session.browser.list.current?.title == "Dune Messiah" && !session.screen.contains("Edit the file?"))
    library[path]?.replace("author: Frank Herbert", with: "author: [Frank Herbert")
    try session.follow(path)
    session.press("enter")
    #expect(session.commands == [["edit", path, "+3"]] && !session.screen.contains("Edit the file?"))
  }

  /// If the file of another record becomes unreadable, it is only counted among the problems.
  @Test func anotherRecordThatCannotBeReadOpensNothing() throws {
    library[SmallLibrary.emma]?.replace("author: [Jane Austen]", with: "author: [Jane Austen")
    try session.follow(SmallLibrary.emma)
    #expect(!session.screen.contains("Edit the file?"))
    try session.examine()
    session.press("D", "enter")
    let screen = session.screen
    #expect(screen.contains("\(SmallLibrary.emma):3:9") && screen.contains("at line 3"), "\(screen)")
    session.press("e")
    #expect(session.commands == [["edit", SmallLibrary.emma, "+3"]])
    session.press("esc").press("enter", "n")
    #expect(session.commands.count == 1)
  }

  /// If a file becomes unreadable while its record is being edited, the typed text is kept.
  @Test func aRecordThatBreaksWhileItIsEdited() throws {
    session.press("right")
    while session.browser.page.target != .field("author") { session.press("down") }
    session.press("enter", "ctrl-u").type("Mine")
    let text = library[SmallLibrary.dune]
    library[SmallLibrary.dune]?.replace("rating: 5", with: "rating: [")
    try session.follow(SmallLibrary.dune)
    session.press("enter")
    #expect(session.screen.contains("The file of the book can no longer be read."), "\(session.screen)")
    session.press("k")
    #expect(session.screen.contains("“Dune” cannot be read: "), "\(session.screen)")
    library[SmallLibrary.dune] = text
    try session.follow(SmallLibrary.dune)
    #expect(session.screen.contains("Mine▏"), "\(session.screen)")
  }

  @Test func aChangeThatIsRefusedSaysWhy() throws {
    library[SmallLibrary.dune]?.replace("rating: 5", with: "rating: [")
    session.press("3")
    #expect(session.browser.note?.isWrong == true)
    #expect(library[SmallLibrary.dune]?.contains("rating: [") == true)
  }
}
