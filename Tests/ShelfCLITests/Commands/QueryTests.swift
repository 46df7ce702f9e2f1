import Testing

@testable import ShelfCLI
@testable import ShelfModel
@testable import ShelfQuery
@testable import ShelfWording

struct QueryTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  private func titles(_ kind: String, _ words: String...) throws -> String {
    let key = ["quote": "text", "genre": "name", "tag": "name"][kind] ?? "title"
    return try library.run("\(kind) list --columns \(key)", words).split(separator: "\n").joined(separator: " | ")
  }

  @Test func narrowsLists() throws {
    #expect(try titles("book", "rating:>=3", "-author:austen") == "Dune")
    #expect(try titles("book", "-dune") == "Emma | 三体")
    #expect(try titles("book", "genre:fiction", "or", "emma") == "Dune | Emma")
    #expect(try titles("quote", "book:dune") == "Fear is the mind-killer.")
    #expect(try titles("issue", "#lending") == "Ask Anna to return Dune")
    #expect(try titles("issue", "modified:2026-06..", "--open") == "Ask Anna to return Dune")
    #expect(try titles("genre", "no:books") == "Horror")
    #expect(try titles("tag", "has:issues") == "lending")
  }

  /// The arguments are joined into one query, regardless of how the shell splits it.
  @Test func wordsAreJoined() throws {
    #expect(try titles("quote", "mind-killer the") == "Fear is the mind-killer.")
    #expect(try titles("quote", "\"mind-killer the\"") == "")
    #expect(try titles("book", "messiah dune") == "Dune Messiah")
    #expect(try titles("book", "rating:5 dune") == "Dune")
    #expect(try titles("book", "genre:fiction or emma") == "Dune | Emma")
    #expect(QueryWords.text(["a b", "", " ", "c:\"d e\""]) == "a b c:\"d e\"")
  }

  /// The value of a query key includes as many of the following words as form an existing name.
  @Test func aNameIsAsLongAsItCanBe() throws {
    #expect(try titles("book", "genre:science fiction") == "Dune | Dune Messiah")
    #expect(try titles("book", "genre:science", "fiction", "messiah") == "Dune Messiah")
    #expect(try titles("book", "genre:fiction", "dune") == "Dune")
    #expect(try titles("quote", "book:dune", "messiah", "fear").contains("note: `book:dune` finds 1 quote"))
    #expect(try titles("book", "title:=dune messiah") == "Dune Messiah")
    #expect(try titles("book", "author:frank", "herbert", "messiah") == "Dune Messiah")
    #expect(try titles("book", "title:=dun messiah").contains("note: `title:dun messiah` finds 1 book"))
    #expect(try library.run("search genre:science fiction messiah --format ids").contains("b0000002"))
  }

  /// The shell removes the quotation marks of `shelf:"Hall 2"`.
  @Test(arguments: [
    (#"author:Hall 2"#, #"author:"Hall 2""#), ("author=Le Guin", #"author="Le Guin""#),
    ("title:=Dune  Messiah", #"title:="Dune Messiah""#), ("-author:Le Guin", #"-author:"Le Guin""#),
    ("not author:Le Guin", #"not author:"Le Guin""#), ("genre:science fantasy", #"genre:"science fantasy""#),
    ("#to read", #"#"to read""#), ("book.author:le guin", #"book.author:"le guin""#),
    ("series:Dune 2", #"series:"Dune 2""#), ("quote:mind killer", #"quote:"mind killer""#),
    ("author:Hall 2,Hall 3", #"author:"Hall 2,Hall 3""#), ("title:Dune: a novel", #"title:"Dune: a novel""#),
    ("author:Hall (old)", #"author:"Hall (old)""#), ("not title:Dune (2) b", #"not title:"Dune (2) b""#),
    // Other terms, operators, quotation marks and escapes are those of a query.
    ("rating:4 dune", "rating:4 dune"), ("year:1965 herbert", "year:1965 herbert"), ("quotes:3 dune", "quotes:3 dune"),
    ("genre:fantasy rating:>=4", "genre:fantasy rating:>=4"), ("genre:fantasy -dune", "genre:fantasy -dune"),
    ("genre:a or genre:b", "genre:a or genre:b"), ("genre:a and b", "genre:a and b"), ("(genre:a b)", "(genre:a b)"),
    ("genre:a (b or c)", "genre:a (b or c)"), ("genre:a & b", "genre:a & b"),
    ("dune author:Le Guin", "dune author:Le Guin"), ("author:du* x", "author:du* x"), ("title:/a b/", "title:/a b/"),
    (#"title:the "best" one"#, #"title:the "best" one"#), (#"title:Hall 2\"#, #"title:Hall 2\"#),
    ("is:lent dune", "is:lent dune"), ("status:on shelf", "status:on shelf"), ("nothing:a b", "nothing:a b"),
    ("page:12 f", "page:12 f"),
  ])
  func anArgumentIsOneValue(_ argument: String, _ query: String) throws {
    #expect(QuerySource.argument(argument, Schema()) == query)
  }

  /// Otherwise, `delete --where` would find the records of another value.
  @Test func aValueThatNoRecordHasIsNotSplit() throws {
    _ = try library.run("library set fields.book.shelf.type=text")
    _ = try library.run("set dune shelf=Hall")
    for command in ["list", "books", "search", "next", "export csv", "book list --where", "list not", "list --"] {
      let found = try library.run(command, [command == "list not" ? "-shelf:Hall Dune" : "shelf:Hall Dune"])
      #expect(!found.contains("Dune Messiah") && !found.contains("Frank Herbert"), "\(command): \(found)")
    }
    for command in ["delete --yes --where", "set rating=1 --yes --where"] {
      #expect(
        try library.run(command, ["shelf:Hall Dune"]).contains("matches “shelf:\"Hall Dune\"”"),
        "\(command)")
    }
    #expect(try titles("book", "shelf:Hall Dune").contains("note: `shelf:Hall and Dune` finds 1 book"))
    #expect(try titles("book", "shelf:Hall and Dune") == "Dune")
    #expect(try titles("book", "shelf:Hall", "Dune") == "Dune")
    #expect(try titles("book", "-shelf:Hall Dune", "dune") == "Dune | Dune Messiah")
    _ = try library.run("set dune", ["shelf=Hall Dune"])
    #expect(try titles("book", "shelf:Hall Dune") == "Dune")
    _ = try library.run("filter save hall", ["shelf:Hall Dune"])
    #expect(library["shelf.yaml"]?.contains(#"shelf:\"Hall Dune\""#) == true)
  }

  @Test func aPrintedIDLeadsToItsRecord() throws {
    #expect(try titles("book", "b0000002").contains("note: `id:b0000002` finds 1 book"))
    #expect(try titles("book", "-id:b0000002", "dune") == "Dune")
  }

  @Test func saysWhereTheWordsAreNames() throws {
    #expect(
      try library.runOnTerminal("book list lending")
        == "No matching books (4 in total).\n`tag:lending` finds 1 book.\n")
  }

  @Test func countsOverTwoSteps() throws { #expect(try titles("book", "tags:1") == "Dune") }

  @Test func saysEveryMistakeWithACaret() throws {
    try expect(
      library.refusals([
        ["book list ratng:5"], ["book list title:dune", "is:opn", "genre:fic", "added:soon"], ["book list", "(dune"],
        ["book list foo:bar dune"], ["issue list", "title:/(a/"], ["book list", "三体 genre:fantsy x:"],
        ["book list -z 3"], ["book list --nothing"], ["book list modified:7d"], ["tag list modified:<7d"],
        ["book list not"],
      ]),
      is: """
        $ book list ratng:5
        ! error: a book has no field “ratng”
        !     ratng:5
        !     ^^^^^
        ! hint: did you mean “rating:”?
        [2]
        $ book list title:dune is:opn genre:fic added:soon
        ! error: unknown state “opn”; “soon” is not a valid value for “added”: expected a date such as 2024, 2024-03 or 2024-03-05, a range such as 2024-03.., or an age such as <7d
        !     title:dune is:opn genre:fic added:soon
        !                   ^^^                 ^^^^
        ! hint: the states are next, wanted, onShelf, inProgress, paused, completed, abandoned, owned, public, lent, borrowed, overdue, book
        [2]
        $ book list "(dune"
        ! error: unclosed parenthesis
        !     (dune
        !     ^
        [2]
        $ book list foo:bar dune
        ! error: a book has no field “foo”
        !     foo:bar dune
        !     ^^^
        ! hint: the fields are id, title, author, status, rating, genres, tags, series, isbn, format, publisher, place, year, edition, editionDate, originalTitle, pages, duration, language, contributors, recommendedBy, owned, copies, lentTo, borrowedFrom, lentOn, dueOn, lentCopy, loans, readingLog, dateAdded, dateStarted, dateCompleted, dateAbandoned, timesRead, readings, progress, synopsis, review, notes, public, sources, formerIds, contributor, lent, borrowed, due, added, started, completed, finished, read, source, created, name, seriesName, seriesPosition, authorSort, modified, book, quote, genre, tag, issue, openIssues, citationKey, path, kind; to search for text with a colon, quote it: "foo:"
        [2]
        $ issue list "title:/(a/"
        ! error: invalid regular expression: a parenthesis is not closed
        !     title:/(a/
        !            ^^
        [2]
        $ book list "三体 genre:fantsy x:"
        ! error: “x:” has no value
        !     三体 genre:fantsy x:
        !                       ^^
        ! hint: write x:VALUE without a space; to search for text with a colon, quote it: "x:"
        [2]
        $ book list -z 3
        ! error: unknown option “-z”
        ! hint: `shelf book list --help` shows the options; put a word that begins with a hyphen after --
        [2]
        $ book list --nothing
        ! error: unknown option “--nothing”
        ! hint: `shelf book list --help` shows the options; put a word that begins with a hyphen after --
        [2]
        $ book list modified:7d
        ! error: the age “7d” needs < or > in front
        !     modified:7d
        !              ^^
        ! hint: write <7d for anything more recent, or >7d for anything older
        [2]
        $ tag list modified:<7d
        ! error: a tag has no field “modified”
        !     modified:<7d
        !     ^^^^^^^^
        ! hint: the fields are id, name, formerIds, title, author, book, quote, tag, issue, openIssues, path, kind; to search for text with a colon, quote it: "modified:"
        [2]
        $ book list not
        ! error: “not” needs a term after it
        !     not
        !     ^^^
        ! hint: to search for “not” itself, quote it: "not"
        [2]
        """)
  }
}

struct QueryHelpTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// Every example on the help page is valid, and finds the records in the small library that it is supposed to find.
  @Test func examplesFindSomething() throws {
    library[SmallLibrary.emma] = """
      id: b0000003-0000-4000-8000-000000000000
      title: Emma
      author: [Jane Austen]
      status: inProgress
      dateStarted: 2026-11-01

      """
    library["issues/today.yaml"] =
      "id: f0000009-0000-4000-8000-000000000000\ntitle: Today\ncreationDate: 2026-11-21T08:00:00Z\n"
    var found: [String] = []
    for example in QueryHelp.sections.flatMap(\.examples) {
      let output =
        try example.kind.map { try library.run("\($0) list --columns \($0.titleKey)", [example.query]) }
        ?? library.run("search", [example.query])
      let titles = output.split(separator: "\n").map { $0.split(separator: "\t").dropFirst(2).first ?? $0 }
      found.append("\(example.query): \(titles.joined(separator: ", "))")
    }
    expect(
      found.map { $0 + "\n" }.joined(),
      is: """
        dune messiah: Dune Messiah
        "fear is the mind-killer": Fear is the mind-killer.
        /mind.?killer/: Fear is the mind-killer.
        author:herbert: Dune, Dune Messiah
        title:="Dune": Dune
        title:/^dune/: Dune, Dune Messiah
        rating:5: Dune
        rating:>=4: Dune
        rating:>=4½: Dune
        year:1960..1970: Dune
        series:dune: 
        series-position:>1: 
        page:8..40: Fear is the mind-killer.
        status:completed: Dune
        priority:>=medium: Ask Anna to return Dune, Today, Measure the hall
        started:2019: Dune
        completed:2019-06: Dune
        completed:2019-03..2019-06: Dune
        created:>=2026-06-14: Ask Anna to return Dune, Today
        started:<4w: Emma
        modified:>3m: Ask Anna to return Dune, Measure the hall
        created:today: Today
        genre:fiction: Dune
        #lending: Ask Anna to return Dune
        book:dune: Fear is the mind-killer.
        book.year:1965: Fear is the mind-killer.
        tag:lending: Dune
        genre:"science fiction": Fear is the mind-killer.
        quotes:>0: Dune
        openIssues:>0: Dune
        has:review: Dune
        no:rating: Dune Messiah, Emma, 三体
        has:quotes: Dune
        is:open: Ask Anna to return Dune, Today
        is:orphan: A line without a book,\\nand another one.\\n
        is:next: 
        is:lent: 
        is:inProgress: Emma
        dune rating:5: Dune
        emma or genre:fiction: Dune, Emma
        -dune: Emma, 三体
        not is:closed: Ask Anna to return Dune, Today
        (emma or dune) -messiah: Dune, Emma
        """)
  }

  @Test func fitsTheTerminal() throws {
    library.environment["TERM"] = "dumb"
    for columns in [60, 80, 120] as [UInt16] {
      let lines = try library.runOnTerminal("help query", columns: columns).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns })
      #expect(lines.contains("Relations"))
    }
  }
}

struct SearchTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.environment["TERM"] = "dumb"
  }

  @Test func showsWhatItFoundByKind() throws {
    try expect(
      library.runOnTerminal("search dune or fear or VILLAGE or narrow"),
      is: """
        Books (3)
          b0000001  Dune  Frank Herbert
          b0000002  Dune Messiah  Frank Herbert
          b0000003  Emma  Jane Austen
                    synopsis: A village, and what is said in it.

        Quotes (1)
          c0000001  Fear is the mind-killer.  Dune  p. 8

        Issues (2)
          f0000001  Ask Anna to return Dune
          f0000002  Measure the hall  CLOSED
                    content: It is narrow.
        """)
    try expect(library.runOnTerminal("search nothing of the kind"), is: "Nothing matches.")
    try expect(library.run("search nothing of the kind"), is: "")
    try expect(
      library.runOnTerminal("search dune --limit 1"),
      is: """
        Books (1 of 2)
          b0000001  Dune  Frank Herbert

        Quotes (1)
          c0000001  Fear is the mind-killer.  Dune  p. 8

        Issues (1)
          f0000001  Ask Anna to return Dune
        """)
  }

  @Test func marksWhatItFound() throws {
    library.environment["TERM"] = "xterm-256color"
    let screen = try library.runOnTerminal("search title:/^d/ worms")
    #expect(screen.contains("\u{1B}[1;38;5;136mD\u{1B}[0mune"))
    #expect(screen.contains("And \u{1B}[1;38;5;136mworms\u{1B}[0m."))
    #expect(try !library.runOnTerminal("search dune --color never").contains("\u{1B}"))
  }

  @Test func longTextsAreCutAroundTheFirstPlace() throws {
    library[SmallLibrary.emma] = """
      id: b0000003-0000-4000-8000-000000000000
      title: Emma
      review: \(String(repeating: "one two ", count: 40))needle \(String(repeating: "three ", count: 40))

      """
    for columns in [40, 80, 120] as [UInt16] {
      let lines = try library.runOnTerminal("search needle", columns: columns).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns })
      #expect(lines.contains { $0.contains("review: …") && $0.contains(" needle three") && $0.hasSuffix("…") })
    }
  }

  @Test func otherForms() throws {
    try expect(
      library.transcript([
        ["search dune"], ["search dune --format ids"], ["search fear --format jsonl"],
        ["search messiah --format csv"], ["search 三体 --format yaml"], ["search nothing --format json"],
      ]),
      is: """
        $ search dune
        book	b0000001-0000-4000-8000-000000000000	Dune	books/dune-b0000001.yaml
        book	b0000002-0000-4000-8000-000000000000	Dune Messiah	books/dune-messiah-b0000002.yaml
        quote	c0000001-0000-4000-8000-000000000000	Fear is the mind-killer.	quotes/dune-b0000001/fear-c0000001.yaml
        issue	f0000001-0000-4000-8000-000000000000	Ask Anna to return Dune	issues/ask-anna-f0000001.yaml
        $ search dune --format ids
        b0000001-0000-4000-8000-000000000000
        b0000002-0000-4000-8000-000000000000
        c0000001-0000-4000-8000-000000000000
        f0000001-0000-4000-8000-000000000000
        $ search fear --format jsonl
        {"kind":"quote","path":"quotes/dune-b0000001/fear-c0000001.yaml","id":"c0000001-0000-4000-8000-000000000000","book":{"id":"b0000001-0000-4000-8000-000000000000","name":"Dune"},"page":"8","creationDate":"2019-06-03T20:41:07Z","text":"Fear is the mind-killer."}
        $ search messiah --format csv
        kind,id,title,path
        book,b0000002-0000-4000-8000-000000000000,Dune Messiah,books/dune-messiah-b0000002.yaml
        $ search 三体 --format yaml
        ---
        # books/三体-b0000004.yaml
        id: b0000004-0000-4000-8000-000000000000
        title: 三体
        author: 刘慈欣
        $ search nothing --format json
        []
        """)
  }

  @Test func refuses() throws {
    try expect(
      library.refusals([["search"], ["search ratng:5"], ["search rating:many"], ["search dune --limit -1"]]),
      is: """
        $ search
        ! error: no query was given
        ! hint: add words to search for, such as `shelf search dune`
        [2]
        $ search ratng:5
        ! error: no record has a field “ratng”
        !     ratng:5
        !     ^^^^^
        ! hint: did you mean “rating:”?
        [2]
        $ search rating:many
        ! error: “many” is not a valid value for “rating”: expected stars from 0 to 5 such as 4.5, a comparison such as >=4, or a range such as 3..5
        !     rating:many
        !            ^^^^
        [2]
        $ search dune --limit -1
        ! error: --limit must be at least 0, not -1
        [2]
        """)
  }
}

struct FilterTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func renames() throws {
    library["shelf.yaml"] = "format: 1\nfilters:\n  good: \"rating:5\" # the best\n  lent: issue #lending\n"
    try expect(
      library.transcript([
        ["filter rename GOOD best"], ["filter rename best lent"], ["filter rename best recent"],
        ["filter rename nothing best"], ["filter rename recent new"], ["undo"], ["filter rename good best --dry-run"],
      ]),
      is: """
        $ filter rename GOOD best
        Renamed the filter “good” to “best”
        $ filter rename best lent
        ! error: a filter “lent” already exists
        ! hint: choose another name, or delete it first
        [1]
        $ filter rename best recent
        ! error: “recent” is a built-in filter
        ! hint: choose another name
        [1]
        $ filter rename nothing best
        ! error: no filter is called “nothing”
        ! hint: the filters are all, recent, best, lent
        [1]
        $ filter rename recent new
        ! error: “recent” is a built-in filter and cannot be renamed
        [1]
        $ undo
        Undid “filter rename GOOD best” (1 file)
        $ filter rename good best --dry-run
        --- a/shelf.yaml
        +++ b/shelf.yaml
        @@ -1,4 +1,4 @@
         format: 1
         filters:
        -  good: "rating:5" # the best
        +  best: "rating:5" # the best
           lent: issue #lending
        """)
    #expect(library["shelf.yaml"] == "format: 1\nfilters:\n  good: \"rating:5\" # the best\n  lent: issue #lending\n")
  }

  @Test func savesListsAndDeletes() throws {
    library["shelf.yaml"] = "# ours\nformat: 1 # one\n"
    try expect(
      library.transcript([
        ["filter save good", "book rating:>=4"], ["filter save", "the worms", "spice worms"],
        ["filter save lent issue #lending is:open"], ["filter save good book rating:5"], ["filter list"],
        ["book list --filter good --columns title"], ["issue list --filter LENT --columns title anna"],
        ["search --filter lent"], ["filter delete", "the worms"], ["undo"], ["filter delete good --dry-run"],
      ]),
      is: """
        $ filter save good "book rating:>=4"
        Saved the filter “good”: book rating:>=4
        $ filter save "the worms" "spice worms"
        Saved the filter “the worms”: spice worms
        $ filter save lent issue #lending is:open
        Saved the filter “lent”: issue #lending is:open
        $ filter save good book rating:5
        Replaced the filter “good”: book rating:5
        $ filter list
        all		13
        recent	modified:<7d	0
        good	book rating:5	1
        the worms	spice worms	1
        lent	issue #lending is:open	1
        $ book list --filter good --columns title
        Dune
        $ issue list --filter LENT --columns title anna
        Ask Anna to return Dune
        $ search --filter lent
        issue	f0000001-0000-4000-8000-000000000000	Ask Anna to return Dune	issues/ask-anna-f0000001.yaml
        $ filter delete "the worms"
        Deleted the filter “the worms”
        $ undo
        Undid “filter delete the worms” (1 file)
        $ filter delete good --dry-run
        --- a/shelf.yaml
        +++ b/shelf.yaml
        @@ -1,6 +1,5 @@
         # ours
         format: 1 # one
         filters:
        -  good: "book rating:5"
           the worms: "spice worms"
           lent: "issue #lending is:open"
        """)
  }

  @Test func recentIsWhatChangedInTheLastSevenDays() throws {
    library[SmallLibrary.emma] = "id: b0000003-0000-4000-8000-000000000000\ntitle: Emma\ndateStarted: 2026-11-15\n"
    library["issues/new.yaml"] =
      "id: f0000009-0000-4000-8000-000000000000\ntitle: New\nmodificationDate: 2026-11-14T10:00:01Z\n"
    library["issues/old.yaml"] =
      "id: f0000008-0000-4000-8000-000000000000\ntitle: Old\nmodificationDate: 2026-11-14T10:00:00Z\n"
    #expect(try library.run("book list --filter recent --columns title") == "Emma\n")
    #expect(try library.run("issue list --filter recent --columns title") == "New\n")
    #expect(try library.run("book list --filter all --columns title").split(separator: "\n").count == 4)
  }

  @Test func namesOfFiltersHaveNoCase() throws {
    library["shelf.yaml"] = "format: 1\nfilters:\n  lent: 'is:open'\n  Good: 'rating:5'\n  GOOD: 'rating:4'\n"
    try expect(
      library.transcript([["filter save LENT is:closed"], ["filter delete Lent"], ["filter delete GOOD"]]),
      is: """
        $ filter save LENT is:closed
        Replaced the filter “lent”: is:closed
        $ filter delete Lent
        Deleted the filter “lent”
        $ filter delete GOOD
        Deleted the filter “GOOD”
        """)
    library["shelf.yaml"] = "format: 1\nfilters:\n  Good: 'rating:5'\n  GOOD: 'rating:4'\n"
    try expect(
      library.refusals([
        ["filter save Recent dune"], ["filter save ALL dune"], ["filter save good dune"], ["filter delete good"],
      ]),
      is: """
        $ filter save Recent dune
        ! error: “Recent” is a built-in filter
        ! hint: choose another name
        [1]
        $ filter save ALL dune
        ! error: “ALL” is a built-in filter
        ! hint: choose another name
        [1]
        $ filter save good dune
        ! error: “good” matches the filters “Good” and “GOOD”
        ! hint: write the name exactly as in shelf.yaml
        [1]
        $ filter delete good
        ! error: “good” matches the filters “Good” and “GOOD”
        ! hint: write the name exactly as in shelf.yaml
        [1]
        """)
  }

  /// A malformed filter does not affect the library or other filters.
  @Test func aMalformedFilterIsLeftOut() throws {
    for filters in ["\n  odd: [a, b]\n  good: 'rating:5'\n", " [a, b]\n"] {
      library["shelf.yaml"] = "format: 1\nfilters:\(filters)"
      #expect(try library.run("book list --columns title").split(separator: "\n").count == 4)
      let list = try library.transcript([["filter list"]])
      #expect(list.contains("warning: ignored: shelf.yaml:"))
      #expect(list.contains("recent"))
      #expect(list.contains(filters.contains("odd") ? "the filter “odd” needs a query" : "filters must be a mapping"))
    }
    library["shelf.yaml"] = "format: 1\nfilters:\n  odd: [a, b]\n  good: 'rating:5'\n"
    #expect(try library.transcript([["book list --filter good --columns title"]]).contains("Dune"))
  }

  @Test func severalFiltersHoldTogether() throws {
    library["shelf.yaml"] = "format: 1\nfilters:\n  good: 'book rating:>=3'\n  sand: 'book dune'\n"
    #expect(try library.run("book list --filter good --filter sand --columns title") == "Dune\n")
    #expect(try library.run("book list --filter sand --filter good --columns title") == "Dune\n")
    try expect(
      library.refusals([["issue list --priority low --priority high"]]),
      is: """
        $ issue list --priority low --priority high
        ! error: --priority is given twice
        ! hint: for several values, write a query: 'priority:low or priority:high'
        [2]
        """)
  }

  @Test func refuses() throws {
    library["shelf.yaml"] = "format: 1\nfilters:\n  lent: 'issue is:open'\n  odd: 'ratng:5'\n"
    try expect(
      library.refusals([
        ["book list --filter lnt"], ["book list --filter lent"], ["book list --filter odd"],
        ["genre list --filter recent"],
        ["filter save"], ["filter save a"], ["filter save a ratng:5"], ["filter save all dune"],
        ["filter save", "", "dune"],
        ["filter save", "a\nb", "dune"], ["filter delete nothing"], ["filter delete all"],
        ["filter save a issue pages:5"],
      ]),
      is: """
        $ book list --filter lnt
        ! error: no filter is called “lnt”
        ! hint: did you mean “lent”?
        [1]
        $ book list --filter lent
        ! error: the filter “lent” is for issues, not for books
        ! hint: use `shelf issue list --filter lent`
        [2]
        $ book list --filter odd
        ! error: in the filter “odd”: a book has no field “ratng”
        !     ratng:5
        !     ^^^^^
        ! hint: did you mean “rating:”?
        [2]
        $ genre list --filter recent
        ! error: in the filter “recent”: a genre has no field “modified”
        !     modified:<7d
        !     ^^^^^^^^
        ! hint: the fields are id, name, color, formerIds, title, author, book, quote, genre, issue, path, kind; to search for text with a colon, quote it: "modified:"
        [2]
        $ filter save
        ! error: missing expected argument '<name>'
        ! hint: see `shelf filter save --help`
        [2]
        $ filter save a
        ! error: no query was given
        ! hint: write it after the name
        [2]
        $ filter save a ratng:5
        ! error: in the filter “a”: no record has a field “ratng”
        !     ratng:5
        !     ^^^^^
        ! hint: did you mean “rating:”?
        [2]
        $ filter save all dune
        ! error: “all” is a built-in filter
        ! hint: choose another name
        [1]
        $ filter save "" dune
        ! error: a filter needs a name
        [2]
        $ filter save "a\\nb" dune
        ! error: “a b” is not a valid filter name
        [2]
        $ filter delete nothing
        ! error: no filter is called “nothing”
        ! hint: the filters are all, recent, lent, odd
        [1]
        $ filter delete all
        ! error: “all” is a built-in filter and cannot be deleted
        [1]
        $ filter save a issue pages:5
        ! error: in the filter “a”: an issue has no field “pages”
        !     pages:5
        !     ^^^^^
        ! hint: the fields are id, title, priority, completed, due, tags, books, creationDate, modificationDate, content, formerIds, status, state, created, modified, name, author, book, quote, genre, tag, issue, path, kind; to search for text with a colon, quote it: "pages:"
        [2]
        """)
  }
}
