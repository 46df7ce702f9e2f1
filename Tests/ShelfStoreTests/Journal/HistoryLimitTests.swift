import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfModel
@testable import ShelfStore
@testable import ShelfSystem

/// The history is kept within its limits: the newest change always, older ones as long as there is room.
struct HistoryLimitTests {
  private static let half = 1 << 19

  @Test(arguments: [
    // By number.
    (["5-1", "4-1", "3-1", "2-1"], 3, 64, ["5-1", "4-1", "3-1"]),
    (["2-1", "1-1"], 2, 64, ["2-1", "1-1"]),
    // By size: up to the limit, and not a byte beyond it.
    (["3-\(half)", "2-\(half)", "1-1"], 100, 1, ["3-\(half)", "2-\(half)"]),
    (["3-\(half)", "2-\(half + 1)", "1-0"], 100, 1, ["3-\(half)"]),
    // The newest one stays, however large it is.
    (["2-\(4 * half)", "1-1"], 100, 1, ["2-\(4 * half)"]), (["2-1", "1-1"], 0, 0, ["2-1"]),
    // What was taken back counts for nothing, and only the newest of it is kept.
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
