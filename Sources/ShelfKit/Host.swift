import ShelfModel
import ShelfStore
import ShelfSystem

/// What a workspace has from outside: files, clock, ids, and the environment of the programs that it runs.
///
/// Nothing below a front end reads any of these by itself, so that a test can hand in its own.
package struct Host {
  package var fileSystem: any FileSystem
  package var environment: [String: String]
  /// The absolute path of the running program, which git is given to merge records with; nil if it is not known.
  package var program: String?
  package var now: () -> Timestamp
  /// The reader's own day, which may differ from the one in UTC.
  package var today: () -> CalendarDate
  package var newID: () -> RecordID
  /// What days and clocks are where the reader is.
  package var localTime = LocalTime.utc
  /// How many threads read a library at once.
  package var threads: Int
  /// How long another program that is changing a library is waited for, in milliseconds.
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
