import ShelfSystem

/// The reason why a journal is not trusted: its contents may have been written with malicious intent.
///
/// A change in such a journal is neither finished nor shown to readers, and shelf writes nothing to it.
package enum JournalDistrust: Hashable, Sendable {
  /// This folder of the journal belongs to another user.
  case otherOwner(path: String)
  /// This folder of the journal is a link or a file.
  case noFolder(path: String)
  /// The repository tracks the journal, so the change in it came through git.
  case tracked(path: String)
  /// The change recorded in this folder affects a file that shelf itself would never change.
  case foreign(path: String, file: String)
  /// The contents of this folder cannot be read as a change.
  case unreadable(path: String)

  /// The path of the folder.
  package var path: String {
    switch self {
    case .otherOwner(let path), .noFolder(let path), .tracked(let path), .foreign(let path, _), .unreadable(let path):
      path
    }
  }

  /// The path of the library.
  package var library: String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts[..<(parts.lastIndex(of: ".shelf") ?? parts.endIndex)].joined(separator: "/")
  }
}

extension Journal {
  /// Returns the reason not to trust a folder of the journal, or nil if there is none.
  func distrust(_ folder: String, _ status: FileStatus) -> JournalDistrust? {
    if status.type != .directory { return .noFolder(path: folder) }
    if !fileSystem.owns(folder, status) { return .otherOwner(path: folder) }
    return nil
  }

  /// Returns the reason not to trust the change in a folder. Returns nil if there is no such reason, or if the change
  /// has just left the folder.
  func distrust(aboutChangeIn folder: String) throws(FileError) -> JournalDistrust? {
    let inode = try fileSystem.status(folder)?.inode
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try fileSystem.contents(of: folder + "/" + Journal.entryName, limit: Journal.entryLimit)
    } catch {
      guard error.isOtherThanExpected else { throw error }
      guard let inode, try fileSystem.status(folder)?.inode == inode else { return nil }
      return .unreadable(path: folder)
    }
    guard let entry = JournalEntry(bytes) else { return .unreadable(path: folder) }
    if let file = entry.foreignFile { return .foreign(path: folder, file: file) }
    for file in entry.files where try !isInside(file.path) { return .foreign(path: folder, file: file.path) }
    return nil
  }
}
