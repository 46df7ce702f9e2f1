import Testing

@testable import ShelfCLI

/// Tests the `--columns` and `--sort` options of the reports `next`, `series`, `queue` and `loans`.
struct ReportTests {
  private static func book(_ number: Int, _ title: String, _ fields: String) -> (String, String) {
    ("books/\(number).yaml", "id: b000000\(number)-0000-4000-8000-000000000000\ntitle: \(title)\n\(fields)\n")
  }

  private func library() throws -> TestLibrary {
    let books = [
      Self.book(1, "Mort", "author: Terry Pratchett\nstatus: completed\nrating: 4\nseries: Discworld 4\npages: 320"),
      Self.book(
        2, "Sourcery", "author: Terry Pratchett\nseries: Discworld 5\npages: 90\nlentTo: Anna\nlentOn: 2026-09-01"),
      Self.book(3, "Pyramids", "author: Terry Pratchett\nrating: 3\nseries: Discworld 7\npages: 1100"),
      Self.book(4, "A Wizard of Earthsea", "author: Ursula K. Le Guin\nseries: Earthsea 1"),
      Self.book(
        5, "Good Omens",
        "author: [Terry Pratchett, Neil Gaiman]\npages: 400\nborrowedFrom: Jan\nlentOn: 2026-10-01\ndueOn: 2026-11-01"),
    ]
    let queue = [3, 4, 5].map { "  - b000000\($0)-0000-4000-8000-000000000000\n" }.joined()
    return try TestLibrary(["shelf.yaml": "format: 1\nname: Small\nqueue:\n\(queue)"].merging(books) { $1 })
  }

  @Test func nextWithChosenColumns() throws {
    try expect(
      library().transcript([
        ["next --columns title,pages,reason --sort pages"], ["next -c title,pages -s pages:desc -n 2"],
        ["next --columns author,why --json --limit 1 --sort author:desc"],
        ["next --columns title,rating,added --format table --sort title"],
        ["next --format csv --columns id,Why --limit 1"],
      ]),
      is: """
        $ next --columns title,pages,reason --sort pages
        Good Omens	400	queue
        Pyramids	1100	queue
        A Wizard of Earthsea		queue
        $ next -c title,pages -s pages:desc -n 2
        Pyramids	1100
        Good Omens	400
        $ next --columns author,why --json --limit 1 --sort author:desc
        [
          {
            "author": "Ursula K. Le Guin",
            "why": "2 in the queue"
          }
        ]
        $ next --columns title,rating,added --format table --sort title
        Title                 Rating  Date added
        A Wizard of Earthsea
        Good Omens
        Pyramids              ★★★☆☆
        $ next --format csv --columns id,Why --limit 1
        id,why
        b0000003-0000-4000-8000-000000000000,1 in the queue
        """)
  }

  @Test func queueWithChosenColumns() throws {
    try expect(
      library().transcript([
        ["queue --columns place,title,pages --sort pages"], ["queue list -c place,title -s pages:desc"],
        ["queue --columns title,author,series-position --format jsonl --sort author,place:desc"],
        ["queue --columns place,rating,title --format table --sort -rating"], ["queue --format csv"],
      ]),
      is: """
        $ queue --columns place,title,pages --sort pages
        3	Good Omens	400
        1	Pyramids	1100
        2	A Wizard of Earthsea	
        $ queue list -c place,title -s pages:desc
        1	Pyramids
        3	Good Omens
        2	A Wizard of Earthsea
        $ queue --columns title,author,series-position --format jsonl --sort author,place:desc
        {"title":"Pyramids","author":["Terry Pratchett"],"seriesPosition":7}
        {"title":"Good Omens","author":["Terry Pratchett","Neil Gaiman"],"seriesPosition":null}
        {"title":"A Wizard of Earthsea","author":["Ursula K. Le Guin"],"seriesPosition":1}
        $ queue --columns place,rating,title --format table --sort -rating
           Rating  Title
        1  ★★★☆☆   Pyramids
        2          A Wizard of Earthsea
        3          Good Omens

        3 books
        $ queue --format csv
        place,id,title,author,status
        1,b0000003-0000-4000-8000-000000000000,Pyramids,Terry Pratchett,onShelf
        2,b0000004-0000-4000-8000-000000000000,A Wizard of Earthsea,Ursula K. Le Guin,onShelf
        3,b0000005-0000-4000-8000-000000000000,Good Omens,"Terry Pratchett, Neil Gaiman",onShelf
        """)
  }

  @Test func allSeriesWithChosenColumns() throws {
    try expect(
      library().transcript([
        ["series --columns series,here,missing --sort here"], ["series -c name,next -s here:desc"],
        ["series --columns name,gaps,next --json --sort name:desc"],
        ["series --columns missing,name --format table"], ["series --format csv"],
      ]),
      is: """
        $ series --columns series,here,missing --sort here
        Earthsea	1	
        Discworld	3	1–3, 6
        $ series -c name,next -s here:desc
        Discworld	
        Earthsea	
        $ series --columns name,gaps,next --json --sort name:desc
        [
          {
            "name": "Earthsea",
            "gaps": [],
            "next": null
          },
          {
            "name": "Discworld",
            "gaps": [
              {
                "first": 1,
                "last": 3
              },
              {
                "first": 6,
                "last": 6
              }
            ],
            "next": null
          }
        ]
        $ series --columns missing,name --format table
        Missing  Series
        1–3, 6   Discworld
                 Earthsea

        2 series
        $ series --format csv
        name,here,read,wanted,nextID,nextTitle,gaps
        Discworld,3,1,0,,,"1–3, 6"
        Earthsea,1,0,0,,,
        """)
  }

  /// Missing positions are shown only if the books are sorted by their positions in the series.
  @Test func oneSeriesWithChosenColumns() throws {
    try expect(
      library().transcript([
        ["series disc --columns place,pages --sort pages"], ["series disc -c place,pages -s pages:desc"],
        ["series disc --columns place,title,pages --format table"],
        ["series disc --columns place,title --format table --sort title"],
        ["series disc --columns title,place --json"], ["series disc --format csv"],
      ]),
      is: """
        $ series disc --columns place,pages --sort pages
        5	90
        4	320
        7	1100
        $ series disc -c place,pages -s pages:desc
        7	1100
        4	320
        5	90
        $ series disc --columns place,title,pages --format table
        Discworld

        Place  Title        Pages
          1–3  are missing
            4  Mort           320
            5  Sourcery        90
            6  is missing
            7  Pyramids      1100

        3 books in the library, 1 read; 1–3 and 6 are missing
        $ series disc --columns place,title --format table --sort title
        Discworld

        Place  Title
            4  Mort
            7  Pyramids
            5  Sourcery

        3 books in the library, 1 read; 1–3 and 6 are missing
        $ series disc --columns title,place --json
        [
          {
            "title": "Mort",
            "place": 4
          },
          {
            "title": "Sourcery",
            "place": 5
          },
          {
            "title": "Pyramids",
            "place": 7
          }
        ]
        $ series disc --format csv
        id,place,title,author,status,rating
        b0000001-0000-4000-8000-000000000000,4,Mort,Terry Pratchett,completed,4
        b0000002-0000-4000-8000-000000000000,5,Sourcery,Terry Pratchett,onShelf,
        b0000003-0000-4000-8000-000000000000,7,Pyramids,Terry Pratchett,onShelf,3
        """)
  }

  @Test func loansWithChosenColumns() throws {
    try expect(
      library().transcript([
        ["loans --columns who,title,until --sort since"], ["loans -c who,title -s since:desc"],
        ["loans --columns person,daysOverdue,author --json --sort daysOverdue"],
        ["loans --columns title,pages,until --format table --sort until"], ["loans --format csv"],
      ]),
      is: """
        $ loans --columns who,title,until --sort since
        Anna	Sourcery	
        Jan	Good Omens	2026-11-01
        $ loans -c who,title -s since:desc
        Jan	Good Omens
        Anna	Sourcery
        $ loans --columns person,daysOverdue,author --json --sort daysOverdue
        [
          {
            "person": "Jan",
            "daysOverdue": 20,
            "author": [
              "Terry Pratchett",
              "Neil Gaiman"
            ]
          },
          {
            "person": "Anna",
            "daysOverdue": null,
            "author": [
              "Terry Pratchett"
            ]
          }
        ]
        $ loans --columns title,pages,until --format table --sort until
        Title       Pages  Until
        Good Omens    400  2026-11-01
        Sourcery       90

        1 lent, 1 borrowed, 1 overdue
        $ loans --format csv
        id,direction,person,title,since,until,daysOverdue
        b0000005-0000-4000-8000-000000000000,borrowed,Jan,Good Omens,2026-10-01,2026-11-01,20
        b0000002-0000-4000-8000-000000000000,lent,Anna,Sourcery,2026-09-01,,
        """)
  }

  @Test func refusesColumnsThatThereAreNot() throws {
    try expect(
      library().refusals([
        ["next --columns titel"], ["next --sort wyh"], ["queue --columns plaec"], ["queue --sort pages:up"],
        ["series --columns pages"], ["series disc --sort xyz"], ["loans --columns persn"], ["loans --columns ,"],
      ]),
      is: """
        $ next --columns titel
        ! error: a list of suggestions has no column “titel”
        ! hint: did you mean “title”?
        [2]
        $ next --sort wyh
        ! error: a list of suggestions has no column “wyh”
        ! hint: did you mean “why”?
        [2]
        $ queue --columns plaec
        ! error: the queue has no column “plaec”
        ! hint: did you mean “place”?
        [2]
        $ queue --sort pages:up
        ! error: cannot sort by “pages:up”
        ! hint: use FIELD or FIELD:desc
        [2]
        $ series --columns pages
        ! error: a list of series has no column “pages”
        ! hint: the columns are name, here, read, wanted, next, nextID, nextTitle, gaps
        [2]
        $ series disc --sort xyz
        ! error: a series has no column “xyz”
        ! hint: the columns are place, title, author, status, rating, id, genres, tags, series, seriesName, seriesPosition, isbn, format, publisher, year, edition, editionDate, originalTitle, pages, duration, language, contributors, recommendedBy, owned, copies, lentTo, borrowedFrom, lentOn, dueOn, lentCopy, loans, readingLog, dateAdded, dateStarted, dateCompleted, dateAbandoned, timesRead, readings, progress, synopsis, review, notes, public, sources, formerIds, authorSort, citationKey, path, quotes, issues, openIssues
        [2]
        $ loans --columns persn
        ! error: a list of loans has no column “persn”
        ! hint: did you mean “person”?
        [2]
        $ loans --columns ,
        ! error: no columns were given
        ! hint: list them like title,rating
        [2]
        """)
  }

  @Test func columnsAreCompleted() throws {
    let library = try library()
    func words(_ words: String...) throws -> [String] {
      try library.run("complete zsh shelf", words).split(separator: "\n").map(String.init)
    }
    #expect(try words("queue", "list", "--columns", "pl") == ["place"])
    #expect(try words("loans", "--columns", "title,dir") == ["title,direction"])
    #expect(try words("next", "--sort", "wh") == ["why", "why:desc"])
    #expect(try words("series", "--columns", "ga") == ["gaps"])
  }
}
