import Testing

@testable import ShelfCLI

/// Tests `add` without arguments, on a terminal that can show a form.
struct FormCommandTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func addsABook() throws {
    // Types the title, completes the author, and chooses the status completed, four and a quarter stars, an existing
    // genre and a new one.
    let keys = "Persuasion\rja\t\r\u{1B}[C\u{1B}[C\r4+\rfic Regency\r\r\r"
    try expect(
      library.press("book add", typing: keys),
      is: """
        Added genre “Regency”
        90000001-0000-4000-8000-000000000000  genres/regency-90000001.yaml
        Added book “Persuasion”
        90000002-0000-4000-8000-000000000000  books/persuasion-90000002.yaml
        """)
    expect(
      library["books/persuasion-90000002.yaml"]!,
      is: """
        id: 90000002-0000-4000-8000-000000000000
        title: Persuasion
        author: Jane Austen
        status: paused
        rating: 4.25
        genres:
          - e0000001-0000-4000-8000-000000000000 # Fiction
          - 90000001-0000-4000-8000-000000000000 # Regency
        dateAdded: 2026-11-21
        """)
  }

  /// Pasted text is used literally, even if it would name a file or standard input as an argument.
  @Test func takesTextsAsTheyAre() throws {
    _ = try library.press("quote add", typing: "\u{1B}[200~@home\nand -\u{1B}[201~\t\u{13}")
    let path = "quotes/emma-b0000003/home-and-90000001.yaml"
    #expect(try library.paths().contains(path))
    // The book in progress is preselected.
    #expect(library[path]?.contains("book: b0000003-0000-4000-8000-000000000000 # Emma\n") == true)
    #expect(library[path]?.contains("text: |-\n  @home\n  and -\n") == true)
  }

  @Test func aQuoteIsKnowinglyFromNowhere() throws {
    _ = try library.press("quote add", typing: "To be\tno book\r\u{13}")
    #expect(library["quotes/to-be-90000001.yaml"]?.contains("book: ~\n") == true)
  }

  /// With several books in progress, or none, a quote is not saved until the user chooses either a book or “no book”.
  @Test func aQuoteIsFromNowhereOnlyKnowingly() throws {
    for status in ["inProgress", "completed"] {
      library["books/emma-b0000003.yaml"]?.replace("status: inProgress", with: "status: \(status)")
      library["books/dune-messiah-b0000002.yaml"] =
        SmallLibrary.files["books/dune-messiah-b0000002.yaml"]! + "status: \(status)\n"
      let before = try library.tree()
      #expect(try library.press("quote add", typing: "To be\u{13}\u{13}\t\u{13}\r\u{13}") == "[1]\n")
      #expect(try library.tree() == before, "\(status)")
    }
  }

  @Test(arguments: ["\u{3}", "Emma\u{3}", "", "Emma\r\r\r\u{3}"])
  func leavingChangesNothing(_ keys: String) throws {
    let before = try library.tree()
    #expect(try library.press("book add", typing: keys) == "[1]\n")
    #expect(try library.tree() == before)
  }

  @Test func asksAboutASecondDune() throws {
    let before = try library.tree()
    #expect(
      try library.press("book add", ["Dune", "--author", "Herbert, Frank"], typing: "n\r").contains("Nothing was added")
    )
    #expect(try library.tree() == before)
    #expect(try library.press("book add", typing: "Dune\rfrank\t\r\u{13}y\r").contains("Added book “Dune”"))
  }

  /// If the user declines to add a second book with the same title, the form appears again with the typed values.
  @Test func aRefusedFormIsFilledInAsItWas() throws {
    let keys = "Dune\rfrank\t\r\u{13}n\r" + " Encyclopedia\r\u{13}"
    #expect(try library.press("book add", typing: keys).contains("Added book “Dune Encyclopedia”"))
    #expect(library["books/dune-encyclopedia-90000001.yaml"]?.contains("author: Frank Herbert\n") == true)
    // The form reports that the name already exists, and lets the user change it.
    #expect(try library.press("genre add", typing: "horror\r\u{13} Fantasy\r\u{13}").contains("“horror Fantasy”"))
  }

  /// The command first prompts for the book, then offers the current rating as the starting point.
  @Test func asksForStarsAndProgress() throws {
    #expect(try library.press("rate dune", typing: "\r").contains("“Dune”: nothing to change"))
    #expect(try library.press("rate", typing: "emma\r+\r").contains("“Emma”: rating 3 → 3.25"))
    let before = try library.tree()
    #expect(try library.press("rate emma", typing: "\u{3}") == "[1]\n")
    #expect(try library.tree() == before)
    _ = try library.run("progress emma 40%")
    #expect(try library.press("progress", typing: "emma\r").hasPrefix("“Emma”: 40%"))
    #expect(try library.run("progress emma --json progress").contains("\"progress\": \"40%\""))
  }

  @Test func asksWhichRecordIsMeant() throws {
    #expect(try library.press("book set du rating=1", typing: "mess\r") == "“Dune Messiah”: rating 1\n")
    #expect(try library.press("book set essiah rating=2", typing: "y\r") == "“Dune Messiah”: rating 1 → 2\n")
    let before = try library.tree()
    #expect(try library.press("book delete du --yes", typing: "\u{3}") == "[1]\n")
    #expect(try library.tree() == before)
  }

  @Test(arguments: [
    ("book show", "mess\r", "Dune Messiah\n"), ("show", "mess\r", "Dune Messiah\n"),
    ("book start", "mess\r", "“Dune Messiah”: "),
    ("issue close", "anna\r", "“Ask Anna to return Dune”: "),
    ("book show dune-no", "\u{3}", "error: no book is called"),
  ])
  func asksForAMissingName(_ line: String, _ keys: String, _ start: String) throws {
    #expect(try library.press(line, typing: keys).hasPrefix(start))
  }

  @Test func asksWhichBookAQuoteIsFrom() throws {
    library["books/dune-messiah-b0000002.yaml"]! += "status: inProgress\n"
    #expect(
      try library.press("quote add Words.", typing: "mess\r").contains(
        "quotes/dune-messiah-b0000002/words-90000001.yaml"))
    #expect(try library.press("quote add Words.", typing: "no book\r").contains("quotes/words-90000002.yaml"))
    let before = try library.tree()
    #expect(try library.press("quote add Words.", typing: "\u{3}") == "[1]\n")
    #expect(try library.tree() == before)
  }

  /// Space ticks a genre, typing narrows the list, and a genre that does not exist is created.
  @Test func ticksGenres() throws {
    let down = "\u{1B}[B"
    // Unticks Fiction, ticks Horror and creates Fantasy.
    let screen = try library.press("book genres dune", typing: " \(down)\(down) Fantasy\r\r")
    #expect(screen.contains("Added genre “Fantasy”"))
    #expect(screen.contains("“Dune”: genres"))
    let text = try #require(library[SmallLibrary.dune])
    #expect(text.contains("# Science Fiction") && text.contains("# Horror") && text.contains("# Fantasy"))
    #expect(!text.contains("# Fiction"))
    #expect(try library.press("book genres dune", typing: "\r").contains("nothing to change"))
    #expect(try library.press("book genres", typing: "emma\r\r").contains("“Emma”: nothing to change"))
    let before = try library.tree()
    #expect(try library.press("book genres dune", typing: " \u{3}") == "[1]\n")
    #expect(try library.tree() == before)
  }
}
