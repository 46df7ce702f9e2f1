import ShelfSystem

/// The exclusive right to change a library.
///
/// The right is an advisory lock on `.shelf/lock`. It is held until `release` is called or this object is destroyed.
/// The system releases it when the process ends, even after a crash.
package final class LibraryLock {
  /// The default time to wait for the lock, in milliseconds.
  package static let timeout = 5000
  private static let pause = 5

  private let path: String
  /// The descriptor of the lock file, or nil once the lock is released.
  private var file: Int32?
  private let fileSystem: any FileSystem

  private init(_ path: String, _ fileSystem: any FileSystem) throws(FileError) {
    self.path = path
    self.fileSystem = fileSystem
    file = try fileSystem.open(path, in: nil, .lock)
  }

  private func tryTaking() throws(FileError) -> Bool {
    guard let file else { return false }
    return try fileSystem.tryLock(file)
  }

  deinit { release() }

  /// Releases the lock early, before this object is destroyed.
  package func release() {
    guard let file else { return }
    self.file = nil
    // A child process between fork and exec also has the descriptor open, so closing it in this process is not enough
    // to release the lock.
    fileSystem.unlock(file)
    fileSystem.close(file)
  }

  /// Acquires the lock, waiting if another process has it.
  ///
  /// - Parameters:
  ///   - command: the purpose of the lock, which is shown to other processes whose wait times out.
  ///   - timeout: the maximum wait, in milliseconds.
  /// - Throws: `TransactionError.locked` if the wait times out.
  package static func acquire(
    at root: String, fileSystem: any FileSystem, command: String, timeout: Int = timeout
  ) throws(TransactionError) -> LibraryLock {
    do throws(FileError) {
      let path = try Journal(at: root, fileSystem: fileSystem).makeHome() + "/lock"
      if let status = try fileSystem.status(path), status.type != .file {
        throw FileError(code: FileError.sharedFile, operation: "use", path: path)
      }
      let lock = try LibraryLock(path, fileSystem)
      var waited = 0
      var isMine = try lock.tryTaking()
      while !isMine, waited < timeout {
        fileSystem.pause(milliseconds: LibraryLock.pause)
        waited += LibraryLock.pause
        isMine = try lock.tryTaking()
      }
      if isMine {
        lock.sign(command)
        return lock
      }
      throw FileError(code: FileError.wouldBlock, operation: "lock", path: lock.path)
    } catch {
      guard error.code == FileError.wouldBlock else { throw .file(error) }
      throw .locked(holder: holder(error.path, fileSystem))
    }
  }

  /// Writes the owner of the lock to the lock file, as a line of fixed length that completely overwrites the previous
  /// one.
  ///
  /// The lock is valid even without this text. A lock file may have several hard links, for example after a folder was
  /// copied in certain ways. Such a file may also exist outside the library, so shelf does not write to it.
  private func sign(_ command: String) {
    guard LibraryLock.isSigned(path, fileSystem) else { return }
    let text = Array("process \(fileSystem.processID): \(command)".utf8.prefix(200)).map { $0 < 0x20 ? 0x20 : $0 }
    let line = text + [UInt8](repeating: 0x20, count: 200 - text.count) + [0x0A]
    if let file { _ = line.withUnsafeBytes { bytes in try? fileSystem.write(file, bytes) } }
  }

  /// Returns whether shelf writes the owner of the lock to the lock file.
  private static func isSigned(_ path: String, _ fileSystem: any FileSystem) -> Bool {
    guard let status = try? fileSystem.status(path) else { return false }
    return status.type == .file && status.links == 1
  }

  private static func holder(_ path: String, _ fileSystem: any FileSystem) -> String {
    guard isSigned(path, fileSystem) else { return unknownHolder }
    let bytes = (try? fileSystem.contents(of: path, limit: 1024)) ?? []
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? ""
    let holder = String(line.reversed().drop { $0 == " " }.reversed())
    return holder.isEmpty ? unknownHolder : holder
  }

  private static let unknownHolder = "another process"
}
