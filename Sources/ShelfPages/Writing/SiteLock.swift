import ShelfSystem

/// An exclusive lock on the folder of a site.
///
/// A process acquires the lock before it reads the library, so that it never replaces pages with older ones. It is an
/// advisory lock on the folder itself, so it adds no file to the site. The operating system releases it when the
/// process ends for any reason.
package final class SiteLock: Sendable {
  package let place: SitePlace
  private let files: any FileSystem
  private let folder: Int32
  private let inode: UInt64?
  /// The folders that were created for the site, outermost first.
  private let made: [String]

  /// The maximum time to wait for another process, in milliseconds.
  package static let timeout = 10_000
  private static let pause = 10

  private init(_ place: SitePlace, _ files: any FileSystem) throws(FileError) {
    self.place = place
    self.files = files
    made = try files.makeDirectories(place.path)
    inode = try files.status(place.path)?.inode
    folder = try files.open(place.path, in: nil, .directory)
  }

  /// Releases the lock. Removes the folders that were created for the site, if they are still empty.
  deinit {
    for folder in made.reversed() { try? files.removeDirectory(folder) }
    files.unlock(folder)
    files.close(folder)
  }

  /// Acquires the lock. Creates the folder if it is missing.
  ///
  /// - Parameter timeout: the maximum time to wait, in milliseconds.
  /// - Throws: `SitePlace.Refusal.locked` after the timeout, or `FileError`.
  package static func acquire(
    _ place: SitePlace, fileSystem: any FileSystem, timeout: Int = timeout
  ) throws -> SiteLock {
    var waited = 0
    var lock = try SiteLock(place, fileSystem)
    while try !lock.isTaken() {
      guard waited < timeout else { throw SitePlace.Refusal.locked(path: place.name) }
      fileSystem.pause(milliseconds: pause)
      waited += pause
      // The process that held the lock may have removed the folder that it had created.
      if try !lock.isOfFolder { lock = try SiteLock(place, fileSystem) }
    }
    return lock
  }

  private func isTaken() throws(FileError) -> Bool {
    do throws(FileError) {
      guard try files.tryLock(folder) else { return false }
      return try isOfFolder
    } catch {
      throw FileError(code: error.code, operation: "lock", path: place.path)
    }
  }

  /// Whether the path still refers to the open folder.
  private var isOfFolder: Bool { get throws(FileError) { try files.status(place.path)?.inode == inode } }
}
