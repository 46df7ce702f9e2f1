import ShelfTestSupport
import Testing

@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Tests the use cases by calling them in the same way as front ends.
struct WorkspaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shelf.yaml", "format: 1\nundo:\n  entries: 1000\n")
    try folder.write("books/a.yaml", "id: \(TestLibrary.id(1))\ntitle: A\n")
  }

  private var host: Host {
    Host(
      fileSystem: DiskFileSystem(), environment: [:], now: { RandomLibrary.now }, today: { RandomLibrary.today },
      newID: { recordID(77) }, threads: 2)
  }

  private func change(_ policy: ChangePolicy, rating: String) throws -> LibraryChange {
    var change = try LibraryChange(Workspace(folder.path, in: host), policy)
    _ = try change.plan(RateRecords(.named(["A"]), stars: rating))
    return change
  }

  private var book: String {
    get throws { String(decoding: try folder.read("books/a.yaml"), as: UTF8.self) }
  }

  @Test func aChangeIsOneEntryThatOneUndoTakesBack() throws {
    let outcome = try change(ChangePolicy(command: "rate"), rating: "3").make()
    #expect(outcome.isMade)
    #expect(try book == "id: \(TestLibrary.id(1))\ntitle: A\nrating: 3\n")
    var undo = try LibraryChange(Workspace(folder.path, in: host), ChangePolicy(command: "undo"))
    _ = try undo.plan(UndoOrRedo(.changes))
    _ = try undo.make()
    #expect(try book == "id: \(TestLibrary.id(1))\ntitle: A\n")
    #expect(try undo.workspace.journal.readHistory().entries.map(\.command) == ["undo", "rate"])
  }

  @Test func aPreviewChangesNothing() throws {
    let outcome = try change(ChangePolicy(command: "rate", isPreview: true), rating: "3").make()
    #expect(!outcome.isMade)
    #expect(outcome.changes.map(\.path) == ["books/a.yaml"])
    #expect(try book == "id: \(TestLibrary.id(1))\ntitle: A\n")
    #expect(try DiskFileSystem().status(folder.path + "/.shelf") == nil)
  }

  /// Changes that another process makes while a question is open are not overwritten.
  @Test func anAnswerThatComesLateOverwritesNobody() throws {
    let slow = try change(ChangePolicy(command: "rate", isAsking: true), rating: "3")
    _ = try change(ChangePolicy(command: "rate"), rating: "4").make()
    #expect(throws: TransactionError.self) { try slow.make() }
    #expect(try book.hasSuffix("rating: 4\n"))
  }

  @Test func openingRecoversNothing() throws {
    try folder.write(".shelf/staging/entry.yaml", "sequence: 1\n")
    let workspace = try Workspace(folder.path, in: host)
    _ = try workspace.read()
    #expect(try DiskFileSystem().status(folder.path + "/.shelf/staging") != nil)
    _ = workspace.recover()
    #expect(try DiskFileSystem().status(folder.path + "/.shelf/staging") == nil)
  }

  /// Completing an existing library keeps the amount of history that its manifest specifies.
  @Test func completingALibraryKeepsItsHistory() throws {
    for number in 1...120 { try folder.write(".shelf/history/\(padded(number, to: 8))-0/entry.yaml", "x") }
    let creation = try LibraryCreation(at: folder.path, for: "init", in: host)
    let outcome = try creation.make(name: "Test")
    #expect(outcome.changes.map(\.path) == [".gitignore", ".gitattributes"])
    let count = 121
    for number in 1...count {
      let folder = folder.path + "/.shelf/history/" + padded(number, to: 8) + "-0"
      #expect(try DiskFileSystem().status(folder) != nil)
    }
  }

  @Test func aCommitThatIsAskedForAndCannotBeMadeIsSaidBefore() throws {
    #expect(throws: CommitRefusal.self) {
      try LibraryChange(
        Workspace(folder.path, in: host), ChangePolicy(command: "x", commits: false, message: "Rate it"))
    }
    #expect(throws: CommitRefusal.self) {
      try LibraryChange(Workspace(folder.path, in: host), ChangePolicy(command: "x", commits: true, message: " "))
    }
    #expect(try DiskFileSystem().status(folder.path + "/.shelf/history") == nil)
  }

  @Test func followsWhatOthersChange() throws {
    var live = try LiveLibrary(Workspace(folder.path, in: host))
    try folder.write("books/a.yaml", "id: \(TestLibrary.id(1))\ntitle: B\n")
    try live.follow(.files(["books/a.yaml"]))
    #expect(live.library.records.map(\.title) == ["B"])
    try folder.write("tags/t.yaml", "id: \(TestLibrary.id(2))\nname: T\n")
    try live.follow(.anything)
    #expect(live.library.records.map(\.title) == ["B", "T"])
    try folder.write("shelf.yaml", "format: 1\nfields:\n  book:\n    place: {type: text}\n")
    try live.follow(.files(["shelf.yaml"]))
    #expect(live.library.schema.field("place", of: .book) != nil)
    try folder.write("books/a.yaml", "[broken\n")
    try live.follow(.files(["books/a.yaml"]))
    #expect(live.library.unreadable.map(\.path) == ["books/a.yaml"])
  }
}
