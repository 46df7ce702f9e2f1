import Testing

@testable import ShelfCLI

/// Tests that all names of a field are accepted wherever a field can be specified.
struct FieldNameTests {
  @Test(arguments: ["dateAdded", "dateadded", "DATEADDED", "date-added", "Date_Added", "added", "created"])
  func isTakenEverywhere(_ name: String) throws {
    let library = try TestLibrary()
    #expect(try library.run("book set dune", ["\(name)=2024-05-06"]) == "“Dune”: date added 2024-05-06\n")
    _ = try library.run("book add", ["Other", "--\(name)", "2020"])
    #expect(try library.run("book list \(name):2024 --columns title,\(name)") == "Dune\t2024-05-06\n")
    #expect(try library.run("book list --\(name) 2024 --columns title") == "Dune\n")
    #expect(try library.run("book list has:\(name) --sort \(name):desc --columns title") == "Dune\nOther\n")
    #expect(try library.run("book show b0000001 --json \(name)") == "{\n  \"dateAdded\": \"2024-05-06\"\n}\n")
  }

  @Test func modifiedIsOneWordToo() throws {
    let library = try TestLibrary()
    #expect(try library.run("book list modified:2019 --columns title,modified") == "Dune\t2019-06-30\n")
    #expect(try library.run("book list --sort modified:desc -n 1 --columns title") == "Emma\n")
    #expect(
      try library.run("issue list is:open --sort modified --columns modified,modification-date")
        == "2026-06-14T09:30:00Z\t2026-06-14T09:30:00Z\n")
  }

  @Test func aNearMissIsSuggested() throws {
    try expect(
      TestLibrary().refusals([
        ["book set dune dateAded=2024"], ["book add X --date-aded 2024"], ["book list --columns dateAded"],
        ["book list --sort modifed"], ["book list --json titel"], ["book list modifed:<7d"],
        ["search dune --json titel"],
        ["book list --autor x"], ["book list -x y"], ["book list --status wanted --status completed"],
      ]),
      is: """
        $ book set dune dateAded=2024
        ! error: a book has no field “dateAded”
        ! hint: did you mean “dateAdded”?
        [2]
        $ book add X --date-aded 2024
        ! error: a book has no field “date-aded”
        ! hint: did you mean --date-added?
        [2]
        $ book list --columns dateAded
        ! error: a list of books has no column “dateAded”
        ! hint: did you mean “dateAdded”?
        [2]
        $ book list --sort modifed
        ! error: a list of books has no column “modifed”
        ! hint: did you mean “modified”?
        [2]
        $ book list --json titel
        ! error: a list of books has no column “titel”
        ! hint: did you mean “title”?
        [2]
        $ book list modifed:<7d
        ! error: a book has no field “modifed”
        !     modifed:<7d
        !     ^^^^^^^
        ! hint: did you mean “modified:”?
        [2]
        $ search dune --json titel
        ! error: no record has a field “titel”
        ! hint: did you mean “title”?
        [2]
        $ book list --autor x
        ! error: unknown option “--autor”
        ! hint: did you mean --author?
        [2]
        $ book list -x y
        ! error: unknown option “-x”
        ! hint: `shelf book list --help` shows the options; put a word that begins with a hyphen after --
        [2]
        $ book list --status wanted --status completed
        ! error: --status is given twice
        ! hint: for several values, write a query: 'status:wanted or status:completed'
        [2]
        """)
  }

  @Test func optionsOfListsNarrowThem() throws {
    let library = try TestLibrary()
    func run(_ line: String, _ words: String...) throws -> String {
      try library.run(line, words).split(separator: "\n").joined(separator: " | ")
    }
    #expect(try run("book list --columns title --author", "frank herbert") == "Dune | Dune Messiah")
    #expect(try run("book list --columns title -a austen") == "Emma")
    #expect(try run("book list --columns title -g fiction -g", "science fiction") == "Dune")
    #expect(try run("book list --columns title --genre=fiction") == "Dune")
    #expect(try run("book list --columns title --tag lending") == "Dune")
    #expect(try run("book list --columns title --rating", ">=4") == "Dune")
    #expect(try run("book list --columns title --status", "in progress") == "Emma")
    #expect(try run("book list --columns title --year 1960..1970") == "Dune")
    #expect(try run("book list --columns title --open") == "Dune")
    #expect(try run("quote list --columns text --book dune") == "Fear is the mind-killer.")
    #expect(try run("quote list --columns text --genre fiction --author herbert") == "Fear is the mind-killer.")
    #expect(try run("issue list --columns title --book dune --open") == "Ask Anna to return Dune")
    #expect(try run("issue list --columns title --closed") == "Measure the hall")
    #expect(try run("issue list --columns title --priority high") == "Ask Anna to return Dune")
    #expect(try run("tag list --columns name --open") == "lending")
    #expect(try run("genre list --columns name --author", "herbert") == "Fiction | Science Fiction")
    #expect(try run("genre list --columns name --publisher", "ace").contains("unknown option “--publisher”"))
    #expect(try run("book list --columns title --author austen -- --dune").contains("Emma") == false)
  }
}
