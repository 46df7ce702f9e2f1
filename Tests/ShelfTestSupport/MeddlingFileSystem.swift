import ShelfSystem
import Synchronization

/// The real file system, which calls a function right before certain operations.
package final class MeddlingFileSystem: FileSystem {
  /// An operation: its name, and its path if it has one.
  package struct Call: Sendable {
    package var name: String
    package var path: String
  }

  private let disk = DiskFileSystem()
  private let meddle: @Sendable (Call) -> Int32?
  private let interruptions = Mutex(0)
  private let interrupts: Bool
  private let exchanges: Bool
  private let opened = Mutex<Set<Int32>>([])

  /// The files that are currently open.
  package var openFiles: Set<Int32> { opened.withLock { $0 } }

  /// - Parameters:
  ///   - interrupts: whether a signal interrupts every second read and write, and every write is short.
  ///   - exchanges: whether the file system supports exchanging files.
  ///   - meddle: called before each operation that changes the disk, and after a file has been closed. If it returns an
  ///     error code, the operation fails with it.
  package init(
    interrupts: Bool = false, exchanges: Bool = true, _ meddle: @escaping @Sendable (Call) -> Int32? = { _ in nil }
  ) {
    self.interrupts = interrupts
    self.exchanges = exchanges
    self.meddle = meddle
  }

  private func meet(_ name: String, _ path: String) throws(FileError) {
    if let code = meddle(Call(name: name, path: path)) { throw FileError(code: code, operation: name, path: path) }
  }

  private func interrupt(_ name: String) throws(FileError) {
    let isHit = interruptions.withLock { count in
      count += 1
      return count % 2 == 1
    }
    if interrupts, isHit { throw FileError(code: FileError.interrupted, operation: name, path: "") }
  }

  package func open(_ path: String, in directory: Int32?, _ access: FileAccess) throws(FileError) -> Int32 {
    if case .create = access { try meet("create", path) }
    let file = try disk.open(path, in: directory, access)
    opened.withLock { _ = $0.insert(file) }
    return file
  }

  package func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try interrupt("read")
    return try disk.read(file, into: buffer)
  }

  package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    try interrupt("write")
    try meet("write", "")
    return try disk.write(file, interrupts ? UnsafeRawBufferPointer(rebasing: bytes.prefix(7)) : bytes)
  }

  package func sync(_ file: Int32) throws(FileError) {}
  package func syncDisk(_ directory: Int32) throws(FileError) {}

  package func setMode(_ file: Int32, _ mode: UInt32) throws(FileError) {
    try meet("setMode", "")
    try disk.setMode(file, mode)
  }

  package func status(_ path: String) throws(FileError) -> FileStatus? { try disk.status(path) }

  package func entries(_ directory: Int32, path: String) throws(FileError) -> [DirectoryEntry] {
    try disk.entries(directory, path: path)
  }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    try meet("rename", newPath)
    try disk.rename(path, to: newPath)
  }

  package func rename(_ path: String, toFree newPath: String) throws(FileError) {
    try meet("rename", newPath)
    try disk.rename(path, toFree: newPath)
  }

  package func setAside(_ path: String, as newPath: String) throws(FileError) -> Bool {
    try meet("remove", path)
    if !exchanges { return false }
    return try disk.setAside(path, as: newPath)
  }

  package func exchange(_ path: String, with other: String) throws(FileError) -> Bool {
    try meet("rename", other)
    if !exchanges { return false }
    return try disk.exchange(path, with: other)
  }

  package func link(_ path: String, to newPath: String) throws(FileError) {
    try meet("link", newPath)
    try disk.link(path, to: newPath)
  }

  package func remove(_ path: String) throws(FileError) {
    try meet("remove", path)
    try disk.remove(path)
  }

  package func makeDirectory(_ path: String) throws(FileError) {
    try meet("makeDirectory", path)
    try disk.makeDirectory(path)
  }

  package func removeDirectory(_ path: String) throws(FileError) {
    try meet("removeDirectory", path)
    try disk.removeDirectory(path)
  }

  package func tryLock(_ file: Int32) throws(FileError) -> Bool {
    _ = meddle(Call(name: "tryLock", path: ""))
    return try disk.tryLock(file)
  }
  package func unlock(_ file: Int32) { disk.unlock(file) }
  package func close(_ file: Int32) {
    opened.withLock { _ = $0.remove(file) }
    disk.close(file)
    _ = meddle(Call(name: "close", path: ""))
  }
  package func pause(milliseconds: Int) { _ = meddle(Call(name: "pause", path: "")) }
  package var processID: Int32 { 4711 }

  package var userID: UInt32 { disk.userID }
  package func resolve(_ path: String) -> String? { disk.resolve(path) }
}
