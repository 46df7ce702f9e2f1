import Synchronization

@testable import ShelfKit

/// The machine's file system, with something that happens right before calls of one kind.
final class MeddlingFileSystem: FileSystem {
  /// A call that changes the disk: its name, and the path that it is about.
  struct Call: Sendable {
    var name: String
    var path: String
  }

  private let disk = DiskFileSystem()
  private let meddle: @Sendable (Call) -> Int32?
  private let interruptions = Mutex(0)
  private let interrupts: Bool

  /// - Parameters:
  ///   - interrupts: whether every second read and write is interrupted by a signal, and each write short.
  ///   - meddle: called before each call that changes the disk; what it returns is the error that the call meets.
  init(interrupts: Bool = false, _ meddle: @escaping @Sendable (Call) -> Int32? = { _ in nil }) {
    self.interrupts = interrupts
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

  func open(_ path: String, in directory: Int32?, _ access: FileAccess) throws(FileError) -> Int32 {
    if access == .create { try meet("create", path) }
    return try disk.open(path, in: directory, access)
  }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try interrupt("read")
    return try disk.read(file, into: buffer)
  }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    try interrupt("write")
    try meet("write", "")
    return try disk.write(file, interrupts ? UnsafeRawBufferPointer(rebasing: bytes.prefix(7)) : bytes)
  }

  func sync(_ file: Int32) throws(FileError) {}
  func syncDisk(_ directory: Int32) throws(FileError) {}

  func setMode(_ file: Int32, _ mode: UInt32) throws(FileError) {
    try meet("setMode", "")
    try disk.setMode(file, mode)
  }

  func status(_ path: String) throws(FileError) -> FileStatus? { try disk.status(path) }

  func entries(_ directory: Int32, path: String) throws(FileError) -> DirectoryEntries {
    try disk.entries(directory, path: path)
  }

  func rename(_ path: String, to newPath: String) throws(FileError) {
    try meet("rename", newPath)
    try disk.rename(path, to: newPath)
  }

  func link(_ path: String, to newPath: String) throws(FileError) {
    try meet("link", newPath)
    try disk.link(path, to: newPath)
  }

  func remove(_ path: String) throws(FileError) {
    try meet("remove", path)
    try disk.remove(path)
  }

  func makeDirectory(_ path: String) throws(FileError) {
    try meet("makeDirectory", path)
    try disk.makeDirectory(path)
  }

  func removeDirectory(_ path: String) throws(FileError) {
    try meet("removeDirectory", path)
    try disk.removeDirectory(path)
  }

  func tryLock(_ file: Int32) throws(FileError) -> Bool { try disk.tryLock(file) }
  func close(_ file: Int32) { disk.close(file) }
  func pause(milliseconds: Int) {}
  var processID: Int32 { 4711 }
  func resolve(_ path: String) -> String? { disk.resolve(path) }
}
