#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system calls for reading and writing the library, all in one place.
///
/// Everything else takes a `FileSystem`, so that a test can make any single call fail.
package protocol FileSystem: Sendable {
  /// Opens a file and returns its descriptor; `directory` is the descriptor that a relative path starts from.
  func open(_ path: String, in directory: Int32?, _ access: FileAccess) throws(FileError) -> Int32
  /// Opens a file of an open folder for reading, as `open` does with `FileAccess.read`; the name ends with a zero.
  func open(name: UnsafePointer<CChar>, in directory: Int32) throws(FileError) -> Int32
  func close(_ file: Int32)
  /// Reads up to as many bytes as the buffer holds; 0 at the end of the file.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  /// Writes some of the bytes and returns how many.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int
  /// Waits until the file's contents, or a folder's names, are on the disk.
  func sync(_ file: Int32) throws(FileError)
  /// Waits until everything is written on the disk that holds an open folder.
  func syncDisk(_ directory: Int32) throws(FileError)
  /// Takes the advisory lock on an open file; false if another process has it.
  func tryLock(_ file: Int32) throws(FileError) -> Bool

  /// Gives a lock up, also where a program that is being started has the file open as well for a moment.
  func unlock(_ file: Int32)
  func pause(milliseconds: Int)
  /// The number of this process.
  var processID: Int32 { get }
  /// The number of the user for whom this process acts.
  var userID: UInt32 { get }
  /// Returns whether a file or folder is this user's own, or as good as that.
  func owns(_ path: String, _ status: FileStatus) -> Bool
  /// Gives a file the permission bits of `mode`.
  func setMode(_ file: Int32, _ mode: UInt32) throws(FileError)
  /// Returns what is at a path, without following a link there; nil if there is nothing.
  func status(_ path: String) throws(FileError) -> FileStatus?
  /// Returns what a folder holds, in no order; `.` and `..` left out.
  func entries(_ directory: Int32, path: String) throws(FileError) -> DirectoryEntries
  func rename(_ path: String, to newPath: String) throws(FileError)
  /// Renames a file, provided that nothing has the new name.
  ///
  /// - Throws: `FileError`; its code is `isThere` if something has the name.
  func rename(_ path: String, toFree newPath: String) throws(FileError)
  /// Deletes a file by giving it a name where it can be looked at once more.
  ///
  /// - Returns: false if that is not possible; nothing was changed then.
  func setAside(_ path: String, as newPath: String) throws(FileError) -> Bool
  /// Exchanges two files in one step.
  ///
  /// - Returns: false if the disk cannot do that; nothing was changed then.
  func exchange(_ path: String, with other: String) throws(FileError) -> Bool
  /// Gives a file a second name.
  func link(_ path: String, to newPath: String) throws(FileError)
  func remove(_ path: String) throws(FileError)
  func makeDirectory(_ path: String) throws(FileError)
  func removeDirectory(_ path: String) throws(FileError)
  /// Returns the absolute path without links, `.` and `..`; nil if it does not exist.
  func resolve(_ path: String) -> String?
}

/// What a file is opened for.
package enum FileAccess: Hashable, Sendable {
  /// Reading a file of the library; a link is not followed, and a pipe does not block.
  case read
  /// Reading a file that a person named; links are followed, and a pipe may block.
  case input
  /// Listing a folder; a link is not followed.
  case directory
  /// Writing a file that must not exist yet, with these permission bits at most.
  case create(mode: UInt32)
  /// Locking a file, which is created if it is missing.
  case lock
}

/// What is at a path.
package struct FileStatus: Hashable, Sendable {
  package var type: FileType
  /// Permission bits.
  package var mode: UInt32
  /// Bytes.
  package var size: Int
  /// The number of the user to whom it belongs.
  package var owner: UInt32
  /// What tells it from everything else on the same disk, as long as it exists; it keeps it when it is renamed.
  package var inode: UInt64
  /// How many names it has.
  package var links: Int

  /// Whether the owner's, group's and others' write permissions are all missing.
  package var isReadOnly: Bool { mode & 0o222 == 0 }
}

package enum FileType: UInt8, Sendable {
  case file, directory, link, other
}

/// A system call that failed.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's `errno`.
  package var code: Int32
  /// The operation that was tried: "read", "replace".
  package var operation: String
  package var path: String

  package init(code: Int32, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// Whether a permission is missing that can be given.
  package var isForbidden: Bool { code == EACCES || code == EPERM }

  /// Returns the system's own words for the error.
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
    case EMLINK: "it is not a file of its own; delete it"
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

  package func open(name: UnsafePointer<CChar>, in directory: Int32) throws(FileError) -> Int32 {
    try open(String(cString: name), in: directory, .read)
  }

  /// Returns a file's contents.
  ///
  /// - Parameter limit: the maximum size in bytes; a larger file is an error, so that no single file fills the memory.
  package func contents(of path: String, limit: Int, _ access: FileAccess = .read) throws(FileError) -> [UInt8] {
    let file = try open(path, in: nil, access)
    defer { close(file) }
    var bytes: [UInt8] = []
    // A little more than may be there, so that small files are read in one go and cost no large buffer.
    var buffer = [UInt8](repeating: 0, count: min(max(limit, 0), (64 << 10) - 1) + 1)
    while true {
      let count = try readSome(file, into: &buffer, path: path)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      if bytes.count > limit { throw FileError(code: EFBIG, operation: "read", path: path) }
    }
  }

  /// Returns the first bytes of an open file, or all if there are fewer.
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

  /// Writes a new file; if that fails, no file is left behind.
  ///
  /// - Parameter synced: whether to wait until it is on the disk.
  package func createFile(_ path: String, _ bytes: [UInt8], mode: UInt32?, synced: Bool) throws(FileError) {
    // What a mode keeps from others is kept from them while it is written, too.
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

  /// Writes a file, or replaces it, in one step: a reader sees the old contents or the new ones.
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

  /// Writes a file that only its owner may read, or replaces it, in one step, and returns it open and locked: as long as
  /// it is open, others can tell that it is in use. It is on the disk then.
  ///
  /// While it is being written it has the process's number behind its name; `isAbandoned` tells such files apart from
  /// those that a process has left behind.
  package func replaceFileInUse(_ path: String, _ bytes: [UInt8]) throws(FileError) -> Int32 {
    let new = "\(path).\(processID)"
    // One that a process of this number has left behind.
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
    // It has its place, whether or not the folder can be waited for.
    if let slash = path.lastIndex(of: "/") { try? syncDirectory(String(path[..<slash])) }
    return file
  }

  /// Locks a new file; a program that checks whether it is in use has it locked for a moment.
  ///
  /// Where a disk knows no locks, it is as if the file were not in use.
  private func lockAgainstLooks(_ file: Int32) {
    for _ in 1...20 {
      if (try? tryLock(file)) ?? true { return }
      pause(milliseconds: 1)
    }
  }

  /// Whether a file that `replaceFileInUse` was about to write was left behind: it is locked before anything is written
  /// to it, so an empty one may just have been made.
  package func isAbandoned(_ path: String) -> Bool {
    guard let status = try? status(path), status.type == .file, status.size > 0 else { return false }
    return !isInUse(path)
  }

  /// Whether a process has a file open that `replaceFileInUse` has written.
  package func isInUse(_ path: String) -> Bool {
    guard let file = try? open(path, in: nil, .read) else { return false }
    defer { close(file) }
    guard let isMine = try? tryLock(file) else { return false }
    if isMine { unlock(file) }
    return !isMine
  }

  /// Waits until the names in a folder are on the disk.
  package func syncDirectory(_ path: String) throws(FileError) {
    let directory = try open(path, in: nil, .directory)
    defer { close(directory) }
    try sync(directory)
  }

  /// Waits until everything is written on the disk that holds a folder.
  package func syncDisk(of path: String) throws(FileError) {
    let directory = try open(path, in: nil, .directory)
    defer { close(directory) }
    try syncDisk(directory)
  }

  /// Makes a folder and those above it; returns those that did not exist, the outermost first.
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
  package static let isThere = EEXIST
  /// A file that has to be a program's own has another name, or is not a regular file.
  package static let sharedFile = EMLINK
  package static let isLink = ELOOP
  package static let interrupted = EINTR
  package static let tooLarge = EFBIG
  package static let wouldBlock = EWOULDBLOCK
  package static let notAFolder = ENOTDIR

  /// Whether a file could not be read because the path holds something else: nothing, a link, a folder, or a larger
  /// file.
  package var isOtherThanExpected: Bool { [ENOENT, ENOTDIR, ELOOP, EISDIR, EFBIG, ENXIO].contains(code) }
}
