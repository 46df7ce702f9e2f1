import ShelfSystem
import Synchronization

/// The real file system with a single injected fault. Syncs are counted but not executed, so that thousands of runs do
/// not take long.
package final class FaultyFileSystem: FileSystem {
  /// The effect of the fault on a call.
  package enum Fault: Sendable {
    /// The process ends before the call. Neither it nor any later call is executed.
    case crash
    /// The process ends during the call. If the call is a write, half of it is executed. No later call is executed.
    case crashWithin
    /// The call fails once.
    case error(Int32)
    /// The call fails, and the process ends `after` calls later.
    case errorThenCrash(after: Int)
    /// A write writes fewer bytes than requested.
    case short
  }

  private let disk = DiskFileSystem()
  private let fault: (number: Int, fault: Fault)?
  private let log = Mutex<[String]>([])

  /// - Parameter number: the number of the faulty call, starting with 1. Only calls that change the disk are counted,
  ///   unless the fault is an error, which can also happen when files are opened and read.
  package init(_ fault: Fault? = nil, at number: Int = 0) {
    self.fault = fault.map { (number, $0) }
  }

  /// The calls so far, each with its name and path.
  package var calls: [String] { log.withLock { $0 } }

  /// Whether the faulty call has been made.
  package var wasHit: Bool { fault.map { calls.count >= $0.number } ?? false }

  private var countsReading: Bool {
    if case .error = fault?.fault { true } else { false }
  }

  /// Counts a call. Throws an error if the call should fail, and otherwise returns the fault that it should have.
  private func meet(_ call: String, _ path: String, isReading: Bool = false) throws(FileError) -> Fault? {
    let isCounted = countsReading || !isReading
    let count = log.withLock { log in
      if isCounted { log.append("\(call) \(path)") }
      return log.count
    }
    guard let fault else { return nil }
    if let code = code(fault.fault, count - fault.number, call) {
      throw FileError(code: code, operation: call, path: path)
    }
    return count == fault.number && isCounted ? fault.fault : nil
  }

  /// Returns the error code of a call, or nil if it succeeds.
  ///
  /// - Parameter distance: the distance from the faulty call, negative before it.
  private func code(_ fault: Fault, _ distance: Int, _ call: String) -> Int32? {
    switch fault {
    case .crash: distance >= 0 ? 5 : nil
    case .crashWithin: distance > 0 || distance == 0 && call != "write" ? 5 : nil
    case .error(let code): distance == 0 ? code : nil
    case .errorThenCrash(let after): distance == 0 || distance >= after ? 5 : nil
    case .short: nil
    }
  }

  package func open(_ path: String, in directory: Int32?, _ access: FileAccess) throws(FileError) -> Int32 {
    _ = try meet("open", path, isReading: access == .read || access == .directory)
    return try disk.open(path, in: directory, access)
  }

  package func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    _ = try meet("read", "", isReading: true)
    return try disk.read(file, into: buffer)
  }

  package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    switch try meet("write", "") {
    case .crashWithin:
      _ = try disk.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]))
      throw FileError(code: 5, operation: "write", path: "")
    case .short: return try disk.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<((bytes.count + 1) / 2)]))
    default: return try disk.write(file, bytes)
    }
  }

  package func sync(_ file: Int32) throws(FileError) { _ = try meet("sync", "") }

  package func syncDisk(_ directory: Int32) throws(FileError) { _ = try meet("syncDisk", "") }

  package func setMode(_ file: Int32, _ mode: UInt32) throws(FileError) {
    _ = try meet("setMode", "")
    try disk.setMode(file, mode)
  }

  package func status(_ path: String) throws(FileError) -> FileStatus? {
    _ = try meet("status", path, isReading: true)
    return try disk.status(path)
  }

  package func entries(_ directory: Int32, path: String) throws(FileError) -> [DirectoryEntry] {
    _ = try meet("entries", path, isReading: true)
    return try disk.entries(directory, path: path)
  }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    _ = try meet("rename", newPath)
    try disk.rename(path, to: newPath)
  }

  package func rename(_ path: String, toFree newPath: String) throws(FileError) {
    _ = try meet("rename", newPath)
    try disk.rename(path, toFree: newPath)
  }

  package func setAside(_ path: String, as newPath: String) throws(FileError) -> Bool {
    _ = try meet("remove", path)
    return try disk.setAside(path, as: newPath)
  }

  package func exchange(_ path: String, with other: String) throws(FileError) -> Bool {
    _ = try meet("exchange", other)
    return try disk.exchange(path, with: other)
  }

  package func link(_ path: String, to newPath: String) throws(FileError) {
    _ = try meet("link", newPath)
    try disk.link(path, to: newPath)
  }

  package func remove(_ path: String) throws(FileError) {
    _ = try meet("remove", path)
    try disk.remove(path)
  }

  package func makeDirectory(_ path: String) throws(FileError) {
    _ = try meet("makeDirectory", path)
    try disk.makeDirectory(path)
  }

  package func removeDirectory(_ path: String) throws(FileError) {
    _ = try meet("removeDirectory", path)
    try disk.removeDirectory(path)
  }

  package func tryLock(_ file: Int32) throws(FileError) -> Bool { try disk.tryLock(file) }
  package func unlock(_ file: Int32) { disk.unlock(file) }
  package func close(_ file: Int32) { disk.close(file) }
  package func pause(milliseconds: Int) {}
  package var processID: Int32 { 4711 }

  package var userID: UInt32 { disk.userID }
  package func resolve(_ path: String) -> String? { disk.resolve(path) }
}
