import Testing

@testable import ShelfCLI
@testable import ShelfText

struct OverviewTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.environment["TERM"] = "dumb"
    library["shelf.yaml"] =
      "format: 1\nname: Small\nfilters:\n  lent: 'issue #lending'\n  good: book rating:5\n  odd: 'ratng:5'\n"
  }

  @Test func showsWhatThereIs() throws {
    try expect(
      library.runOnTerminal(""),
      is: """
        Small
        4 books · 2 quotes · 3 genres · 2 tags · 2 issues

        Reading
          Emma  Jane Austen  since 2026-11-01

        Filters                                  Tags
          all     13 records                       #buy      0 open
          recent   0 records                       #lending  1 open
          lent     1 issue
          good     1 book
          odd     wrong

        `shelf browse` shows the library in three panes.
        """)
    try expect(
      library.run(""),
      is: """
        library\tSmall
        books\t4
        quotes\t2
        genres\t3
        tags\t2
        issues\t2
        reading\tb0000003-0000-4000-8000-000000000000\tEmma
        filter\tall\t13 records
        filter\trecent\t0 records
        filter\tlent\t1 issue
        filter\tgood\t1 book
        filter\todd\twrong
        tag\t#buy\t0 open
        tag\t#lending\t1 open
        """)
  }

  @Test func fitsTheTerminal() throws {
    library[SmallLibrary.emma] =
      "id: b0000003-0000-4000-8000-000000000000\ntitle: \(String(repeating: "三体 and more ", count: 12))\nstatus: inProgress\n"
    library["shelf.yaml"] = "format: 1\nname: Small\nfilters: {\(String(repeating: "long ", count: 12))name: is:open}\n"
    for columns in [40, 60, 80, 120] as [UInt16] {
      let lines = try library.runOnTerminal("", columns: columns).split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= columns }, "\(columns)")
    }
  }

  @Test func greetsAnEmptyLibrary() throws {
    let empty = try TestLibrary(["shelf.yaml": "format: 1\nname: New\n"])
    try expect(
      empty.runOnTerminal(""),
      is: """
        New
        0 books · 0 quotes · 0 genres · 0 tags · 0 issues

        Add the first book: shelf book add "TITLE" --author NAME

        `shelf browse` shows the library in three panes.
        """)
  }

  @Test func aBrokenManifestIsSaid() throws {
    library["shelf.yaml"] = "name: Small\n"
    #expect(try library.run("").hasPrefix("! error: shelf.yaml:1:1: needs a line"))
  }
}

struct StatsTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.environment["TERM"] = "dumb"
  }

  @Test func showsNumbersAndBars() throws {
    try expect(
      library.runOnTerminal("stats"),
      is: """
        Small
        4 books · 2 quotes · 3 genres · 2 tags · 2 issues

        Books by status
          on shelf     2  ████████████████████████
          in progress  1  ████████████
          completed    1  ████████████

        Books finished by year
          2019  1  ████████████████████████

        Pace
          a book takes 29 days from start to finish

        Ratings
          ★★★★★    1  ████████████
          ★★★☆☆    1  ████████████
          unrated  2  ████████████████████████

        Genres
          Science Fiction  2  ████████████████████████
          Fiction          1  ████████████

        Authors
          Frank Herbert  2  ████████████████████████
          Jane Austen    1  ████████████
          刘慈欣         1  ████████████

        Quotes by book
          Dune  1  ████████████████████████

        Open issues at the end of each month
          2025-12 ▁▁▁▁▁▁██████ 2026-11  1 now
        """)
  }

  @Test func aQueryNarrowsTheNumbers() throws {
    try expect(
      library.run("stats genre:fiction"),
      is: """
        kinds	books	1
        kinds	quotes	1
        kinds	genres	1
        kinds	tags	0
        kinds	issues	1
        status	wanted	0
        status	onShelf	0
        status	inProgress	0
        status	completed	1
        status	abandoned	0
        years	2019	1	0	0
        pace	daysPerBook	29
        ratings	5	1
        ratings	4	0
        ratings	3	0
        ratings	2	0
        ratings	1	0
        ratings	0	0
        ratings	unrated	0
        genres	Fiction	1
        genres	Science Fiction	1
        authors	Frank Herbert	1
        quotes	Dune	1
        openIssues	2025-12	0
        openIssues	2026-01	0
        openIssues	2026-02	0
        openIssues	2026-03	0
        openIssues	2026-04	0
        openIssues	2026-05	0
        openIssues	2026-06	1
        openIssues	2026-07	1
        openIssues	2026-08	1
        openIssues	2026-09	1
        openIssues	2026-10	1
        openIssues	2026-11	1
        """)
    try expect(
      library.run("stats nothing").split(separator: "\n").map { $0 + "\n" }.joined(),
      is: """
        kinds\tbooks\t0
        kinds\tquotes\t0
        kinds\tgenres\t0
        kinds\ttags\t0
        kinds\tissues\t0
        ! note: no record matches “nothing”
        """)
  }

  @Test func speaksJSON() throws {
    try expect(
      library.run("stats dune --format json"),
      is: """
        {
          "kinds": {
            "books": 2,
            "quotes": 1,
            "genres": 0,
            "tags": 0,
            "issues": 1
          },
          "status": {
            "wanted": 0,
            "onShelf": 1,
            "inProgress": 0,
            "completed": 1,
            "abandoned": 0
          },
          "years": [
            {
              "name": "2019",
              "count": 1,
              "pages": 0,
              "rereads": 0
            }
          ],
          "pace": {
            "daysPerBook": 29
          },
          "ratings": [
            {
              "name": "5",
              "count": 1
            },
            {
              "name": "4",
              "count": 0
            },
            {
              "name": "3",
              "count": 0
            },
            {
              "name": "2",
              "count": 0
            },
            {
              "name": "1",
              "count": 0
            },
            {
              "name": "0",
              "count": 0
            },
            {
              "name": "unrated",
              "count": 1
            }
          ],
          "genres": [
            {
              "name": "Science Fiction",
              "count": 2
            },
            {
              "name": "Fiction",
              "count": 1
            }
          ],
          "authors": [
            {
              "name": "Frank Herbert",
              "count": 2
            }
          ],
          "quotes": [
            {
              "name": "Dune",
              "count": 1
            }
          ],
          "openIssues": [
            {
              "name": "2025-12",
              "count": 0
            },
            {
              "name": "2026-01",
              "count": 0
            },
            {
              "name": "2026-02",
              "count": 0
            },
            {
              "name": "2026-03",
              "count": 0
            },
            {
              "name": "2026-04",
              "count": 0
            },
            {
              "name": "2026-05",
              "count": 0
            },
            {
              "name": "2026-06",
              "count": 1
            },
            {
              "name": "2026-07",
              "count": 1
            },
            {
              "name": "2026-08",
              "count": 1
            },
            {
              "name": "2026-09",
              "count": 1
            },
            {
              "name": "2026-10",
              "count": 1
            },
            {
              "name": "2026-11",
              "count": 1
            }
          ]
        }
        """)
  }

  @Test func fitsTheTerminal() throws {
    for columns in [30, 40, 80, 120] as [UInt16] {
      let lines = try library.runOnTerminal("stats", columns: columns).split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= columns }, "\(columns)")
    }
  }

  @Test func refusesWhatItDoesNotKnow() throws {
    #expect(try library.refused("stats ratng:5").hasPrefix("! error: no record has a field “ratng”\n"))
  }
}
