import Testing

@testable import ShelfCLI

/// Tests readings, progress, pace and the goal for the year.
struct ReadingTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private let dune = "books/dune-b0000001.yaml"

  private func dates(_ path: String) -> String {
    (library[path] ?? "").split(separator: "\n")
      .filter { line in ["status", "date", "readings", "  - 2", "  - /", "progress"].contains { line.hasPrefix($0) } }
      .map { $0 + "\n" }.joined()
  }

  /// The dates of earlier readings are kept, regardless of the commands that follow.
  @Test func keepsEarlierReadings() throws {
    try expect(
      library.transcript([
        ["book start dune"], ["book progress dune 120"], ["book abandon dune"], ["book start dune --date yesterday"],
        ["book rate dune 4.5"], ["book finish dune --date 2026-11-21 --rating 4.25"], ["book shelve dune"],
        ["book finish dune"],
        ["book abandon dune"],
      ]),
      is: """
        $ book start dune
        “Dune”: status completed → in progress, date started 2019-06-02 → 2026-11-21, date completed 2019-06-30 → none, readings + 2019-06-02/2019-06-30
        $ book progress dune 120
        “Dune”: progress 120
        $ book abandon dune
        “Dune”: status in progress → abandoned, date abandoned 2026-11-21
        $ book start dune --date yesterday
        “Dune”: status abandoned → in progress, date started 2026-11-21 → 2026-11-20, date abandoned 2026-11-21 → none, readings + 2026-11-21/
        progress is still page 120, from before
        $ book rate dune 4.5
        “Dune”: rating 5 → 4.5
        $ book finish dune --date 2026-11-21 --rating 4.25
        “Dune”: status in progress → completed, rating 4.5 → 4.25, date completed 2026-11-21, progress 120 → none
        $ book shelve dune
        “Dune”: status completed → on shelf, date started 2026-11-20 → none, date completed 2026-11-21 → none, readings + 2026-11-20/2026-11-21
        $ book finish dune
        “Dune”: status on shelf → completed, date completed 2026-11-21
        $ book abandon dune
        “Dune”: status completed → abandoned, date completed 2026-11-21 → none, date abandoned 2026-11-21, readings + /2026-11-21
        """)
    expect(
      dates(dune),
      is: """
        status: abandoned
        dateAbandoned: 2026-11-21
        readings:
          - 2019-06-02/2019-06-30
          - 2026-11-21/
          - 2026-11-20/2026-11-21
          - /2026-11-21
        """)
  }

  @Test func refusesWhatWouldDropADay() throws {
    library[SmallLibrary.emma] =
      "id: b0000003-0000-4000-8000-000000000000\ntitle: Emma\nstatus: completed\ndateStarted: in spring\n"
    try expect(
      library.refusals([
        ["book finish dune --date 2020-01-01"], ["book finish dune --date soon"], ["book start dune --date 2026-11-22"],
        ["book start emma"],
      ]),
      is: """
        $ book finish dune --date 2020-01-01
        ! error: “Dune” was already finished on 2019-06-30
        ! hint: correct the date with `shelf book set b0000001 dateCompleted=2020-01-01`, or start it again first
        [1]
        $ book finish dune --date soon
        ! error: “soon” is not a valid date completed: expected a date such as 2026-11-21, yesterday, friday or 3d
        [2]
        $ book start dune --date 2026-11-22
        ! error: 2026-11-22 is in the future
        ! hint: use today's date or an earlier one
        [2]
        $ book start emma
        ! error: “dateStarted” of “Emma” is not a date: in spring
        ! hint: correct it first; otherwise its value would be lost
        [1]
        """)
    try expect(
      library.transcript([["book start", "dune messiah", "--date", "2026-11-20"]]),
      is: """
        $ book start "dune messiah" --date 2026-11-20
        “Dune Messiah”: status in progress, date started 2026-11-20
        """)
    try expect(
      library.refusals([["book finish", "dune messiah", "--date", "2026-11-19"]]),
      is: """
        $ book finish "dune messiah" --date 2026-11-19
        ! error: 2026-11-19 is before the day “Dune Messiah” was started, 2026-11-20
        ! hint: if the start date is wrong, correct it with `shelf book set b0000002 dateStarted=DAY`
        [1]
        """)
    library["shelf.yaml"] = "format: 1\nname: Own\nfields: {book: {readings: {type: integer}}}\n"
    try expect(
      library.refusals([["book start dune"]]),
      is: """
        $ book start dune
        ! error: the earlier dates of “Dune” cannot be kept
        ! hint: shelf.yaml declares “readings” with another meaning
        [1]
        """)
  }

  /// A date that consists only of a year, or of a year and a month, is kept unchanged.
  @Test func keepsWhatIsKnownOfADay() throws {
    library[dune] =
      "id: b0000001-0000-4000-8000-000000000000\ntitle: Dune\nstatus: completed\ndateCompleted: 2019\nreadings: 2011-05/2011\n"
    _ = try library.run("book start dune")
    expect(
      dates(dune),
      is: """
        status: inProgress
        dateStarted: 2026-11-21
        readings:
          - 2011-05/2011
          - /2019
        """)
  }

  @Test func saysHowFarAReadingIs() throws {
    library[SmallLibrary.emma] =
      "id: b0000003-0000-4000-8000-000000000000\ntitle: Emma\nstatus: inProgress\ndateStarted: 2026-11-01\npages: 474\n"
    try expect(
      library.transcript([
        ["book progress emma 120"], ["book progress emma"], ["book progress emma", "40 %"], ["book progress emma"],
        ["book progress", "dune messiah", "12"], ["book progress", "dune messiah"], ["undo"], ["book show emma"],
      ]),
      is: """
        $ book progress emma 120
        “Emma”: progress 120
        $ book progress emma
        “Emma”: page 120 of 474 (25%)
        about 6 pages a day since 2026-11-01, finished around 2027-01-22
        $ book progress emma "40 %"
        “Emma”: progress 120 → 40% (page 189 of 474)
        $ book progress emma
        “Emma”: 40% (page 189 of 474)
        about 9 pages a day since 2026-11-01, finished around 2026-12-23
        $ book progress "dune messiah" 12
        “Dune Messiah”: status in progress, date started 2026-11-21, progress 12
        $ book progress "dune messiah"
        “Dune Messiah”: page 12
        about 12 pages a day since 2026-11-21
        $ undo
        Undid “book progress dune messiah 12” (1 file)
        $ book show emma
        Emma

        author        no author
        status        in progress
        rating        unrated
        pages         474
        date started  2026-11-01
        progress      40% (page 189 of 474)
        pace          about 9 pages a day since 2026-11-01, finished around 2026-12-23
        days read     1
        ID            b0000003-0000-4000-8000-000000000000
        file          books/emma-b0000003.yaml
        """)
    try expect(
      library.refusals([
        ["book progress emma 475"], ["book progress emma half"], ["book progress emma 101%"], ["book progress dune 3"],
        ["book progress", "dune messiah"], ["book progress nothing 3"],
      ]),
      is: """
        $ book progress emma 475
        ! error: “Emma” has 474 pages, not 475
        ! hint: if that is wrong, correct it with `shelf book set b0000003 pages=NUMBER`
        [1]
        $ book progress emma half
        ! error: “half” is not a page, a percentage or a time
        ! hint: write a page such as 120, a percentage from 0% to 100%, or hours and minutes such as 4:30
        [2]
        $ book progress emma 101%
        ! error: “101%” is not a page, a percentage or a time
        ! hint: write a page such as 120, a percentage from 0% to 100%, or hours and minutes such as 4:30
        [2]
        $ book progress dune 3
        ! error: “Dune” is finished
        ! hint: `shelf book start` starts it again
        [1]
        $ book progress "dune messiah"
        ! error: no progress is recorded for “Dune Messiah”
        ! hint: record it with `shelf progress 'Dune Messiah' 120` for a page, or 40% for a percentage
        [1]
        $ book progress nothing 3
        ! error: no book is called “nothing”
        ! hint: `shelf book list` shows all books
        [1]
        """)
    library.environment["TERM"] = "dumb"
    try expect(
      library.runOnTerminal(""),
      is: """
        Small
        4 books · 2 quotes · 3 genres · 2 tags · 2 issues

        Reading
          Emma    ━━━───── 40%  finished around 2026-12-23  about 9 pages a day

        Filters                                  Tags
          all     13 records                       #buy      0 open
          recent   0 records                       #lending  1 open

        `shelf browse` shows the library in three panes.
        """)
  }

  /// A library that declares a custom field with the name of a newer built-in field keeps the custom field.
  @Test func respectsAnOwnField() throws {
    library["shelf.yaml"] =
      "format: 1\nname: Own\nfields: {book: {progress: {type: integer}, notes: {type: text}}, quote: {tags: {type: text}}}\n"
    try expect(
      library.transcript([
        ["book set emma progress=7 notes=mine"], ["book list progress:7 --json progress,notes"],
        ["quote set c0000001 tags=sand"], ["doctor --only gained-field --format json"],
      ]),
      is: """
        $ book set emma progress=7 notes=mine
        “Emma”: progress 7, notes written
        $ book list progress:7 --json progress,notes
        [
          {
            "progress": 7,
            "notes": "mine"
          }
        ]
        $ quote set c0000001 tags=sand
        “Fear is the mind-killer.”: tags sand
        $ doctor --only gained-field --format json
        {
          "library": "LIBRARY",
          "records": 13,
          "problems": [
            {
              "code": "gained-field",
              "severity": "note",
              "path": "shelf.yaml",
              "line": 3,
              "column": 44,
              "endLine": 3,
              "endColumn": 49,
              "message": "“notes” is a built-in field of books",
              "record": null,
              "field": "notes",
              "repairs": []
            }
          ]
        }
        """)
    try expect(
      library.refusals([["book progress emma 3"], ["quote tags c0000001"]]),
      is: """
        $ book progress emma 3
        ! error: this library declares a custom field in place of the progress of books
        [1]
        $ quote tags c0000001
        ! error: this library declares a custom field in place of the tags of quotes
        [1]
        """)
  }

  @Test func showsTheGoalOfAYear() throws {
    library["shelf.yaml"] = "format: 1\nname: Small\ngoal: {2019: 1, 2026: 12}\n"
    library.environment["TERM"] = "dumb"
    try expect(
      library.runOnTerminal("stats --year 2019"),
      is: """
        Small, 2019
        1 book

        Goal
          2019  ━━━━━━━━━━━━━━━━━━━━━━━━  1 of 1 book, reached

        Books finished by year
          2019  1  ████████████████████████

        Books finished by month in 2019
          2019-01 ▁▁▁▁▁█▁▁▁▁▁▁ 2019-12  1 in all

        Pace
          a book takes 29 days from start to finish

        Ratings
          ★★★★★  1  ████████████████████████

        Genres
          Fiction          1
          Science Fiction  1

        Authors
          Frank Herbert  1  ████████████████████████

        Quotes by book
          Dune  1  ████████████████████████
        """)
    try expect(
      library.run("stats --format json --year 2026"),
      is: """
        {
          "kinds": {
            "books": 0
          },
          "goal": [
            {
              "name": "2026",
              "count": 0,
              "goal": 12,
              "expected": 10
            }
          ]
        }
        """)
    try expect(
      library.runOnTerminal(""),
      is: """
        Small
        4 books · 2 quotes · 3 genres · 2 tags · 2 issues

        Goal for 2026
          ────────────────────────  0 of 12 books, 10 behind

        Reading
          Emma  Jane Austen  since 2026-11-01

        Filters                                  Tags
          all     13 records                       #buy      0 open
          recent   0 records                       #lending  1 open

        `shelf browse` shows the library in three panes.
        """)
    try expect(
      library.refusals([["stats --year 0"], ["stats --year soon"]]),
      is: """
        $ stats --year 0
        ! error: --year must be a year such as 2026, not 0
        [2]
        $ stats --year soon
        ! error: the value 'soon' is invalid for '--year <year>'
        ! hint: see `shelf stats --help`
        [2]
        """)
    library["shelf.yaml"] = "format: 1\nname: Small\ngoal: {2019: many}\n"
    try expect(
      library.refusals([["stats"]]),
      is: """
        $ stats
        ! error: shelf.yaml:3:14: goal: 2019 must be a number of books of at least 1
        !   3 | goal: {2019: many}
        !     |              ^
        [3]
        """)
  }

  /// A quote marked with `~` as having no book is not an orphan in any command.
  @Test func isKnowinglyFromNowhere() throws {
    let commands = [
      ["quote set c0000002 book=~"], ["quote list is:orphan"], ["quote list no:book --json id,book"],
      ["quote show c0000002 --format json"], ["quote show c0000002"], ["doctor --only orphan-quote --format json"],
      ["quote set c0000002 book=dune"], ["quote set c0000002 book=~"], ["quote set c0000002 book= --yes"],
      ["quote list is:orphan --format ids"], ["quote add From_nowhere --book ~"],
    ]
    try expect(
      library.transcript(commands),
      is: """
        $ quote set c0000002 book=~
        “A line without a book, and another one.”: book none on purpose
        $ quote list is:orphan
        $ quote list no:book --json id,book
        [
          {
            "id": "c0000002-0000-4000-8000-000000000000",
            "book": null
          }
        ]
        $ quote show c0000002 --format json
        {
          "kind": "quote",
          "path": "quotes/lost-c0000002.yaml",
          "id": "c0000002-0000-4000-8000-000000000000",
          "book": null,
          "creationDate": "2020-01-01T00:00:00Z",
          "text": "A line without a book,\\nand another one.\\n"
        }
        $ quote show c0000002
        A line without a book,
        and another one.

        book           no book
        creation date  2020-01-01 00:00
        ID             c0000002-0000-4000-8000-000000000000
        file           quotes/lost-c0000002.yaml
        $ doctor --only orphan-quote --format json
        {
          "library": "LIBRARY",
          "records": 13,
          "problems": []
        }
        $ quote set c0000002 book=dune
        “A line without a book, and another one.”: book none on purpose → Dune
        $ quote set c0000002 book=~
        “A line without a book, and another one.”: book Dune → none on purpose
        $ quote set c0000002 book= --yes
        “A line without a book, and another one.”: book none on purpose → none
        $ quote list is:orphan --format ids
        c0000002-0000-4000-8000-000000000000
        $ quote add From_nowhere --book ~
        Added quote “From_nowhere”
        90000001-0000-4000-8000-000000000000  quotes/from-nowhere-90000001.yaml
        """)
    library.environment["TERM"] = "dumb"
    try expect(
      library.runOnTerminal("quote list"),
      is: """
        Fear is the mind-killer.
          Dune · p. 8 · 2019-06-03 · c0000001

        A line without a book,
        and another one.
          no book · 2020-01-01 · c0000002

        From_nowhere
          no book · 2026-11-21 · 90000001

        3 quotes
        """)
  }

  @Test func saysThatAQuoteIsFromNoBook() throws {
    try expect(
      library.transcript([["quote set c0000001 --no-book"], ["quote set c0000001 --no-book --json book,text"]]),
      is: """
        $ quote set c0000001 --no-book
        “Fear is the mind-killer.”: book Dune → none on purpose
        $ quote set c0000001 --no-book --json book,text
        {
          "book": null,
          "text": "Fear is the mind-killer."
        }
        """)
  }

  @Test func printsWhatAStateChangeLeaves() throws {
    try expect(
      library.transcript([
        ["start dune --json title,status,dateStarted"], ["abandon dune --json=title,status"],
        ["progress dune 12 --json title,progress"],
      ]),
      is: """
        $ start dune --json title,status,dateStarted
        {
          "title": "Dune",
          "status": "inProgress",
          "dateStarted": "2026-11-21"
        }
        $ abandon dune --json=title,status
        {
          "title": "Dune",
          "status": "abandoned"
        }
        $ progress dune 12 --json title,progress
        {
          "title": "Dune",
          "progress": "12"
        }
        """)
  }
}
