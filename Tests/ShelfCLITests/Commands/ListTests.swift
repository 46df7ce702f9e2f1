import Testing

@testable import ShelfCLI

struct ListTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.environment["TERM"] = "dumb"
  }

  // MARK: On a terminal

  /// Priorities fit in the table regardless of whether an issue is open or closed.
  @Test(arguments: [40, 46, 60, 100] as [UInt16]) func thePriorityStays(_ columns: UInt16) throws {
    for state in ["false", "true"] {
      let library = try ImportTests.empty()
      library["issues/1.yaml"] =
        "id: 00000000-0000-4000-8000-000000000001\ntitle: Find the book that was lent\npriority: high\ncompleted: \(state)\n"
      library.environment["TERM"] = "dumb"
      let table = try library.runOnTerminal("issue list", columns: columns)
      #expect(table.contains("Priority") && table.contains("! high"), "\(state): \(table)")
    }
  }

  @Test func listsEveryKindAsATable() throws {
    try expect(
      ["book", "quote", "genre", "tag", "issue"].map { try library.runOnTerminal("\($0) list", columns: 100) }.joined(),
      is: """
        ID        Title         Author         Status       Rating  Genres                       Quotes
        b0000001  Dune          Frank Herbert  completed    ★★★★★   [Fiction] [Science Fiction]  1 quote
        b0000002  Dune Messiah  Frank Herbert  on shelf             [Science Fiction]
        b0000003  Emma          Jane Austen    in progress  ★★★☆☆
        b0000004  三体          刘慈欣         on shelf

        4 books
        Fear is the mind-killer.
          Dune · p. 8 · 2019-06-03 · c0000001

        A line without a book,
        and another one.
          no book · 2020-01-01 · c0000002

        2 quotes
        ID        Name               Color   Books
        e0000001  [Fiction]          00FF00  1 book
        e0000003  [Horror]           none
        e0000002  [Science Fiction]  00B8D4  2 books

        3 genres
        ID        Name     Issues          Books   Quotes
        a0000002  buy      no open issues
        a0000001  lending  1 open issue    1 book

        2 tags
        ID        Priority  Title                    Tags     Creation date
        f0000001  ! high    Ask Anna to return Dune  lending  2026-06-14
        f0000002    medium  Measure the hall         No tags  2026-01-02     CLOSED

        2 issues
        """)
  }

  @Test func fitsTheWidthOfTheTerminal() throws {
    for columns in [20, 40, 80, 200] as [UInt16] {
      let lines = try library.runOnTerminal("book list", columns: columns).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns })
      #expect(lines.contains { $0.contains("Dune") })
    }
  }

  @Test func saysWhenThereIsNothing() throws {
    let empty = try TestLibrary(["shelf.yaml": "format: 1\n"])
    try expect(
      ["book", "quote", "genre", "tag", "issue"].map { try empty.runOnTerminal("\($0) list") }.joined(),
      is: """
        No books yet. Add the first one: shelf book add "TITLE"
        No quotes yet. Add the first one: shelf quote add "TEXT" --book TITLE
        No genres yet. Add the first one: shelf genre add NAME
        No tags yet. Add the first one: shelf tag add NAME
        No issues yet. Add the first one: shelf issue add "TITLE"
        """)
    try expect(
      library.runOnTerminal("book list nothing of the kind"),
      is: """
        No matching books (4 in total).
        """)
    try expect(library.run("book list nothing of the kind"), is: "")
  }

  @Test func countsWhatIsLeftOut() throws {
    try expect(
      library.runOnTerminal("book list --limit 1 --columns title"),
      is: """
        Title
        Dune

        1 of 4 books
        """)
  }

  @Test func marksTheGenresOfABook() throws {
    try expect(
      library.runOnTerminal("genre list --book dune\u{20}"),
      is: """
           ID        Name               Color   Books
        ●  e0000001  [Fiction]          00FF00  1 book
        ●  e0000002  [Science Fiction]  00B8D4  2 books
        ○  e0000003  [Horror]           none

        3 genres
        """)
  }

  /// If there is not enough room, columns are dropped before titles are truncated, and the list names the dropped
  /// columns. Columns that the user asked for are kept as long as possible.
  @Test func saysWhatThereIsNoRoomFor() throws {
    library.environment["TERM"] = "dumb"
    let narrow = try library.runOnTerminal("book list", columns: 70)
    #expect(!narrow.contains("b0000001") && narrow.contains("4 books; not enough room for ID and quotes, which"))
    #expect(try library.runOnTerminal("book list", columns: 120).hasSuffix("\n\n4 books\n"))
    let asked = try library.runOnTerminal(
      "book list --columns id,title,author,genres,dateAdded,dateStarted,dateCompleted", columns: 60)
    #expect(asked.hasSuffix("\n\n4 books\n"))
    let most = try library.runOnTerminal("book list --columns id,title,author,genres,year,pages", columns: 20)
    #expect(most.hasSuffix("4 books; not enough\nroom for ID, genres\nand pages\n"))
  }

  /// Titles link to the files of their records. A link contains the escaped path and no other text from a record.
  @Test func titlesLeadToTheirFiles() throws {
    library["books/a%\u{1B}]8;;x.yaml"] = "id: b0000009-0000-4000-8000-000000000000\ntitle: \"A\\e]8;;b\"\n"
    library.environment["TERM"] = "xterm"
    let list = try library.runOnTerminal("book list a")
    #expect(list.contains("\u{1B}]8;;") && list.contains("a%25%1B%5D8%3B%3Bx.yaml\u{1B}\\"), "\(list)")
    #expect(list.contains("A␛]8;;b"))
    #expect(try library.runOnTerminal("book show b0000009").contains("a%25%1B%5D8%3B%3Bx.yaml\u{1B}\\"))
    #expect(try !library.run("book list --color always --format table").contains("\u{1B}]8"))
  }

  @Test func colorsWhatIsWatched() throws {
    library.environment["TERM"] = "xterm-256color"
    let (list, page) = ("genre list --format table", "genre show fiction")
    for command in [list, page] {
      #expect(try library.runOnTerminal(command).contains("\u{1B}[38;5;16;48;5;46m"))
      #expect(try !library.runOnTerminal("\(command) --color never").contains("\u{1B}"))
      #expect(try !library.run(command).contains("\u{1B}"))
      #expect(try library.run("\(command) --color always").contains("\u{1B}[38;5;16;48;5;46m"))
      #expect(try library.run("--color=always \(command)").contains("\u{1B}[38;5;16;48;5;46m"))
    }
    library.environment["NO_COLOR"] = "1"
    #expect(try !library.runOnTerminal(list).contains("\u{1B}"))
    #expect(try library.runOnTerminal("book nothing --color always").hasPrefix("error: "))
  }

  // MARK: Through a pipe

  @Test func listsEveryKindWithTabs() throws {
    try expect(
      library.transcript([["book list"], ["quote list"], ["genre list"], ["tag list"], ["issue list"]]),
      is: #"""
        $ book list
        b0000001-0000-4000-8000-000000000000	Dune	Frank Herbert	completed	5	Fiction; Science Fiction	1
        b0000002-0000-4000-8000-000000000000	Dune Messiah	Frank Herbert	onShelf		Science Fiction	0
        b0000003-0000-4000-8000-000000000000	Emma	Jane Austen	inProgress	3		0
        b0000004-0000-4000-8000-000000000000	三体	刘慈欣	onShelf			0
        $ quote list
        c0000001-0000-4000-8000-000000000000	Fear is the mind-killer.	Dune	8	2019-06-03T20:41:07Z
        c0000002-0000-4000-8000-000000000000	A line without a book,\nand another one.\n			2020-01-01T00:00:00Z
        $ genre list
        e0000001-0000-4000-8000-000000000000	Fiction	00FF00	1
        e0000003-0000-4000-8000-000000000000	Horror		0
        e0000002-0000-4000-8000-000000000000	Science Fiction	00B8D4	2
        $ tag list
        a0000002-0000-4000-8000-000000000000	buy	0
        a0000001-0000-4000-8000-000000000000	lending	1
        $ issue list
        f0000001-0000-4000-8000-000000000000	high	Ask Anna to return Dune	lending	2026-06-14T09:30:00Z	false
        f0000002-0000-4000-8000-000000000000	medium	Measure the hall		2026-01-02T00:00:00Z	true
        """#)
  }

  @Test func narrowsByWords() throws {
    try expect(
      library.transcript([
        ["book list --columns title herbert"], ["book list --columns title herbert MESSIAH"],
        ["book list --columns title", "village", "said in"], ["book list --columns title", ""],
        ["book list --columns title -- --x"], ["quote list --columns text mind"],
      ]),
      is: """
        $ book list --columns title herbert
        Dune
        Dune Messiah
        $ book list --columns title herbert MESSIAH
        Dune Messiah
        $ book list --columns title village "said in"
        Emma
        $ book list --columns title ""
        Dune
        Dune Messiah
        Emma
        三体
        $ book list --columns title -- --x
        $ quote list --columns text mind
        Fear is the mind-killer.
        """)
  }

  @Test func sorts() throws {
    try expect(
      library.transcript([
        ["book list --columns title,rating --sort rating:desc"], ["book list --columns title --sort title:desc"],
        ["book list --columns title --sort author,title:desc"], ["book list --columns title,status --sort status"],
        ["genre list --columns name,books --sort books:desc"],
        ["book list --columns title,issues --sort openIssues:desc --limit 1"],
      ]),
      is: """
        $ book list --columns title,rating --sort rating:desc
        Dune	5
        Emma	3
        Dune Messiah	
        三体	
        $ book list --columns title --sort title:desc
        三体
        Emma
        Dune Messiah
        Dune
        $ book list --columns title --sort author,title:desc
        Emma
        Dune Messiah
        Dune
        三体
        $ book list --columns title,status --sort status
        Dune Messiah	onShelf
        三体	onShelf
        Emma	inProgress
        Dune	completed
        $ genre list --columns name,books --sort books:desc
        Science Fiction	2
        Fiction	1
        Horror	0
        $ book list --columns title,issues --sort openIssues:desc --limit 1
        Dune	1
        """)
  }

  @Test func listsIssuesByTheirState() throws {
    try expect(
      library.transcript([
        ["issue list --columns title --open"], ["issue list --columns title --closed"],
        ["issue list --columns title --oldest"], ["issue list --columns title --newest"],
        ["issue list --columns title --priority HIGH"], ["issue list --columns title --priority 1"],
      ]),
      is: """
        $ issue list --columns title --open
        Ask Anna to return Dune
        $ issue list --columns title --closed
        Measure the hall
        $ issue list --columns title --oldest
        Measure the hall
        Ask Anna to return Dune
        $ issue list --columns title --newest
        Ask Anna to return Dune
        Measure the hall
        $ issue list --columns title --priority HIGH
        Ask Anna to return Dune
        $ issue list --columns title --priority 1
        Measure the hall
        """)
  }

  @Test func writesEveryFormat() throws {
    try expect(
      library.transcript(
        ["tsv", "csv", "json", "jsonl", "yaml", "ids", "table"].map { ["book list dune --limit 1 --format \($0)"] }),
      is: #"""
        $ book list dune --limit 1 --format tsv
        b0000001-0000-4000-8000-000000000000	Dune	Frank Herbert	completed	5	Fiction; Science Fiction	1
        $ book list dune --limit 1 --format csv
        id,title,author,status,rating,genres,quotes
        b0000001-0000-4000-8000-000000000000,Dune,Frank Herbert,completed,5,Fiction; Science Fiction,1
        $ book list dune --limit 1 --format json
        [
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
            "review": "Spice.\n\nAnd worms.\n"
          }
        ]
        $ book list dune --limit 1 --format jsonl
        {"kind":"book","path":"books/dune-b0000001.yaml","id":"b0000001-0000-4000-8000-000000000000","title":"Dune","author":["Frank Herbert"],"status":"completed","rating":5,"genres":[{"id":"e0000002-0000-4000-8000-000000000000","name":"Science Fiction"},{"id":"e0000001-0000-4000-8000-000000000000","name":"Fiction"}],"year":1965,"dateStarted":"2019-06-02","dateCompleted":"2019-06-30","review":"Spice.\n\nAnd worms.\n"}
        $ book list dune --limit 1 --format yaml
        ---
        # books/dune-b0000001.yaml
        id: b0000001-0000-4000-8000-000000000000
        title: Dune # the first one
        author: Frank Herbert
        status: completed
        rating: 5
        genres:
          - e0000002-0000-4000-8000-000000000000 # Science Fiction
          - e0000001-0000-4000-8000-000000000000 # Fiction
        year: 1965
        dateStarted: 2019-06-02
        dateCompleted: 2019-06-30
        review: |
          Spice.

          And worms.
        $ book list dune --limit 1 --format ids
        b0000001-0000-4000-8000-000000000000
        $ book list dune --limit 1 --format table
        ID        Title  Author         Status     Rating  Genres                       Quotes
        b0000001  Dune   Frank Herbert  completed  ★★★★★   [Fiction] [Science Fiction]  1 quote

        1 of 2 books
        """#)
  }

  @Test func writesTheColumnsAskedFor() throws {
    try expect(
      library.transcript([
        ["book list dune --columns title,year,path --format csv"], ["book list dune --json title,year,quotes"],
        ["book list dune --json title --format jsonl"], ["book list dune --columns", "title, rating"],
      ]),
      is: """
        $ book list dune --columns title,year,path --format csv
        title,year,path
        Dune,1965,books/dune-b0000001.yaml
        Dune Messiah,,books/dune-messiah-b0000002.yaml
        $ book list dune --json title,year,quotes
        [
          {
            "title": "Dune",
            "year": 1965,
            "quotes": [
              {
                "id": "c0000001-0000-4000-8000-000000000000",
                "name": "Fear is the mind-killer."
              }
            ]
          },
          {
            "title": "Dune Messiah",
            "year": null,
            "quotes": []
          }
        ]
        $ book list dune --json title --format jsonl
        {"title":"Dune"}
        {"title":"Dune Messiah"}
        $ book list dune --columns "title, rating"
        Dune	5
        Dune Messiah	
        """)
  }

  @Test func refusesWhatItDoesNotKnow() throws {
    try expect(
      library.refusals([
        ["book list --sort titel"], ["book list --sort rating:down"], ["book list --sort", ""],
        ["book list --sort", ","], ["book list --columns nope"], ["book list --columns", ""],
        ["book list --json Titel"], ["book list --limit -1"], ["book list --limit x"], ["book list --format xml"],
        ["book list --ratings moons"], ["book list -x"], ["book list --filtre"], ["genre list --sort titel"],
        ["genre list --book nope"], ["issue list --priority urgent"], ["issue list --open --closed"],
        ["book list --color sometimes"], ["--color sometimes book list"], ["book list --library", ""],
      ]),
      is: """
        $ book list --sort titel
        ! error: a list of books has no column “titel”
        ! hint: did you mean “title”?
        [2]
        $ book list --sort rating:down
        ! error: cannot sort by “rating:down”
        ! hint: use FIELD or FIELD:desc
        [2]
        $ book list --sort ""
        ! error: no sort field was given
        ! hint: use FIELD or FIELD:desc
        [2]
        $ book list --sort ,
        ! error: no sort field was given
        ! hint: use FIELD or FIELD:desc
        [2]
        $ book list --columns nope
        ! error: a list of books has no column “nope”
        ! hint: the columns are id, title, author, status, rating, genres, tags, series, seriesName, seriesPosition, isbn, format, publisher, place, year, edition, editionDate, originalTitle, pages, duration, language, contributors, recommendedBy, owned, copies, lentTo, borrowedFrom, lentOn, dueOn, lentCopy, loans, readingLog, dateAdded, dateStarted, dateCompleted, dateAbandoned, timesRead, readings, progress, synopsis, review, notes, public, sources, formerIds, authorSort, citationKey, path, quotes, issues, openIssues
        [2]
        $ book list --columns ""
        ! error: no columns were given
        ! hint: list them like title,rating
        [2]
        $ book list --json Titel
        ! error: a list of books has no column “Titel”
        ! hint: did you mean “title”?
        [2]
        $ book list --limit -1
        ! error: --limit must be at least 0, not -1
        [2]
        $ book list --limit x
        ! error: the value 'x' is invalid for '--limit <n>'
        ! hint: see `shelf book list --help`
        [2]
        $ book list --format xml
        ! error: the value 'xml' is invalid for '--format <format>'
        ! hint: provide one of the following: table, markdown, html, tsv, csv, excel, json, jsonl, yaml, ids
        [2]
        $ book list --ratings moons
        ! error: the value 'moons' is invalid for '--ratings <ratings>'
        ! hint: provide one of 'stars', 'numeral' or 'face'
        [2]
        $ book list -x
        ! error: unknown option “-x”
        ! hint: `shelf book list --help` shows the options; put a word that begins with a hyphen after --
        [2]
        $ book list --filtre
        ! error: unknown option “--filtre”
        ! hint: did you mean --filter?
        [2]
        $ genre list --sort titel
        ! error: a list of genres has no column “titel”
        ! hint: did you mean “title”?
        [2]
        $ genre list --book nope
        ! error: no book is called “nope”
        ! hint: `shelf book list` shows all books
        [1]
        $ issue list --priority urgent
        ! error: “urgent” is not a valid value for “priority”: expected low, medium or high
        !     priority:urgent
        !              ^^^^^^
        [2]
        $ issue list --open --closed
        ! error: --open and --closed cannot be combined
        ! hint: remove both
        [2]
        $ book list --color sometimes
        ! error: --color must be auto, always or never, not “sometimes”
        [2]
        $ --color sometimes book list
        ! error: --color must be auto, always or never, not “sometimes”
        [2]
        $ book list --library ""
        ! error: --library needs the path of a folder
        [2]
        """)
  }
}
