import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfStore
@testable import ShelfSystem

/// Tests the order of writes and syncs. After a power failure, only synced data is certain to exist.
struct DurabilityTests {
  /// Returns the system calls of a change.
  private static func calls(of scenario: Scenario) throws -> [String] {
    let stage = try Stage(scenario)
    try stage.reset()
    let disk = FaultyFileSystem()
    try scenario.perform(at: stage.root, disk)
    return disk.calls
  }

  @Test(arguments: Scenario.allCases)
  func syncsBeforeEachStep(_ scenario: Scenario) throws {
    let calls = try Self.calls(of: scenario)
    let pending = try #require(calls.firstIndex { $0.hasSuffix("/.shelf/pending") })
    let filed = try #require(calls.lastIndex { $0.hasPrefix("rename") && $0.contains("/.shelf/history/") })
    // Before the change is committed, the staged contents are synced, either file by file or all at once.
    let created = calls[..<pending].count { $0.hasPrefix("open") && $0.contains("/staging/") }
    let synced = calls[..<pending].count { $0.hasPrefix("sync ") }
    #expect(calls[pending - 1].hasPrefix("sync"))
    #expect(calls[..<pending].contains { $0.hasPrefix("syncDisk") } || synced > created)
    // The commit is synced before any file is moved. The moves are synced before the change becomes part of the
    // history.
    #expect(calls[pending + 1].hasPrefix("sync"))
    let moves = calls[pending..<filed].lastIndex { $0.hasPrefix("rename") || $0.hasPrefix("remove ") }
    let last = try #require(moves)
    #expect(calls[last..<filed].contains { $0.hasPrefix("sync") })
  }

  /// A change to thousands of files does not need thousands of syncs.
  @Test func syncsAreFew() throws {
    #expect(try Self.calls(of: .deleteGenre).count { $0.hasPrefix("sync") } <= 6)
  }

  /// Returns the calls that change the disk, with paths relative to the library.
  private static func calls(at root: String, _ body: (FaultyFileSystem) throws -> Void) rethrows -> [String] {
    let disk = FaultyFileSystem()
    try body(disk)
    return disk.calls.map { $0.replacing(root + "/", with: "") }
  }

  /// Lists all calls, in order, of a change to one file in a library without a journal.
  @Test func everyCallOfTheFirstChange() throws {
    let folder = try TemporaryFolder()
    let change = FileChange(path: "books/new/a.yaml", old: nil, new: [0x61])
    let label = Transaction.Label(command: "add", time: Scenario.now)
    let calls = try Self.calls(at: folder.path) { disk in
      try Transaction([change], at: folder.path, fileSystem: disk).commit(label)
    }
    #expect(
      calls == [
        "makeDirectory .shelf", "open .shelf/.gitignore", "write ", "sync ", "open .shelf/lock", "write ",
        // The change is staged and then committed.
        "makeDirectory .shelf/history", "makeDirectory .shelf/staging", "open .shelf/staging/entry.yaml", "write ",
        "sync ", "open .shelf/staging/0.new", "write ", "sync ", "sync ", "rename .shelf/pending", "sync ",
        // Then the files are moved, and the change is completed.
        "makeDirectory books", "makeDirectory books/new", "sync ", "sync ", "rename books/new/a.yaml", "sync ",
        "rename .shelf/history/00000001-0", "open .shelf/history/00000001-0/0.new", "write ",
      ])
    #expect(try folder.read(".shelf/.gitignore") == Array("*\n".utf8))
  }

  /// Lists all calls that finish a change, or continue its rollback, after the process crashed.
  @Test(arguments: [(false, "108"), (true, "failed")]) func everyCallOfARecovery(_ fails: Bool, _ name: String) throws {
    let stage = try Stage(.set)
    try stage.reset()
    let counter = FaultyFileSystem()
    try stage.scenario.perform(at: stage.root, counter)
    let move = try #require(counter.calls.firstIndex { $0.hasSuffix("/library/books/10.yaml") })
    try stage.reset()
    // Either the process crashes before it moves the file, or the sync after the move fails and the process crashes
    // before it restores the file.
    let disk =
      fails ? FaultyFileSystem(.errorThenCrash(after: 2), at: move + 2) : FaultyFileSystem(.crash, at: move + 1)
    try? stage.scenario.perform(at: stage.root, disk)
    let lock = try LibraryLock.acquire(at: stage.root, fileSystem: DiskFileSystem(), command: "test")
    let calls = Self.calls(at: stage.root) { disk in
      _ = Journal(at: stage.root, fileSystem: disk).recover(holding: lock)
    }
    let moved = fails ? ".shelf/undone/0.old" : ".shelf/pending/0.new"
    let left = fails ? [".shelf/undone/0.new", ".shelf/undone/0.new.swap"] : [".shelf/pending/0.new.swap"]
    #expect(
      calls == left.map { "remove \($0)" } + [
        "link \(moved).swap", "exchange books/10.yaml", "remove \(moved)", "remove \(moved).swap", "syncDisk ",
        "rename .shelf/history/00000001-\(name)",
      ])
    #expect(try stage.contents == (fails ? stage.old : stage.new))
  }

  /// Up to eight folders are synced one by one.
  @Test(arguments: [1, 8, 9]) func fewFoldersAreSyncedOneByOne(_ count: Int) throws {
    let folder = try TemporaryFolder()
    for number in 0..<count { try folder.makeFolder("\(number)") }
    try folder.makeFolder(".shelf")
    let calls = try Self.calls(at: folder.path) { disk in
      try Journal(at: folder.path, fileSystem: disk).sync(Set((0..<count).map { "\(folder.path)/\($0)" }))
    }
    #expect(calls == (count > 8 ? ["syncDisk "] : Array(repeating: "sync ", count: count)))
  }

  /// A new folder is synced before a file is moved into it. Otherwise, the file could be lost with the folder.
  @Test(arguments: Scenario.allCases)
  func syncsNewFoldersFirst(_ scenario: Scenario) throws {
    let all = try Self.calls(of: scenario)
    let pending = try #require(all.firstIndex { $0.hasSuffix("/.shelf/pending") })
    let filed = try #require(all.lastIndex { $0.hasPrefix("rename") && $0.contains("/.shelf/history/") })
    let calls = all[pending..<filed]
    let made = calls.lastIndex { $0.hasPrefix("makeDirectory") && !$0.contains("/.shelf/") }
    let moved = calls.firstIndex { $0.hasPrefix("rename") && $0.contains("/.shelf/pending/") }
    #expect(scenario != .add || made != nil)
    guard let made, let moved else { return }
    #expect(made < moved && calls[made..<moved].contains { $0.hasPrefix("sync") }, "\(calls.joined(separator: "\n"))")
  }

  /// If a change removed the last file of a folder together with the folder, its rollback also syncs the new folder
  /// before it moves the file into it.
  @Test func syncsFoldersThatAreMadeAgain() throws {
    let scenario = Scenario.deleteBook
    let stage = try Stage(scenario)
    try stage.reset()
    try scenario.perform(at: stage.root, FaultyFileSystem())
    let disk = FaultyFileSystem()
    let journal = Journal(at: stage.root, fileSystem: disk)
    let entry = try #require(try journal.readHistory().entries.first)
    try FileManager.default.moveItem(atPath: journal.folder(of: entry), toPath: journal.rolledBack)
    let removed = entry.files.filter { $0.newChecksum == nil }.map { stage.root + "/" + Journal.parent(of: $0.path) }
    for folder in Set(removed) { try? FileManager.default.removeItem(atPath: folder) }
    let lock = try LibraryLock.acquire(at: stage.root, fileSystem: disk, command: "test")
    let before = disk.calls.count
    _ = journal.recover(holding: lock)
    let calls = disk.calls[before...]
    let made = calls.indices.filter { calls[$0].hasPrefix("makeDirectory") && !calls[$0].contains("/.shelf/") }
    #expect(!made.isEmpty)
    for index in made {
      let next = try #require(calls[index...].firstIndex { $0.hasPrefix("rename") })
      #expect(calls[index..<next].contains { $0.hasPrefix("sync") }, "\(calls.joined(separator: "\n"))")
    }
    for file in entry.files where file.newChecksum == nil {
      #expect(FileManager.default.fileExists(atPath: stage.root + "/" + file.path))
    }
  }

  /// Copies of the new contents are written last. After a power failure, the copies may be empty, and the rename that
  /// completed the change may be lost. The change must not be rolled back, although its new contents seem to be still
  /// staged.
  @Test(arguments: [Scenario.add, .set, .deleteBook, .deleteTag, .initialize])
  func copiesThatOutliveTheRename(_ scenario: Scenario) throws {
    let stage = try Stage(scenario)
    try stage.reset()
    try scenario.perform(at: stage.root, FaultyFileSystem())
    let journal = Journal(at: stage.root, fileSystem: DiskFileSystem())
    let entry = try #require(try journal.readHistory().entries.first)
    let copies = entry.files.indices.filter { entry.files[$0].newChecksum != nil }
    for copy in copies {
      try stage.reset()
      try scenario.perform(at: stage.root, FaultyFileSystem())
      try FileManager.default.moveItem(atPath: journal.folder(of: entry), toPath: journal.pending)
      for other in copies where other != copy {
        try FileManager.default.removeItem(atPath: "\(journal.pending)/\(other).new")
      }
      try Data().write(to: URL(filePath: "\(journal.pending)/\(copy).new"))
      try stage.checkReading("\(scenario), copy \(copy)")
      try stage.checkRecovery("\(scenario), copy \(copy)")
      #expect(try stage.contents == stage.new)
    }
  }
}
