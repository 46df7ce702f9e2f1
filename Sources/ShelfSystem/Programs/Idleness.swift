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
    work = Idleness.work(of: process)
  }

  /// Notes that the process has written something.
  mutating func end() { since = Idleness.clock() }

  /// Returns whether the process has neither written nor computed for longer than the limit.
  mutating func isTooLong() -> Bool {
    let now = Idleness.clock()
    let work = Idleness.work(of: process)
    if work != self.work {
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

  /// Returns a number that grows while a process computes, or reads and writes files; nil where the system does not tell.
  private static func work(of process: pid_t) -> UInt64? {
    #if os(Linux)
      // The processor time in clock ticks and the major faults, as proc(5) describes `stat`, and the bytes read.
      guard let stat = text("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")") else { return nil }
      let fields = stat[end...].split(separator: " ").dropFirst()
      let numbers = [10, 12, 13].map { fields.count > $0 ? UInt64(fields[fields.startIndex + $0 - 1]) ?? 0 : 0 }
      let read = text("/proc/\(process)/io")?.split(separator: "\n").compactMap { line in
        line.split(separator: " ").last.flatMap { UInt64($0) }
      }
      return (numbers + (read ?? [])).reduce(0) { $0 &+ $1 }
    #else
      return nil
    #endif
  }

  private static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
