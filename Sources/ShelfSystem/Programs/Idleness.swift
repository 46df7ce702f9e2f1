#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How long a program that runs may do nothing, in milliseconds: neither it nor any program that it has started writes,
/// reads or computes.
package struct IdleLimits: Hashable, Sendable {
  /// While it has started no program of another name: then it waits for something that may never come, such as the other
  /// end of a pipe that lies where it expects a file.
  package var alone: Int
  /// While it has: that may wait for a person, or for another machine.
  package var inCompany: Int

  package init(alone: Int, inCompany: Int) {
    #if os(Linux)
      (self.alone, self.inCompany) = (alone, inCompany)
    #else
      // What it does is not known there, only what it writes.
      (self.alone, self.inCompany) = (max(alone, inCompany, 60_000), max(alone, inCompany, 60_000))
    #endif
  }
}

/// How long another process, and those that it has started, have done nothing.
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

  /// Notes that the process has written something.
  mutating func end() { since = Idleness.clock() }

  /// Returns for how many milliseconds the process has neither written nor computed, if that is longer than its limit;
  /// otherwise nil.
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

  /// Milliseconds of a clock that only goes forward.
  static func clock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
