#if canImport(Glibc)
  import CLinux
  import Glibc
#else
  import Darwin
#endif

/// Lists the visible folders inside a folder.
struct Folders: Sendable {
  private let fileSystem: any FileSystem
  /// Whether the link count of a folder is 2 plus the number of its subfolders, so that a count of 2 means that there
  /// are none.
  private let countsLinks: Bool

  init(root: String, fileSystem: any FileSystem) {
    self.fileSystem = fileSystem
    #if os(Linux)
      // ext2, ext3, ext4, XFS and tmpfs count links in this way (magic numbers from linux/magic.h). Other file systems
      // count differently or not at all.
      var status = statfs()
      countsLinks = statfs(root, &status) == 0 && [0xEF53, 0x5846_5342, 0x0102_1994].contains(Int(status.f_type))
    #else
      countsLinks = false
    #endif
  }

  /// Returns the paths of the folders directly inside a folder, excluding hidden ones.
  func inside(_ folder: String) -> [String] {
    if countsLinks {
      var status = stat()
      if lstat(folder, &status) == 0, status.st_nlink == 2 { return [] }
    }
    return entries(of: folder).compactMap { entry in
      guard entry.type == .directory, let name = entry.name, name.utf8.first != UInt8(ascii: ".") else { return nil }
      return folder + "/" + name
    }
  }

  func entries(of folder: String) -> [DirectoryEntry] { (try? fileSystem.entries(in: folder)) ?? [] }
}
