import Testing

@testable import ShelfCLI

/// Tests the commands that change the state of a record.
struct StateTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func startsFinishesAndShelvesABook() throws {
    try expect(
      library.transcript([
        ["book start", "dune messiah"], ["book start", "dune messiah"], ["book finish", "dune messiah"],
        ["book finish", "dune messiah", "--rating", "4"], ["book shelve", "dune messiah"],
        ["book shelve", "dune messiah"], ["book start dune"], ["book start emma"], ["book finish emma"],
      ]),
      is: """
        $ book start "dune messiah"
        “Dune Messiah”: status in progress, date started 2026-11-21
        $ book start "dune messiah"
        “Dune Messiah”: nothing to change
        $ book finish "dune messiah"
        “Dune Messiah”: status in progress → completed, date completed 2026-11-21
        $ book finish "dune messiah" --rating 4
        “Dune Messiah”: rating 4
        $ book shelve "dune messiah"
        “Dune Messiah”: status completed → on shelf, date started 2026-11-21 → none, date completed 2026-11-21 → none, readings + 2026-11-21/2026-11-21
        $ book shelve "dune messiah"
        “Dune Messiah”: nothing to change
        $ book start dune
        “Dune”: status completed → in progress, date started 2019-06-02 → 2026-11-21, date completed 2019-06-30 → none, readings + 2019-06-02/2019-06-30
        $ book start emma
        “Emma”: nothing to change
        $ book finish emma
        “Emma”: status in progress → completed, date completed 2026-11-21
        """)
    expect(
      library["books/dune-messiah-b0000002.yaml"]!,
      is: """
        id: b0000002-0000-4000-8000-000000000000
        title: Dune Messiah
        author: Frank Herbert
        status: onShelf
        rating: 4
        genres: [e0000002-0000-4000-8000-000000000000]
        owned: true
        readings: [2026-11-21/2026-11-21]
        """)
  }

  @Test func closesAndReopensAnIssue() throws {
    try expect(
      library.transcript([
        ["issue close f0000001"], ["issue close f0000001"], ["issue reopen f0000001"], ["issue reopen f0000002"],
        ["issue close f0000002 --dry-run"],
      ]),
      is: """
        $ issue close f0000001
        “Ask Anna to return Dune”: now closed
        $ issue close f0000001
        “Ask Anna to return Dune”: nothing to change
        $ issue reopen f0000001
        “Ask Anna to return Dune”: now open
        $ issue reopen f0000002
        “Measure the hall”: now open
        $ issue close f0000002 --dry-run
        --- a/issues/bookcase-f0000002.yaml
        +++ b/issues/bookcase-f0000002.yaml
        @@ -1,6 +1,6 @@
         id: f0000002-0000-4000-8000-000000000000
         title: Measure the hall
        -completed: false
        +completed: true
         creationDate: 2026-01-02T00:00:00Z
         modificationDate: 2026-11-21T10:00:00Z
         content: It is narrow.
        """)
  }

  @Test func fillsInADayThatIsMissing() throws {
    library[SmallLibrary.emma] = "id: b0000003-0000-4000-8000-000000000000\ntitle: Emma\nstatus: completed\n"
    try expect(
      library.run("book finish emma"),
      is: """
        “Emma”: date completed 2026-11-21
        """)
  }

  @Test func refusesWrongCalls() throws {
    try expect(
      library.refusals([
        ["book start dun"], ["book start"], ["book finish dune --rating 6"], ["book finish dune --rating"],
        ["book shelve nope"], ["issue close nope"], ["issue reopen f0000001 hall"],
      ]),
      is: """
        $ book start dun
        ! error: no book is called “dun”, and a change requires the whole name or id
        ! hint: did you mean “Dune” (b0000001) or “Dune Messiah” (b0000002)?
        [1]
        $ book start
        ! error: no book was specified
        ! hint: specify one or more, or select them with --where QUERY
        [2]
        $ book finish dune --rating 6
        ! error: “6” is not a valid rating: expected a rating from 0 to 5 in quarters, such as 4.5
        [2]
        $ book finish dune --rating
        ! error: missing value for '--rating <stars>'
        ! hint: see `shelf book finish --help`
        [2]
        $ book shelve nope
        ! error: no book is called “nope”
        ! hint: `shelf book list` shows all books
        [1]
        $ issue close nope
        ! error: no issue is called “nope”
        ! hint: `shelf issue list` shows all issues
        [1]
        $ issue reopen f0000001 hall
        ! error: no issue is called “hall”, and a change requires the whole name or id
        ! hint: did you mean “Measure the hall” (f0000002)? If so, use `shelf issue reopen f0000001 'Measure the hall'`
        [1]
        """)
  }
}
