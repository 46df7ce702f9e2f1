import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfStore
@testable import ShelfSystem

/// Tests that only one process at a time changes a library, and that other processes can find out which process that
/// is.
struct LibraryLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func acquire(_ command: String, timeout: Int = 0) throws -> LibraryLock {
    try LibraryLock.acquire(at: folder.path, fileSystem: DiskFileSystem(), command: command, timeout: timeout)
  }

  /// Returns the holder of the lock, as reported to a process that failed to get the lock, or nil if the lock is free.
  private func holder() throws -> String? {
    do {
      try acquire("waiting").release()
      return nil
    } catch TransactionError.locked(let holder) {
      return holder
    }
  }

  @Test func whoWaitsIsToldWhoHasIt() throws {
    let process = "process \(DiskFileSystem().processID): "
    var lock = try acquire("book add \"A B\"")
    #expect(try holder() == process + "book add \"A B\"")
    lock.release()
    lock.release()
    #expect(try holder() == nil)
    // A shorter command overwrites a longer one completely.
    lock = try acquire("set")
    #expect(try holder() == process + "set")
    lock.release()
    // The command is reported on a single line, whatever the user typed.
    lock = try acquire("add \n\t\u{1B}[31m ~")
    #expect(try holder() == process + "add    [31m ~")
    lock.release()
  }

  /// Waiting ends after the timeout.
  @Test(.timeLimit(.minutes(10))) func whoWaitsInVainGivesUp() throws {
    let lock = try acquire("first")
    defer { lock.release() }
    #expect(throws: TransactionError.self) { _ = try acquire("second", timeout: 30) }
  }

  /// The lock is tried every five milliseconds, and once more after the timeout.
  @Test(arguments: [(0, 0), (4, 1), (5, 1), (6, 2), (30, 6), (LibraryLock.timeout, 1000)]) func howOftenIsTried(
    _ timeout: Int, _ pauses: Int
  ) throws {
    let lock = try acquire("first")
    defer { lock.release() }
    let (tries, waits) = (Counter(), Counter())
    let disk = MeddlingFileSystem { call in
      if call.name == "tryLock" { _ = tries.next() }
      if call.name == "pause" { _ = waits.next() }
      return nil
    }
    #expect(throws: TransactionError.self) {
      _ = try LibraryLock.acquire(at: folder.path, fileSystem: disk, command: "second", timeout: timeout)
    }
    #expect(tries.next() == pauses + 1 && waits.next() == pauses)
  }

  @Test func aLongCommandIsCutShort() throws {
    let lock = try acquire(String(repeating: "x", count: 1000))
    defer { lock.release() }
    let process = "process \(DiskFileSystem().processID): "
    #expect(try holder() == process + String(repeating: "x", count: 200 - process.utf8.count))
    #expect(try folder.read(".shelf/lock").count == 201)
  }

  /// A waiting process gets the lock as soon as it is free, and no file remains open.
  @Test func whoWaitsComesNext() throws {
    let lock = try acquire("first")
    nonisolated(unsafe) let first = lock
    let disk = MeddlingFileSystem { call in
      if call.name == "pause" { first.release() }
      return nil
    }
    let second = try LibraryLock.acquire(at: folder.path, fileSystem: disk, command: "second", timeout: 5)
    #expect(try holder() == "process 4711: second")
    #expect(disk.openFiles.count == 1)
    second.release()
    #expect(try holder() == nil && disk.openFiles.isEmpty)
  }

  /// If shelf cannot find out whether the lock file is also another file, it acquires the lock but does not write to
  /// the file.
  @Test func aLockThatCannotBeLookedAt() throws {
    try acquire("first").release()
    try folder.write(".shelf/lock", "mine")
    let counter = FaultyFileSystem(.error(5), at: 1000)
    try LibraryLock.acquire(at: folder.path, fileSystem: counter, command: "second", timeout: 0).release()
    #expect(try folder.read(".shelf/lock").count == 201)
    try folder.write(".shelf/lock", "mine")
    let last = try #require(counter.calls.lastIndex { $0.hasPrefix("status") })
    let disk = FaultyFileSystem(.error(5), at: last + 1)
    try LibraryLock.acquire(at: folder.path, fileSystem: disk, command: "third", timeout: 0).release()
    #expect(disk.wasHit)
    #expect(try folder.read(".shelf/lock") == Array("mine".utf8))
  }

  @Test func aLockThatIsLetGoIsFree() throws {
    let lock = try acquire("first")
    lock.release()
    let second = try acquire("second")
    #expect(try holder()?.hasSuffix(": second") == true)
    // Releasing a lock twice does not release the lock that another process has acquired since.
    lock.release()
    #expect(try holder()?.hasSuffix(": second") == true)
    second.release()
  }
}
