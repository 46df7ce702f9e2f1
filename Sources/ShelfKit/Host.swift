import ShelfModel
import ShelfStore
import ShelfSystem

/// The environment of a workspace: the file system, the clock, the source of ids, and the environment variables.
///
/// No layer below the front ends accesses any of these directly, so tests can supply their own.
package struct Host {
  package var fileSystem: any FileSystem
  package var environment: [String: String]
  /// The absolute path of the running program, which git runs to merge records, or nil if it is unknown.
  package var program: String?
  package var now: () -> Timestamp
  /// Returns today's date in the user's time zone, which may differ from the date in UTC.
  package var today: () -> CalendarDate
  package var newID: () -> RecordID
  /// The user's time zone.
  package var localTime = LocalTime.utc
  /// The number of threads for reading a library.
  package var threads: Int
  /// The maximum time to wait for another process that is changing the library, in milliseconds.
  package var lockTimeout = LibraryLock.timeout

  package init(
    fileSystem: any FileSystem, environment: [String: String], now: @escaping () -> Timestamp,
    today: @escaping () -> CalendarDate, newID: @escaping () -> RecordID, threads: Int
  ) {
    self.fileSystem = fileSystem
    self.environment = environment
    self.now = now
    self.today = today
    self.newID = newID
    self.threads = threads
  }
}
