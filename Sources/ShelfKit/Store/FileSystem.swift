#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system calls that the library is read and written with; the one place where they are made.
///
/// Everything else takes a `FileSystem`, so that a test can make any single call fail.
public protocol FileSystem: Sendable {
  /// Opens a file and returns its descriptor; `directory` is the descriptor that a relative path starts from.
  func open(_ path: String, in directory: Int32?, _ access: FileAccess) throws(FileError) -> Int32
  /// Opens a file of an open folder for reading, as `open` does with `FileAccess.read`; the name ends with a zero.
  func open(name: UnsafePointer<CChar>, in directory: Int32) throws(FileError) -> Int32
  func close(_ file: Int32)
  /// Reads at most as many bytes as the buffer holds; 0 at the end of the file.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  /// Writes some of the bytes and returns how many.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int
  /// Waits until the file's contents, or a folder's names, are on the disk.
  func sync(_ file: Int32) throws(FileError)
  /// Waits until everything on the disk that holds an open folder is written.
  func syncDisk(_ directory: Int32) throws(FileError)
  /// Takes the advisory lock on an open file; false where another process has it.
  func tryLock(_ file: Int32) throws(FileError) -> Bool
  func pause(milliseconds: Int)
  /// The number by which others know this process.
  var processID: Int32 { get }
  /// Gives a file the permission bits of `mode`.
  func setMode(_ file: Int32, _ mode: UInt32) throws(FileError)
  /// Returns what lies at a path, which is not followed where it is a link; nil where there is nothing.
  func status(_ path: String) throws(FileError) -> FileStatus?
  /// Returns what a folder holds, in no order; `.` and `..` left out.
  func entries(_ directory: Int32, path: String) throws(FileError) -> DirectoryEntries
  func rename(_ path: String, to newPath: String) throws(FileError)
  /// Gives a file a second name.
  func link(_ path: String, to newPath: String) throws(FileError)
  func remove(_ path: String) throws(FileError)
  func makeDirectory(_ path: String) throws(FileError)
  func removeDirectory(_ path: String) throws(FileError)
  /// Returns the absolute path without links, `.` and `..`; nil where nothing is there.
  func resolve(_ path: String) -> String?
}

/// What a file is opened for.
public enum FileAccess: Sendable {
  /// Reading a file of the library; a link is not followed, and a pipe does not wait.
  case read
  /// Reading a file that a person named; links are followed, and pipes waited for.
  case input
  /// Listing a folder, which is not followed where it is a link.
  case directory
  /// Writing a file that must not be there yet.
  case create
  /// Locking a file, which is made where it is missing.
  case lock
}

/// What lies at a path.
public struct FileStatus: Hashable, Sendable {
  public var type: FileType
  /// Permission bits.
  public var mode: UInt32
  /// Bytes.
  public var size: Int

  /// Returns whether the owner's, group's and others' write permissions are all missing.
  public var isReadOnly: Bool { mode & 0o222 == 0 }
}

public enum FileType: UInt8, Sendable {
  case file, directory, link, other
}

/// A system call that failed.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call's `errno`.
  public var code: Int32
  /// What was tried: "read", "replace".
  public var operation: String
  public var path: String

  public init(code: Int32, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// Returns the system's own words for the error.
  public var reason: String {
    switch code {
    case EACCES, EPERM: "no permission"
    case ENOENT: "no such file or folder"
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "the disk is read-only"
    case EMFILE, ENFILE: "too many open files"
    case ELOOP: "it is a symbolic link"
    case EEXIST: "it is there already"
    case ENOTDIR: "a part of the path is not a folder"
    case EISDIR: "it is a folder"
    case ENAMETOOLONG: "the name is too long"
    case EFBIG: "it is too large"
    case EIO: "the disk does not answer rightly (input/output error)"
    default: String(cString: strerror(code)).lowercased()
    }
  }

  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FileSystem {
  public func open(name: UnsafePointer<CChar>, in directory: Int32) throws(FileError) -> Int32 {
    try open(String(cString: name), in: directory, .read)
  }

  /// Returns a file's contents.
  ///
  /// - Parameter limit: bytes; a larger file is an error, so that one file never fills the memory.
  public func contents(of path: String, limit: Int, _ access: FileAccess = .read) throws(FileError) -> [UInt8] {
    let file = try open(path, in: nil, access)
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = try readSome(file, into: &buffer, path: path)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      if bytes.count > limit { throw FileError(code: EFBIG, operation: "read", path: path) }
    }
  }

  /// Writes a new file; where that fails, no file is left.
  ///
  /// - Parameter synced: whether to wait until it is on the disk.
  public func createFile(_ path: String, _ bytes: [UInt8], mode: UInt32?, synced: Bool) throws(FileError) {
    let file = try open(path, in: nil, .create)
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

  /// Waits until the names in a folder are on the disk.
  public func syncDirectory(_ path: String) throws(FileError) {
    let directory = try open(path, in: nil, .directory)
    defer { close(directory) }
    try sync(directory)
  }

  /// Waits until everything on the disk that holds a folder is written.
  public func syncDisk(of path: String) throws(FileError) {
    let directory = try open(path, in: nil, .directory)
    defer { close(directory) }
    try syncDisk(directory)
  }

  /// Makes a folder and those above it; returns the ones that were not there, the outermost first.
  public func makeDirectories(_ path: String) throws(FileError) -> [String] {
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
  static let notFound = ENOENT
  static let isLink = ELOOP
  static let interrupted = EINTR
  static let tooLarge = EFBIG
  static let wouldBlock = EWOULDBLOCK
  static let notAFolder = ENOTDIR

  /// Whether a file could not be read because something else is there: nothing, a link, a folder, or a larger file.
  var isOtherThanExpected: Bool { [ENOENT, ENOTDIR, ELOOP, EISDIR, EFBIG, ENXIO].contains(code) }
}
