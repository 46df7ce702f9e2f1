#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system calls that read and write a library, gathered in one protocol.
///
/// `DiskFileSystem` implements the protocol. All other code receives a `FileSystem` as a parameter, so that tests can
/// make any single call fail.
///
/// The requirements are thin wrappers around system calls. The extension below combines them into the operations that
/// the rest of the program uses. A new file is created with `O_EXCL`, and deleted if writing fails. An existing file is
/// replaced by writing a temporary file, with the process number as its suffix, and renaming it over the old one, so
/// that a reader sees either the old or the new contents. The rename survives a power failure only after the file and
/// its folder have been synced. Locks are advisory (flock(2)) and belong to an open file, so the system releases them
/// when a process ends. A temporary file that no process has locked has been abandoned. Reading has a size limit and
/// does not follow symbolic links, because a cloned library may contain anything.
package protocol FileSystem: Sendable {
  /// Opens a file and returns its descriptor. A relative path is resolved against the folder with the descriptor
  /// `directory`.
  func open(_ path: String, in directory: Int32?, _ access: FileAccess) throws(FileError) -> Int32
  func close(_ file: Int32)
  /// Reads at most as many bytes as fit into the buffer. Returns the number of bytes read, which is 0 at the end of the
  /// file.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  /// Writes some of the bytes, and returns the number of bytes written.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int
  /// Waits until the contents of a file, or the names in a folder, are on the disk.
  func sync(_ file: Int32) throws(FileError)
  /// Waits until all pending writes to the disk that contains an open folder have finished.
  func syncDisk(_ directory: Int32) throws(FileError)
  /// Tries to acquire the exclusive advisory lock on an open file without waiting. Returns false if another process has
  /// the lock.
  func tryLock(_ file: Int32) throws(FileError) -> Bool

  /// Releases a lock, even if a child process that is just starting still has the file open.
  func unlock(_ file: Int32)
  func pause(milliseconds: Int)
  var processID: Int32 { get }
  /// The effective user id of this process.
  var userID: UInt32 { get }
  /// Returns whether a file or folder belongs to this user, or may be treated as belonging to this user.
  func owns(_ path: String, _ status: FileStatus) -> Bool
  /// Sets the permission bits of a file.
  func setMode(_ file: Int32, _ mode: UInt32) throws(FileError)
  /// Returns the status of the file at a path, or nil if it does not exist. Symbolic links are not followed.
  func status(_ path: String) throws(FileError) -> FileStatus?
  /// Returns the entries of an open folder except `.` and `..`, in no particular order.
  func entries(_ directory: Int32, path: String) throws(FileError) -> [DirectoryEntry]
  func rename(_ path: String, to newPath: String) throws(FileError)
  /// Renames a file unless the new name is already taken.
  ///
  /// - Throws: `FileError` with the code `alreadyExists` if the name is taken.
  func rename(_ path: String, toFree newPath: String) throws(FileError)
  /// Moves a file that is being deleted to a temporary path, where its contents can be checked again.
  ///
  /// - Returns: false if the file cannot be moved there. In that case nothing changes.
  func setAside(_ path: String, as newPath: String) throws(FileError) -> Bool
  /// Swaps two files atomically.
  ///
  /// - Returns: false if the disk does not support this. In that case nothing changes.
  func exchange(_ path: String, with other: String) throws(FileError) -> Bool
  /// Creates a hard link to a file.
  func link(_ path: String, to newPath: String) throws(FileError)
  func remove(_ path: String) throws(FileError)
  func makeDirectory(_ path: String) throws(FileError)
  func removeDirectory(_ path: String) throws(FileError)
  /// Returns the absolute path without symbolic links, `.` and `..`, or nil if the path does not exist.
  func resolve(_ path: String) -> String?
}

/// The purpose for which a file is opened, which determines the flags.
package enum FileAccess: Hashable, Sendable {
  /// Reading a file of the library. A symbolic link is not followed, and a pipe does not block.
  case read
  /// Reading a file that the user named. Links are followed, and a pipe may block.
  case input
  /// Listing a folder. A symbolic link is not followed.
  case directory
  /// Writing a new file, with at most these permission bits. An existing file causes an error.
  case create(mode: UInt32)
  /// Locking a file, which is created if it does not exist.
  case lock
}

/// The status of a file, a folder or a link.
package struct FileStatus: Hashable, Sendable {
  package var type: FileType
  /// The permission bits.
  package var mode: UInt32
  /// The size in bytes.
  package var size: Int
  /// The user id of the owner.
  package var owner: UInt32
  /// The inode number, which identifies the file on its disk for as long as it exists, even after a rename.
  package var inode: UInt64
  /// The number of hard links.
  package var links: Int

  /// Whether nobody may write to the file, not even its owner.
  package var isReadOnly: Bool { mode & 0o222 == 0 }
}

package enum FileType: Sendable {
  case file, directory, link, other
}

/// An error from a failed system call.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's `errno`.
  package var code: Int32
  /// The verb for the operation that failed, such as "read" or "replace".
  package var operation: String
  package var path: String

  package init(code: Int32, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// Whether the operation failed because of a missing permission.
  package var isForbidden: Bool { code == EACCES || code == EPERM }

  /// The reason in words, or the system's message if shelf has no words for the code.
  package var reason: String {
    switch code {
    case EACCES, EPERM: "no permission"
    case ENOENT: "no such file or folder"
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "the disk is read-only"
    case EMFILE, ENFILE: "too many open files"
    case ELOOP: "it is a symbolic link"
    case EEXIST: "it already exists"
    case ENOTDIR: "a part of the path is not a folder"
    case EISDIR: "it is a folder"
    case ENAMETOOLONG: "the name is too long"
    case EFBIG: "it is too large"
    case EMLINK: "it is not a regular file; delete it"
    case EIO: "input/output error on the disk"
    default: String(cString: strerror(code)).lowercased()
    }
  }

  package var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FileSystem {
  package func rename(_ path: String, toFree newPath: String) throws(FileError) {
    if try status(newPath) != nil { throw FileError(code: EEXIST, operation: "create", path: newPath) }
    try rename(path, to: newPath)
  }

  package func setAside(_ path: String, as newPath: String) throws(FileError) -> Bool { false }

  package func exchange(_ path: String, with other: String) throws(FileError) -> Bool { false }

  package func owns(_ path: String, _ status: FileStatus) -> Bool { status.owner == userID }

  /// Returns the contents of a file.
  ///
  /// - Parameter limit: the maximum size in bytes. A larger file causes an error, so that no single file can fill up
  ///   the memory.
  package func contents(of path: String, limit: Int, _ access: FileAccess = .read) throws(FileError) -> [UInt8] {
    let file = try open(path, in: nil, access)
    defer { close(file) }
    var bytes: [UInt8] = []
    // The buffer has at most 64 KiB. If the limit is smaller, the buffer is one byte larger than the limit, so that the
    // first read detects a file that is too large.
    var buffer = [UInt8](repeating: 0, count: min(max(limit, 0), (64 << 10) - 1) + 1)
    while true {
      let count = try readSome(file, into: &buffer, path: path)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      if bytes.count > limit { throw FileError(code: EFBIG, operation: "read", path: path) }
    }
  }

  /// Returns the first `count` bytes of an open file, or all of them if there are fewer.
  package func start(of file: Int32, count: Int, path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: count)
    while bytes.count < count {
      let more = try readSome(file, into: &buffer, path: path)
      if more == 0 { break }
      bytes += buffer.prefix(min(more, count - bytes.count))
    }
    return bytes
  }

  /// Writes a new file. If writing fails, the incomplete file is deleted.
  ///
  /// - Parameters:
  ///   - mode: the permission bits, or nil for the default.
  ///   - synced: whether to wait until the contents are on the disk.
  package func createFile(_ path: String, _ bytes: [UInt8], mode: UInt32?, synced: Bool) throws(FileError) {
    // The mode applies as soon as the file is created, so that other users cannot read the file while it is being
    // written.
    let file = try open(path, in: nil, .create(mode: mode.map { $0 & 0o777 } ?? 0o666))
    do throws(FileError) {
      try writeAll(file, bytes, path: path)
      if let mode { try setMode(file, mode) }
      if synced { try sync(file) }
      close(file)
    } catch {
      close(file)
      try? remove(path)
      throw FileError(code: error.code, operation: error.operation, path: path)
    }
  }

  /// Creates or replaces a file atomically, so that a reader sees either the old contents or the new ones.
  package func replaceFile(_ path: String, _ bytes: [UInt8], mode: UInt32?) throws(FileError) {
    let new = "\(path).\(processID)"
    try createFile(new, bytes, mode: mode, synced: false)
    do throws(FileError) {
      try rename(new, to: path)
    } catch {
      try? remove(new)
      throw error
    }
  }

  /// Atomically creates or replaces a file that only its owner may read, waits until it is on the disk, and returns it
  /// open and locked. The lock shows other processes that the file is in use. The lock lasts until the descriptor is
  /// closed or the process ends.
  ///
  /// The temporary file has the process number as its suffix. `isAbandoned` recognizes a file that an earlier process
  /// left behind.
  package func replaceFileInUse(_ path: String, _ bytes: [UInt8]) throws(FileError) -> Int32 {
    let new = "\(path).\(processID)"
    // An earlier process with the same number may have left its temporary file behind.
    if try status(new) != nil { try remove(new) }
    let file = try open(new, in: nil, .create(mode: 0o600))
    do throws(FileError) {
      lockAgainstLooks(file)
      try writeAll(file, bytes, path: new)
      try setMode(file, 0o600)
      try sync(file)
      try rename(new, to: path)
    } catch {
      close(file)
      try? remove(new)
      throw FileError(code: error.code, operation: error.operation, path: error.path.isEmpty ? new : error.path)
    }
    // The file is already in place, so a failure to sync the folder does not matter.
    if let slash = path.lastIndex(of: "/") { try? syncDirectory(String(path[..<slash])) }
    return file
  }

  /// Locks a new file. Retries for 20 ms, because another process may have locked the file briefly to check whether it
  /// is in use.
  ///
  /// On a disk that does not support locks, the file remains unlocked and appears not to be in use.
  private func lockAgainstLooks(_ file: Int32) {
    for _ in 1...20 {
      if (try? tryLock(file)) ?? true { return }
      pause(milliseconds: 1)
    }
  }

  /// Returns whether an earlier process left a temporary file of `replaceFileInUse` behind.
  ///
  /// An empty file is not considered abandoned, because its creator may be about to lock it. A file is locked before
  /// anything is written to it.
  package func isAbandoned(_ path: String) -> Bool {
    guard let status = try? status(path), status.type == .file, status.size > 0 else { return false }
    return !isInUse(path)
  }

  /// Returns whether a process still has the lock on a file that `replaceFileInUse` wrote.
  package func isInUse(_ path: String) -> Bool {
    guard let file = try? open(path, in: nil, .read) else { return false }
    defer { close(file) }
    guard let isMine = try? tryLock(file) else { return false }
    if isMine { unlock(file) }
    return !isMine
  }

  package func entries(in folder: String) throws(FileError) -> [DirectoryEntry] {
    let directory = try open(folder, in: nil, .directory)
    defer { close(directory) }
    return try entries(directory, path: folder)
  }

  /// Waits until the names in a folder are on the disk.
  package func syncDirectory(_ path: String) throws(FileError) {
    let directory = try open(path, in: nil, .directory)
    defer { close(directory) }
    try sync(directory)
  }

  /// Waits until all pending writes to the disk that contains a folder have finished.
  package func syncDisk(of path: String) throws(FileError) {
    let directory = try open(path, in: nil, .directory)
    defer { close(directory) }
    try syncDisk(directory)
  }

  /// Returns the first part of a path that is a symbolic link inside a folder, or nil if there is none.
  ///
  /// - Parameter root: the absolute path of the folder, without symbolic links.
  package func link(on path: String, inside root: String) throws(FileError) -> String? {
    var part = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      let above = resolve(part.isEmpty ? "." : part) ?? ""
      part += (part.isEmpty || part == "/" ? "" : "/") + name
      if above == root || above.hasPrefix(root + "/"), try status(part)?.type == .link { return part }
    }
    return nil
  }

  /// Creates a folder and its missing parents, and returns the folders that it created, outermost first.
  package func makeDirectories(_ path: String) throws(FileError) -> [String] {
    if try status(path) != nil { return [] }
    var made: [String] = []
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      made = try makeDirectories(String(path[..<slash]))
    }
    do throws(FileError) {
      try makeDirectory(path)
    } catch  where error.code == EEXIST {
      return made
    }
    return made + [path]
  }

  private func writeAll(_ file: Int32, _ bytes: [UInt8], path: String) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let result: Result<Int, FileError> = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[written...])
        return Result { () throws(FileError) in try write(file, rest) }
      }
      switch result {
      case .success(let count): written += count
      case .failure(let error) where error.code == EINTR: continue
      case .failure(let error): throw FileError(code: error.code, operation: error.operation, path: path)
      }
    }
  }

  private func readSome(_ file: Int32, into buffer: inout [UInt8], path: String) throws(FileError) -> Int {
    while true {
      let result: Result<Int, FileError> = buffer.withUnsafeMutableBytes { bytes in
        Result { () throws(FileError) in try read(file, into: bytes) }
      }
      switch result {
      case .success(let count): return count
      case .failure(let error) where error.code == EINTR: continue
      case .failure(let error): throw FileError(code: error.code, operation: error.operation, path: path)
      }
    }
  }
}

extension FileError {
  package static let notFound = ENOENT
  package static let alreadyExists = EEXIST
  /// The error for a path that must lead to a regular file with a single hard link, but does not.
  package static let sharedFile = EMLINK
  package static let isLink = ELOOP
  package static let interrupted = EINTR
  package static let tooLarge = EFBIG
  package static let wouldBlock = EWOULDBLOCK
  package static let notAFolder = ENOTDIR

  /// Whether a read failed because the path does not lead to a readable regular file: either nothing exists there, or
  /// it is a link, a folder, a pipe, or a file above the size limit.
  package var isOtherThanExpected: Bool { [ENOENT, ENOTDIR, ELOOP, EISDIR, EFBIG, ENXIO].contains(code) }
}
