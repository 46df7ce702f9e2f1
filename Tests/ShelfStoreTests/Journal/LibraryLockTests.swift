import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfStore
@testable import ShelfSystem

/// One process at a time changes a library, and the others are told which.
struct LibraryLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func acquire(_ command: String, timeout: Int = 0) throws -> LibraryLock {
    try LibraryLock.acquire(at: folder.path, fileSystem: DiskFileSystem(), command: command, timeout: timeout)
  }

  /// Returns who has the lock, as one who waits in vain is told.
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
    // A shorter command replaces a longer one completely.
    lock = try acquire("set")
    #expect(try holder() == process + "set")
    lock.release()
    // What is told is one line, whatever was typed.
    lock = try acquire("add \n\t\u{1B}[31m ~")
    #expect(try holder() == process + "add    [31m ~")
    lock.release()
  }

  /// Waiting has an end.
  @Test(.timeLimit(.minutes(1))) func whoWaitsInVainGivesUp() throws {
    let lock = try acquire("first")
    defer { lock.release() }
    #expect(throws: TransactionError.self) { _ = try acquire("second", timeout: 30) }
  }

  @Test func aLongCommandIsCutShort() throws {
    let lock = try acquire(String(repeating: "x", count: 1000))
    defer { lock.release() }
    let process = "process \(DiskFileSystem().processID): "
    #expect(try holder() == process + String(repeating: "x", count: 200 - process.utf8.count))
    #expect(try folder.read(".shelf/lock").count == 201)
  }

  @Test func aLockThatIsLetGoIsFree() throws {
    let lock = try acquire("first")
    lock.release()
    let second = try acquire("second")
    #expect(try holder()?.hasSuffix(": second") == true)
    // What was released once is not the one that someone else has by now.
    lock.release()
    #expect(try holder()?.hasSuffix(": second") == true)
    second.release()
  }
}
