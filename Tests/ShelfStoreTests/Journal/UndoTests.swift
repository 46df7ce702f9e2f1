import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfStore
@testable import ShelfSystem

struct UndoTests {
  private func plan(_ stage: Stage, _ direction: UndoPlan.Direction = .changes) throws -> UndoPlan {
    try UndoPlan(1, direction, Journal(at: stage.root, fileSystem: DiskFileSystem()))
  }

  private func write(_ text: String, _ path: String, _ stage: Stage) throws {
    try Data(text.utf8).write(to: URL(filePath: stage.root + "/" + path))
  }

  @Test func takesBackAndMakesAgain() throws {
    let stage = try Stage(.deleteBook)
    try Scenario.undo.perform(at: stage.root, DiskFileSystem())
    #expect(try stage.contents == stage.old)
    try Scenario.redo.perform(at: stage.root, DiskFileSystem())
    #expect(try stage.contents == stage.new)
  }

  @Test func redoIsForUndosAlone() throws {
    let stage = try Stage(.redo)
    #expect(throws: UndoPlan.Failure.self) { try plan(stage, .undos) }
  }

  @Test func refusesWhatHasChangedSince() throws {
    let stage = try Stage(.deleteBook)
    try write("mine", "books/10.yaml", stage)
    do {
      _ = try plan(stage)
      Issue.record("the file would be overwritten")
    } catch UndoPlan.Failure.changed(let obstacles, _, _) {
      #expect(obstacles.map(\.path) == ["books/10.yaml"])
    }
  }

  @Test func theLibraryItselfStays() throws {
    let stage = try Stage(.initialize)
    #expect(throws: UndoPlan.Failure.self) { try plan(stage) }
  }

  @Test func keepsNoMoreThanTheLimits() throws {
    let stage = try Stage(.set)
    let journal = Journal(at: stage.root, fileSystem: DiskFileSystem())
    for scenario in [Scenario.deleteBook, .undo, .redo, .deleteTag] {
      try scenario.perform(at: stage.root, DiskFileSystem())
    }
    #expect(try journal.readHistory().entries.map(\.command) == ["deleteTag", "redo"])
  }

  /// Before the change came to a file, a user edited it: all of the change is taken back, and the edit stays.
  @Test func anEditAfterTheCrashStays() throws {
    let stage = try Stage(.deleteGenre)
    let counter = FaultyFileSystem()
    try stage.reset()
    try Scenario.deleteGenre.perform(at: stage.root, counter)
    let moves = counter.calls.indices.filter { counter.calls[$0].contains("/library/books/") }
    let number = try #require(moves.last) + 1
    try stage.reset()
    try? Scenario.deleteGenre.perform(at: stage.root, FaultyFileSystem(.crash, at: number))
    let path = try #require(counter.calls[number - 1].components(separatedBy: "/library/").last)
    try write("id: \(Scenario.id(18))\ntitle: Mine\n", path, stage)
    guard case .discarded(_, path) = Journal(at: stage.root, fileSystem: DiskFileSystem()).recover() else {
      Issue.record("the change was not discarded")
      return
    }
    var expected = stage.old
    expected[path] = Data("id: \(Scenario.id(18))\ntitle: Mine\n".utf8)
    #expect(try stage.contents == expected)
  }

  /// A folder of the journal that is a link to a user's own folder is not emptied.
  @Test func aLinkForAFolderIsNotFollowed() throws {
    let stage = try Stage(.add)
    let files = FileManager.default
    try files.createDirectory(atPath: stage.root + "/mine", withIntermediateDirectories: true)
    try write("precious", "mine/entry.yaml", stage)
    try files.createSymbolicLink(atPath: stage.root + "/.shelf/staging", withDestinationPath: stage.root + "/mine")
    guard case .doubted(.noFolder) = Journal(at: stage.root, fileSystem: DiskFileSystem()).recover() else {
      Issue.record("the link is believed")
      return
    }
    #expect(files.fileExists(atPath: stage.root + "/mine/entry.yaml"))
  }
}
