import Synchronization

#if os(Linux)
  import CLinux
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file system of the computer.
///
/// Some disks, such as network shares, show every file as belonging to another user. On such a disk, a folder is
/// treated as the user's own if this process created it, or if the user has marked it as trusted.
package struct DiskFileSystem: FileSystem {
  private let made = MadeFolders()
  private let trusts: @Sendable (String) -> Bool

  /// - Parameter trusts: returns whether the user trusts files in a folder even if another user owns them.
  package init(trusting trusts: @escaping @Sendable (String) -> Bool = { _ in false }) { self.trusts = trusts }

  package func open(_ path: String, in directory: Int32?, _ access: FileAccess) throws(FileError) -> Int32 {
    let flags =
      switch access {
      case .read: DiskFileSystem.readFlags
      case .input: O_RDONLY | O_CLOEXEC | O_NOCTTY
      case .directory: O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      case .create: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      case .lock: O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      }
    var mode: UInt32?
    if case .create(let wanted) = access { mode = wanted }
    while true {
      let file = openat(directory ?? AT_FDCWD, path, flags, mode_t(mode ?? 0o666))
      if file >= 0 { return file }
      if errno != EINTR { throw FileError(code: errno, operation: mode == nil ? "open" : "create", path: path) }
    }
  }

  private static let readFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

  package func close(_ file: Int32) { DiskFileSystem.close(file) }

  static func close(_ file: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(file)
    #else
      _ = Darwin.close(file)
    #endif
  }

  package func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    #if canImport(Glibc)
      let count = Glibc.read(file, buffer.baseAddress, buffer.count)
    #else
      let count = Darwin.read(file, buffer.baseAddress, buffer.count)
    #endif
    if count < 0 { throw FileError(code: errno, operation: "read", path: "") }
    return count
  }

  package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    #if canImport(Glibc)
      let count = Glibc.write(file, bytes.baseAddress, bytes.count)
    #else
      let count = Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
    if count < 0 { throw FileError(code: errno, operation: "write", path: "") }
    return count
  }

  package func sync(_ file: Int32) throws(FileError) {
    while fsync(file) != 0 {
      if errno != EINTR { throw FileError(code: errno, operation: "write", path: "") }
    }
  }

  package func syncDisk(_ directory: Int32) throws(FileError) {
    #if os(Linux)
      while syncfs(directory) != 0 {
        if errno != EINTR { throw FileError(code: errno, operation: "write", path: "") }
      }
    #else
      // macOS cannot flush a single disk.
      Darwin.sync()
    #endif
  }

  package func tryLock(_ file: Int32) throws(FileError) -> Bool {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw FileError(code: errno, operation: "lock", path: "") }
    }
    return true
  }

  package func unlock(_ file: Int32) { _ = flock(file, LOCK_UN) }

  package func pause(milliseconds: Int) { Machine.sleep(milliseconds: milliseconds) }

  package var processID: Int32 { getpid() }

  package var userID: UInt32 { geteuid() }

  package func owns(_ path: String, _ status: FileStatus) -> Bool {
    status.owner == userID || made.contains(path, status.inode) || trusts(path)
  }

  package func setMode(_ file: Int32, _ mode: UInt32) throws(FileError) {
    // If the mode is already correct, fchmod is not called, because it would mark the file as changed.
    var status = stat()
    if fstat(file, &status) == 0, UInt32(status.st_mode) & 0o7777 == mode & 0o7777 { return }
    if fchmod(file, mode_t(mode & 0o7777)) == 0 { return }
    // Ignores the failure if the disk does not store permissions, or shows the file as belonging to another user.
    if [EPERM, ENOTSUP, ENOSYS].contains(errno) { return }
    throw FileError(code: errno, operation: "write", path: "")
  }

  package func status(_ path: String) throws(FileError) -> FileStatus? {
    var status = stat()
    if lstat(path, &status) != 0 {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError(code: errno, operation: "access", path: path)
    }
    let mode = UInt32(status.st_mode)
    let type: FileType =
      switch mode & UInt32(S_IFMT) {
      case UInt32(S_IFREG): .file
      case UInt32(S_IFDIR): .directory
      case UInt32(S_IFLNK): .link
      default: .other
      }
    return FileStatus(
      type: type, mode: mode & 0o7777, size: Int(status.st_size), owner: status.st_uid, inode: UInt64(status.st_ino),
      links: Int(status.st_nlink))
  }

  package func entries(_ directory: Int32, path: String) throws(FileError) -> [DirectoryEntry] {
    #if os(Linux)
      try linuxEntries(directory, path: path)
    #else
      try streamedEntries(directory, path: path)
    #endif
  }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    #if canImport(Glibc)
      let result = Glibc.rename(path, newPath)
    #else
      let result = Darwin.rename(path, newPath)
    #endif
    if result != 0 { throw FileError(code: errno, operation: "replace", path: newPath) }
  }

  package func rename(_ path: String, toFree newPath: String) throws(FileError) {
    if try renameSpecially(path, newPath, DiskFileSystem.noReplace, "create") { return }
    if try status(newPath) != nil { throw FileError(code: EEXIST, operation: "create", path: newPath) }
    try rename(path, to: newPath)
  }

  package func setAside(_ path: String, as newPath: String) throws(FileError) -> Bool {
    do throws(FileError) {
      try rename(path, to: newPath)
      return true
    } catch {
      // The two paths are on different disks.
      if error.code == EXDEV { return false }
      throw FileError(code: error.code, operation: "delete", path: path)
    }
  }

  package func exchange(_ path: String, with other: String) throws(FileError) -> Bool {
    try renameSpecially(path, other, DiskFileSystem.exchange, "replace")
  }

  /// Renames a file with flags.
  ///
  /// - Returns: false if the disk or the system does not support them.
  private func renameSpecially(
    _ path: String, _ newPath: String, _ flags: UInt32, _ operation: String
  ) throws(FileError) -> Bool {
    #if canImport(Glibc)
      let result = renameat2(AT_FDCWD, path, AT_FDCWD, newPath, flags)
    #else
      let result = renamex_np(path, newPath, flags)
    #endif
    if result == 0 { return true }
    if [EINVAL, ENOSYS, ENOTSUP].contains(errno) { return false }
    throw FileError(code: errno, operation: operation, path: newPath)
  }

  #if canImport(Glibc)
    private static let (noReplace, exchange): (UInt32, UInt32) = (1, 2)
  #else
    private static let (noReplace, exchange) = (UInt32(RENAME_EXCL), UInt32(RENAME_SWAP))
  #endif

  package func link(_ path: String, to newPath: String) throws(FileError) {
    #if canImport(Glibc)
      let result = Glibc.link(path, newPath)
    #else
      let result = Darwin.link(path, newPath)
    #endif
    if result != 0 { throw FileError(code: errno, operation: "create", path: newPath) }
  }

  package func remove(_ path: String) throws(FileError) {
    if unlink(path) != 0 { throw FileError(code: errno, operation: "delete", path: path) }
  }

  package func makeDirectory(_ path: String) throws(FileError) {
    if mkdir(path, 0o777) != 0 { throw FileError(code: errno, operation: "create", path: path) }
    if let inode = try? status(path)?.inode { made.add(path, inode) }
  }

  package func removeDirectory(_ path: String) throws(FileError) {
    if rmdir(path) != 0 { throw FileError(code: errno, operation: "delete", path: path) }
  }

  package func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The folders that this process created, with their inodes, which distinguish them from other folders at the same
/// paths.
private final class MadeFolders: Sendable {
  private let inodes = Mutex<[String: UInt64]>([:])

  func add(_ path: String, _ inode: UInt64) { inodes.withLock { $0[path] = inode } }

  func contains(_ path: String, _ inode: UInt64) -> Bool { inodes.withLock { $0[path] == inode } }
}
