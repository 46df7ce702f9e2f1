import Testing

@testable import ShelfCLI

/// Tests commands that accept records of any kind, or more than one record.
struct AnyRecordTests {
  @Test func severalAreChangedOrNone() throws {
    let library = try TestLibrary()
    try expect(
      library.transcript([
        ["set dune emma rating=4 genres+=Horror"], ["set dune lending name=x"], ["book set dune emma rating:5"],
        ["book start messiah", "三体"], ["start", "dune messiah", "三体"], ["finish", "dune messiah", "emma", "nothing"],
        ["close f0000001 f0000002"], ["reopen f0000001"], ["show fiction lending --json name,color"],
        ["show dune emma --json title"], ["show emma --json title,added"],
      ]),
      is: """
        $ set dune emma rating=4 genres+=Horror
        “Dune”: rating 5 → 4, genres + Horror
        “Emma”: rating 3 → 4, genres + Horror
        $ set dune lending name=x
        “Dune”: title Dune → x
        2 files still show the old name next to the reference; `shelf doctor --fix=stale-comment` updates it
        “lending”: name lending → x
        1 file still shows the old name next to the reference; `shelf doctor --fix=stale-comment` updates it
        $ book set dune emma rating:5
        ! error: no field was assigned
        ! hint: write field=value, such as rating=5
        [2]
        $ book start messiah 三体
        ! error: no book is called “messiah”, and a change requires the whole name or id
        ! hint: did you mean “Dune Messiah” (b0000002)? If so, use `shelf book start 'Dune Messiah' 三体`
        [1]
        $ start "dune messiah" 三体
        “Dune Messiah”: status in progress, date started 2026-11-21
        “三体”: status in progress, date started 2026-11-21
        $ finish "dune messiah" emma nothing
        ! error: no book is called “nothing”
        ! hint: `shelf book list` shows all books
        [1]
        $ close f0000001 f0000002
        “Ask Anna to return Dune”: now closed
        “Measure the hall”: nothing to change
        $ reopen f0000001
        “Ask Anna to return Dune”: now open
        $ show fiction lending --json name,color
        ! error: no record is called “lending”
        [1]
        $ show dune emma --json title
        [
          {
            "title": "Dune Messiah"
          },
          {
            "title": "Emma"
          }
        ]
        $ show emma --json title,added
        {
          "title": "Emma",
          "dateAdded": null
        }
        """)
  }

  @Test func severalAreDeletedTogether() throws {
    let library = try TestLibrary()
    try expect(
      library.transcript([
        ["rm dune emma"], ["rm dune emma fiction --dry-run --yes"], ["rm dune emma nothing --yes"],
        ["book rm dune emma --yes"], ["undo"], ["redo"], ["redo"], ["ls --columns title"], ["books ls -c title"],
        ["ls issues -c title"], ["list genre fiction -c name"],
      ]),
      is: """
        $ rm dune emma
        ! error: will not delete 2 books without confirmation
        ! hint: confirm with --yes
        [2]
        $ rm dune emma fiction --dry-run --yes
        --- a/books/dune-b0000001.yaml
        +++ /dev/null
        @@ -1,15 +0,0 @@
        -id: b0000001-0000-4000-8000-000000000000
        -title: Dune # the first one
        -author: Frank Herbert
        -status: completed
        -rating: 5
        -genres:
        -  - e0000002-0000-4000-8000-000000000000 # Science Fiction
        -  - e0000001-0000-4000-8000-000000000000 # Fiction
        -year: 1965
        -dateStarted: 2019-06-02
        -dateCompleted: 2019-06-30
        -review: |
        -  Spice.
        -
        -  And worms.
        --- a/quotes/dune-b0000001/fear-c0000001.yaml
        +++ /dev/null
        @@ -1,5 +0,0 @@
        -id: c0000001-0000-4000-8000-000000000000
        -book: b0000001-0000-4000-8000-000000000000 # Dune
        -page: "8"
        -creationDate: 2019-06-03T20:41:07Z
        -text: Fear is the mind-killer.
        --- a/issues/ask-anna-f0000001.yaml
        +++ b/issues/ask-anna-f0000001.yaml
        @@ -3,7 +3,5 @@
         priority: high
         tags:
           - a0000001-0000-4000-8000-000000000000 # lending
        -books:
        -  - b0000001-0000-4000-8000-000000000000 # Dune
         creationDate: 2026-06-14T09:30:00Z
        -modificationDate: 2026-06-14T09:30:00Z
        +modificationDate: 2026-11-21T10:00:00Z
        --- a/books/emma-b0000003.yaml
        +++ /dev/null
        @@ -1,7 +0,0 @@
        -id: b0000003-0000-4000-8000-000000000000
        -title: Emma
        -author: [Jane Austen]
        -status: inProgress
        -rating: 3
        -dateStarted: 2026-11-01
        -synopsis: A village, and what is said in it.
        --- a/genres/fiction-e0000001.yaml
        +++ /dev/null
        @@ -1,3 +0,0 @@
        -id: e0000001-0000-4000-8000-000000000000
        -name: Fiction
        -color: "00FF00"
        $ rm dune emma nothing --yes
        ! error: no record is called “nothing”
        [1]
        $ book rm dune emma --yes
        Deleted “Dune” and “Emma”, with their 1 quote; removed from 1 issue
        $ undo
        Undid “book rm dune emma --yes” (4 files)
        $ redo
        Redid “book rm dune emma --yes” (4 files)
        $ redo
        ! error: there is nothing to redo
        ! hint: only what was undone can be redone, and only until the next change
        [1]
        $ ls --columns title
        Dune Messiah
        三体
        $ books ls -c title
        Dune Messiah
        三体
        $ ls issues -c title
        Ask Anna to return Dune
        Measure the hall
        $ list genre fiction -c name
        Fiction
        Science Fiction
        """)
  }

  @Test func ratesSeveral() throws {
    try expect(
      TestLibrary().transcript([
        ["rate dune emma 4.5"], ["book rate emma none"], ["book rate emma"], ["rate"], ["rate dune 6"],
        ["rate -w -genre:fiction -y 2"], ["rate emma 3 --json title,rating"],
      ]),
      is: """
        $ rate dune emma 4.5
        “Dune”: rating 5 → 4.5
        “Emma”: rating 3 → 4.5
        $ book rate emma none
        “Emma”: rating 4.5 → none
        $ book rate emma
        ! error: no rating was given
        ! hint: write `shelf book rate emma 4.5`
        [2]
        $ rate
        ! error: no book and no rating was given
        ! hint: write `shelf book rate TITLE 4.5`
        [2]
        $ rate dune 6
        ! error: “6” is not a valid rating: expected a rating from 0 to 5 in quarters, such as 4.5
        [2]
        $ rate -w -genre:fiction -y 2
        “Dune Messiah”: rating 2
        “Emma”: rating 2
        “三体”: rating 2
        Changed 3 books
        $ rate emma 3 --json title,rating
        {
          "title": "Emma",
          "rating": 3
        }
        """)
  }

  /// If the user answers “n”, the exit status is 1, but no error is printed.
  @Test func noIsNoError() throws {
    let library = try TestLibrary()
    #expect(
      try library.runOnTerminal("rm emma", typing: "n\n")
        == "Delete book “Emma”? [y/N] Nothing was deleted.\n[1]\n")
    #expect(
      try library.runOnTerminal("book set --where emma rating=1", typing: "n\n")
        .hasSuffix("Nothing was changed.\n[1]\n"))
    #expect(library[SmallLibrary.emma]?.contains("rating: 3") ?? false)
  }

  @Test func aNameThatIsNotExactIsAskedAbout() throws {
    let library = try TestLibrary()
    let screen = try library.runOnTerminal("set messi emm rating=1", typing: "y\ny\n")
    #expect(screen.contains("“Dune Messiah”: rating 1\n“Emma”: rating 3 → 1\n"), "\(screen)")
  }

  @Test func aMessageIsForACommit() throws {
    let library = try inGit()
    #expect(try library.run("set emma rating=1 -m", ["My words"]).contains("“Emma”: rating 3 → 1"))
    #expect(try library.git("log", "-1", "--format=%s") == "My words\n")
    #expect(try library.run("set emma rating=2 --no-commit -m x").contains("cannot be combined with --no-commit"))
  }

  @Test func differencesOfTwoCommits() throws {
    let library = try inGit()
    _ = try library.run("set emma rating=1 --commit")
    let two = try library.run("diff HEAD~1 HEAD")
    #expect(two.contains("rating: 3 → 1"))
    #expect(try library.run("diff HEAD~1..HEAD") == two)
    #expect(try library.run("diff HEAD~1..HEAD HEAD").contains("more than two commits"))
  }

  @Test func initMakesTheLibraryThatIsNamed() throws {
    let library = try TestLibrary([:])
    #expect(try library.run("--library new init --no-git").contains("Created the library “new” in LIBRARY/new\n"))
    #expect(library["new/shelf.yaml"] != nil && library["shelf.yaml"] == nil)
    #expect(try library.run("init --library other --no-git").contains("in LIBRARY/other\n"))
    #expect(try library.run("init a --library b --no-git").contains("there are two folders: “b” and “a”"))
  }

  private func inGit() throws -> TestLibrary {
    let library = try TestLibrary()
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Begin")
    return library
  }

  /// Commas separate names, unless a record has the whole text as its name.
  @Test func commasSeparateNames() throws {
    let library = try TestLibrary()
    try expect(
      library.transcript([
        ["book set emma genres=Fiction,Nope"], ["book add X --genre Fiction,Nope"],
        ["book add X --create --genre", "Aaa, Bbb"], ["genre add", "Aaa, Ccc"], ["book set emma", "genres+=aaa, ccc"],
        ["book set emma", "genres+=aaa,bbb"], ["book set emma", "genres-=aaa,bbb"], ["book set emma review=\\@x"],
        ["show emma --json genres,review"],
      ]),
      is: """
        $ book set emma genres=Fiction,Nope
        ! error: no genre is called “Nope”
        ! hint: use --create to add it; `shelf genre list` shows all genres
        [1]
        $ book add X --genre Fiction,Nope
        ! error: no genre is called “Nope”
        ! hint: use --create to add it; `shelf genre list` shows all genres
        [1]
        $ book add X --create --genre "Aaa, Bbb"
        Added genre “Aaa”
        90000001-0000-4000-8000-000000000000  genres/aaa-90000001.yaml
        Added genre “Bbb”
        90000002-0000-4000-8000-000000000000  genres/bbb-90000002.yaml
        Added book “X”
        90000003-0000-4000-8000-000000000000  books/x-90000003.yaml
        $ genre add "Aaa, Ccc"
        Added genre “Aaa, Ccc”
        90000004-0000-4000-8000-000000000000  genres/aaa-ccc-90000004.yaml
        $ book set emma "genres+=aaa, ccc"
        “Emma”: genres + Aaa, Ccc
        $ book set emma genres+=aaa,bbb
        “Emma”: genres + Aaa + Bbb
        $ book set emma genres-=aaa,bbb
        “Emma”: genres − Aaa − Bbb
        $ book set emma review=\\@x
        “Emma”: review written
        $ show emma --json genres,review
        {
          "genres": [
            {
              "id": "90000004-0000-4000-8000-000000000000",
              "name": "Aaa, Ccc"
            }
          ],
          "review": "@x"
        }
        """)
  }
}
