import Testing

@testable import ShelfCLI

struct LibrarySettingCommandTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary(["shelf.yaml": "format: 1\nname: Mine\n"]) }

  @Test func settingsAreSetListedAndTakenAway() throws {
    try expect(
      library.transcript([
        ["library set merge=newest goal.2026=40"], ["library list"], ["library unset merge"], ["undo"],
        ["library list"],
      ]),
      is: """
        $ library set merge=newest goal.2026=40
        merge: newest
        goal.2026: 40
        $ library list
        name	Mine
        merge	newest
        goal.2026	40
        $ library unset merge
        merge is no longer set
        $ undo
        Undid “library unset merge” (1 file)
        $ library list
        name	Mine
        merge	newest
        goal.2026	40
        """)
    #expect(library["shelf.yaml"] == "format: 1\nname: Mine\nmerge: newest\ngoal:\n  \"2026\": 40\n")
  }

  @Test func aWrongOneIsExplained() throws {
    try expect(
      library.refused("library set git.comit=true"),
      is: """
        ! error: no library setting is called “git.comit”
        ! hint: did you mean “git.commit”?
        [2]
        """)
    try expect(
      library.refused("library set merge=mine"),
      is: """
        ! error: merge must be one of conflict, ours, theirs, newest
        [2]
        """)
  }

  @Test func aNewFieldHasANameThatCommandsCanUse() throws {
    let refused = try library.refused("library set fields.book.9b.type=integer")
    #expect(refused.contains("“9b” cannot be the name of a field"), "\(refused)")
    #expect(refused.contains("use another name, as in `shelf library set fields.book.field9b.type=integer`"))
    #expect(library["shelf.yaml"] == "format: 1\nname: Mine\n")
    #expect(
      try library.refused("library set", ["fields.quote.my place.help=where"]).contains(
        "`shelf library set fields.quote.myPlace.help=where`"))
    library["shelf.yaml"] = "format: 1\nname: Mine\nfields: {book: {9b: {type: integer}}}\n"
    #expect(try library.run("library set fields.book.9b.type=text") == "fields.book.9b.type: text\n")
    #expect(try library.run("library unset fields.book.9b") == "fields.book.9b is no longer set\n")
  }
}
