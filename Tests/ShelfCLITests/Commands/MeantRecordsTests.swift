import Testing

@testable import ShelfCLI

/// What changes only what is meant.
struct MeantRecordsTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// A query that finds related records of other kinds changes and deletes none of them.
  @Test func severalKindsAreNotDeletedTogether() throws {
    try expect(
      library.transcript([
        ["delete --where author:herbert --yes"], ["set --where book:dune rating=1 --yes"],
        ["delete --where", "author:herbert kind:quote", "--yes"],
      ]),
      is: """
        $ delete --where author:herbert --yes
        ! error: “author:herbert” finds 2 books, 1 quote, 2 genres, 1 tag and 1 issue
        ! hint: say which are meant: add kind:book, or name the kind before the command
        [2]
        $ set --where book:dune rating=1 --yes
        ! error: “book:dune” finds 1 book, 1 quote, 2 genres, 1 tag and 1 issue
        ! hint: say which are meant: add kind:book, or name the kind before the command
        [2]
        $ delete --where "author:herbert kind:quote" --yes
        Deleted 1 quote
        """)
  }

  /// A part of a name stands for no record that is written into another.
  @Test func referencesAreWholeNames() throws {
    try expect(
      library.transcript([
        ["quote add Fear --book messiah"], ["issue add Lend --book dun"], ["set emma genres+=sci"],
        ["set dune genres-=fict"], ["book genres emma +hor"], ["set emma genres+=b0000001"],
      ]),
      is: """
        $ quote add Fear --book messiah
        ! error: no book is called “messiah”, and a change takes the whole name or id
        ! hint: did you mean “Dune Messiah” (b0000002)?
        [2]
        $ issue add Lend --book dun
        ! error: no book is called “dun”, and a change takes the whole name or id
        ! hint: did you mean “Dune” (b0000001) or “Dune Messiah” (b0000002)?
        [2]
        $ set emma genres+=sci
        ! error: no genre is called “sci”, and a change takes the whole name or id
        ! hint: did you mean “Science Fiction” (e0000002)?
        [2]
        $ set dune genres-=fict
        ! error: no genre is called “fict”, and a change takes the whole name or id
        ! hint: did you mean “Fiction” (e0000001)?
        [2]
        $ book genres emma +hor
        ! error: no genre is called “hor”, and a change takes the whole name or id
        ! hint: did you mean “Horror” (e0000003)?
        [2]
        $ set emma genres+=b0000001
        ! error: no genre is called “b0000001”
        ! hint: --create adds it; `shelf genre list` shows what exists
        [2]
        """)
  }

  /// What differs only in case is not told apart by how somebody happens to type.
  @Test func namesThatDifferInCaseAreAmbiguous() throws {
    _ = try library.run("book add dune --duplicate")
    try expect(
      library.transcript([["set dune rating=1"], ["quote add Fear --book Dune"], ["show dune --json title"]]),
      is: """
        $ set dune rating=1
        ! error: “dune” matches 2 records: book b0000001 “Dune”, book 90000001 “dune”
        ! hint: name one by its id, such as b0000001
        [1]
        $ quote add Fear --book Dune
        ! error: “Dune” matches 2 books: b0000001 “Dune”, 90000001 “dune”
        ! hint: name one by its id, such as b0000001
        [2]
        $ show dune --json title
        {
          "title": "dune"
        }
        """)
  }

  @Test func anOrderMayHaveASign() throws {
    let titles = { (order: String) in
      try library.run("list --columns title", ["--sort", order]).split(separator: "\n").joined(separator: " | ")
    }
    #expect(try titles("-title") == titles("title:desc"))
    #expect(try titles("title-") == titles("title:desc"))
    #expect(try titles("+title") == titles("title"))
    #expect(try titles("-date-added") == titles("dateAdded:desc"))
    #expect(
      try library.run("list --sort -rating --sort title --columns title").split(separator: "\n").joined(
        separator: " | ") == titles("-rating,title"))
  }

  /// What stood before a change is gone with it, even when that change has been undone.
  @Test func redoCountsWhatWasUndoneLast() throws {
    try expect(
      library.transcript([
        ["rm emma --yes"], ["undo"], ["rate dune 3"], ["rate dune 4"], ["undo 2"], ["redo 3"], ["redo 2"],
        ["list emma --columns title"], ["undo"], ["redo"],
      ]),
      is: """
        $ rm emma --yes
        Deleted book “Emma”
        $ undo
        Took back “rm emma --yes” (1 file)
        $ rate dune 3
        “Dune”: rating 5 → 3
        $ rate dune 4
        “Dune”: rating 3 → 4
        $ undo 2
        Took back “rate dune 4” (1 file)
        Took back “rate dune 3” (1 file)
        $ redo 3
        ! error: there are 2 changes to make again
        ! hint: `shelf undo --list` shows the changes
        [1]
        $ redo 2
        Made “rate dune 4” and “rate dune 3” again (1 file)
        $ list emma --columns title
        Emma
        $ undo
        Took back “rate dune 4” (1 file)
        $ redo
        Made “rate dune 4” again (1 file)
        """)
  }

  /// A variable of a script that is not set changes nothing.
  @Test func nothingIsNoValue() throws {
    try expect(
      library.transcript([
        ["rate", "dune", ""], ["start", "emma", "--date", ""], ["finish", "emma", "--date", " "],
        ["set", "--where", "", "rating=1"], ["set", "--where", "*", "rating=1"],
      ]),
      is: """
        $ rate dune ""
        ! error: the stars are missing
        ! hint: none takes a rating away
        [2]
        $ start emma --date ""
        ! error: --date needs a day
        ! hint: such as 2026-11-21
        [2]
        $ finish emma --date " "
        ! error: --date needs a day
        ! hint: such as 2026-11-21
        [2]
        $ set --where "" rating=1
        ! error: --where needs a query
        ! hint: has:id finds every record
        [2]
        $ set --where "*" rating=1
        ! error: --where takes no query that leaves nothing out
        ! hint: has:id finds every record
        [2]
        """)
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
  }

  /// The day on which a reading began is as well known as that on which it ended.
  @Test func startKeepsTheDayThatIsKnown() throws {
    try expect(
      library.transcript([
        ["start emma --date 2026-11-01"], ["start emma --date 2026-11-01"], ["start emma --date 2026-10-01"],
        ["start emma"], ["abandon emma"],
      ]),
      is: """
        $ start emma --date 2026-11-01
        “Emma”: nothing to change
        $ start emma --date 2026-11-01
        “Emma”: nothing to change
        $ start emma --date 2026-10-01
        ! error: “Emma” was begun on 2026-11-01 already
        ! hint: correct the day with `shelf book set b0000003 dateStarted=2026-10-01`
        [1]
        $ start emma
        “Emma”: nothing to change
        $ abandon emma
        “Emma”: status in progress → abandoned
        """)
  }

  /// `--open` is for everything that issues speak of, at any remove.
  @Test func whatIsOpen() throws {
    try expect(
      library.transcript([
        ["issue list --open --columns title"], ["book list --open --columns title"],
        ["genre list --open --columns name"],
        ["quote list --open --columns text"], ["tag list --open --columns name"],
      ]),
      is: """
        $ issue list --open --columns title
        Ask Anna to return Dune
        $ book list --open --columns title
        Dune
        $ genre list --open --columns name
        Fiction
        Science Fiction
        $ quote list --open --columns text
        Fear is the mind-killer.
        $ tag list --open --columns name
        lending
        """)
  }

  /// An option takes what the term of a query takes.
  @Test func optionsCompareAsTermsDo() throws {
    try expect(
      library.transcript([
        ["list --title =dune --columns title"], ["list --title /^e/ --columns title"],
        ["list -rating 5 --columns title"], ["list dune -rating --columns title"], ["list -r 5 --columns title"],
      ]),
      is: """
        $ list --title =dune --columns title
        Dune
        $ list --title /^e/ --columns title
        Emma
        $ list -rating 5 --columns title
        ! error: “-rating” stands for records without the word “rating”
        ! hint: write --rating VALUE for the field, -rating:VALUE for others, or 'not rating'
        [2]
        $ list dune -rating --columns title
        Dune
        Dune Messiah
        $ list -r 5 --columns title
        Dune
        """)
  }

  @Test func aRedoIsNamedByWhatItMakes() throws {
    try expect(
      library.transcript([["rate dune 1"], ["undo"]]),
      is: """
        $ rate dune 1
        “Dune”: rating 5 → 1
        $ undo
        Took back “rate dune 1” (1 file)
        """)
    library[SmallLibrary.dune] = library[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 2")
    try expect(
      library.transcript([["redo"], ["redo --skip"]]),
      is: """
        $ redo
        ! error: “rate dune 1” is not made again: rating of books/dune-b0000001.yaml has been edited since then
        ! hint: --skip leaves it, and makes again what was taken back before it
        [3]
        $ redo --skip
        ! error: there is nothing to make again
        ! hint: after another change, what was taken back before it cannot be made again
        [1]
        """)
  }
}
