import Testing

@testable import ShelfCLI

/// Tests `add` without arguments, on a terminal that cannot show a form.
struct AddFormTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func asksForABook() throws {
    let answers = [
      "Persuasion", "Jane Austen", "in", "4", "fict, 2", "", "", "", "", "18x", "1815", "", "", "", "", "today", "", "",
      "A village.",
      ".",
      "One.", "Two.", ".",
    ]
    try expect(
      library.runOnTerminal("book add", typing: answers.map { $0 + "\n" }.joined()),
      is: """
        Enter leaves a field empty, Ctrl-D skips the rest, Ctrl-C cancels.
        Title: Author, with ; between several (optional): Status
          1  wanted
        * 2  on shelf
          3  in progress
          4  paused
          5  completed
          6  abandoned
        Choice [on shelf]: Rating (a rating from 0 to 5 in quarters, such as 4.5) (optional): Genres
          1  Fiction
          2  Horror
          3  Science Fiction
        Choices (optional): Tags
          1  buy
          2  lending
        Choices (optional): Series, with ; between several (optional): ISBN (optional): Format (optional): Publisher (optional): Place (optional): Year (a whole number from -9999 to 9999) (optional): Edition (optional): Edition date (a date such as 2026-11-21) (optional): Original title (optional): Pages (a whole number of at least 0) (optional):   “today” is not a valid number of pages: expected a whole number of at least 0
        Pages (a whole number of at least 0) (optional): Duration (hours and minutes such as 12:30) (optional): Language (optional): Contributors, with ; between several (optional): Recommended by (optional): Copies (a whole number of at least 0) (optional):   “Two.” is not a valid number of copies: expected a whole number of at least 0
        Copies (a whole number of at least 0) (optional):   “.” is not a valid number of copies: expected a whole number of at least 0
        Copies (a whole number of at least 0) (optional): 
        Added book “Persuasion”
        90000001-0000-4000-8000-000000000000  books/persuasion-90000001.yaml
        """)
    expect(
      library["books/persuasion-90000001.yaml"]!,
      is: """
        id: 90000001-0000-4000-8000-000000000000
        title: Persuasion
        author: Jane Austen
        status: inProgress
        rating: 4
        genres:
          - e0000001-0000-4000-8000-000000000000 # Fiction
          - e0000003-0000-4000-8000-000000000000 # Horror
        publisher: "18x"
        place: "1815"
        language: A village.
        contributors: .
        recommendedBy: One.
        dateAdded: 2026-11-21
        """)
  }

  @Test func leavesOutTheRest() throws {
    try expect(
      library.runOnTerminal("book add", typing: "Persuasion\nJane Austen\n\u{4}"),
      is: """
        Enter leaves a field empty, Ctrl-D skips the rest, Ctrl-C cancels.
        Title: Author, with ; between several (optional): Status
          1  wanted
        * 2  on shelf
          3  in progress
          4  paused
          5  completed
          6  abandoned
        Choice [on shelf]: 
        Added book “Persuasion”
        90000001-0000-4000-8000-000000000000  books/persuasion-90000001.yaml
        """)
    expect(
      library["books/persuasion-90000001.yaml"]!,
      is: """
        id: 90000001-0000-4000-8000-000000000000
        title: Persuasion
        author: Jane Austen
        status: onShelf
        dateAdded: 2026-11-21
        """)
  }

  @Test func asksForAnIssueAndAQuote() throws {
    try expect(
      library.runOnTerminal("issue add", typing: "Call\nhigh\nlend\nnope\ndune\nSoon.\n.\n"),
      is: """
        Enter leaves a field empty, Ctrl-D skips the rest, Ctrl-C cancels.
        Title: Priority
          1  low
        * 2  medium
          3  high
        Choice [medium]: Tags
          1  buy
          2  lending
        Choices (optional): Books (optional):   no book is called “nope”; `shelf book list` shows all books
        Books (optional): Content (end with a line that has only a dot, or with Ctrl-D)
        Added issue “Call”
        90000001-0000-4000-8000-000000000000  issues/call-90000001.yaml
        """)
    try expect(
      library.runOnTerminal("quote add", typing: "To be\nor not\n.\ndune\n12\n"),
      is: """
        Enter leaves a field empty, Ctrl-D skips the rest, Ctrl-C cancels.
        Text (end with a line that has only a dot, or with Ctrl-D)
        Book (optional): Page (optional): Location (optional): 
        Added quote “To be or not”
        90000002-0000-4000-8000-000000000000
        quotes/dune-b0000001/to-be-or-not-90000002.yaml
        """)
    expect(
      library["issues/call-90000001.yaml"]!,
      is: """
        id: 90000001-0000-4000-8000-000000000000
        title: Call
        priority: high
        completed: false
        tags:
          - a0000001-0000-4000-8000-000000000000 # lending
        books:
          - b0000001-0000-4000-8000-000000000000 # Dune
        creationDate: 2026-11-21T10:00:00Z
        modificationDate: 2026-11-21T10:00:00Z
        content: Soon.
        """)
  }

  @Test func addsNothingWithoutATitle() throws {
    let before = try library.tree()
    try expect(
      library.runOnTerminal("book add", typing: "\n\u{4}"),
      is: """
        Enter leaves a field empty, Ctrl-D skips the rest, Ctrl-C cancels.
        Title:   please answer, or press Ctrl-D to stop
        Title: 
        [1]
        """)
    try expect(
      library.runOnTerminal("quote add", typing: ".\n"),
      is: """
        Enter leaves a field empty, Ctrl-D skips the rest, Ctrl-C cancels.
        Text (end with a line that has only a dot, or with Ctrl-D)
        error: “text” must not be empty
        [2]
        """)
    try expect(
      library.runOnTerminal("tag add", typing: "Lending\n"),
      is: """
        Enter leaves a field empty, Ctrl-D skips the rest, Ctrl-C cancels.
        Name: error: the tag “lending” already exists: tags/lending-a0000001.yaml
        hint: `shelf tag merge OTHER lending` merges another tag into it
        [1]
        """)
    #expect(try library.tree() == before)
  }
}
