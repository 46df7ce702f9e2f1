import ShelfStore
import ShelfSystem

/// The inodes of the folders inside the library to which shelf has written sites, stored in `.shelf/pages`.
///
/// A folder that came with a copy of the library has a different inode, so shelf does not trust its list of files.
struct SiteOrigin {
  private let journal: Journal
  private let path: String
  private let files: any FileSystem

  /// The maximum number of folders whose inodes are stored.
  private static let maximum = 8

  init(library root: String, fileSystem: any FileSystem) {
    journal = Journal(at: root, fileSystem: fileSystem)
    path = root + "/.shelf/pages"
    files = fileSystem
  }

  func isKnown(_ inode: UInt64) -> Bool { known.contains(inode) }

  /// Stores a folder's inode. If that fails, the next run checks the folder again.
  func note(_ inode: UInt64) {
    if known.last == inode { return }
    guard (try? journal.state().distrust == nil) ?? false, (try? journal.makeHome()) != nil else { return }
    let all = (known.filter { $0 != inode } + [inode]).suffix(SiteOrigin.maximum)
    let text = all.map { "\($0)\n" }.joined()
    try? files.replaceFile(path, Array(text.utf8), mode: nil)
  }

  private var known: [UInt64] {
    guard (try? journal.state().distrust == nil) ?? false, let bytes = try? files.contents(of: path, limit: 1024) else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(SiteOrigin.maximum).compactMap {
      UInt64($0)
    }
  }
}
