import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfSystem

/// Tests how files of a running process are distinguished from files that a killed process has left behind.
struct FileInUseTests {
  private let folder: TemporaryFolder
  private let disk = DiskFileSystem()
  private var path: String { folder.path + "/typed-1.json" }

  init() throws { folder = try TemporaryFolder() }

  /// The contents are synced before the rename, and the folder is synced after it.
  @Test func itIsOnTheDisk() throws {
    let system = FaultyFileSystem()
    system.close(try system.replaceFileInUse(path, [0x61]))
    let names = system.calls.compactMap { $0.split(separator: " ").first.map(String.init) }
    let rename = try #require(names.firstIndex(of: "rename"))
    #expect(names[..<rename].contains("sync") && names[rename...].contains("sync"))
    #expect(try folder.read("typed-1.json") == [0x61])
  }

  /// A file that was just created or is being written is not treated as abandoned.
  @Test func whatIsBeingWrittenIsNotAbandoned() throws {
    let new = path + ".77"
    let file = try disk.open(new, in: nil, .create(mode: 0o600))
    #expect(!disk.isAbandoned(new))
    #expect(try disk.tryLock(file))
    _ = Streams.writeAll([0x61], to: file)
    #expect(!disk.isAbandoned(new))
    disk.close(file)
    #expect(disk.isAbandoned(new))
  }

  /// A process that checks whether the file is in use locks it for a moment. The owner waits and then locks it.
  @Test func aLookDoesNotKeepItFromBeingLocked() throws {
    let new = path + ".\(MeddlingFileSystem().processID)"
    let (looking, path) = (Looking(), path)
    let system = MeddlingFileSystem { call in
      if call.name == "tryLock", looking.file == nil {
        looking.file = open(new, O_RDONLY | O_CLOEXEC)
        flock(looking.file ?? -1, LOCK_EX | LOCK_NB)
      }
      if call.name == "pause", let file = looking.file { flock(file, LOCK_UN) }
      return nil
    }
    let file = try system.replaceFileInUse(path, [0x61])
    #expect(disk.isInUse(path))
    disk.close(file)
    if let file = looking.file { disk.close(file) }
  }

  private final class Looking: @unchecked Sendable {
    var file: Int32?
  }
}
