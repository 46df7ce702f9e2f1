import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfTerminal
@testable import ShelfText

/// Tests the screen at sizes with different layouts.
struct BrowserScreenTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func threePanes() throws {
    try expect(
      BrowserSession(library, columns: 110, rows: 24).screen,
      is: """
        ┌ Small ───────────────┐┏ Books · 4 · by title ━━━━━━━━━━━━━━━━━━━━━━━━┓┌ Dune ──────────────────────────────┐
        │   Overview           │┃    Title         Author         Rating       ┃│ Dune                               ▐
        │▏▾ Books             4│┃▌   Dune          Frank Herbert  ★★★★★        ┃│                                    ▐
        │     On shelf        2│┃    Dune Messiah  Frank Herbert               ┃│ author          Frank Herbert      ▐
        │     In progress     1│┃  ▸ Emma          Jane Austen    ★★★☆☆        ┃│ status          completed          ▐
        │     Completed       1│┃    三体          刘慈欣                      ┃│ rating          ★★★★★              ▐
        │   ▸ Ratings          │┃                                              ┃│ genres          [Fiction]          ▐
        │   ▾ Genres          3│┃                                              ┃│                 [Science Fiction]  ▐
        │       Fiction       1│┃                                              ┃│ year            1965               ▐
        │       Science Fic…  2│┃                                              ┃│ date started    2019-06-02         ▐
        │ ▾ Quotes            2│┃                                              ┃│ date completed  2019-06-30         ▐
        │ ▾ Issues       1 open│┃                                              ┃│ more fields …                      ▐
        │     Last 7 days      │┃                                              ┃│                                    ▐
        │   ▾ Tags            2│┃                                              ┃│ Quotes (1)                         ▐
        │       #buy           │┃                                              ┃│   Fear is the mind-killer.         ▐
        │       #lending      1│┃                                              ┃│     p. 8                           ▐
        │ ▾ Filters            │┃                                              ┃│                                    ▐
        │     all              │┃                                              ┃│ Review                             │
        │     recent           │┃                                              ┃│ Spice.                             │
        │                      │┃                                              ┃│                                    │
        │                      │┃                                              ┃│ And worms.                         │
        │                      │┃                                              ┃│                                    │
        └──────────────────────┘┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛└────────────────────────────────────┘
         ? keys  / search  1–5 rate  o state  p page  T genres  a add  Space mark  Enter open  u undo      13 records
        """)
  }

  @Test func twoPanes() throws {
    try expect(
      BrowserSession(library, columns: 80, rows: 16).screen,
      is: """
        ┏ Books · 4 · by title ━━━━━━━━━━━━━━━━━━━━┓┌ Dune ────────────────────────────┐
        ┃    Title         Author         Rating   ┃│ Dune                             ▐
        ┃▌   Dune          Frank Herbert  ★★★★★    ┃│                                  ▐
        ┃    Dune Messiah  Frank Herbert           ┃│ author        Frank Herbert      ▐
        ┃  ▸ Emma          Jane Austen    ★★★☆☆    ┃│ status        completed          ▐
        ┃    三体          刘慈欣                  ┃│ rating        ★★★★★              ▐
        ┃                                          ┃│ genres        [Fiction]          ▐
        ┃                                          ┃│               [Science Fiction]  │
        ┃                                          ┃│ year          1965               │
        ┃                                          ┃│ date started  2019-06-02         │
        ┃                                          ┃│ date completed                   │
        ┃                                          ┃│   2019-06-30                     │
        ┃                                          ┃│ more fields …                    │
        ┃                                          ┃│                                  │
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛└──────────────────────────────────┘
         ? keys  / search  1–5 rate  o state  p page  T genres  a add        13 records
        """)
    try expect(
      BrowserSession(library, columns: 80, rows: 16).press("left").screen,
      is: """
        ┏ Small ━━━━━━━━━━━━━━━━━┓┌ Books · 4 · by title ──────────────────────────────┐
        ┃   Overview             █│    Title         Author         Rating             │
        ┃▌▾ Books               4█│▏   Dune          Frank Herbert  ★★★★★              │
        ┃     On shelf          2█│    Dune Messiah  Frank Herbert                     │
        ┃     In progress       1█│  ▸ Emma          Jane Austen    ★★★☆☆              │
        ┃     Completed         1█│    三体          刘慈欣                            │
        ┃   ▸ Ratings            █│                                                    │
        ┃   ▾ Genres            3█│                                                    │
        ┃       Fiction         1█│                                                    │
        ┃       Science Ficti…  2█│                                                    │
        ┃ ▾ Quotes              2┃│                                                    │
        ┃ ▾ Issues         1 open┃│                                                    │
        ┃     Last 7 days        ┃│                                                    │
        ┃   ▾ Tags              2┃│                                                    │
        ┗━━━━━━━━━━━━━━━━━━━━━━━━┛└────────────────────────────────────────────────────┘
         ? keys  Enter open  / search  a add  u undo  q quit                 13 records
        """)
  }

  /// If there is no room for a column of authors, each author follows the title, unless the title is too long.
  @Test func authorsFollowTitles() throws {
    library["books/long-b0000009.yaml"] = """
      id: b0000009-0000-4000-8000-000000000000
      title: The Life and Opinions of Tristram Shandy
      author: Laurence Sterne
      """
    try expect(
      BrowserSession(library, columns: 80, rows: 9).screen,
      is: """
        Books · 5 · by title                             Dune
            Title                Author           Rating  Dune
        ▌   Dune                 Frank Herbert    ★★★★★
            Dune Messiah         Frank Herbert            author          Frank Herbert
          ▸ Emma                 Jane Austen      ★★★☆☆   status          completed
            The Life and Opini…  Laurence Sterne          rating          ★★★★★
            三体                 刘慈欣                   genres
                                                            [Fiction] [Science Fiction]
         ? keys  / search  1–5 rate  o state  p page  T genres  a add        14 records
        """)
  }

  /// The progress of a book is wrapped, not truncated.
  @Test func progressIsReadAsAWhole() throws {
    library[SmallLibrary.emma]? += "pages: 474\nprogress: \"212\"\n"
    let session = try BrowserSession(library, columns: 80, rows: 30).press("down", "down")
    #expect(session.screen.contains("page 212") && session.screen.contains("474"), "\(session.screen)")
    #expect(!session.screen.contains("212 of 474…") && session.screen.contains("(44%)"), "\(session.screen)")
  }

  @Test func onePane() throws {
    try expect(
      BrowserSession(library, columns: 50, rows: 12).press("right").screen,
      is: """
        ┏ Dune ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃▌Dune                                           █
        ┃                                                █
        ┃ author          Frank Herbert                  █
        ┃ status          completed                      ┃
        ┃ rating          ★★★★★                          ┃
        ┃ genres          [Fiction] [Science Fiction]    ┃
        ┃ year            1965                           ┃
        ┃ date started    2019-06-02                     ┃
        ┃ date completed  2019-06-30                     ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
         ? keys  Enter edit  ← list  e editor  H history
        """)
  }

  @Test func theSmallestScreen() throws {
    let session = try BrowserSession(library, columns: 20, rows: 6)
    expect(
      session.screen,
      is: """
        Books · 4 · by title
        ▌   Dune
            Dune Messiah
          ▸ Emma
            三体
         ? keys  / search
        """)
    session.press("right")
    expect(
      session.screen,
      is: """
        Dune
        ▌Dune

         author
           Frank Herbert
         ? keys  Enter edit
        """)
    session.take(.resized(Space(columns: 19, rows: 6)))
    #expect(session.screen.contains("too small"))
  }

  @Test func anEmptyLibrary() throws {
    let empty = try TestLibrary(["shelf.yaml": "format: 1\nname: Empty\n"])
    try expect(
      BrowserSession(empty, columns: 80, rows: 12).screen,
      is: """
        ┏ Books · 0 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓┌─────────────────────────────┐
        ┃ no books here yet; a adds one                 ┃│ nothing is selected         │
        ┃                                               ┃│                             │
        ┃                                               ┃│                             │
        ┃                                               ┃│                             │
        ┃                                               ┃│                             │
        ┃                                               ┃│                             │
        ┃                                               ┃│                             │
        ┃                                               ┃│                             │
        ┃                                               ┃│                             │
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛└─────────────────────────────┘
         ? keys  / search  1–5 rate  o state  p page  T genres  a add         0 records
        """)
  }

  /// In every mode and at every size, the cursor is on the screen and no row is wider than the screen.
  @Test(arguments: [
    (20, 6), (21, 9), (33, 10), (59, 20), (60, 8), (79, 24), (99, 30), (100, 12), (140, 50), (300, 100),
    (.random(in: 20...60), .random(in: 6...30)), (.random(in: 60...120), .random(in: 6...40)),
    (.random(in: 100...300), .random(in: 6...100)),
  ])
  func everySizeHoldsEverything(_ columns: Int, _ rows: Int) throws {
    library[SmallLibrary.emma]?.replace("rating: 3", with: "rating: 9")
    library["shelf.yaml"]? += "filters: {spice: book herbert}\n"
    let examined = try BrowserSession(library)
    try examined.examine()
    let findings = try #require(examined.browser.findings)
    for keys in [
      [], ["left"], ["right"], ["/"], ["f"], ["s"], ["o"], ["a"], ["?"], ["t"], ["d"], [":"],
      ["right", "down", "down", "enter"],
      ["left", "up", "up", "up"], ["D"], ["D", "enter"], ["D", "enter", "enter"], ["left", "end", "F"], ["H"],
      ["left", "end", "e"], ["S"], ["space", "*", "d"],
    ] {
      let session = try BrowserSession(library, columns: columns, rows: rows)
      session.take(.findings(findings))
      for key in keys { session.press(key) }
      let screen = BrowserView.screen(session.browser)
      #expect(screen.columns == columns && screen.rows == rows)
      if let cursor = screen.cursor { #expect(cursor.row < rows && cursor.column <= columns, "\(keys)") }
      for row in 0..<rows {
        let text = screen.row(row).map(\.text).joined()
        #expect(DisplayWidth.of(text) <= columns, "\(keys) row \(row): \(text)")
      }
    }
  }
}
