import Testing

@testable import ShelfCLI

struct ShowTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func showsABook() throws {
    try expect(
      library.run("book show dune"),
      is: """
        Dune

        author          Frank Herbert
        status          completed
        rating          ★★★★★
        genres          [Fiction] [Science Fiction]
        year            1965
        date started    2019-06-02
        date completed  2019-06-30
        ID              b0000001-0000-4000-8000-000000000000
        file            books/dune-b0000001.yaml

        Review
          Spice.

          And worms.

        Quotes (1)
          Fear is the mind-killer.
            p. 8 · 2019-06-03 · c0000001

        Issues (1)
          f0000001  Ask Anna to return Dune
        """)
  }

  @Test func showsAQuoteWithoutABook() throws {
    try expect(
      library.run("quote show line"),
      is: """
        A line without a book,
        and another one.

        creation date  2020-01-01 00:00
        ID             c0000002-0000-4000-8000-000000000000
        file           quotes/lost-c0000002.yaml
        """)
  }

  @Test func showsAGenreATagAndAnIssue() throws {
    try expect(
      library.transcript([["genre show fiction"], ["genre show horror"], ["tag show lending"], ["issue show hall"]]),
      is: """
        $ genre show fiction
        Fiction

        color  00FF00
        ID     e0000001-0000-4000-8000-000000000000
        file   genres/fiction-e0000001.yaml

        Books (1)
          b0000001  Dune              Frank Herbert
        $ genre show horror
        Horror

        ID    e0000003-0000-4000-8000-000000000000
        file  genres/horror-e0000003.yaml
        $ tag show lending
        lending

        ID    a0000001-0000-4000-8000-000000000000
        file  tags/lending-a0000001.yaml

        Issues (1)
          f0000001  Ask Anna to return Dune
        $ issue show hall
        Measure the hall

        priority           medium
        state              closed
        tags               No tags
        creation date      2026-01-02 00:00
        modification date  2026-01-03 00:00
        ID                 f0000002-0000-4000-8000-000000000000
        file               issues/bookcase-f0000002.yaml

        Content
          It is narrow.
        """)
  }

  @Test func showsRatingsInThreeWays() throws {
    for (style, rating) in [("stars", "★★★☆☆"), ("numeral", "3/5"), ("face", "😐")] {
      let page = try library.run("book show emma --ratings \(style)")
      #expect(page.contains("rating        \(rating)\n"), "\(page)")
    }
  }

  @Test func showsTheFileAsItIs() throws {
    #expect(try library.run("book show dune --format yaml") == library[SmallLibrary.dune])
  }

  @Test func showsJSON() throws {
    try expect(
      library.run("book show dune --format json"),
      is: #"""
        {
          "kind": "book",
          "path": "books/dune-b0000001.yaml",
          "id": "b0000001-0000-4000-8000-000000000000",
          "title": "Dune",
          "author": [
            "Frank Herbert"
          ],
          "status": "completed",
          "rating": 5,
          "genres": [
            {
              "id": "e0000002-0000-4000-8000-000000000000",
              "name": "Science Fiction"
            },
            {
              "id": "e0000001-0000-4000-8000-000000000000",
              "name": "Fiction"
            }
          ],
          "year": 1965,
          "dateStarted": "2019-06-02",
          "dateCompleted": "2019-06-30",
          "review": "Spice.\n\nAnd worms.\n",
          "quotes": [
            {
              "id": "c0000001-0000-4000-8000-000000000000",
              "name": "Fear is the mind-killer."
            }
          ],
          "issues": [
            {
              "id": "f0000001-0000-4000-8000-000000000000",
              "name": "Ask Anna to return Dune"
            }
          ]
        }
        """#)
  }

  @Test func showsTheFieldsAskedForAsJSON() throws {
    try expect(
      library.run("book show emma --json title,year,genres,openIssues,path"),
      is: """
        {
          "title": "Emma",
          "year": null,
          "genres": null,
          "openIssues": 0,
          "path": "books/emma-b0000003.yaml"
        }
        """)
  }

  @Test func showsFieldsThatNobodyDeclared() throws {
    library["books/odd.yaml"] = """
      id: b0000009-0000-4000-8000-000000000000
      title: Odd
      shelfmark: A 1
      rating: seven
      genres: [e0000009-0000-4000-8000-000000000000]
      summary: An older name.
      """
    try expect(
      library.run("book show odd"),
      is: """
        Odd

        author     no author
        status     on shelf
        rating     seven
        genres     [? e0000009]
        shelfmark  A 1  (unknown field)
        ID         b0000009-0000-4000-8000-000000000000
        file       books/odd.yaml

        Synopsis
          An older name.
        """)
  }

  @Test func fitsANarrowTerminal() throws {
    library.environment["TERM"] = "dumb"
    try expect(
      library.runOnTerminal("book show dune", columns: 40),
      is: """
        Dune

        author          Frank Herbert
        status          completed
        rating          ★★★★★
        genres          [Fiction]
                        [Science Fiction]
        year            1965
        date started    2019-06-02
        date completed  2019-06-30
        ID              b0000001-0000-4000-8000-000000000000
        file            books/dune-b0000001.yaml

        Review
          Spice.

          And worms.

        Quotes (1)
          Fear is the mind-killer.
            p. 8 · 2019-06-03 · c0000001

        Issues (1)
          f0000001  Ask Anna to return Dune
        """)
  }
}
