import Foundation
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Tests that a journal that someone else may have written is neither trusted nor extended.
struct ForeignStateTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// Plants an interrupted change that would create a book.
  private func plantChange(of path: String = "books/planted.yaml", in folder: String = "pending") throws {
    let text = "id: b0000099-0000-4000-8000-000000000000\ntitle: Planted\n"
    library[".shelf/\(folder)/entry.yaml"] = """
      sequence: 7
      time: 2026-11-21T10:00:00Z
      command: harmless
      size: 0
      paths: [\(path)]
      old: [none]
      new: [\(JournalEntry.checksum(Array(text.utf8)))]

      """
    library[".shelf/\(folder)/0.new"] = text
  }

  private func track() throws {
    library.useGit()
    try library.git("init", "--quiet")
    try library.git("add", "--force", ".shelf")
  }

  @Test func anInterruptedChangeIsFinished() throws {
    try plantChange()
    #expect(
      try library.run("book show Planted --format json").contains("b0000099"), "what the others would otherwise do")
  }

  @Test func aChangeThatGitBroughtIsNotFinishedNorShown() throws {
    try plantChange()
    try track()
    let output = try library.run("book show Planted")
    #expect(
      output == """
        ! warning: an interrupted change was left as it is: git tracks LIBRARY/.shelf, so the change in it may be someone else's
        ! error: no book is called “Planted”
        ! hint: `shelf book list` shows all books
        [1]

        """)
    #expect(library["books/planted.yaml"] == nil)
    #expect(library[".shelf/pending/0.new"] != nil)
  }

  @Test func nothingIsWrittenOverIt() throws {
    try plantChange()
    try track()
    let output = try library.refused("book set dune rating=2")
    #expect(
      output == """
        ! warning: an interrupted change was left as it is: git tracks LIBRARY/.shelf, so the change in it may be someone else's
        ! error: git tracks LIBRARY/.shelf, so the change in it may be someone else's
        ! hint: stop tracking it with `git rm -r --cached .shelf`, and delete “pending” and “undone” in it
        [3]

        """)
  }

  /// A journal that git tracks by mistake does not prevent the user from making changes.
  @Test func aTrackedHistoryTakesChanges() throws {
    _ = try library.run("book set dune rating=2")
    try track()
    #expect(try !library.run("book set dune rating=3").contains("!"))
  }

  // MARK: - Reading

  /// The browser shows an interrupted change as if it were complete. The first change that the user makes completes the
  /// interrupted one.
  @Test func browsingFinishesNothing() throws {
    try plantChange()
    let session = try BrowserSession(library)
    #expect(session.screen.contains("Planted"))
    #expect(library["books/planted.yaml"] == nil && library[".shelf/pending/0.new"] != nil)
    session.press("4")
    #expect(library["books/planted.yaml"] != nil && library[".shelf/pending/0.new"] == nil)
  }

  // MARK: - Changes outside the library

  @Test(arguments: ["pending", "undone"])
  func aChangeOfForeignFilesStopsNoReader(_ folder: String) throws {
    try plantChange(of: ".git/hooks/post-index-change", in: folder)
    let message =
      "LIBRARY/.shelf/\(folder) contains a change to “.git/hooks/post-index-change”, a file that shelf"
      + " never changes"
    let output = try library.run("book show dune --format json")
    #expect(output.contains("! warning: an interrupted change was left as it is: \(message)\n"))
    #expect(output.contains("\"title\": \"Dune\""))
    #expect(
      try library.refused("book set dune rating=2") == """
        ! warning: an interrupted change was left as it is: \(message)
        ! error: \(message)
        ! hint: find out where it came from, and remove LIBRARY/.shelf/\(folder)
        [3]

        """)
    #expect(
      try library.run("doctor").contains(".shelf/\(folder): warning: contains a change to “.git/hooks/post-index-"))
    #expect(library[".shelf/\(folder)/0.new"] != nil)
  }

  @Test(arguments: ["pending", "undone"], ["", "\u{0}", "paths: [books/a.yaml]\n"])
  func aChangeThatCannotBeReadStopsNoReader(_ folder: String, _ text: String) throws {
    library[".shelf/\(folder)/entry.yaml"] = text
    let output = try library.run("book show dune --format json")
    #expect(output.contains("! warning: an interrupted change was left as it is: LIBRARY/.shelf/\(folder) contains a"))
    #expect(output.contains("\"title\": \"Dune\""))
    #expect(try library.refused("book set dune rating=2").contains("hint: move it out of .shelf; it may contain data"))
    #expect(try library.run("doctor").contains("[doubted-change]"))
  }

  // MARK: - Other users

  @Test func anotherUsersChangeIsNotFinishedNorShown() throws {
    try plantChange()
    library.fileSystem.userID = 4242
    let output = try library.run("book show Planted")
    #expect(
      output == """
        ! warning: an interrupted change was left as it is: LIBRARY/.shelf belongs to another user, so shelf neither trusts it nor writes there
        ! error: no book is called “Planted”
        ! hint: `shelf book list` shows all books
        [1]

        """)
  }

  @Test func nothingIsWrittenToAnotherUsersHistory() throws {
    _ = try library.run("book set dune rating=2")
    library.fileSystem.userID = 4242
    #expect(
      try library.refused("book set dune rating=3") == """
        ! error: LIBRARY/.shelf belongs to another user, so shelf neither trusts it nor writes there
        ! hint: if you trust that user, or the disk shows all files as another user's, run `git config --global --add safe.directory LIBRARY`
        [3]

        """)
  }

  /// If a folder of the journal is a link, shelf does not write through it.
  @Test(arguments: ["history", "pending", "staging", "undone"])
  func noFolderOfTheHistoryIsALink(_ name: String) throws {
    let outside = try TestLibrary([:])
    try FileManager.default.createDirectory(atPath: library.absolute(".shelf"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: library.absolute(".shelf/" + name), withDestinationPath: outside.root)
    let output = try library.refused("book set dune rating=3")
    #expect(output.contains("error: LIBRARY/.shelf/\(name) is not a folder, so shelf neither trusts it nor writes"))
    #expect(try outside.tree().isEmpty)
  }

  // MARK: - Undo

  /// Returns a copy of the library, as if it had been unpacked from an archive.
  private func copy() throws -> TestLibrary {
    let copy = try TestLibrary([:])
    for name in try FileManager.default.contentsOfDirectory(atPath: library.root) {
      try FileManager.default.copyItem(atPath: library.absolute(name), toPath: copy.absolute(name))
    }
    return copy
  }

  @Test func ownChangesAreTakenBackWithoutAsking() throws {
    _ = try library.run("book set dune rating=2")
    #expect(try library.run("undo") == "Undid “book set dune rating=2” (1 file)\n")
  }

  @Test func undoAsksBeforeItTakesBackWhatCameFromElsewhere() throws {
    _ = try library.run("book set dune rating=2")
    let copy = try copy()
    #expect(
      try copy.refused("undo") == """
        ! note: “book set dune rating=2” was not made here; it changed books/dune-b0000001.yaml
        ! error: will not undo changes made elsewhere without confirmation
        ! hint: confirm with --yes
        [2]

        """)
    #expect(try copy.runOnTerminal("undo", typing: "n\n").contains("Undo this?"))
    #expect(copy[SmallLibrary.dune]?.contains("rating: 2") == true)
    #expect(try copy.run("undo --yes") == "Undid “book set dune rating=2” (1 file)\n")
    #expect(copy[SmallLibrary.dune]?.contains("rating: 2") == false)
  }

  @Test func undoAsksIfGitTracksTheHistory() throws {
    _ = try library.run("book set dune rating=2")
    try track()
    #expect(try library.refused("undo").contains("without confirmation"))
  }
}
