import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Tests that a reader sees a single version of the library between two checks of the journal, or reads again.
struct JournalStateTests {
  /// Returns a reader's overlay for change 5 at this step of the journal.
  private func overlay(_ step: String) throws -> Overlay {
    let folder = try TemporaryFolder()
    let file = JournalEntry.File(path: "books/a.yaml", oldChecksum: nil, newChecksum: JournalEntry.checksum([1]))
    let entry = JournalEntry(
      sequence: 5, time: Timestamp(secondsSince1970: 0), command: "set", undoes: [], isRedo: false, files: [file],
      oldSize: 0, inode: nil)
    try folder.write(".shelf/\(step)/entry.yaml", try entry.bytes())
    let journal = Journal(at: folder.path, fileSystem: DiskFileSystem())
    return try #require(try Overlay(journal, try journal.state()))
  }

  @Test func withoutAChange() {
    let before = Journal.State(newest: 4)
    #expect(Journal.State(newest: 4).shows(sameAs: before, nil))
    #expect(Journal.State(newest: 4, hasStaging: true).shows(sameAs: before, nil))
    #expect(!Journal.State(newest: 5).shows(sameAs: before, nil))
    #expect(!Journal.State(newest: 4, hasPending: true).shows(sameAs: before, nil))
    #expect(!Journal.State(newest: 4, hasRolledBack: true).shows(sameAs: before, nil))
  }

  @Test func whileAChangeIsMade() throws {
    let before = Journal.State(newest: 4, hasPending: true)
    let pending = try overlay("pending")
    #expect(before.shows(sameAs: before, pending))
    #expect(Journal.State(newest: 5).shows(sameAs: before, pending))
    // Meanwhile, the change has been rolled back or is being rolled back.
    #expect(!Journal.State(newest: 5, isNewestInEffect: false).shows(sameAs: before, pending))
    #expect(!Journal.State(newest: 4, hasRolledBack: true).shows(sameAs: before, pending))
    // Another change followed it.
    #expect(!Journal.State(newest: 6).shows(sameAs: before, pending))
    #expect(!Journal.State(newest: 5, hasPending: true).shows(sameAs: before, pending))
  }

  @Test func whileAChangeIsTakenBack() throws {
    let before = Journal.State(newest: 4, hasRolledBack: true)
    let undone = try overlay("undone")
    #expect(before.shows(sameAs: before, undone))
    #expect(Journal.State(newest: 5, isNewestInEffect: false).shows(sameAs: before, undone))
    #expect(!Journal.State(newest: 5).shows(sameAs: before, undone))
    #expect(!Journal.State(newest: 4, hasPending: true).shows(sameAs: before, undone))
    #expect(!Journal.State(newest: 5, hasRolledBack: true).shows(sameAs: before, undone))
  }

  @Test(arguments: [("00000005-failed", false), ("00000005-12", true)])
  func theNewestChange(_ name: String, _ holds: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder(".shelf/history/" + name)
    try folder.makeFolder(".shelf/history/00000004-7")
    let state = try Journal(at: folder.path, fileSystem: DiskFileSystem()).state()
    #expect(state == Journal.State(newest: 5, isNewestInEffect: holds) && !state.isHidingChange)
  }
}
