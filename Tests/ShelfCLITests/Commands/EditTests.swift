import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests the `edit` command, with shell scripts as the editor.
@Suite(.serialized, .sharesProcess)
struct EditTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.environment["PATH"] = TestMachine.path
  }

  /// Sets a shell script as the editor. Its `$1` is the path of the draft.
  private func use(_ script: String) {
    let path = library.absolute(".shelf/editor.sh")
    library[".shelf/editor.sh"] = script
    library.environment["EDITOR"] = "sh '\(path)'"
  }

  private func edit(_ script: String, _ line: String = "book edit dune") throws -> String {
    use(script)
    return try library.run(line)
  }

  private func drafts() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: library.absolute(".shelf")).filter { $0.hasSuffix(".yaml") }
      .filter { $0.hasPrefix("drafts") }
  }

  @Test func savesWhatWasTyped() throws {
    try expect(
      edit("sed -i.old 's/^rating: 5/rating: 4 # again/' \"$1\" && rm \"$1.old\""),
      is: """
        Changed books/dune-b0000001.yaml
        """)
    let before = SmallLibrary.files[SmallLibrary.dune]!
    #expect(library[SmallLibrary.dune] == before.replacing("rating: 5", with: "rating: 4 # again"))
    #expect(try drafts() == [])
  }

  @Test func changesNothingWhereNothingWasTyped() throws {
    for _ in 1...2 {
      try expect(
        edit(":"),
        is: """
          books/dune-b0000001.yaml: nothing to change
          ! note: the draft is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml, in case your editor is still open; set VISUAL or EDITOR to one that waits, such as `code --wait` or `gvim --nofork`
          """)
      // The second edit uses the same draft, so drafts do not accumulate.
      #expect(try drafts() == ["drafts/4711/dune-b0000001.yaml"])
    }
  }

  @Test("An editor that returns at once saves into the draft later, which is offered again")
  func keepsTheDraftOfAnEditorThatForks() throws {
    _ = try edit(":")
    let draft = ".shelf/drafts/4711/dune-b0000001.yaml"
    let before = try #require(library[SmallLibrary.dune])
    library[draft] = try #require(library[draft]).replacing("rating: 5", with: "rating: 3")
    // Without a terminal, the command mentions the existing draft but does not use it.
    let named = try edit("sed -i s/1965/1966/ \"$1\"")
    #expect(
      named.contains("! note: unsaved changes are in LIBRARY/\(draft); `shelf edit` in a terminal"))
    #expect(library[SmallLibrary.dune] == before.replacing("1965", with: "1966"))
    #expect(library[draft]?.contains("rating: 3\n") == true)
    // Changes made to the record since the draft was created are preserved.
    use(":")
    let offered = try library.runOnTerminal("book edit dune", typing: "1\n")
    #expect(offered.contains("were typed and not saved") && offered.contains("edit LIBRARY/\(draft)"), "\(offered)")
    #expect(library[SmallLibrary.dune]?.contains("rating: 3\n") == true)
    #expect(library[SmallLibrary.dune]?.contains("year: 1966\n") == true)
    // The editor may still be open, so the draft is kept, and the next command offers later changes to it.
    #expect(try drafts() == ["drafts/4711/dune-b0000001.yaml"])
    library[draft] = try #require(library[draft]).replacing("rating: 3", with: "rating: 2")
    _ = try library.runOnTerminal("book edit dune", typing: "1\n")
    #expect(library[SmallLibrary.dune]?.contains("rating: 2\n") == true)
    #expect(library[SmallLibrary.dune]?.contains("year: 1966\n") == true)
  }

  @Test func aDryRunKeepsTheDraft() throws {
    _ = try edit("sed -i s/1965/1966/ \"$1\"", "book edit dune --dry-run")
    #expect(try drafts() == ["drafts/4711/dune-b0000001.yaml"])
    use(":")
    _ = try library.runOnTerminal("book edit dune", typing: "1\n")
    #expect(library[SmallLibrary.dune]?.contains("year: 1966\n") == true)
  }

  @Test func aKeptDraftIsLeftOrDeleted() throws {
    _ = try edit("echo 'a: [' >> \"$1\"")
    use("echo '# more' >> \"$1\"")
    _ = try library.runOnTerminal("book edit dune", typing: "2\n")
    #expect(library[SmallLibrary.dune]?.hasSuffix("# more\n") == true)
    #expect(try drafts() == ["drafts/4711/dune-b0000001.yaml"])
    _ = try library.runOnTerminal("book edit dune", typing: "3\n")
    #expect(library[SmallLibrary.dune]?.hasSuffix("# more\n# more\n") == true)
    #expect(try drafts() == [])
  }

  /// A kept draft is offered for the record that it belongs to, wherever the record is now.
  @Test(arguments: ["move", "replace", "merge", "part", "whole"]) func aKeptDraftFollowsItsRecord(_ way: String) throws
  {
    let typed = "sed -i 's/^year: 1965/year: 1966/' \"$1\"; exit 1"
    var (name, place) = ("dune", "books/sand.yaml")
    _ = try edit(typed, way == "part" ? "book edit dune emma" : "book edit dune")
    switch way {
    case "merge":
      _ = try library.run("merge dune emma --yes")
      (name, place) = ("emma", "books/emma-b0000003.yaml")
    case "part": place = SmallLibrary.dune
    case "whole": (name, place) = ("dune emma", SmallLibrary.dune)
    default:
      library[place] = library[SmallLibrary.dune]
      library[SmallLibrary.dune] = nil
      if way == "replace" { library[SmallLibrary.dune] = "id: b0000009-0000-4000-8000-000000000000\ntitle: Other\n" }
    }
    use(":")
    let named = try library.run("book edit \(name)")
    #expect(named.contains("! note: unsaved changes are in LIBRARY/.shelf/drafts/"), "\(named)")
    let others = way == "part" ? ["b0000002"] : way == "replace" ? ["other"] : way == "merge" ? [] : ["emma"]
    for other in others { #expect(try !library.run("book edit \(other)").contains("unsaved changes")) }
    let before = try #require(library[place])
    let saved = try library.runOnTerminal("book edit \(name)", typing: "1\n")
    #expect(library[place] == before.replacing("year: 1965", with: "year: 1966"), "\(saved)")
  }

  /// If the record that remains after a merge has a value of its own, the draft is kept.
  @Test func aKeptDraftOfAMergedRecordOverwritesNothing() throws {
    _ = try edit("sed -i 's/^rating: 5/rating: 1/' \"$1\"; exit 1")
    _ = try library.run("merge dune emma --yes")
    let before = try #require(library[SmallLibrary.emma])
    use(":")
    let said = try library.runOnTerminal("book edit emma", typing: "1\n")
    #expect(said.contains("rating") && said.contains("your text is saved in"), "\(said)")
    #expect(library[SmallLibrary.emma] == before)
  }

  @Test func keepsADraftThatCannotBeRead() throws {
    let large = "(printf 'notes: \"'; head -c 17000000 /dev/zero | tr '\\0' a; echo 'END\"') >> \"$1\""
    let folder = "mv \"$1\" \"$1.typed\"; mkdir \"$1\""
    let link = "mv \"$1\" \"$1.typed\"; ln -s \"$1.typed\" \"$1\""
    let reasons = [
      large: "the draft is larger than 16 MiB; nothing was saved", folder: "it is a folder",
      link: "it is a symbolic link",
    ]
    for (script, reason) in reasons {
      let tests = try EditTests()
      let said = try tests.edit(script)
      #expect(said.contains(reason) && said.contains("hint: your text is saved in LIBRARY/.shelf/drafts/"), "\(said)")
      #expect(try !tests.drafts().isEmpty)
    }
  }

  @Test func doesNotSaveIntoALibraryOfANewerFormat() throws {
    for manifest in ["format: 99\n", nil] {
      let tests = try EditTests()
      let path = tests.library.absolute("shelf.yaml")
      let change = manifest == nil ? "rm '\(path)'" : "echo 'format: 99' > '\(path)'"
      let said = try tests.edit("sed -i s/1965/1966/ \"$1\"; \(change)")
      #expect(said.contains(manifest == nil ? "has no shelf.yaml" : "the library has format 99"), "\(said)")
      #expect(said.contains("hint: your text is saved in LIBRARY/.shelf/drafts/"), "\(said)")
      #expect(tests.library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
      #expect(try tests.drafts().count == 1)
    }
  }

  @Test func showsTheDifferenceInsteadOfMakingIt() throws {
    try expect(
      edit("echo '# end' >> \"$1\"", "book edit dune --dry-run"),
      is: """
        --- a/books/dune-b0000001.yaml
        +++ b/books/dune-b0000001.yaml
        @@ -13,3 +13,4 @@
           Spice.
         
           And worms.
        +# end
        """)
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
  }

  @Test func renewsTheModificationDateOfAnIssue() throws {
    _ = try edit("echo '# end' >> \"$1\"", "issue edit f0000001")
    #expect(library["issues/ask-anna-f0000001.yaml"]!.contains("modificationDate: 2026-11-21T10:00:00Z"))
  }

  @Test("Fields follow each other: what is typed in an editor, too") func fieldsFollow() throws {
    library.environment["SHELF_NOW"] = "2026-11-21T10:00:00Z"
    _ = try library.run("book set b0000004 pages=300")
    use("echo 'dateStarted: 2026-11-02' >> \"$1\"")
    #expect(try library.run("book edit b0000004").contains("; also changed status (inProgress)"))
    use("echo 'progress: 44' >> \"$1\"")
    #expect(try library.run("book edit b0000004").contains("; also changed readingLog (2026-11-21 44)"))
    use("echo 'dateCompleted: 2026-11-09' >> \"$1\"")
    #expect(try library.run("book edit b0000004").contains("; also changed status (completed), progress (cleared)"))
    let file = try #require(library["books/三体-b0000004.yaml"])
    #expect(file.contains("status: completed\n") && file.contains("dateCompleted: 2026-11-09\n"), "\(file)")
    #expect(!file.contains("progress:"), "\(file)")
    // Fields that the user has edited are not changed automatically.
    use(
      "sed -i.old 's/^status: .*/status: abandoned/; s/^dateCompleted: .*/dateCompleted: 2026-11-10/' \"$1\" && rm \"$1.old\""
    )
    #expect(try !library.run("book edit b0000004").contains("with it"))
    // An edit and the automatic changes to other fields are undone together.
    _ = try library.run("undo")
    _ = try library.run("undo")
    #expect(try library.run("book show b0000004").contains("44"))
  }

  @Test func repairsABrokenFile() throws {
    library[SmallLibrary.dune] = "id: ["
    try expect(
      edit(":"),
      is: """
        books/dune-b0000001.yaml: nothing to change
        ! note: the draft is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml, in case your editor is still open; set VISUAL or EDITOR to one that waits, such as `code --wait` or `gvim --nofork`
        """)
    try expect(
      edit("printf 'id: b0000001-0000-4000-8000-000000000000\\ntitle: Dune\\n' > \"$1\""),
      is: """
        Changed books/dune-b0000001.yaml
        """)
    #expect(try library.run("book show b0000001 --json title").contains("Dune"))
  }

  @Test func givesACopyItsOwnID() throws {
    library["books/copy.yaml"] = library[SmallLibrary.dune]
    try expect(
      edit("sed -i.old 's/^id: b0000001/id: b0000009/' \"$1\"", "book edit books/copy.yaml"),
      is: """
        Changed books/copy.yaml
        """)
    #expect(try library.run("book show b0000009 --json title").contains("Dune"))
  }

  @Test func keepsWhatCannotBeSaved() throws {
    let scripts = [
      "printf 'a: [' >> \"$1\"", "printf '\\tx: 1\\n' >> \"$1\"", "sed -i.old 's/^id: b/id: c/' \"$1\"", ": > \"$1\"",
      "echo '- a list' > \"$1\"", "sed -i.old /title/d \"$1\"", "sed -i.old /id:/d \"$1\"", "echo >> \"$1\"; exit 3",
      "sed -i.old s/1965/1966/ \"$1\"; sed -i.old s/1965/1967/ ../../../books/dune-b0000001.yaml",
      "sed -i.old s/1965/1966/ \"$1\"; echo 'a: [' > ../../../books/dune-b0000001.yaml",
    ]
    try expect(
      scripts.map { script in
        let tests = try EditTests()
        tests.use("cd \"${1%/*}\" && \(script)")
        defer { #expect((try? tests.drafts()) == ["drafts/4711/dune-b0000001.yaml"]) }
        return "\(script)\n" + (try tests.library.run("book edit dune"))
      }.joined(),
      is: #"""
        printf 'a: [' >> "$1"
        ! error: books/dune-b0000001.yaml:16:5: a value was expected here
        !   16 | a: [
        !      |     ^
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        printf '\tx: 1\n' >> "$1"
        ! error: books/dune-b0000001.yaml:16:1: found a tab where a space is expected
        !   16 |     x: 1
        !      | ^
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        sed -i.old 's/^id: b/id: c/' "$1"
        ! error: books/dune-b0000001.yaml: the id must stay b0000001-0000-4000-8000-000000000000, because other files may refer to it
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        : > "$1"
        ! error: books/dune-b0000001.yaml: is empty
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        echo '- a list' > "$1"
        ! error: books/dune-b0000001.yaml: is not a record: fields such as “title: …” are expected
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        sed -i.old /title/d "$1"
        ! error: books/dune-b0000001.yaml: “title” must not be empty
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        sed -i.old /id:/d "$1"
        ! error: books/dune-b0000001.yaml: has no id
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        echo >> "$1"; exit 3
        ! error: the editor “sh 'LIBRARY/.shelf/editor.sh'” exited with status 3
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        sed -i.old s/1965/1966/ "$1"; sed -i.old s/1965/1967/ ../../../books/dune-b0000001.yaml
        ! error: books/dune-b0000001.yaml: someone else changed year in the meantime; nothing was written
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        sed -i.old s/1965/1966/ "$1"; echo 'a: [' > ../../../books/dune-b0000001.yaml
        ! error: books/dune-b0000001.yaml: the file changed while the command ran; nothing was written
        ! hint: your text is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [3]
        """#)
  }

  /// Changes that other programs make to other fields while the editor is open are preserved, as in a merge.
  @Test func mergesWhatOthersHaveChanged() throws {
    use("sed -i.old s/1965/1966/ \"$1\" && sed -i.old 's/^rating: 5/rating: 2 # theirs/' books/dune-b0000001.yaml")
    library.environment["EDITOR"] = "cd '\(library.root)' && \(library.environment["EDITOR"] ?? "")"
    let said = try library.run("book edit dune")
    #expect(said.contains("merged with changes made in the meantime"), "\(said)")
    let text = try #require(library[SmallLibrary.dune])
    #expect(text.contains("year: 1966\n") && text.contains("rating: 2 # theirs\n"), "\(text)")
    #expect(try drafts() == [])
    _ = try library.run("undo")
    #expect(library[SmallLibrary.dune]?.contains("year: 1965\n") == true)
  }

  @Test func keepsNoMoreThanIsNeeded() throws {
    let scripts = ["exit 1", "rm \"$1\""]
    try expect(
      scripts.map { script in
        use(script)
        return try library.refused("book edit dune")
      }.joined(),
      is: """
        ! error: the editor “sh 'LIBRARY/.shelf/editor.sh'” exited with status 1
        ! hint: the draft is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml, in case your editor is still open
        [1]
        ! error: the editor removed the draft; nothing was saved
        [1]
        """)
    library.environment["EDITOR"] = "2>/dev/null no-such-editor"
    try expect(
      library.refusals([["book edit dune"], ["book edit nope"], ["book edit"]]),
      is: """
        $ book edit dune
        ! error: the editor “2>/dev/null no-such-editor” cannot be run
        ! hint: set VISUAL or EDITOR to yours
        [1]
        $ book edit nope
        ! error: no book is called “nope”
        ! hint: `shelf book list` shows all books
        [1]
        $ book edit
        ! error: no book was specified
        ! hint: specify one or more, or select them with --where QUERY
        [2]
        """)
    #expect(try drafts() == [])
  }

  @Test func asksWhetherToGoOn() throws {
    use("printf 'a: [\\n' >> \"$1\"")
    try expect(
      library.runOnTerminal("book edit dune", typing: "\nn\n"),
      is: """
        error: books/dune-b0000001.yaml:17:1: a value was expected here
          17 | 
             | ^
        Edit again? [Y/n] error: books/dune-b0000001.yaml:18:1: a value was expected here
          18 | 
             | ^
        Edit again? [Y/n] error: not saved
        hint: your text is saved in
        LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml
        [1]
        """)
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
  }

  @Test func prefersVISUAL() throws {
    library.environment["VISUAL"] = "echo visual >&2; false"
    library.environment["EDITOR"] = "true"
    try expect(
      library.refused("book edit dune"),
      is: """
        ! error: the editor “echo visual >&2; false” exited with status 1
        ! hint: the draft is saved in LIBRARY/.shelf/drafts/4711/dune-b0000001.yaml, in case your editor is still open
        [1]
        """)
  }
}

/// Tests invalid values that are saved in an editor.
struct WrongEditTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library.environment["PATH"] = TestMachine.path
    library.environment["EDITOR"] = "sed -i s/5/9/"
  }

  @Test("A wrong value saved by `shelf edit` is asked about before it is committed")
  func isAskedAbout() throws {
    let left = try library.runOnTerminal("edit dune", typing: "3\n")
    #expect(left.contains("rating") && left.contains("What now?") && left.contains("error: not saved"), "\(left)")
    #expect(left.contains("your text is saved in\nLIBRARY/.shelf/drafts/"), "\(left)")
    #expect(library[SmallLibrary.dune] == SmallLibrary.files[SmallLibrary.dune])
    #expect(try library.run("undo --list").isEmpty)
    // Each round in the editor replaces the first 5 in each line with a 9. If the user decides to keep a problem, the
    // command does not prompt for it again.
    let again = try library.runOnTerminal("edit dune", typing: "3\n1\n2\n")
    #expect(again.components(separatedBy: "What now?").count == 3, "\(again)")
    #expect(library[SmallLibrary.dune]?.contains("rating: 9\n") == true)
    // Problems from before the edit are not reported.
    library.environment["EDITOR"] = "sed -i s/Spice/Sand/"
    #expect(try !library.runOnTerminal("edit dune").contains("What now?"))
  }

  @Test("in a pipe as now") func isSavedElsewhere() throws {
    let said = try library.run("edit dune")
    #expect(said.contains("Changed ") && said.contains("! warning: "), "\(said)")
    #expect(library[SmallLibrary.dune]?.contains("rating: 9\n") == true)
  }
}
