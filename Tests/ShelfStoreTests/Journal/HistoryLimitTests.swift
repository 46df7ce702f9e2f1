import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// Tests the limits of the history. The newest change is always kept, and older changes are kept while there is room.
struct HistoryLimitTests {
  private static let half = 1 << 19

  @Test(arguments: [
    // The number of changes.
    (["5-1", "4-1", "3-1", "2-1"], 3, 64, ["5-1", "4-1", "3-1"]),
    (["2-1", "1-1"], 2, 64, ["2-1", "1-1"]),
    // The total size may equal the limit, but not exceed it.
    (["3-\(half)", "2-\(half)", "1-1"], 100, 1, ["3-\(half)", "2-\(half)"]),
    (["3-\(half)", "2-\(half + 1)", "1-0"], 100, 1, ["3-\(half)"]),
    // The newest change is kept regardless of its size.
    (["2-\(4 * half)", "1-1"], 100, 1, ["2-\(4 * half)"]), (["2-1", "1-1"], 0, 0, ["2-1"]),
    // Failed changes are not counted, and only the newest of them is kept.
    (["4-failed", "3-1", "2-failed", "1-1"], 2, 64, ["4-failed", "3-1", "1-1"]),
  ])
  func olderChangesGo(_ names: [String], _ entries: Int, _ megabytes: Int, _ kept: [String]) throws {
    let folder = try TemporaryFolder()
    for name in names { try folder.write(".shelf/history/\(name)/0.old", "x") }
    Journal(at: folder.path, fileSystem: DiskFileSystem()).prune(UndoLimits(entries: entries, megabytes: megabytes))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/.shelf/history")
    #expect(left.sorted() == kept.sorted())
  }
}
