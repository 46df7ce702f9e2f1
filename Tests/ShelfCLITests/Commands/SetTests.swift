import Foundation
import Testing

@testable import ShelfCLI

struct SetTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test func changesWhatIsAssignedAndNothingElse() throws {
    try expect(
      library.run("book set dune rating=4 genres+=Horror genres-=Fiction"),
      is: """
        “Dune”: rating 5 → 4, genres − Fiction + Horror
        """)
    expect(
      library[SmallLibrary.dune]!,
      is: """
        id: b0000001-0000-4000-8000-000000000000
        title: Dune # the first one
        author: Frank Herbert
        status: completed
        rating: 4
        genres:
          - e0000002-0000-4000-8000-000000000000 # Science Fiction
          - e0000003-0000-4000-8000-000000000000 # Horror
        year: 1965
        dateStarted: 2019-06-02
        dateCompleted: 2019-06-30
        review: |
          Spice.

          And worms.
        """)
  }

  @Test func tellsThatALongTextIsReplaced() throws {
    let told = "“Dune”: review changed\nreview replaced; `review+=TEXT` adds a paragraph instead\n"
    #expect(try library.run("set dune --review Sand.") == told)
    #expect(try library.run("set dune", ["review=Sand. And worms."]) == "“Dune”: review changed\n")
    #expect(try !library.run("set dune review+=Twice.").contains("replaced"))
    #expect(try !library.run("set dune review=").contains("replaced"))
    #expect(try !library.run("set dune review=New.").contains("replaced"))
  }

  /// A long custom field may contain multiline text, including text from a file.
  @Test func longFieldsOfOnesOwn() throws {
    library["shelf.yaml"] =
      "format: 1\nname: Own\nfields: {book: {blurb: {type: text, long: true}, mark: {type: text}}}\n"
    library["blurb.txt"] = "One.\n\nTwo.\n"
    try expect(
      library.transcript([
        ["book set emma blurb=@blurb.txt"], ["book show emma --format json"], ["book set emma", "mark=a\nb"],
      ]),
      is: """
        $ book set emma blurb=@blurb.txt
        “Emma”: blurb written
        $ book show emma --format json
        {
          "kind": "book",
          "path": "books/emma-b0000003.yaml",
          "id": "b0000003-0000-4000-8000-000000000000",
          "title": "Emma",
          "author": [
            "Jane Austen"
          ],
          "status": "inProgress",
          "rating": 3,
          "dateStarted": "2026-11-01",
          "synopsis": "A village, and what is said in it.",
          "blurb": "One.\\n\\nTwo.\\n",
          "quotes": [],
          "issues": []
        }
        $ book set emma "mark=a\\nb"
        ! error: “mark” cannot contain a line break
        [2]
        """)
    #expect(library[SmallLibrary.emma]?.hasSuffix("blurb: |\n  One.\n\n  Two.\n") == true)
  }

  /// The value `~` for `book` marks a quote as having no book. In JSON, it is null.
  @Test func tildeIsNoValue() throws {
    library["quotes/none.yaml"] = "id: c0000091-0000-4000-8000-000000000000\nbook: ~\npage: ~\ntext: From nowhere\n"
    try expect(
      library.transcript([
        ["quote list is:orphan --format ids"], ["quote show nowhere --format json"],
        ["quote set c0000091 page=7"],
      ]),
      is: """
        $ quote list is:orphan --format ids
        c0000002-0000-4000-8000-000000000000
        $ quote show nowhere --format json
        {
          "kind": "quote",
          "path": "quotes/none.yaml",
          "id": "c0000091-0000-4000-8000-000000000000",
          "book": null,
          "text": "From nowhere"
        }
        $ quote set c0000091 page=7
        “From nowhere”: page 7
        """)
    #expect(try library.run("doctor quotes/none.yaml").hasPrefix("No problems"))
    #expect(library["quotes/none.yaml"]?.contains("book: ~\npage: \"7\"\n") == true)
  }

  @Test func namesOnlyWhatChanged() throws {
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Begin")
    library["books/odd.yaml"] = """
      id: b0000009-0000-4000-8000-000000000000
      title: Odd
      author: &p Ann
      recommendedBy: *p
      series: {name: A}
      genres: [[x]]

      """
    try expect(
      library.transcript([
        ["book set odd rating=4 --commit"], ["book set odd series= --commit"], ["book set odd recommendedBy= --commit"],
        ["book set odd genres= --commit"],
      ]),
      is: """
        $ book set odd rating=4 --commit
        “Odd”: rating 4
        $ book set odd series= --commit
        “Odd”: series {name: A} → none
        $ book set odd recommendedBy= --commit
        “Odd”: recommended by *p → none
        $ book set odd genres= --commit
        “Odd”: genres − [x]
        """)
    try expect(
      library.git("log", "--format=%s"),
      is: """
        Clear genres of “Odd”
        Clear recommended by of “Odd”
        Clear series of “Odd”
        Set rating of “Odd” to 4
        Begin
        """)
    #expect(library["books/odd.yaml"]?.hasSuffix("\nauthor: &p Ann\nrating: 4\n") == true)
  }

  @Test func saysWhatChanged() throws {
    try expect(
      library.transcript([
        ["book set dune rating=4"], ["book set dune rating=4"], ["book set dune rating="], ["book set dune year=1966"],
        ["book set dune", "author+=Brian Herbert"], ["book set dune author="],
        ["book set dune status=COMPLETED"], ["book set dune status=onshelf"], ["book set dune review="],
        ["book set dune", "synopsis=Sand."], ["book set dune", "synopsis=More sand."], ["book set dune genres=fiction"],
        ["book set dune genres="], ["book set dune", "genres=horror", "genres+=science fiction", "genres+=Horror"],
        ["book set dune genres+=Poetry --create"], ["book set dune", "title=  Dune, the novel "],
        ["quote set c0000001 book= --yes"], ["quote set c0000001 book=emma"], ["quote set c0000001 page=xiv"],
        ["genre set horror color=#5c1a1b"], ["genre set horror name=HORROR"], ["tag set buy name=order"],
        ["issue set f0000002 priority=2"], ["issue set f0000002 completed=no"],
        ["issue set f0000002 tags+=lending books+=三体"],
      ]),
      is: """
        $ book set dune rating=4
        “Dune”: rating 5 → 4
        $ book set dune rating=4
        “Dune”: nothing to change
        $ book set dune rating=
        “Dune”: rating 4 → none
        $ book set dune year=1966
        “Dune”: year 1965 → 1966
        $ book set dune "author+=Brian Herbert"
        “Dune”: author + Brian Herbert
        $ book set dune author=
        “Dune”: author − Frank Herbert − Brian Herbert
        $ book set dune status=COMPLETED
        “Dune”: nothing to change
        $ book set dune status=onshelf
        “Dune”: status completed → on shelf
        $ book set dune review=
        “Dune”: review cleared
        $ book set dune synopsis=Sand.
        “Dune”: synopsis written
        $ book set dune "synopsis=More sand."
        “Dune”: synopsis changed
        synopsis replaced; `synopsis+=TEXT` adds a paragraph instead
        $ book set dune genres=fiction
        “Dune”: genres − Science Fiction
        $ book set dune genres=
        “Dune”: genres − Fiction
        $ book set dune genres=horror "genres+=science fiction" genres+=Horror
        “Dune”: genres + Horror + Science Fiction
        $ book set dune genres+=Poetry --create
        Added genre “Poetry”  genres/poetry-90000001.yaml
        “Dune”: genres + Poetry
        $ book set dune "title=  Dune, the novel "
        “Dune”: title Dune → Dune, the novel
        2 files still show the old name next to the reference; `shelf doctor --fix=stale-comment` updates it
        $ quote set c0000001 book= --yes
        “Fear is the mind-killer.”: book Dune, the novel → none
        $ quote set c0000001 book=emma
        “Fear is the mind-killer.”: book Emma
        $ quote set c0000001 page=xiv
        “Fear is the mind-killer.”: page 8 → xiv
        $ genre set horror color=#5c1a1b
        “Horror”: color 5C1A1B
        $ genre set horror name=HORROR
        “Horror”: name Horror → HORROR
        1 file still shows the old name next to the reference; `shelf doctor --fix=stale-comment` updates it
        $ tag set buy name=order
        “buy”: name buy → order
        $ issue set f0000002 priority=2
        “Measure the hall”: priority high
        $ issue set f0000002 completed=no
        “Measure the hall”: now open
        $ issue set f0000002 tags+=lending books+=三体
        “Measure the hall”: tags + lending, books + 三体
        """)
  }

  /// `--everywhere` also updates the name in the files that refer to the record, in the same change.
  @Test func aNewNameStandsBehindReferencesToo() throws {
    let before = try library.tree()
    try expect(
      library.run("genre set", ["Science Fiction", "name=SF", "--everywhere"]),
      is: """
        “Science Fiction”: name Science Fiction → SF
        1 file that refers to it shows the new name
        """)
    #expect(library[SmallLibrary.dune]?.contains("# SF\n") ?? false)
    #expect(try library.run("doctor --only stale-comment").contains("No problems"))
    _ = try library.run("undo")
    #expect(try library.tree() == before)
  }

  @Test func readsLongTextsFromElsewhere() throws {
    library["notes.txt"] = "One.\n\nTwo.\n"
    _ = try library.run("book set dune review=@notes.txt")
    #expect(library[SmallLibrary.dune]!.hasSuffix("review: |\n  One.\n\n  Two.\n"))
    _ = try library.run("book set emma review=-", input: "From a pipe.\n")
    #expect(library[SmallLibrary.emma]!.hasSuffix("review: From a pipe.\n"))
    #expect(try library.run("book set emma --json x title=@notes.txt").contains("error"))
    try expect(
      library.run("book set dune title=@notes.txt"),
      is: """
        “Dune”: title Dune → @notes.txt
        2 files still show the old name next to the reference; `shelf doctor --fix=stale-comment` updates it
        """)
  }

  @Test func showsTheDifferenceInsteadOfMakingIt() throws {
    let before = try library.tree()
    try expect(
      library.run("book set dune rating=1 genres+=New --create --dry-run"),
      is: """
        --- /dev/null
        +++ b/genres/new-90000001.yaml
        @@ -0,0 +1,3 @@
        +id: 90000001-0000-4000-8000-000000000000
        +name: New
        +color: "C91D1D"
        --- a/books/dune-b0000001.yaml
        +++ b/books/dune-b0000001.yaml
        @@ -2,10 +2,11 @@
         title: Dune # the first one
         author: Frank Herbert
         status: completed
        -rating: 5
        +rating: 1
         genres:
           - e0000002-0000-4000-8000-000000000000 # Science Fiction
           - e0000001-0000-4000-8000-000000000000 # Fiction
        +  - 90000001-0000-4000-8000-000000000000 # New
         year: 1965
         dateStarted: 2019-06-02
         dateCompleted: 2019-06-30
        """)
    #expect(try library.tree() == before)
  }

  @Test func keepsTheModificationDateOfAnIssue() throws {
    _ = try library.run("issue set f0000002 priority=low")
    #expect(library["issues/bookcase-f0000002.yaml"]!.contains("modificationDate: 2026-11-21T10:00:00Z\n"))
  }

  @Test func refusesWrongValues() throws {
    try expect(
      library.refusals([
        ["book set dune"], ["book set dune rating"], ["book set dune =5"], ["book set dune +=5"],
        ["book set dune rating=7"], ["book set dune rating=-1"], ["book set dune rating=five"],
        ["book set dune rating=4.3"], ["book set dune ratign=4"], ["book set dune nothing=4"],
        ["book set dune rating+=1"], ["book set dune title="], ["book set dune", "title= "],
        ["book set dune", "title=a\nb"], ["book set dune", "title=a\tb"], ["book set dune", "title=a\u{1B}[31mb"],
        ["book set dune", "review=a\u{7}b"], ["book set dune", "title=a\u{85}b"], ["book set dune id=1"],
        ["book set dune formerIds=1"], ["book set dune dateAdded=tomorrow"], ["book set dune dateAdded=31.11.2026"],
        ["book set dune dateAdded=2026-02-30"], ["book set dune status=inProgres"],
        ["book set dune", "status=inProgres"], ["book set dune genres+=Horrr"], ["book set dune genres+="],
        ["book set dune genres+=Nothing"], ["book set dune", "genres=Fiction", "genres+=Horrr"],
        ["book set dune --create", "genres+=a\nb"], ["quote set c0000001 book=dun"], ["quote set c0000001 book=nope"],
        ["quote set c0000001 text="], ["genre set horror color=red"], ["genre set horror color=#12345"],
        ["genre set horror name=fiction"], ["genre set horror", "name= Fiction "], ["tag set buy name=LENDING"],
        ["issue set f0000002 completed=maybe"], ["issue set f0000002 priority=3"],
        ["issue set f0000002 modificationDate=today"],
        ["issue set f0000002 creationDate=now"], ["book set dune --rating"], ["book set"],
        ["book set dune rating=4 title="],
      ]),
      is: #"""
        $ book set dune
        ! error: no field was assigned
        ! hint: write field=value, such as title=VALUE
        [2]
        $ book set dune rating
        ! error: no field was assigned
        ! hint: write field=value, such as rating=VALUE
        [2]
        $ book set dune =5
        ! error: “=5” is not an assignment
        ! hint: write field=value, list+=item or list-=item
        [2]
        $ book set dune +=5
        ! error: “+=5” is not an assignment
        ! hint: write field=value, list+=item or list-=item
        [2]
        $ book set dune rating=7
        ! error: “7” is not a valid rating: expected a rating from 0 to 5 in quarters, such as 4.5
        [2]
        $ book set dune rating=-1
        ! error: “-1” is not a valid rating: expected a rating from 0 to 5 in quarters, such as 4.5
        [2]
        $ book set dune rating=five
        ! error: “five” is not a valid rating: expected a rating from 0 to 5 in quarters, such as 4.5
        [2]
        $ book set dune rating=4.3
        ! error: “4.3” is not a valid rating: expected a rating from 0 to 5 in quarters, such as 4.5
        [2]
        $ book set dune ratign=4
        ! error: a book has no field “ratign”
        ! hint: did you mean “rating”?
        [2]
        $ book set dune nothing=4
        ! error: a book has no field “nothing”
        ! hint: to add a field of your own, use `shelf library set fields.book.nothing.type=integer`; the fields are title, author, status, rating, genres, tags, series, isbn, format, publisher, place, year, edition, editionDate, originalTitle, pages, duration, language, contributors, recommendedBy, owned, copies, lentTo, borrowedFrom, lentOn, dueOn, lentCopy, loans, readingLog, dateAdded, dateStarted, dateCompleted, dateAbandoned, timesRead, readings, progress, synopsis, review, notes, public, sources
        [2]
        $ book set dune rating+=1
        ! error: “rating” is not a list
        ! hint: write rating=VALUE
        [2]
        $ book set dune title=
        ! error: “title” must not be empty
        [2]
        $ book set dune "title= "
        ! error: “title” must not be empty
        [2]
        $ book set dune "title=a\nb"
        ! error: “title” cannot contain a line break
        [2]
        $ book set dune "title=a\tb"
        ! error: “title” cannot contain a tab
        [2]
        $ book set dune "title=a\u{1B}[31mb"
        ! error: “title” cannot contain the control character U+001B
        [2]
        $ book set dune "review=a\u{07}b"
        ! error: “review” cannot contain the control character U+0007
        [2]
        $ book set dune "title=a⏎b"
        ! error: “title” cannot contain a line break
        [2]
        $ book set dune id=1
        ! error: only shelf itself sets “id”
        [2]
        $ book set dune formerIds=1
        ! error: only shelf itself sets “formerIds”
        [2]
        $ book set dune dateAdded=tomorrow
        ! error: “tomorrow” is in the future
        ! hint: use today's date or an earlier one
        [2]
        $ book set dune dateAdded=31.11.2026
        ! error: “31.11.2026” is not a valid date added: November 2026 has only 30 days
        ! hint: write a date such as 2026-11-30
        [2]
        $ book set dune dateAdded=2026-02-30
        ! error: “2026-02-30” is not a valid date added: February 2026 has only 28 days
        ! hint: write a date such as 2026-02-28
        [2]
        $ book set dune status=inProgres
        ! error: “inProgres” is not a valid status: expected wanted, onShelf, inProgress, paused, completed or abandoned
        ! hint: did you mean “inProgress”?
        [2]
        $ book set dune status=inProgres
        ! error: “inProgres” is not a valid status: expected wanted, onShelf, inProgress, paused, completed or abandoned
        ! hint: did you mean “inProgress”?
        [2]
        $ book set dune genres+=Horrr
        ! error: no genre is called “Horrr”
        ! hint: did you mean “Horror”?
        [1]
        $ book set dune genres+=
        ! error: “genres” must not be empty
        [2]
        $ book set dune genres+=Nothing
        ! error: no genre is called “Nothing”
        ! hint: use --create to add it; `shelf genre list` shows all genres
        [1]
        $ book set dune genres=Fiction genres+=Horrr
        ! error: no genre is called “Horrr”
        ! hint: did you mean “Horror”?
        [1]
        $ book set dune --create "genres+=a\nb"
        ! error: “name” cannot contain a line break
        [2]
        $ quote set c0000001 book=dun
        ! error: no book is called “dun”, and a change requires the whole name or id
        ! hint: did you mean “Dune” (b0000001) or “Dune Messiah” (b0000002)?
        [1]
        $ quote set c0000001 book=nope
        ! error: no book is called “nope”
        ! hint: `shelf book list` shows all books
        [1]
        $ quote set c0000001 text=
        ! error: “text” must not be empty
        [2]
        $ genre set horror color=red
        ! error: “red” is not a valid color: expected six hex digits such as 00FF00
        [2]
        $ genre set horror color=#12345
        ! error: “#12345” is not a valid color: expected six hex digits such as 00FF00
        [2]
        $ genre set horror name=fiction
        ! error: the genre “Fiction” already exists: genres/fiction-e0000001.yaml
        ! hint: `shelf genre merge Horror Fiction` merges the two
        [1]
        $ genre set horror "name= Fiction "
        ! error: the genre “Fiction” already exists: genres/fiction-e0000001.yaml
        ! hint: `shelf genre merge Horror Fiction` merges the two
        [1]
        $ tag set buy name=LENDING
        ! error: the tag “lending” already exists: tags/lending-a0000001.yaml
        ! hint: `shelf tag merge buy lending` merges the two
        [1]
        $ issue set f0000002 completed=maybe
        ! error: “maybe” is not a valid completed: expected true or false
        [2]
        $ issue set f0000002 priority=3
        ! error: “3” is not a valid priority: expected low, medium or high
        [2]
        $ issue set f0000002 modificationDate=today
        ! error: only shelf itself sets “modificationDate”
        [2]
        $ issue set f0000002 creationDate=now
        ! error: “now” is not a valid creation date: expected a time such as 2026-11-21T10:00:00Z
        [2]
        $ book set dune --rating
        ! error: --rating needs a value
        [2]
        $ book set
        ! error: no book was specified
        ! hint: specify one or more, or select them with --where QUERY
        [2]
        $ book set dune rating=4 title=
        ! error: “title” must not be empty
        [2]
        """#)
  }

  @Test func refusesTextsThatCannotBeRead() throws {
    library["empty.txt"] = "\n \n"
    try FileManager.default.createDirectory(atPath: library.absolute("folder"), withIntermediateDirectories: false)
    try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: library.absolute("latin.txt")))
    try expect(
      library.refusals([
        ["book set dune review=@none.txt"], ["book set dune review=@empty.txt"], ["book set dune review=@folder"],
        ["book set dune review=@latin.txt"], ["book set dune review=-"],
      ]),
      is: """
        $ book set dune review=@none.txt
        ! error: cannot open none.txt: no such file or folder
        [3]
        $ book set dune review=@empty.txt
        ! error: empty.txt is empty
        ! hint: to clear “review”, use an empty value
        [2]
        $ book set dune review=@folder
        ! error: cannot read folder: it is a folder
        [3]
        $ book set dune review=@latin.txt
        ! error: latin.txt is not UTF-8 text
        [3]
        $ book set dune review=-
        ! error: standard input is empty
        ! hint: to clear “review”, use an empty value
        [2]
        """)
  }

  @Test func takesFieldsAloneForAMissingName() throws {
    try expect(
      library.refusals([
        ["book set rating=1"], ["book set rating=1 genres-=Nowhere"], ["book set dune genres-=Nowhere"],
        ["book set dune genres-=Nowhere --create"],
      ]),
      is: """
        $ book set rating=1
        ! error: no book was specified
        ! hint: specify one or more, or select them with --where QUERY
        [2]
        $ book set rating=1 genres-=Nowhere
        ! error: no book was specified
        ! hint: specify one or more, or select them with --where QUERY
        [2]
        $ book set dune genres-=Nowhere
        ! error: no genre is called “Nowhere”
        ! hint: `shelf genre list` shows all genres
        [1]
        $ book set dune genres-=Nowhere --create
        ! error: no genre is called “Nowhere”
        ! hint: `shelf genre list` shows all genres
        [1]
        """)
  }
}
