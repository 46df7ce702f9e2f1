#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The limits on how long a running program may be idle, in milliseconds. A program is idle while neither it nor any of
/// its descendants writes, reads or computes.
package struct IdleLimits: Hashable, Sendable {
  /// The limit while the program has no descendant with a different program name. An idle program may then be waiting
  /// for an event that never occurs, such as another process opening a named pipe that has replaced a file.
  package var alone: Int
  /// The limit while the program has a descendant with a different program name. Such a descendant may be waiting for a
  /// person or a remote server.
  package var inCompany: Int

  package init(alone: Int, inCompany: Int) {
    #if os(Linux)
      (self.alone, self.inCompany) = (alone, inCompany)
    #else
      // On this system, only the program's output can be observed, so the limit is longer.
      (self.alone, self.inCompany) = (max(alone, inCompany, 60_000), max(alone, inCompany, 60_000))
    #endif
  }
}

/// Measures how long another process and its descendants have been idle.
struct Idleness {
  private let process: pid_t
  private let limits: IdleLimits
  private var since: Int
  private var work: UInt64

  init(of process: pid_t, limits: IdleLimits) {
    (self.process, self.limits) = (process, limits)
    since = Idleness.clock()
    work = 0
  }

  /// Restarts the measurement, because the process has written something.
  mutating func end() { since = Idleness.clock() }

  /// Returns the idle limit in milliseconds if the process has exceeded it, or nil otherwise.
  mutating func excess() -> Int? {
    let now = Idleness.clock()
    let tree = ProcessTree(of: process)
    if tree.work != work {
      (work, since) = (tree.work, now)
      return nil
    }
    let limit = tree.isAlone ? limits.alone : limits.inCompany
    return now - since > limit ? limit : nil
  }

  /// Returns the time of a monotonic clock, in milliseconds.
  static func clock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
