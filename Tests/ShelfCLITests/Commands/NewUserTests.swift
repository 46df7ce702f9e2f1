import Testing

@testable import ShelfCLI

/// Tests input from users who know other tools. shelf either accepts it or explains what to type.
struct NewUserTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// After an undo, a new change discards the changes that could be redone.
  @Test func redoEndsWithTheNextChange() throws {
    try expect(
      library.transcript([
        ["rm emma --yes"], ["rate dune 1"], ["undo 2"], ["redo"], ["redo"], ["undo"], ["rate dune 2"], ["redo"],
        ["show emma --json title"],
      ]),
      is: """
        $ rm emma --yes
        Deleted book “Emma”
        $ rate dune 1
        “Dune”: rating 5 → 1
        $ undo 2
        Undid “rate dune 1” (1 file)
        Undid “rm emma --yes” (1 file)
        $ redo
        Redid “rm emma --yes” and “rate dune 1” (2 files)
        $ redo
        ! error: there is nothing to redo
        ! hint: only what was undone can be redone, and only until the next change
        [1]
        $ undo
        Undid “rate dune 1” (1 file)
        $ rate dune 2
        “Dune”: rating 5 → 2
        $ redo
        ! error: there is nothing to redo
        ! hint: only what was undone can be redone, and only until the next change
        [1]
        $ show emma --json title
        ! error: no record is called “emma”
        [1]
        """)
  }

  @Test func aNumberMayFollowItsOption() throws {
    try expect(
      library.transcript([
        ["list -n1 --columns title"], ["log -n1"], ["list -ctitle"], ["quote list -stext"],
        ["list -crime --columns title"],
      ]),
      is: """
        $ list -n1 --columns title
        Dune
        $ log -n1
        ! error: LIBRARY is not in a git repository
        ! hint: create one with `shelf init LIBRARY`
        [3]
        $ list -ctitle
        ! error: “-ctitle” means records without the word “ctitle”
        ! hint: write -c title, or 'not ctitle'
        [2]
        $ quote list -stext
        ! error: “-stext” means records without the word “stext”
        ! hint: write -s text, or 'not stext'
        [2]
        $ list -crime --columns title
        Dune
        Dune Messiah
        Emma
        三体
        """)
  }

  /// The keys of JSON output are the field names that the user requested.
  @Test func jsonHasTheKeysThatWereAskedFor() throws {
    try expect(
      library.transcript([
        ["show emma fiction --json title,rating"], ["genre list --json title,name -n1"],
        ["list emma --json date-added,added"],
      ]),
      is: """
        $ show emma fiction --json title,rating
        [
          {
            "title": "Emma",
            "rating": 3
          },
          {
            "title": "Fiction",
            "rating": null
          }
        ]
        $ genre list --json title,name -n1
        [
          {
            "name": "Fiction"
          }
        ]
        $ list emma --json date-added,added
        [
          {
            "dateAdded": null
          }
        ]
        """)
  }

  @Test func findsTheQuotesOfAnAuthor() throws {
    try expect(
      library.transcript([
        ["quote list author:herbert --columns text"], ["issue list --author herbert --columns title"],
        ["genre list author=herbert --columns name"], ["quote list -author:herbert --columns text"],
        ["tag list author:x"],
        ["quote list author:>3"], ["quote list auhtor:x"],
      ]),
      is: """
        $ quote list author:herbert --columns text
        Fear is the mind-killer.
        $ issue list --author herbert --columns title
        Ask Anna to return Dune
        $ genre list author=herbert --columns name
        Fiction
        Science Fiction
        $ quote list -author:herbert --columns text
        A line without a book,\\nand another one.\\n
        $ tag list author:x
        $ quote list author:>3
        ! error: “author” cannot be compared with < or >
        !     author:>3
        !     ^^^^^^^^^
        ! hint: < and > work with numbers, amounts, dates, priorities and counts such as quotes:>3
        [2]
        $ quote list auhtor:x
        ! error: a quote has no field “auhtor”
        !     auhtor:x
        !     ^^^^^^
        ! hint: did you mean “author:”?
        [2]
        """)
  }

  @Test(arguments: [
    ("rating≥4", "Dune"), ("rating≤4", "Emma"), ("title~emma", "Emma"), ("title:~emma", "Emma"),
    ("'messiah dune'", ""), ("'dune messiah'", "Dune Messiah"), ("* emma", "Emma"), ("rating:*", "Dune | Emma"),
  ])
  func signsOfOtherTools(query: String, titles: String) throws {
    let found = try library.run("list --columns title", [query]).split(separator: "\n").filter { !$0.hasPrefix("!") }
    #expect(found.joined(separator: " | ") == titles)
  }

  @Test func contradictionsAreRefused() throws {
    try expect(
      library.refusals([
        ["book set dune rating=1 rating=2"], ["book set dune genres=Fiction genres=Horror"],
        ["book set dune progress=lots"], ["book set dune readings=2020-02-01/2020-01-01"],
        ["book set dune rating=1 --dry-run --json"], ["book genres dune -- -Nope"],
      ]),
      is: """
        $ book set dune rating=1 rating=2
        ! error: “rating” is set twice
        ! hint: use only one
        [2]
        $ book set dune genres=Fiction genres=Horror
        ! error: “genres” is set twice
        ! hint: use genres+=VALUE to add to the first value
        [2]
        $ book set dune progress=lots
        ! error: “lots” is not a valid progress: expected a page such as 120, or a percentage such as 40%
        [2]
        $ book set dune readings=2020-02-01/2020-01-01
        ! error: “2020-02-01/2020-01-01” is not a valid value of readings: expected intervals such as 2019-06-02/2019-06-30
        [2]
        $ book set dune rating=1 --dry-run --json
        ! error: --dry-run and --json cannot be combined
        ! hint: remove --json to see the diff
        [2]
        $ book genres dune -- -Nope
        ! error: “-Nope” needs a + or - in front
        ! hint: write +NAME or -NAME
        [2]
        """)
  }

  /// Progress from an earlier reading is kept and mentioned.
  @Test func aNewReadingSaysHowFarTheOldOneCame() throws {
    try expect(
      library.transcript([["start emma"], ["progress emma 40%"], ["abandon emma"], ["start emma"]]),
      is: """
        $ start emma
        “Emma”: nothing to change
        $ progress emma 40%
        “Emma”: progress 40%
        $ abandon emma
        “Emma”: status in progress → abandoned, date abandoned 2026-11-21
        $ start emma
        “Emma”: status abandoned → in progress, date started 2026-11-01 → 2026-11-21, date abandoned 2026-11-21 → none, readings + 2026-11-01/
        progress is still 40%, from before
        """)
  }

  /// The statistics count earlier readings, regardless of the current state of the book.
  @Test func readingsCountInTheStatistics() throws {
    _ = try library.run("book add Old --pages 100 --readings 2019-06-02/2019-06-20")
    try expect(
      library.run("stats Old"),
      is: """
        kinds	books	1
        kinds	quotes	0
        kinds	genres	0
        kinds	tags	0
        kinds	issues	0
        status	wanted	0
        status	onShelf	1
        status	inProgress	0
        status	completed	0
        status	abandoned	0
        years	2019	1	100	0
        pace	daysPerBook	19
        pace	pagesPerDay	5
        pages	all	100
        pages	read	100
        pages	average	100
        pages	longest	100
        """)
  }

  /// A query for a completion date finds a book by each of its readings.
  @Test func findsEarlierReadings() throws {
    _ = try library.run("book add", ["Again", "--readings", "2017-05/2017-06", "--readings", "2018-03-01/"])
    _ = try library.run("book set", ["Again", "dateStarted=2020-01-01", "dateCompleted=2020-02-01"])
    for (query, titles) in [
      ("completed:2017", "Again"), ("completed:2018", ""), ("started:2018-03", "Again"), ("completed:2020", "Again"),
      ("completed:<2018", "Again"), ("completed:2017..2019", "Again Dune"),
      ("-completed:>2000", "Dune Messiah Emma 三体"),
    ] {
      let found = try library.run("list --columns title --sort title", [query]).split(separator: "\n")
      #expect(found.joined(separator: " ") == titles, "\(query)")
    }
  }

  @Test func exportsOneKind() throws {
    try expect(
      library.transcript([["export jsonl genre horror"]]),
      is: """
        $ export jsonl genre horror
        {"kind":"genre","id":"e0000003-0000-4000-8000-000000000000","name":"Horror"}
        """)
  }

  @Test func aBackslashIsNoPartOfATitle() throws {
    _ = try library.run("book add", ["\\@home"])
    #expect(try library.run("list @home --columns title") == "@home\n")
  }

  /// A reference to a missing genre is shown with a symbol and a short id on a terminal, and as the full id in a pipe.
  @Test func showsWhatIsGone() throws {
    _ = try library.run("book add Gone")
    let path = try #require(library.run("list gone --columns path").split(separator: "\n").first.map(String.init))
    library[path] = try #require(library[path]) + "genres: [11111111-1111-4111-8111-111111111119]\n"
    try expect(
      library.runOnTerminal("list gone --columns title,genres,path"),
      is: """
        Title  Genres        Path
        Gone   [? 11111111]  books/gone-90000001.yaml

        1 book
        """)
    #expect(try library.run("list gone --columns genres") == "11111111-1111-4111-8111-111111111119\n")
  }

  @Test func anUnknownSettingCanBeTakenAway() throws {
    library.environment["HOME"] = library.absolute("home")
    library["home/.config/shelf/config.yaml"] = "color: auto\nx: 1\n"
    try expect(
      library.transcript([["list emma"], ["config set color never"], ["config unset x"], ["config unset y"]]),
      is: """
        $ list emma
        ! error: LIBRARY/home/.config/shelf/config.yaml:2:4: unknown setting “…”; `shelf help settings` lists them
        ! hint: `shelf config edit` opens your settings
        [2]
        $ config set color never
        ! error: LIBRARY/home/.config/shelf/config.yaml:2:4: unknown setting “…”; `shelf help settings` lists them
        ! hint: `shelf config edit` opens your settings
        [2]
        $ config unset x
        x is no longer set
        $ config unset y
        ! error: unknown setting “y”
        ! hint: `shelf help settings` lists them
        [2]
        """)
    #expect(library["home/.config/shelf/config.yaml"] == "color: auto\n")
  }
}
