import Testing

@testable import ShelfCLI

/// Commands never change records that the user did not mean.
struct MeantRecordsTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// If a query finds records of several kinds, `set` and `delete` change none of them, unless only one kind has the
  /// fields that the command names.
  @Test func severalKindsAreNotDeletedTogether() throws {
    try expect(
      library.transcript([
        ["set --where author:herbert rating=4 --yes"], ["delete --where dune --yes"],
        ["set --where book:dune rating=1 --yes"],
        ["delete --where", "author:herbert kind:quote", "--yes"],
      ]),
      is: """
        $ set --where author:herbert rating=4 --yes
        “Dune”: rating 5 → 4
        “Dune Messiah”: rating 4
        Changed 2 records
        $ delete --where dune --yes
        ! error: “dune” finds 2 books, 1 quote and 1 issue
        ! hint: to choose a kind, add kind:book or put the kind before the command
        [2]
        $ set --where book:dune rating=1 --yes
        ! error: “book:dune” finds 1 book, 1 quote, 2 genres, 1 tag and 1 issue
        ! hint: to choose a kind, add kind:book or put the kind before the command
        [2]
        $ delete --where "author:herbert kind:quote" --yes
        Deleted 1 quote
        """)
  }

  /// A reference must be the full name or the id of a record of the right kind.
  @Test func referencesAreWholeNames() throws {
    try expect(
      library.transcript([
        ["quote add Fear --book messiah"], ["issue add Lend --book dun"], ["set emma genres+=sci"],
        ["set dune genres-=fict"], ["book genres emma +hor"], ["set emma genres+=b0000001"],
      ]),
      is: """
        $ quote add Fear --book messiah
        ! error: no book is called “messiah”, and a change requires the whole name or id
        ! hint: did you mean “Dune Messiah” (b0000002)?
        [1]
        $ issue add Lend --book dun
        ! error: no book is called “dun”, and a change requires the whole name or id
        ! hint: did you mean “Dune” (b0000001) or “Dune Messiah” (b0000002)?
        [1]
        $ set emma genres+=sci
        ! error: no genre is called “sci”, and a change requires the whole name or id
        ! hint: did you mean “Science Fiction” (e0000002)?
        [1]
        $ set dune genres-=fict
        ! error: no genre is called “fict”, and a change requires the whole name or id
        ! hint: did you mean “Fiction” (e0000001)?
        [1]
        $ book genres emma +hor
        ! error: no genre is called “hor”, and a change requires the whole name or id
        ! hint: did you mean “Horror” (e0000003)?
        [1]
        $ set emma genres+=b0000001
        ! error: no genre is called “b0000001”
        ! hint: use --create to add it; `shelf genre list` shows all genres
        [1]
        """)
  }

  /// If names differ only in case, they are ambiguous, regardless of the case in which the user types them.
  @Test func namesThatDifferInCaseAreAmbiguous() throws {
    _ = try library.run("book add dune --duplicate")
    try expect(
      library.transcript([["set dune rating=1"], ["quote add Fear --book Dune"], ["show dune --json title"]]),
      is: """
        $ set dune rating=1
        ! error: “dune” matches 2 records: book b0000001 “Dune”, book 90000001 “dune”
        ! hint: specify one by its id, such as b0000001
        [1]
        $ quote add Fear --book Dune
        ! error: “Dune” matches 2 books: b0000001 “Dune”, 90000001 “dune”
        ! hint: specify one by its id, such as b0000001
        [1]
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

  /// A new change discards the changes that could be redone, even after the new change has itself been undone.
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
        Undid “rm emma --yes” (1 file)
        $ rate dune 3
        “Dune”: rating 5 → 3
        $ rate dune 4
        “Dune”: rating 3 → 4
        $ undo 2
        Undid “rate dune 4” (1 file)
        Undid “rate dune 3” (1 file)
        $ redo 3
        ! error: there are only 2 changes to redo
        ! hint: `shelf undo --list` shows the changes
        [1]
        $ redo 2
        Redid “rate dune 3” and “rate dune 4” (1 file)
        $ list emma --columns title
        Emma
        $ undo
        Undid “rate dune 4” (1 file)
        $ redo
        Redid “rate dune 4” (1 file)
        """)
  }

  /// An empty value, for example from an unset variable in a script, changes nothing.
  @Test func nothingIsNoValue() throws {
    try expect(
      library.transcript([
        ["rate", "dune", ""], ["start", "emma", "--date", ""], ["finish", "emma", "--date", " "],
        ["set", "--where", "", "rating=1"], ["set", "--where", "*", "rating=1"],
        ["book set --where dune-messiah rating=1 --yes"],
      ]),
      is: """
        $ rate dune ""
        ! error: no rating was given
        ! hint: use none to remove a rating
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
        ! hint: use has:id to select every record
        [2]
        $ set --where "*" rating=1
        ! error: the query after --where has no condition
        ! hint: use has:id to select every record
        [2]
        $ book set --where dune-messiah rating=1 --yes
        ! note: no book matches “dune-messiah”
        ! note: `dune messiah` finds 1 book.
        """)
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
  }

  /// `start` does not overwrite a known start date.
  @Test func startKeepsTheDayThatIsKnown() throws {
    try expect(
      library.transcript([
        ["start emma --date 2026-11-01"], ["start emma --date 2026-11-01"], ["start emma --date 2026-10-01"],
        ["start emma"], ["abandon emma"], ["finish emma --date 2026-11-05"], ["start emma --date 2025"],
        ["start emma --date 2026-11"],
      ]),
      is: """
        $ start emma --date 2026-11-01
        “Emma”: nothing to change
        $ start emma --date 2026-11-01
        “Emma”: nothing to change
        $ start emma --date 2026-10-01
        ! error: “Emma” was already started on 2026-11-01
        ! hint: correct the date with `shelf book set b0000003 dateStarted=2026-10-01`
        [1]
        $ start emma
        “Emma”: nothing to change
        $ abandon emma
        “Emma”: status in progress → abandoned, date abandoned 2026-11-21
        $ finish emma --date 2026-11-05
        “Emma”: status abandoned → completed, date completed 2026-11-05, date abandoned 2026-11-21 → none
        $ start emma --date 2025
        ! error: 2025 is before the day “Emma” was finished, 2026-11-05
        ! hint: to record an earlier reading, use `shelf book set b0000003 readings+=FROM/TO`
        [1]
        $ start emma --date 2026-11
        “Emma”: status completed → in progress, date started 2026-11-01 → 2026-11, date completed 2026-11-05 → none, readings + 2026-11-01/2026-11-05
        """)
  }

  /// `--open` finds the records that open issues refer to, directly or indirectly.
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

  /// An option compares its value in the same way as the corresponding query term.
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
        ! error: “-rating” means records without the word “rating”
        ! hint: write --rating VALUE to match the field, -rating:VALUE to exclude a value, or 'not rating'
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
        Undid “rate dune 1” (1 file)
        """)
    library[SmallLibrary.dune] = library[SmallLibrary.dune]?.replacing("rating: 5", with: "rating: 2")
    try expect(
      library.transcript([["redo"], ["redo --skip"]]),
      is: """
        $ redo
        ! error: cannot redo “rate dune 1”: rating of books/dune-b0000001.yaml has been edited since then
        ! hint: --skip leaves it, and redoes what was undone before it
        [1]
        $ redo --skip
        ! error: there is nothing to redo
        ! hint: only what was undone can be redone, and only until the next change
        [1]
        """)
  }

  /// Names that must be unique remain unique, even if one command changes several records.
  @Test func severalDoNotGetOneName() throws {
    try expect(
      library.transcript([
        ["genre set --where has:id name=Same --yes"], ["genre set fiction", "science fiction", "name=Same"],
        ["genre list --columns name"], ["genre set fiction name=FICTION"],
      ]),
      is: """
        $ genre set --where has:id name=Same --yes
        ! error: two genres would be called “Same”
        ! hint: each genre needs a unique name
        [1]
        $ genre set fiction "science fiction" name=Same
        ! error: two genres would be called “Same”
        ! hint: each genre needs a unique name
        [1]
        $ genre list --columns name
        Fiction
        Horror
        Science Fiction
        $ genre set fiction name=FICTION
        “Fiction”: name Fiction → FICTION
        1 file still shows the old name next to the reference; `shelf doctor --fix=stale-comment` updates it
        """)
  }

  /// An empty option value, for example from an unset variable in a script, is refused instead of being treated like a
  /// missing option.
  @Test func aQuoteOfNothing() throws {
    try expect(
      library.transcript([["start emma"], ["quote", "add", "Well.", "-b", ""], ["quote", "add", "Well.", "--book="]]),
      is: """
        $ start emma
        “Emma”: nothing to change
        $ quote add Well. -b ""
        ! error: --book needs a value
        ! hint: use --no-book if there is none
        [2]
        $ quote add Well. --book=
        ! error: --book needs a value
        ! hint: use --no-book if there is none
        [2]
        """)
  }

  /// git ignores `.shelf`, regardless of how the library was created.
  @Test func theStateIsNotForGit() throws {
    try expect(
      library.transcript([["rate dune 1"]]),
      is: """
        $ rate dune 1
        “Dune”: rating 5 → 1
        """)
    #expect(library[".shelf/.gitignore"] == "*\n")
  }

  /// On a terminal, the command prompts with the candidates if a reference is a partial name.
  @Test func partsOfReferencesAreOffered() throws {
    try expect(
      library.runOnTerminal("set emma genres+=fict", typing: "1\n")
        + library.runOnTerminal("quote add Well. --book mess", typing: "y\n")
        + library.runOnTerminal("book genres emma +sci", typing: "1\n"),
      is: """
        No genre is called “fict”. Create it, or choose another?
          1  Fiction
          2  yes, a new genre “fict”
        Choice: “Emma”: genres + Fiction
        note: “mess” is “Dune Messiah”
        Added quote “Well.”
        90000001-0000-4000-8000-000000000000
        quotes/dune-messiah-b0000002/well-90000001.yaml
        No genre is called “sci”. Create it, or choose another?
          1  Science Fiction
          2  yes, a new genre “sci”
        Choice: “Emma”: genres + Science Fiction
        """)
  }

  /// Undo finds a file that the user has moved.
  @Test func undoFollowsAFile() throws {
    try expect(
      library.transcript([["rate dune 1"]]),
      is: """
        $ rate dune 1
        “Dune”: rating 5 → 1
        """)
    let moved = "books/sf/frank.yaml"
    library[moved] = library[SmallLibrary.dune]
    library[SmallLibrary.dune] = nil
    try expect(
      library.transcript([["undo"], ["redo"], ["undo --dry-run"]]),
      is: """
        $ undo
        Undid “rate dune 1” (1 file)
        $ redo
        Redid “rate dune 1” (1 file)
        $ undo --dry-run
        --- a/books/sf/frank.yaml
        +++ b/books/sf/frank.yaml
        @@ -2,7 +2,7 @@
         title: Dune # the first one
         author: Frank Herbert
         status: completed
        -rating: 1
        +rating: 5
         genres:
           - e0000002-0000-4000-8000-000000000000 # Science Fiction
           - e0000001-0000-4000-8000-000000000000 # Fiction
        """)
    #expect(library[SmallLibrary.dune] == nil)
    #expect(library[moved]?.contains("rating: 1\n") == true)
  }

  /// If the beginning of one title is a word of another, the command asks.
  @Test func aWordOfAnotherTitle() throws {
    _ = try library.run("add", ["Swann's Way"])
    _ = try library.run("add", ["Du côté de chez Swann"])
    #expect(try library.refused("note swann", ["A madeleine."]).contains("Swann's Way"))
    let said = try library.runOnTerminal("note swann", ["A madeleine."], typing: "q")
    #expect(said.contains("Which one do you mean?") && said.contains("chez Swann"))
    #expect(try library.runOnTerminal("quote add --book swann", ["A line."], typing: "q").contains("chez Swann"))
    // A beginning that is no word of another title is enough.
    #expect(try library.runOnTerminal("note swa", ["A madeleine."]).contains("“swa” is “Swann's Way”"))
  }

  /// A query in place of a name is reported with the command that accepts it.
  @Test func aQueryInPlaceOfAName() throws {
    let said = try library.refused("set rating=4 author:herbert")
    #expect(said.contains("hint: if it is a query, use `shelf set rating=4 --where author:herbert`"))
    #expect(try library.refused("rate", ["author:frank herbert", "4"]).contains("--where 'author:frank herbert' 4`"))
    #expect(try library.run("set rating=4 --where author:herbert --yes").contains("Changed 2 records"))
    // Not a query, and a command without `--where`.
    #expect(try !library.refused("set", ["Emma: a novel", "rating=4"]).contains("use `shelf set"))
    #expect(try !library.refused("show author:herbert").contains("use `shelf show"))
  }

  @Test func aPartOfAnAuthorsName() throws {
    let said = try library.refused("rename Herbert Heribert")
    #expect(said.contains("use `shelf rename 'Frank Herbert' 'Frank Heribert'`"))
    #expect(
      try library.refused("rename Herbert", ["F. P. Herbert"])
        .contains("use `shelf rename 'Frank Herbert' 'F. P. Herbert'`") == false)
    #expect(try library.refused("rename Herbert", ["Frank P. Herbert"]).contains("'Frank Herbert' 'Frank P. Herbert'`"))
  }

  /// A quote takes its book by any exact name, not only by its title.
  @Test func theBookOfAQuote() throws {
    _ = try library.run("set Emma isbn=9780141439587 sources=bibtex:austen1815")
    for name in ["austen1815", "9780141439587", "b0000003"] {
      #expect(try library.run("quote add \(name)", ["A line of \(name)."]).contains("Added quote"), "\(name)")
    }
    #expect(try library.run("quotes book:emma").split(separator: "\n").count == 3)
  }

  /// On a terminal, a book whose title differs only by a subtitle is asked about.
  @Test func aSubtitle() throws {
    _ = try library.run("add", ["Stoner: A Novel", "--author", "John Williams"])
    let words = ["Stoner", "--author", "John Williams"]
    #expect(try library.runOnTerminal("add", words, typing: "n").contains("There is already “Stoner: A Novel”"))
    #expect(try library.runOnTerminal("add", ["Stoner: Poems"] + words.dropFirst()).contains("Added book"))
    #expect(try library.runOnTerminal("add", ["Stoner", "--author", "Jane Doe"]).contains("Added book"))
    #expect(try library.run("add", words).contains("Added book"))
  }
}
