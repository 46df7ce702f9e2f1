import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfStore
@testable import ShelfSystem

/// A scenario in a separate folder, with the contents of the library before and after the change.
final class Stage {
  let scenario: Scenario
  let old: [String: Data]
  let new: [String: Data]
  private let folder: String
  private let original: String
  let root: String

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    folder = TestMachine.temporaryFolder.appending(path: "shelf-journal-\(UUID().uuidString)").path
    original = folder + "/original"
    root = folder + "/library"
    try scenario.prepare(original)
    old = try Stage.contents(original)
    try FileManager.default.copyItem(atPath: original, toPath: root)
    try scenario.perform(at: root, FaultyFileSystem())
    new = try Stage.contents(root)
    try #require(old != new)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Restores the library to its state before the change.
  func reset() throws {
    try? FileManager.default.removeItem(atPath: root)
    try FileManager.default.copyItem(atPath: original, toPath: root)
  }

  var contents: [String: Data] { get throws { try Stage.contents(root) } }

  /// Returns every file outside `.shelf`, and the folders within the kinds' folders.
  private static func contents(_ root: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) where !path.hasPrefix(".shelf") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
      if !isFolder.boolValue {
        contents[path] = try Data(contentsOf: URL(filePath: root + "/" + path))
      } else if path.contains("/") {
        contents[path + "/"] = Data()
      }
    }
    return contents
  }

  /// Checks that a reader who cannot recover the library sees the old or the new state.
  func checkReading(_ place: Comment) throws {
    // Before `init` has created the manifest, there is nothing to read.
    if scenario == .initialize { return }
    let library = try Library.load(at: root, fileSystem: DiskFileSystem(), threads: 1)
    #expect(library.unreadable.isEmpty, place)
    let seen = Dictionary(uniqueKeysWithValues: library.records.map { ($0.path, Data($0.source)) })
    let records = [old, new].map { $0.filter { $0.key.hasSuffix(".yaml") && $0.key.contains("/") } }
    #expect(records.contains(seen), place)
  }

  /// Recovers the library as the next command would, and checks that it is in the old or the new state.
  func checkRecovery(_ place: Comment) throws {
    let journal = Journal(at: root, fileSystem: DiskFileSystem())
    let wasAtWork = journal.isAtWork
    var recovery = journal.recover()
    // A program that another test is starting also holds the lock between fork and exec.
    for _ in 0..<100 where recovery == nil && wasAtWork {
      journal.fileSystem.pause(milliseconds: 5)
      recovery = journal.recover()
    }
    #expect((recovery != nil) == wasAtWork, place)
    #expect(try journal.state().isAtRest, place)
    let contents = try contents
    #expect(contents == old || contents == new, place)
    switch recovery {
    case .finished: #expect(contents == new, place)
    case .discarded: #expect(contents == old, place)
    case .untrusted: Issue.record("its own journal is not believed")
    case nil: break
    }
  }
}
