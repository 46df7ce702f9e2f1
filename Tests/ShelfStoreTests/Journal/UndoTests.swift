import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfModel
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

  /// A moved file is found at its new path; a file at its original path is not searched for.
  @Test func whatWasMovedIsFound() throws {
    let stage = try Stage(.set)
    let journal = Journal(at: stage.root, fileSystem: DiskFileSystem())
    let path = try #require(stage.new.keys.first { stage.old[$0] != stage.new[$0] })
    var choice = UndoPlan.Choice.refusing
    choice.moved = { mark, _ in
      mark == JournalEntry.checksum(Array(stage.new[path] ?? Data())) ? "books/moved.yaml" : nil
    }
    #expect(try UndoPlan(1, .changes, journal, choice).changes.map(\.path) == [path])
    try FileManager.default.moveItem(atPath: stage.root + "/" + path, toPath: stage.root + "/books/moved.yaml")
    let plan = try UndoPlan(1, .changes, journal, choice)
    #expect(
      plan.changes == [
        FileChange(
          path: "books/moved.yaml", old: Array(stage.new[path] ?? Data()), new: Array(stage.old[path] ?? Data()))
      ])
  }

  /// Changes that were undone together are redone together, and are counted as several changes.
  @Test func whatWasUndoneTogetherIsMadeAgainTogether() throws {
    let stage = try Stage(.add)
    let disk = DiskFileSystem()
    let journal = Journal(at: stage.root, fileSystem: disk)
    func commit(_ changes: [FileChange], _ command: String, undoes: [Int] = []) throws {
      let label = Transaction.Label(command: command, time: Timestamp(secondsSince1970: 0), undoes: undoes)
      try Transaction(changes, at: stage.root, fileSystem: disk).commit(label)
    }
    for name in ["one", "two", "three"] {
      try commit([FileChange(path: "books/\(name).yaml", old: nil, new: Array(name.utf8))], name)
    }
    let undo = try UndoPlan(2, .changes, journal)
    #expect(undo.entries.map(\.command) == ["three", "two"])
    try commit(undo.changes, "undo", undoes: undo.entries.map(\.sequence))
    for count in [1, 2] {
      let redo = try UndoPlan(count, .undos, journal)
      #expect(redo.entries.map(\.command) == ["undo"])
      #expect(redo.changes.map(\.path).sorted() == ["books/three.yaml", "books/two.yaml"])
      #expect(redo.entries[0].undoneCommands(among: try journal.readHistory().entries) == ["two", "three"])
    }
    #expect(throws: UndoPlan.Failure.self) { _ = try UndoPlan(3, .undos, journal) }
    #expect(throws: UndoPlan.Failure.self) { _ = try UndoPlan(0, .changes, journal) }
  }

  /// If a change kept no copy of what it wrote to a file, the contents are known from the next change to the file, as
  /// its old contents.
  @Test func whatWasWrittenIsKnownFromTheNextChange() throws {
    let stage = try Stage(.add)
    let disk = DiskFileSystem()
    let paths = (0..<20).map { "books/many-\($0).yaml" }
    func commit(_ changes: [FileChange], _ command: String) throws {
      let label = Transaction.Label(command: command, time: Timestamp(secondsSince1970: 0))
      try Transaction(changes, at: stage.root, fileSystem: disk).commit(label)
    }
    let (first, second, third): ([UInt8], [UInt8], [UInt8]) = (Array("a\n".utf8), Array("b\n".utf8), Array("c\n".utf8))
    try commit(paths.map { FileChange(path: $0, old: nil, new: first) }, "make")
    try commit(paths.map { FileChange(path: $0, old: first, new: second) }, "change")
    try commit([FileChange(path: paths[3], old: second, new: third)], "again")
    try write("other\n", "books/unlike.yaml", stage)
    try write("d\n", paths[3], stage)
    var bases: [[UInt8]] = []
    var choice = UndoPlan.Choice { _, ours, base, theirs in
      bases.append(base)
      return .bytes(Array("merged\n".utf8))
    }
    choice.merges = true
    let plan = try UndoPlan(2, .changes, Journal(at: stage.root, fileSystem: disk), choice)
    #expect(plan.entries.map(\.command) == ["again", "change"])
    #expect(bases == [third, second])
    #expect(plan.changes.count == 20)
  }

  /// Changes a file, simulates an edit by the user, and returns what prevents undoing the change.
  private func obstacles(
    _ old: String?, _ new: String?, _ edited: String?, _ choice: UndoPlan.Choice = .refusing
  ) throws -> [UndoPlan.Obstacle.State] {
    let folder = try TemporaryFolder()
    if let old { try folder.write("books/a.yaml", old) }
    let label = Transaction.Label(command: "test", time: Timestamp(secondsSince1970: 0))
    let change = FileChange(path: "books/a.yaml", old: old.map { Array($0.utf8) }, new: new.map { Array($0.utf8) })
    try Transaction([change], at: folder.path, fileSystem: DiskFileSystem()).commit(label)
    try? FileManager.default.removeItem(atPath: folder.path + "/books/a.yaml")
    if let edited { try folder.write("books/a.yaml", edited) }
    func plan() throws -> UndoPlan {
      try UndoPlan(1, .changes, Journal(at: folder.path, fileSystem: DiskFileSystem()), choice)
    }
    do {
      #expect(try plan().changes == [FileChange(path: "books/a.yaml", old: change.new, new: change.old)])
      return []
    } catch UndoPlan.Failure.changed(let obstacles, let entry, let again) {
      #expect(obstacles.map(\.path) == ["books/a.yaml"] && entry.command == "test" && again.isEmpty)
      return obstacles.map(\.state)
    }
  }

  @Test func whatIsInTheWayIsTold() throws {
    #expect(try obstacles("a", "b", "b") == [])
    #expect(try obstacles("a", "b", "c") == [.edited(fields: [])])
    #expect(try obstacles("a", "b", "longer") == [.edited(fields: [])])
    #expect(try obstacles("a", "b", nil) == [.deleted])
    #expect(try obstacles("a", nil, "c") == [.added])
    // If the file was empty or contained only zero bytes, new contents are not mistaken for text appended to it.
    #expect(try obstacles(nil, "", "mine") == [.edited(fields: [])])
    #expect(try obstacles("", "\0", "mine") == [.edited(fields: [])])
    #expect(try obstacles("", nil, "mine") == [.added])
    let merging = UndoPlan.Choice { _, ours, base, theirs in
      #expect(ours == Array("c".utf8) && base == Array("b".utf8) && theirs == Array("a".utf8))
      return .bytes([])
    }
    #expect(try obstacles("a", "b", "c", merging) == [.editedElsewhere])
    let conflicting = UndoPlan.Choice { _, _, _, _ in .conflict(fields: ["title"]) }
    #expect(try obstacles("a", "b", "c", conflicting) == [.edited(fields: ["title"])])
  }

  /// If a redo is impossible, the error names the commands that were to be redone.
  @Test func whatWasToBeMadeAgainIsTold() throws {
    let stage = try Stage(.deleteBook)
    try Scenario.undo.perform(at: stage.root, DiskFileSystem())
    try write("mine", "books/10.yaml", stage)
    let failure = #expect(throws: UndoPlan.Failure.self) { try plan(stage, .undos) }
    guard case .changed(let obstacles, _, ["deleteBook"])? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(obstacles.map(\.path) == ["books/10.yaml"])
  }

  @Test func oldContentsThatAreGone() throws {
    let stage = try Stage(.set)
    let journal = Journal(at: stage.root, fileSystem: DiskFileSystem())
    let entry = try #require(try journal.readHistory().entries.first)
    let old = journal.folder(of: entry) + "/0.old"
    try FileManager.default.removeItem(atPath: old)
    guard case .lost(entry.files[0].path, _)? = #expect(throws: UndoPlan.Failure.self, performing: { try plan(stage) })
    else {
      Issue.record("nothing is lost")
      return
    }
    try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: false)
    guard case .file(let error)? = #expect(throws: UndoPlan.Failure.self, performing: { try plan(stage) }) else {
      Issue.record("a folder is read")
      return
    }
    #expect(error.code == EISDIR)
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

  /// If a process crashes before its change has reached a file, and a user then edits that file, the whole change is
  /// rolled back and the edit is kept.
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

  /// If a folder of the journal is a link to a user's folder, that folder is not emptied.
  @Test func aLinkForAFolderIsNotFollowed() throws {
    let stage = try Stage(.add)
    let files = FileManager.default
    try files.createDirectory(atPath: stage.root + "/mine", withIntermediateDirectories: true)
    try write("precious", "mine/entry.yaml", stage)
    try files.createSymbolicLink(atPath: stage.root + "/.shelf/staging", withDestinationPath: stage.root + "/mine")
    guard case .untrusted(.noFolder) = Journal(at: stage.root, fileSystem: DiskFileSystem()).recover() else {
      Issue.record("the link is believed")
      return
    }
    #expect(files.fileExists(atPath: stage.root + "/mine/entry.yaml"))
  }
}
