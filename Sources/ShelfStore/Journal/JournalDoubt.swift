import ShelfSystem

/// Why a journal is not believed: what it says may be what somebody else wants.
///
/// A change in it is then neither finished nor shown, and nothing is written to it.
package enum JournalDoubt: Hashable, Sendable {
  /// This folder of the journal belongs to another user.
  case otherOwner(path: String)
  /// This folder of the journal is a link or a file.
  case noFolder(path: String)
  /// git brought it: the repository tracks it, and it holds a change.
  case tracked(path: String)
}

extension Journal {
  /// Returns what speaks against believing a folder of the journal.
  func doubt(_ folder: String, _ status: FileStatus) -> JournalDoubt? {
    if status.type != .directory { return .noFolder(path: folder) }
    if status.owner != fileSystem.userID { return .otherOwner(path: folder) }
    return nil
  }
}
