@testable import ShelfCLI
@testable import ShelfSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file system of this computer, for a process with a specific working folder. Calls that create, lock, write,
/// link, replace or delete files, or list folders, can be made to fail.
struct TestFileSystem: FileSystem {
  /// The absolute path of the working folder.
  let folder: String
  /// Returns the error number that makes an operation on a path fail, or nil to carry out the operation.
  var failure: @Sendable (_ operation: String, _ path: String) -> Int32? = { _, _ in nil }
  /// Runs instead of each pause.
  var pausing: @Sendable () -> Void = {}
  private let disk = DiskFileSystem()

  init(folder: String) { self.folder = folder }

  func open(_ path: String, in directory: Int32?, _ access: FileAccess) throws(FileError) -> Int32 {
    if case .create = access { try attempt("create", path) }
    if case .lock = access { try attempt("lock", path) }
    if case .directory = access { try attempt("list", path) }
    if directory != nil { return try disk.open(path, in: directory, access) }
    return try naming(path) { path throws(FileError) in try disk.open(path, in: nil, access) }
  }

  func close(_ file: Int32) { disk.close(file) }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try disk.read(file, into: buffer)
  }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    try attempt("write", "")
    return try disk.write(file, bytes)
  }

  func sync(_ file: Int32) throws(FileError) {}
  func syncDisk(_ directory: Int32) throws(FileError) {}
  func tryLock(_ file: Int32) throws(FileError) -> Bool { try disk.tryLock(file) }
  func unlock(_ file: Int32) { disk.unlock(file) }
  func pause(milliseconds: Int) { pausing() }
  var processID: Int32 { 4711 }
  var userID = geteuid()
  func setMode(_ file: Int32, _ mode: UInt32) throws(FileError) { try disk.setMode(file, mode) }

  func status(_ path: String) throws(FileError) -> FileStatus? {
    try naming(path) { path throws(FileError) in try disk.status(path) }
  }

  func entries(_ directory: Int32, path: String) throws(FileError) -> [DirectoryEntry] {
    try disk.entries(directory, path: path)
  }

  func rename(_ path: String, to newPath: String) throws(FileError) {
    try attempt("replace", newPath)
    try disk.rename(absolute(path), to: absolute(newPath))
  }

  func rename(_ path: String, toFree newPath: String) throws(FileError) {
    try attempt("replace", newPath)
    try disk.rename(absolute(path), toFree: absolute(newPath))
  }

  func setAside(_ path: String, as newPath: String) throws(FileError) -> Bool {
    try attempt("delete", path)
    return try disk.setAside(absolute(path), as: absolute(newPath))
  }

  func exchange(_ path: String, with other: String) throws(FileError) -> Bool {
    try attempt("replace", other)
    return try disk.exchange(absolute(path), with: absolute(other))
  }

  func link(_ path: String, to newPath: String) throws(FileError) {
    try attempt("link", newPath)
    try disk.link(absolute(path), to: absolute(newPath))
  }

  func remove(_ path: String) throws(FileError) {
    try attempt("delete", path)
    try disk.remove(absolute(path))
  }

  func makeDirectory(_ path: String) throws(FileError) {
    try attempt("create", path)
    try disk.makeDirectory(absolute(path))
  }

  func removeDirectory(_ path: String) throws(FileError) { try disk.removeDirectory(absolute(path)) }

  func resolve(_ path: String) -> String? { disk.resolve(absolute(path)) }

  private func attempt(_ operation: String, _ path: String) throws(FileError) {
    if let code = failure(operation, path) { throw FileError(code: code, operation: operation, path: path) }
  }

  private func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : folder + "/" + path }

  /// Calls the body with the absolute path. Errors contain the original path.
  private func naming<Result>(
    _ path: String, _ body: (String) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    do throws(FileError) {
      return try body(absolute(path))
    } catch {
      throw FileError(code: error.code, operation: error.operation, path: path)
    }
  }
}
