import Testing

@testable import ShelfCLI

struct AddTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// Adds a record, and returns the output followed by the new files.
  private func added(_ line: String, _ words: [String] = [], input: String = "") throws -> String {
    let before = try library.paths()
    let output = try library.run(line, words, input: input)
    let new = try library.paths().filter { !before.contains($0) }
    return output + new.map { "\($0):\n\(library[$0]!)" }.joined()
  }

  @Test func addsABook() throws {
    try expect(
      added(
        "book add", ["A Wizard of Earthsea", "--author", "Ursula K. Le Guin", "--year=1968", "--genre", "fiction"]),
      is: """
        Added book “A Wizard of Earthsea”
        90000001-0000-4000-8000-000000000000  books/a-wizard-of-earthsea-90000001.yaml
        books/a-wizard-of-earthsea-90000001.yaml:
        id: 90000001-0000-4000-8000-000000000000
        title: A Wizard of Earthsea
        author: Ursula K. Le Guin
        status: onShelf
        genres:
          - e0000001-0000-4000-8000-000000000000 # Fiction
        year: 1968
        dateAdded: 2026-11-21
        """)
  }

  @Test(
    "an ISBN beside a title is the book's number", arguments: ["9783423626248 --title Insel", "Insel 9783423626248"])
  func numberBesideATitle(_ line: String) throws {
    let said = try added("book add \(line) --author", ["Ransom Riggs"])
    #expect(said.contains("title: Insel\nauthor: Ransom Riggs\n") && said.contains("9783423626248"), "\(said)")
    #expect(try library.refused("add Insel --title Dune").contains("there are two titles"))
  }

  @Test func addsABookWithEverything() throws {
    try expect(
      added(
        "book add --title X --author A --author B --author A --status completed --rating 5 --genre Fiction --genre horror",
        [
          "--genre", "FICTION", "--series", "S 1", "--isbn", "0441013597", "--publisher", "P", "--year", "-8",
          "--pages", "12", "--language", "en", "--recommended-by", "Me", "--date-added", "yesterday",
          "--dateStarted", "2020-1-2", "--date-completed=today", "--synopsis", "Short.", "--review", "a\nb",
        ]),
      is: """
        Added book “X”
        90000001-0000-4000-8000-000000000000  books/x-90000001.yaml
        books/x-90000001.yaml:
        id: 90000001-0000-4000-8000-000000000000
        title: X
        author:
          - A
          - B
        status: completed
        rating: 5
        genres:
          - e0000001-0000-4000-8000-000000000000 # Fiction
          - e0000003-0000-4000-8000-000000000000 # Horror
        series: S 1
        isbn: "0441013597"
        publisher: P
        year: -8
        pages: 12
        language: en
        recommendedBy: Me
        dateAdded: 2026-11-20
        dateStarted: 2020-01-02
        dateCompleted: 2026-11-21
        synopsis: Short.
        review: |-
          a
          b
        """)
  }

  @Test func addsAQuoteAGenreATagAndAnIssue() throws {
    try expect(
      added("quote add", ["To be\nor not", "--book", "dune", "--page", "012"]),
      is: """
        Added quote “To be or not”
        90000001-0000-4000-8000-000000000000  quotes/dune-b0000001/to-be-or-not-90000001.yaml
        quotes/dune-b0000001/to-be-or-not-90000001.yaml:
        id: 90000001-0000-4000-8000-000000000000
        book: b0000001-0000-4000-8000-000000000000 # Dune
        page: "012"
        creationDate: 2026-11-21T10:00:00Z
        text: |-
          To be
          or not
        """)
    try expect(
      added("quote add -", input: "From a pipe,\nin two lines.\n"),
      is: """
        Added quote “From a pipe, in two lines.”
        90000002-0000-4000-8000-000000000000  quotes/emma-b0000003/from-a-pipe-in-two-lines-90000002.yaml
        ! note: from “Emma”, the book in progress
        quotes/emma-b0000003/from-a-pipe-in-two-lines-90000002.yaml:
        id: 90000002-0000-4000-8000-000000000000
        book: b0000003-0000-4000-8000-000000000000 # Emma
        creationDate: 2026-11-21T10:00:00Z
        text: |
          From a pipe,
          in two lines.
        """)
    try expect(
      added("genre add Fantasy --color 8e44ad"),
      is: """
        Added genre “Fantasy”
        90000003-0000-4000-8000-000000000000  genres/fantasy-90000003.yaml
        genres/fantasy-90000003.yaml:
        id: 90000003-0000-4000-8000-000000000000
        name: Fantasy
        color: "8E44AD"
        """)
    try expect(
      added("tag add", ["to do"]),
      is: """
        Added tag “to do”
        90000004-0000-4000-8000-000000000000  tags/to-do-90000004.yaml
        tags/to-do-90000004.yaml:
        id: 90000004-0000-4000-8000-000000000000
        name: to do
        """)
    try expect(
      added("issue add", ["Call Anna", "--tag", "lending", "--book", "dune", "--priority", "HIGH"]),
      is: """
        Added issue “Call Anna”
        90000005-0000-4000-8000-000000000000  issues/call-anna-90000005.yaml
        issues/call-anna-90000005.yaml:
        id: 90000005-0000-4000-8000-000000000000
        title: Call Anna
        priority: high
        completed: false
        tags:
          - a0000001-0000-4000-8000-000000000000 # lending
        books:
          - b0000001-0000-4000-8000-000000000000 # Dune
        creationDate: 2026-11-21T10:00:00Z
        modificationDate: 2026-11-21T10:00:00Z
        """)
  }

  @Test func makesWhatIsMissingWhenAskedTo() throws {
    try expect(
      added("book add X --genre Poetry --genre poetry --genre Fiction --create"),
      is: """
        Added genre “Poetry”
        90000001-0000-4000-8000-000000000000  genres/poetry-90000001.yaml
        Added book “X”
        90000002-0000-4000-8000-000000000000  books/x-90000002.yaml
        books/x-90000002.yaml:
        id: 90000002-0000-4000-8000-000000000000
        title: X
        status: onShelf
        genres:
          - 90000001-0000-4000-8000-000000000000 # Poetry
          - e0000001-0000-4000-8000-000000000000 # Fiction
        dateAdded: 2026-11-21
        genres/poetry-90000001.yaml:
        id: 90000001-0000-4000-8000-000000000000
        name: Poetry
        color: "C91D1D"
        """)
  }

  @Test(arguments: [
    "--title", "-x", "a/b", "@file", "../x.yaml", "b0000001", "1984", "no", "~", "null", "# x", "🤔", "«»", "a: b", "-",
    String(repeating: "x", count: 5000),
  ])
  func takesAnyTitle(_ title: String) throws {
    _ = try library.run("book add --", [title])
    let path = try #require(try library.paths().first { $0.contains("90000001") })
    #expect(path.hasPrefix("books/") && path.split(separator: "/").count == 2)
    let shown = try library.run("book show 90000001 --json title")
    #expect(shown.contains(title == "b0000001" ? title : "\"title\": \"\(title)\""))
  }

  @Test func showsTheDifferenceInsteadOfMakingIt() throws {
    try expect(
      added("book add X --genre New --create --dry-run"),
      is: """
        --- /dev/null
        +++ b/genres/new-90000001.yaml
        @@ -0,0 +1,3 @@
        +id: 90000001-0000-4000-8000-000000000000
        +name: New
        +color: "C91D1D"
        --- /dev/null
        +++ b/books/x-90000002.yaml
        @@ -0,0 +1,6 @@
        +id: 90000002-0000-4000-8000-000000000000
        +title: X
        +status: onShelf
        +genres:
        +  - 90000001-0000-4000-8000-000000000000 # New
        +dateAdded: 2026-11-21
        """)
  }

  @Test func refusesWrongCalls() throws {
    try expect(
      library.refusals([
        ["book add"], ["book add", ""], ["book add", " "], ["book add", "a\nb"], ["book add", "a\u{1B}[2Jb"],
        ["book add A B"], ["book add --title A B"], ["book add -x"], ["book add X -r 7"], ["book add X --ratign 5"],
        ["book add X --nothing 5"], ["book add X --bought today"], ["book add X --price 5"], ["book add X --id 5"],
        ["book add X --rating"],
        ["book add X --series --author A"], ["book add X --rating 7"], ["book add X --rating 5 --rating 4"],
        ["book add X --genre Horrr"], ["book add X --genre Nothing"], ["book add X --year 2026-11"],
        ["book add X --date-added soon"], ["book add X --review @none.txt"], ["quote add --book dune"],
        ["quote add x --book nope"], ["quote add x --book dun"], ["quote add -"], ["genre add FICTION"],
        ["genre add", " Fiction "], ["genre add X --color red"], ["tag add"], ["tag add Lending"],
        ["issue add X --completed maybe"], ["issue add X --priority urgent"], ["issue add X --tag nothing"],
        ["issue add X --modification-date today"],
      ]),
      is: #"""
        $ book add
        ! error: a book needs a title
        ! hint: see `shelf book add --help`
        [2]
        $ book add ""
        ! error: “title” must not be empty
        [2]
        $ book add " "
        ! error: “title” must not be empty
        [2]
        $ book add "a\nb"
        ! error: “title” cannot contain a line break
        [2]
        $ book add "a\u{1B}[2Jb"
        ! error: “title” cannot contain the control character U+001B
        [2]
        $ book add A B
        ! error: there are two titles: “A” and “B”
        ! hint: put quotation marks around a title of several words
        [2]
        $ book add --title A B
        ! error: there are two titles: “A” and “B”
        ! hint: put quotation marks around a title of several words
        [2]
        $ book add -x
        ! error: a book has no field “-x”
        ! hint: `shelf book add --help` shows the fields; put the title after --
        [2]
        $ book add X -r 7
        ! error: “7” is not a valid rating: expected a rating from 0 to 5 in quarters, such as 4.5
        [2]
        $ book add X --ratign 5
        ! error: a book has no field “ratign”
        ! hint: did you mean --rating?
        [2]
        $ book add X --nothing 5
        ! error: a book has no field “nothing”
        ! hint: `shelf book add --help` shows the fields; put the title after --
        [2]
        $ book add X --bought today
        ! error: a book has no field “bought”
        ! hint: did you mean --date-added?
        [2]
        $ book add X --price 5
        ! error: a book has no field “price”
        ! hint: to add a field of your own, use `shelf library set fields.book.price.type=money`
        [2]
        $ book add X --id 5
        ! error: only shelf itself sets “id”
        [2]
        $ book add X --rating
        ! error: --rating needs a value
        [2]
        $ book add X --series --author A
        ! error: --series needs a value
        [2]
        $ book add X --rating 7
        ! error: “7” is not a valid rating: expected a rating from 0 to 5 in quarters, such as 4.5
        [2]
        $ book add X --rating 5 --rating 4
        ! error: --rating is given twice
        [2]
        $ book add X --genre Horrr
        ! error: no genre is called “Horrr”
        ! hint: did you mean “Horror”?
        [1]
        $ book add X --genre Nothing
        ! error: no genre is called “Nothing”
        ! hint: use --create to add it; `shelf genre list` shows all genres
        [1]
        $ book add X --year 2026-11
        ! error: “2026-11” is not a valid year: expected a whole number from -9999 to 9999
        [2]
        $ book add X --date-added soon
        ! error: “soon” is not a valid date added: expected a date such as 2026-11-21, yesterday, friday or 3d
        [2]
        $ book add X --review @none.txt
        ! error: cannot open none.txt: no such file or folder
        [3]
        $ quote add --book dune
        ! error: a quote needs a text
        ! hint: see `shelf quote add --help`
        [2]
        $ quote add x --book nope
        ! error: no book is called “nope”
        ! hint: `shelf book list` shows all books
        [1]
        $ quote add x --book dun
        ! error: no book is called “dun”, and a change requires the whole name or id
        ! hint: did you mean “Dune” (b0000001) or “Dune Messiah” (b0000002)?
        [1]
        $ quote add -
        ! error: standard input is empty
        [2]
        $ genre add FICTION
        ! error: the genre “Fiction” already exists: genres/fiction-e0000001.yaml
        ! hint: `shelf genre merge OTHER Fiction` merges another genre into it
        [1]
        $ genre add " Fiction "
        ! error: the genre “Fiction” already exists: genres/fiction-e0000001.yaml
        ! hint: `shelf genre merge OTHER Fiction` merges another genre into it
        [1]
        $ genre add X --color red
        ! error: “red” is not a valid color: expected six hex digits such as 00FF00
        [2]
        $ tag add
        ! error: a tag needs a name
        ! hint: see `shelf tag add --help`
        [2]
        $ tag add Lending
        ! error: the tag “lending” already exists: tags/lending-a0000001.yaml
        ! hint: `shelf tag merge OTHER lending` merges another tag into it
        [1]
        $ issue add X --completed maybe
        ! error: there are two titles: “X” and “maybe”
        ! hint: put quotation marks around a title of several words; use --book X for the book it is about
        [2]
        $ issue add X --priority urgent
        ! error: “urgent” is not a valid priority: expected low, medium or high
        [2]
        $ issue add X --tag nothing
        ! error: no tag is called “nothing”
        ! hint: use --create to add it; `shelf tag list` shows all tags
        [1]
        $ issue add X --modification-date today
        ! error: only shelf itself sets “modificationDate”
        [2]
        """#)
  }

  /// Assignments after the title set fields, as with `set`.
  @Test func assignmentsAfterTheTitle() throws {
    let library = try TestLibrary()
    _ = try library.run(
      "add", ["Kim", "author=Rudyard Kipling", "rating=4", "duration=12h", "tags=lending", "tags+=buy"])
    let kim = try #require(library["books/kim-90000001.yaml"])
    #expect(kim.contains("author: Rudyard Kipling\n") && kim.contains("rating: 4\n") && kim.contains("\"12:00\""))
    #expect(try library.run("list title:kim --columns tags --format tsv") == "buy; lending\n")
    _ = try library.run("add", ["title=E=mc2", "author=David Bodanis"])
    #expect(try library.run("list author:bodanis --columns title --format tsv") == "E=mc2\n")
    // An assignment is treated as a title if no title precedes it, or if its name is not a field that can be set.
    _ = try library.run("add", ["E=mc3"])
    _ = try library.run("add", ["rating=5"])
    #expect(try library.run("list title:rating --columns title --format tsv") == "rating=5\n")
    #expect(try library.refused("add", ["Kim", "foo=bar"]).contains("there are two titles"))
    #expect(try library.refused("add", ["Kim", "id=1"]).contains("there are two titles"))
    #expect(try library.refused("add", ["Kim", "rating=lots"]).contains("not a valid"))
  }
}
