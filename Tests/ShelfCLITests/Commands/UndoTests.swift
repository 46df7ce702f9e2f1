import Foundation
import Testing

@testable import ShelfCLI

/// Tests `shelf undo` for changes after which the files or the history were modified.
struct UndoCommandTests {
  private let library: TestLibrary
  private var dune: String { SmallLibrary.dune }

  init() throws {
    library = try TestLibrary()
    _ = try library.run("tag add Older")
    _ = try library.run("book set dune rating=1 publisher=Ace")
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try #require(library[dune])
    #expect(text.contains(old))
    library[dune] = text.replacing(old, with: new)
  }

  /// Undoing an addition and a deletion together does not change any file. It still counts as an undo, so the next undo
  /// reverts an older change.
  @Test func changesThatCancelEachOtherOut() throws {
    _ = try library.run("tag add Passing")
    _ = try library.run("tag delete Passing --yes")
    let files = try library.tree()
    try expect(
      library.run("undo 2"),
      is: """
        Undid “tag delete Passing --yes” (1 file)
        Undid “tag add Passing” (1 file)
        """)
    #expect(try library.tree() == files)
    try expect(
      library.run("redo"),
      is: """
        Redid “tag add Passing” and “tag delete Passing --yes”
        """)
    #expect(try library.tree() == files)
    _ = try library.run("undo 2")
    #expect(try library.run("undo").contains("Undid “book set dune rating=1 publisher=Ace”"))
    #expect(try library.run("redo 3").contains("Redid “tag add Passing” and “tag delete Passing --yes”\n"))
    #expect(try library.tree() == files)
    #expect(try library.run("undo").contains("Undid “tag delete Passing --yes”"))
    #expect(try library.run("tag list").contains("Passing"))
  }

  @Test func whatWasTakenBackByHandIsNotSilentlyPassedOver() throws {
    let before = try #require(SmallLibrary.files[dune])
    library[dune] = before
    for line in ["undo", "undo 2", "undo --merge"] {
      try expect(
        library.refused(line),
        is: """
          ! error: “book set dune rating=1 publisher=Ace” was undone by other means; nothing was changed
          ! hint: --skip undoes the change before it
          [1]
          """)
    }
    try expect(
      library.run("undo --skip"),
      is: """
        Undid “tag add Older” (1 file)
        ! note: “book set dune rating=1 publisher=Ace” had already been undone by other means
        """)
    #expect(try library.run("undo --list").contains("book set dune rating=1 publisher=Ace\ttaken back"))
    #expect(try library.run("undo").contains("there is nothing to undo"))
    #expect(library[dune] == before)
    // A redo repeats only what the undo reverted, and its message mentions nothing else.
    let again = try library.run("redo")
    #expect(again.contains("tag add Older") && !again.contains("book set"), "\(again)")
    #expect(library[dune] == before)
  }

  /// If the user has already reverted a change by hand and has also edited other fields, undo reports that and changes
  /// nothing.
  @Test func whatWasTakenBackAmongOtherEditsIsNotTakenBackAgain() throws {
    let before = try #require(SmallLibrary.files[dune])
    library[dune] = before.replacing("year: 1965", with: "year: 1966")
    #expect(try library.refused("undo --merge").contains("was undone by other means; nothing was changed"))
    #expect(try library.refused("undo").contains("was undone by other means; nothing was changed"))
  }

  @Test func whatWasMadeAgainByHandIsNotSilentlyPassedOver() throws {
    let made = library[dune]
    _ = try library.run("undo")
    library[dune] = made
    try expect(
      library.refused("redo"),
      is: """
        ! error: “book set dune rating=1 publisher=Ace” was redone by other means; nothing was changed
        ! hint: --skip redoes what was undone before it
        [1]
        """)
  }

  /// If an undo was itself taken back, for example with git, its change is in effect again and is the next to be
  /// undone.
  @Test func anUndoThatWasTakenBackNoLongerCounts() throws {
    let made = try #require(library[dune])
    let said = "Undid “book set dune rating=1 publisher=Ace” (1 file)\n"
    for line in ["undo", "undo dune", "undo"] {
      #expect(try library.run("undo") == said)
      library[dune] = made
      let list = try library.run("undo --list").split(separator: "\n")
      let change = list.first { $0.contains("\tbook set dune rating=1 publisher=Ace\t") } ?? ""
      #expect(list.first?.contains("taken back") == true && !change.contains("taken back"), "\(list)")
      #expect(try library.run(line) == said)
      #expect(library[dune]?.contains("publisher: Ace") == false)
      _ = try library.run("redo")
      #expect(library[dune] == made)
    }
    _ = try library.run("undo")
    library[dune] = made.replacing("year: 1965", with: "year: 1966")
    #expect(try library.refused("undo").contains("books/dune-b0000001.yaml has been edited since then"))
    #expect(try library.run("undo --merge") == said)
    // With the undo in effect, the next one is about the change before it.
    #expect(try library.run("undo").hasPrefix("Undid “tag add Older”"))
  }

  /// A checkout may take back several undos, and changes between them.
  @Test func severalUndosThatWereTakenBack() throws {
    let first = try #require(library[dune])
    _ = try library.run("book set dune pages=7")
    let second = try #require(library[dune])
    for _ in 1...2 {
      _ = try library.run("undo")
      _ = try library.run("undo")
      library[dune] = second
      #expect(try library.run("undo") == "Undid “book set dune pages=7” (1 file)\n")
      #expect(library[dune] == first)
      #expect(try library.run("undo") == "Undid “book set dune rating=1 publisher=Ace” (1 file)\n")
      library[dune] = second
    }
  }

  /// A checkout may restore the state between changes that were undone together.
  @Test func anUndoThatWasTakenBackUpToAChange() throws {
    let first = try #require(library[dune])
    _ = try library.run("book set dune pages=7")
    _ = try library.run("undo 2")
    _ = try library.run("book set dune edition=2")
    _ = try library.run("undo")
    library[dune] = first
    #expect(try library.refused("undo").contains("“book set dune pages=7” was undone by other means"))
    #expect(try library.run("undo --skip").hasPrefix("Undid “book set dune rating=1 publisher=Ace” (1 file)\n"))
    #expect(try library.run("undo").hasPrefix("Undid “tag add Older”"))
  }

  @Test func anUndoThatWasTakenBackInPartIsCompleted() throws {
    _ = try library.run("book delete dune --yes")
    _ = try library.run("undo")
    library[dune] = nil
    let said = try library.run("undo")
    #expect(said == "Undid “book delete dune --yes” (1 file)\n")
    #expect(library[dune] != nil)
  }

  /// A later change does not take an undo back, even if a file then has the contents from before the undo.
  @Test func aLaterChangeTakesNoUndoBack() throws {
    let made = library[dune]
    _ = try library.run("undo")
    _ = try library.run("book set dune emma rating=1 publisher=Ace")
    #expect(library[dune] == made)
    library[SmallLibrary.emma] = library[SmallLibrary.emma]?.replacing("rating: 1", with: "rating: 2")
    #expect(try library.run("undo --skip").hasPrefix("Undid “tag add Older”"))
    #expect(library[dune] == made)
  }

  @Test func aRedoThatWasTakenBackNoLongerCounts() throws {
    _ = try library.run("undo 1")
    let undone = try #require(library[dune])
    _ = try library.run("undo 1")
    _ = try library.run("redo 2")
    _ = try library.run("undo")
    _ = try library.run("redo")
    library[dune] = undone
    #expect(try library.run("redo") == "Redid “book set dune rating=1 publisher=Ace” (1 file)\n")
  }

  /// If git restored one of the files before the undo, the undo reports only what it changed, and a redo would do only
  /// a part of the change, so it is refused.
  @Test func aChangeThatWasTakenBackInPartIsNotMadeAgainInPart() throws {
    let before = try #require(library[dune])
    _ = try library.run("book delete dune --yes")
    let deleted = try library.tree()
    library[dune] = before
    #expect(try library.run("undo") == "Undid “book delete dune --yes” (2 files)\n")
    let files = try library.tree()
    for line in ["redo", "redo --merge"] {
      try expect(
        library.refused(line),
        is: """
          ! error: cannot redo “book delete dune --yes”: books/dune-b0000001.yaml has been recreated since then
          ! hint: --skip leaves it, and redoes what was undone before it
          [1]
          """)
    }
    #expect(try library.run("redo --skip").contains("nothing to redo"))
    #expect(try library.tree() == files)
    // If the rest is made again by hand, the redo completes the change.
    library[dune] = nil
    #expect(try library.run("redo") == "Redid “book delete dune --yes” (2 files)\n")
    #expect(try library.tree() == deleted)
  }

  @Test func aRenameThatWasTakenBackInPartIsNotMadeAgainInPart() throws {
    let path = "genres/fiction-e0000001.yaml"
    let before = try #require(library[path])
    _ = try library.run("genre rename Fiction Novels")
    #expect(library[path]?.contains("Novels") == true)
    library[path] = before
    #expect(try library.run("undo") == "Undid “genre rename Fiction Novels” (1 file)\n")
    #expect(try library.refused("redo").contains("\(path) has been edited since then"))
  }

  @Test func aFileEditedInOtherFieldsIsTakenBackByField() throws {
    try edit("year: 1965", "year: 1966 # mine")
    try expect(
      library.refused("undo"),
      is: """
        ! error: cannot undo “book set dune rating=1 publisher=Ace”: books/dune-b0000001.yaml has been edited since then
        ! hint: --merge undoes it only in the fields that it changed; --skip leaves it, and undoes the change before it
        [1]
        """)
    try expect(library.run("undo --merge"), is: "Undid “book set dune rating=1 publisher=Ace” (1 file)")
    #expect(library[dune] == SmallLibrary.files[dune]?.replacing("year: 1965", with: "year: 1966 # mine"))
    _ = try library.run("undo --redo")
    #expect(try library.run("book show dune --format json").contains("\"rating\": 1"))
  }

  /// Several changes to the same file are undone field by field, one after another.
  @Test func severalChangesByField() throws {
    _ = try library.run("book set dune pages=1")
    _ = try library.run("book set dune rating=2")
    try edit("year: 1965", "year: 1966")
    try expect(
      library.run("undo 3 --merge"),
      is: """
        Undid “book set dune rating=2” (1 file)
        Undid “book set dune pages=1” (1 file)
        Undid “book set dune rating=1 publisher=Ace” (1 file)
        """)
    #expect(library[dune] == SmallLibrary.files[dune]?.replacing("year: 1965", with: "year: 1966"))
  }

  @Test func theSameFieldIsInTheWay() throws {
    try edit("rating: 1", "rating: 2")
    let said = try library.refused("undo --merge")
    #expect(said.contains("rating of books/dune-b0000001.yaml has been edited since then\n"))
    #expect(said.contains("hint: --skip leaves it"))
    let edited = library[dune]
    try expect(
      library.run("undo --skip"),
      is: """
        Undid “tag add Older” (1 file)
        ! note: “book set dune rating=1 publisher=Ace” was skipped: rating of books/dune-b0000001.yaml has been edited since then
        """)
    #expect(library[dune] == edited)
  }

  @Test func aFileThatIsGone() throws {
    library[dune] = nil
    #expect(try library.refused("undo --merge").contains("books/dune-b0000001.yaml has been deleted since then"))
    #expect(try library.run("undo --skip").hasPrefix("Undid “tag add Older” (1 file)\n"))
    #expect(library[dune] == nil)
    // A record that was added and then deleted by hand does not need undoing.
    _ = try library.run("tag add Newer")
    let path = try #require(library.paths().first { $0.hasPrefix("tags/newer") })
    library[path] = nil
    #expect(try library.run("undo --skip").contains("there is nothing to undo"))
  }

  @Test func aFileKeepsItsPermissions() throws {
    let file = library.absolute(SmallLibrary.emma)
    func mode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    for line in ["book set emma rating=2", "book delete emma --yes", "undo", "redo", "undo"] {
      _ = try library.run(line)
      #expect(try library[SmallLibrary.emma] == nil || mode() == 0o600, "\(line)")
    }
    #expect(library[SmallLibrary.emma] != nil)
  }

  @Test func aFileThatWasMadeAgain() throws {
    _ = try library.run("book delete emma --yes")
    library[SmallLibrary.emma] = "title: Another\n"
    #expect(try library.refused("undo").contains("\(SmallLibrary.emma) has been recreated since then"))
  }

  /// If the saved copy of what a change wrote is damaged, undo reports an error instead of reverting fields.
  @Test func withoutWhatWasWritten() throws {
    try edit("year: 1965", "year: 1966")
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(atPath: library.absolute(".shelf/history")).sorted().last)
    library[".shelf/history/\(folder)/0.new"] = "something else"
    #expect(try library.refused("undo --merge").contains("has been edited since then"))
  }

  @Test func randomBytesInTheHistoryAreReported() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: library.absolute(".shelf/history")).sorted()
    try Data([0xFF, 0x00, 0x9C, 0x0A]).write(
      to: URL(filePath: library.absolute(".shelf/history/\(folders[1])/entry.yaml")))
    let warning = "! warning: .shelf/history/\(folders[1]) cannot be read as a change and is skipped\n"
    #expect(try library.run("undo --list").hasSuffix(warning))
    #expect(try library.run("undo --dry-run").hasSuffix(warning))
    library[".shelf/history/\(folders[0])/entry.yaml"] = "{"
    library[".shelf/history/notes.txt"] = "?"
    try expect(
      library.run("undo --list"),
      is: """
        ! warning: .shelf/history/00000001-0, .shelf/history/00000002-331, .shelf/history/notes.txt cannot be read as changes and are skipped
        """)
    #expect(try library.run("undo").contains("there is nothing to undo"))
  }

  /// `undo NAME` undoes the last change of one record, which may be deleted, and leaves later changes of others.
  @Test func theLastChangeOfARecord() throws {
    _ = try library.run("delete Emma --yes")
    _ = try library.run("tag add Newer")
    try expect(library.run("undo emma"), is: "Undid “delete Emma --yes” (1 file)")
    #expect(library[SmallLibrary.emma] == SmallLibrary.files[SmallLibrary.emma])
    #expect(try library.run("tag list").contains("Newer"))
    _ = try library.run("redo")
    #expect(library[SmallLibrary.emma] == nil)
    try expect(library.run("undo b0000003"), is: "Undid “delete Emma --yes” (1 file)")
    try expect(library.run("undo dune"), is: "Undid “book set dune rating=1 publisher=Ace” (1 file)")
    #expect(try library.refused("undo dune").contains("there is nothing to undo"))
    #expect(try library.refused("undo nothing").contains("no record is called “nothing”"))
    #expect(try library.refused("redo dune").contains("“dune” is not a number of changes"))
  }

  /// A record is followed by its id to a file that was moved, and edited, since the change.
  @Test func aFileThatWasMoved() throws {
    let moved = "books/herbert.yaml"
    (library[moved], library[dune]) = (library[dune], nil)
    try expect(library.run("undo dune"), is: "Undid “book set dune rating=1 publisher=Ace” (1 file)")
    #expect(library[moved] == SmallLibrary.files[dune] && library[dune] == nil)
    _ = try library.run("redo")
    let edited = library[moved]?.replacing("year: 1965", with: "year: 1966")
    library[moved] = edited
    #expect(try library.refused("undo dune").contains("\(moved) has been edited since then"))
    _ = try library.run("undo dune --merge")
    #expect(library[moved] == SmallLibrary.files[dune]?.replacing("year: 1965", with: "year: 1966"))
    _ = try library.run("redo")
    #expect(library[moved] == edited && library[dune] == nil)
  }

  /// The change before a repair that moved several files is found, and the files stay where they are.
  @Test func filesThatDoctorMoved() throws {
    for name in ["dune-b0000001.yaml", "dune-messiah-b0000002.yaml"] {
      (library["quotes/" + name], library["books/" + name]) = (library["books/" + name], nil)
    }
    _ = try library.run("doctor --fix=misplaced-file")
    try expect(library.run("undo dune"), is: "Undid “book set dune rating=1 publisher=Ace” (1 file)")
    #expect(library[dune] == SmallLibrary.files[dune] && library["quotes/dune-b0000001.yaml"] == nil)
  }

  /// A change of several books is not undone by the name of one of them.
  @Test func aChangeOfSeveralRecords() throws {
    _ = try library.run("set --where author:herbert rating=2 --yes")
    _ = try library.run("tag add Newer")
    let said = try library.refused("undo", ["Dune Messiah"])
    #expect(said.contains("“set --where author:herbert rating=2 --yes” also changed another record"))
    #expect(said.contains("hint: `shelf undo 2` undoes all of it, and the 1 change after it"))
    _ = try library.run("undo")
    #expect(try library.refused("undo", ["Dune Messiah"]).contains("`shelf undo` undoes all of it"))
    #expect(try library.refused("restore", ["The Falls"]).contains("use `shelf undo 'The Falls'`"))
  }

  /// An older change is not undone by name if that would leave a reference to a missing record.
  @Test func whatIsUsedSinceThen() throws {
    _ = try library.run("add CCC --author X --genre NewG --create")
    _ = try library.run("set emma genres+=NewG")
    try expect(
      library.refused("undo CCC"),
      is: """
        ! error: genre “NewG” is used by “Emma” since then
        ! hint: `shelf undo 2` undoes all of it, and the 1 change after it
        [1]
        """)
    _ = try library.run("undo 2")
    _ = try library.run("genre add GG")
    _ = try library.run("set dune genres+=GG")
    #expect(try library.refused("undo GG").contains("genre “GG” is used by “Dune” since then"))
    _ = try library.run("add CCC --author X")
    _ = try library.run("quote add qqq --book CCC")
    #expect(try library.refused("undo CCC").contains("book “CCC” is used by “qqq” since then"))
    #expect(try library.run("undo 2").contains("Undid “add CCC --author X”"))
  }

  @Test func whatIsGoneSinceThen() throws {
    _ = try library.run("delete dune --yes")
    _ = try library.run("genre delete Fiction --yes")
    _ = try library.run("tag add Newer")
    try expect(
      library.refused("undo Dune"),
      is: """
        ! error: genre “Fiction”, which “Dune” used, was deleted since then
        ! hint: `shelf undo 3` undoes all of it, and the 2 changes after it
        [1]
        """)
    _ = try library.run("undo Fiction")
    #expect(try library.run("undo Dune").hasPrefix("Undid “delete dune --yes” ("))
    #expect(library[SmallLibrary.dune]?.contains("# Fiction\n") == true)
  }

  /// A deleted record with exactly this title takes precedence over one with a similar title.
  @Test func aSimilarTitle() throws {
    _ = try library.run("add", ["The Hobbit", "--author", "T"])
    _ = try library.run("delete", ["The Hobbit", "--yes"])
    _ = try library.run("add", ["Hobbit, The", "--author", "U"])
    #expect(try library.run("undo", ["The Hobbit"]).contains("Undid “delete The Hobbit --yes”"))
    #expect(try library.paths().contains { $0.hasPrefix("books/hobbit-the-") })
  }

  @Test func aTitleThatIsANumber() throws {
    _ = try library.run("add 1984 --author Orwell")
    _ = try library.run("tag add Newer")
    let path = try #require(library.paths().first { $0.hasPrefix("books/1984-") })
    #expect(try library.refused("undo 1984").contains("hint: `shelf undo \(path)` undoes the last change of “1984”\n"))
    #expect(try library.run("undo \(path)").contains("Undid “add 1984 --author Orwell”"))
    #expect(library[path] == nil)
  }
}
