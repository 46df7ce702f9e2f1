#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How long another process has done nothing: it waits for something that may never come, such as the other end of a
/// pipe that lies where it expects a file.
struct Idleness {
  private let process: pid_t
  /// Milliseconds.
  private let limit: Int
  private var since: Int
  private var work: UInt64?

  init(of process: pid_t, limit: Int) {
    (self.process, self.limit) = (process, limit)
    since = Idleness.clock()
    work = ProcessTree(process).work()?.amount
  }

  /// Notes that the process has written something.
  mutating func end() { since = Idleness.clock() }

  /// Returns whether the process, and those that it started, have neither written nor computed for longer than the
  /// limit; never where the system does not tell what they do.
  mutating func isTooLong() -> Bool {
    let now = Idleness.clock()
    guard let (work, isBusy) = ProcessTree(process).work() else { return false }
    if isBusy || work != self.work {
      (self.work, since) = (work, now)
      return false
    }
    return now - since > limit
  }

  /// Milliseconds of a clock that only goes forward.
  private static func clock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
