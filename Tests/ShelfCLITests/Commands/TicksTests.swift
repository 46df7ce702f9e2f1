import Testing

@testable import ShelfCLI

/// Tests the commands that show and change the genres or tags of a record.
struct TicksTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func showsAndChangesTicks() throws {
    let commands = [
      ["book genres dune"], ["book genres dune", "+Horror", "-science fiction"], ["book genres dune", "-Horror"],
      ["book genres dune", "+Poetry", "--create"], ["book genres dune", "+Fiction"],
      ["book genres dune --format json"], ["issue tags f0000001", "-lending", "+buy"], ["issue tags f0000001"],
      ["quote tags c0000001", "+buy", "--dry-run"],
    ]
    try expect(
      library.transcript(commands),
      is: """
        $ book genres dune
        ●	Fiction
        ●	Science Fiction
        ○	Horror
        $ book genres dune +Horror "-science fiction"
        “Dune”: genres − Science Fiction + Horror
        $ book genres dune -Horror
        “Dune”: genres − Horror
        $ book genres dune +Poetry --create
        Added genre “Poetry”  genres/poetry-90000001.yaml
        “Dune”: genres + Poetry
        $ book genres dune +Fiction
        “Dune”: nothing to change
        $ book genres dune --format json
        [
          {
            "marked": true,
            "name": "Fiction"
          },
          {
            "marked": true,
            "name": "Poetry"
          },
          {
            "marked": false,
            "name": "Horror"
          },
          {
            "marked": false,
            "name": "Science Fiction"
          }
        ]
        $ issue tags f0000001 -lending +buy
        “Ask Anna to return Dune”: tags − lending + buy
        $ issue tags f0000001
        ●	buy
        ○	lending
        $ quote tags c0000001 +buy --dry-run
        --- a/quotes/dune-b0000001/fear-c0000001.yaml
        +++ b/quotes/dune-b0000001/fear-c0000001.yaml
        @@ -1,5 +1,7 @@
         id: c0000001-0000-4000-8000-000000000000
         book: b0000001-0000-4000-8000-000000000000 # Dune
         page: "8"
        +tags:
        +  - a0000002-0000-4000-8000-000000000000 # buy
         creationDate: 2019-06-03T20:41:07Z
         text: Fear is the mind-killer.
        """)
    try expect(
      library.refusals([
        ["book genres dune", "+Nothing"], ["book genres dune", "-Nothing"], ["book genres dune", "Horror"],
        ["book genres dune", "+"], ["book genres du", "+Horror"],
      ]),
      is: """
        $ book genres dune +Nothing
        ! error: no genre is called “Nothing”
        ! hint: use --create to add it; `shelf genre list` shows all genres
        [1]
        $ book genres dune -Nothing
        ! error: no genre is called “Nothing”
        ! hint: `shelf genre list` shows all genres
        [1]
        $ book genres dune Horror
        ! error: “Horror” needs a + or - in front
        ! hint: write +Horror or -Horror
        [2]
        $ book genres dune +
        ! error: “+” needs a + or - in front
        ! hint: write +NAME or -NAME
        [2]
        $ book genres du +Horror
        ! error: no book is called “du”, and a change requires the whole name or id
        ! hint: did you mean “Dune” (b0000001) or “Dune Messiah” (b0000002)?
        [1]
        """)
  }

  @Test func marksThemInEveryFormat() throws {
    try expect(
      library.transcript(["tsv", "csv", "jsonl", "yaml", "ids"].map { ["genre list --book dune --format \($0)"] }),
      is: """
        $ genre list --book dune --format tsv
        ●	e0000001-0000-4000-8000-000000000000	Fiction	00FF00	1
        ●	e0000002-0000-4000-8000-000000000000	Science Fiction	00B8D4	2
        ○	e0000003-0000-4000-8000-000000000000	Horror		0
        $ genre list --book dune --format csv
        marked,id,name,color,books
        ●,e0000001-0000-4000-8000-000000000000,Fiction,00FF00,1
        ●,e0000002-0000-4000-8000-000000000000,Science Fiction,00B8D4,2
        ○,e0000003-0000-4000-8000-000000000000,Horror,,0
        $ genre list --book dune --format jsonl
        {"kind":"genre","path":"genres/fiction-e0000001.yaml","marked":true,"id":"e0000001-0000-4000-8000-000000000000","name":"Fiction","color":"00FF00"}
        {"kind":"genre","path":"genres/science-fiction-e0000002.yaml","marked":true,"id":"e0000002-0000-4000-8000-000000000000","name":"Science Fiction","color":"00B8D4"}
        {"kind":"genre","path":"genres/horror-e0000003.yaml","marked":false,"id":"e0000003-0000-4000-8000-000000000000","name":"Horror"}
        $ genre list --book dune --format yaml
        ---
        # ● genres/fiction-e0000001.yaml
        id: e0000001-0000-4000-8000-000000000000
        name: Fiction
        color: "00FF00"
        ---
        # ● genres/science-fiction-e0000002.yaml
        id: e0000002-0000-4000-8000-000000000000
        name: Science Fiction
        color: "00B8D4"
        ---
        # ○ genres/horror-e0000003.yaml
        id: e0000003-0000-4000-8000-000000000000
        name: Horror
        $ genre list --book dune --format ids
        e0000001-0000-4000-8000-000000000000
        e0000002-0000-4000-8000-000000000000
        e0000003-0000-4000-8000-000000000000
        """)
    library.environment["TERM"] = "dumb"
    try expect(
      library.runOnTerminal("genre list --book dune"),
      is: """
           ID        Name               Color   Books
        ●  e0000001  [Fiction]          00FF00  1 book
        ●  e0000002  [Science Fiction]  00B8D4  2 books
        ○  e0000003  [Horror]           none

        3 genres
        """)
    try expect(
      library.runOnTerminal("book genres dune"),
      is: """
           Name
        ●  [Fiction]
        ●  [Science Fiction]
        ○  [Horror]

        2 of 3 genres; use +NAME and -NAME to change them
        """)
  }
}
