import Testing

@testable import ShelfCLI

struct BulkTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func setsFieldsOfAllThatMatch() throws {
    try expect(
      library.transcript([
        ["book set --where", "author:herbert", "rating=4", "genres+=Horror", "--yes"],
        ["book set --where dune rating=4 -y"],
        ["book set --where nothing rating=4 -y"], ["undo"],
      ]),
      is: """
        $ book set --where author:herbert rating=4 genres+=Horror --yes
        “Dune”: rating 5 → 4, genres + Horror
        “Dune Messiah”: rating 4, genres + Horror
        Changed 2 books
        $ book set --where dune rating=4 -y
        2 books matched; nothing to change
        $ book set --where nothing rating=4 -y
        ! note: no book matches “nothing”
        $ undo
        Undid “book set --where author:herbert rating=4 genres+=Horror --yes” (2 files)
        """)
  }

  /// If there are several queries, only records that match all of them change.
  @Test func severalQueriesHoldTogether() throws {
    try expect(
      library.transcript([
        ["book set -y --where", "dune or emma", "--where", "rating:5", "rating=4"],
        ["book delete -y --where dune --where emma"],
      ]),
      is: """
        $ book set -y --where "dune or emma" --where rating:5 rating=4
        “Dune”: rating 5 → 4
        Changed 1 book
        $ book delete -y --where dune --where emma
        ! note: no book matches “dune” and “emma”
        """)
  }

  @Test func saysHowManyStayAsTheyAre() throws {
    try expect(
      library.run("book set -y --where has:rating rating=5"),
      is: """
        “Emma”: rating 3 → 5
        Changed 1 book; 1 more matched and needed no change
        """)
  }

  @Test func namesTheFirstTen() throws {
    for number in 10..<23 {
      library["books/\(number).yaml"] = "id: 000000\(number)-0000-4000-8000-000000000000\ntitle: B\(number)\n"
    }
    let lines = try library.run("book set --where title:/^b/ year=1 --yes").split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines[10...] == ["… and 3 more", "Changed 13 books"])
  }

  @Test func makesMissingGenresOnce() throws {
    try expect(
      library.run("book set --where dune genres+=Desert --create -y"),
      is: """
        Added genre “Desert”  genres/desert-90000001.yaml
        “Dune”: genres + Desert
        “Dune Messiah”: genres + Desert
        Changed 2 books
        """)
    #expect(try library.run("book set --where nothing genres+=Sand --create -y").contains("no book matches"))
    #expect(try !library.run("genre list").contains("Sand"))
  }

  @Test func deletesAllThatMatch() throws {
    try expect(
      library.run("book delete -y --where", ["dune or emma"]),
      is: """
        Deleted 3 books, with their 1 quote; removed from 1 issue
        """)
    try expect(
      library.transcript([["book delete --where dune -y"], ["quote delete --where is:orphan --yes"]]),
      is: """
        $ book delete --where dune -y
        ! note: no book matches “dune”
        $ quote delete --where is:orphan --yes
        Deleted 1 quote
        """)
  }

  @Test func changesTheStateOfAllThatMatch() throws {
    try expect(
      library.transcript([
        ["book finish --where dune --rating 5 -y"], ["book start --where 三体 -y"],
        ["book shelve -y --where has:started"],
        ["issue close --where is:open -y"], ["issue reopen -y --where is:closed"],
      ]),
      is: """
        $ book finish --where dune --rating 5 -y
        “Dune Messiah”: status completed, rating 5, date completed 2026-11-21
        Changed 1 book; 1 more matched and needed no change
        $ book start --where 三体 -y
        “三体”: status in progress, date started 2026-11-21
        Changed 1 book
        $ book shelve -y --where has:started
        “Dune”: status completed → on shelf, date started 2019-06-02 → none, date completed 2019-06-30 → none, readings + 2019-06-02/2019-06-30
        “Emma”: status in progress → on shelf, date started 2026-11-01 → none, readings + 2026-11-01/
        “三体”: status in progress → on shelf, date started 2026-11-21 → none, readings + 2026-11-21/
        Changed 3 books
        $ issue close --where is:open -y
        “Ask Anna to return Dune”: now closed
        Changed 1 issue
        $ issue reopen -y --where is:closed
        “Ask Anna to return Dune”: now open
        “Measure the hall”: now open
        Changed 2 issues
        """)
  }

  @Test func asks() throws {
    let before = try library.tree()
    library.environment["TERM"] = "dumb"
    for (command, lines) in [
      (
        "book set --where dune rating=1 genres+=Horror",
        """
        “Dune”
            rating 5 → 1, genres + Horror
        “Dune Messiah”
            rating 1, genres + Horror
        Change 2 books?
        """
      ),
      (
        "book start --where 三体",
        """
        “三体”
            status in progress, date started 2026-11-21
        Change 1 book?
        """
      ),
      (
        "book delete --where dune",
        """
        “Dune”
            together with records that refer to it: 1 quote and 1 issue
        “Dune Messiah”
        Delete 2 books with their 1 quote, and remove them from 1 issue?
        """
      ),
    ] {
      let screen = try library.runOnTerminal(command, typing: "n\n", columns: 200)
      #expect(screen.hasPrefix("\(lines) [y/N] Nothing was ") && screen.hasSuffix("[1]\n"), "\(screen)")
    }
    #expect(try library.tree() == before)
    #expect(
      try library.runOnTerminal("book set --where dune rating=1", typing: "y\n").hasSuffix("[y/N] Changed 2 books\n"))
    // Without a match, there is nothing to confirm.
    #expect(try !library.runOnTerminal("book set --where nothing rating=1", typing: "").contains("?"))
  }

  @Test func showsTheDifferenceInsteadOfMakingIt() throws {
    let before = try library.tree()
    let diff = try library.run("book set --where dune rating=1 --dry-run")
    #expect(diff.split(separator: "\n").count { $0 == "+rating: 1" } == 2)
    #expect(try library.tree() == before)
  }

  @Test func refuses() throws {
    try expect(
      library.refusals([
        ["book set --where dune rating=1"], ["book delete --where dune"], ["book delete dune --where dune"],
        ["book set --where dune"], ["book set --where", "", "rating=1"], ["book set --where", " ", "rating=1", "-y"],
        ["book set --where ratng:1 rating=1 -y"], ["book set --where dune rating=9 -y"],
        ["book set dune --where dune -y"],
      ]),
      is: """
        $ book set --where dune rating=1
        ! error: will not change 2 books without confirmation
        ! hint: confirm with --yes; --dry-run shows what would change
        [2]
        $ book delete --where dune
        ! error: will not delete 2 books without confirmation
        ! hint: confirm with --yes
        [2]
        $ book delete dune --where dune
        ! error: “dune” cannot be combined with --where
        ! hint: if it is part of the query, quote the whole query
        [2]
        $ book set --where dune
        ! error: no field was assigned
        ! hint: write field=value, such as title=VALUE
        [2]
        $ book set --where "" rating=1
        ! error: --where needs a query
        ! hint: use has:id to select every record
        [2]
        $ book set --where " " rating=1 -y
        ! error: --where needs a query
        ! hint: use has:id to select every record
        [2]
        $ book set --where ratng:1 rating=1 -y
        ! error: a book has no field “ratng”
        !     ratng:1
        !     ^^^^^
        ! hint: did you mean “rating:”?
        [2]
        $ book set --where dune rating=9 -y
        ! error: “9” is not a valid rating: expected a rating from 0 to 5 in quarters, such as 4.5
        [2]
        $ book set dune --where dune -y
        ! error: “dune” is not an assignment
        ! hint: write field=value, list+=item or list-=item
        [2]
        """)
  }

  /// An unreadable file is left unchanged, and a warning names it.
  @Test func saysWhatItCouldNotLookAt() throws {
    library["books/broken.yaml"] = "id: [\n"
    let output = try library.run("book set --where has:id year=1 -y")
    #expect(output.contains("Changed 4 books\n"))
    #expect(output.contains("! warning: skipped: books/broken.yaml:"))
  }
}
