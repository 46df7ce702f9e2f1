#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process and its running descendants, read from `/proc`. On systems other than Linux, the tree contains only the
/// process itself.
struct ProcessTree {
  /// A process as described by `/proc/PID/stat` (see proc(5)).
  private struct Member {
    let number: pid_t
    let parent: pid_t
    /// The program's name, truncated to 15 bytes.
    let name: String
    /// The processor time in clock ticks plus the number of major page faults.
    let work: UInt64
    /// The start time, which distinguishes the process from a later one with the same number.
    let start: String
  }

  private let process: pid_t
  private var members: [Member] = []
  /// A number that changes while one of the processes computes, reads or writes, and when a process starts or ends.
  private(set) var work: UInt64 = 0
  /// Whether all processes have the same program name as the first process.
  private(set) var isAlone = true

  init(of process: pid_t) {
    self.process = process
    #if os(Linux)
      let all = ProcessTree.numbers().compactMap { ProcessTree.member($0) }
      let children = Dictionary(grouping: all, by: \.parent)
      let first = all.first { $0.number == process }
      var generation = first.map { [$0] } ?? []
      while !generation.isEmpty {
        for member in generation {
          members.append(member)
          work = work &+ member.work &+ ProcessTree.transferred(member.number) &+ UInt64(member.number) << 32
          if member.name != first?.name { isAlone = false }
        }
        generation = generation.flatMap { children[$0.number] ?? [] }
      }
    #endif
  }

  /// Sends a signal to every process that is still running.
  func send(_ signal: Int32) {
    #if os(Linux)
      for member in members where ProcessTree.member(member.number)?.start == member.start {
        kill(member.number, signal)
      }
    #else
      kill(process, signal)
    #endif
  }

  #if os(Linux)
    private static func numbers() -> [pid_t] {
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      var numbers: [pid_t] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let number = pid_t(name) { numbers.append(number) }
      }
      return numbers
    }

    private static func member(_ number: pid_t) -> Member? {
      guard let stat = text("/proc/\(number)/stat"), let start = stat.firstIndex(of: "("),
        let end = stat.lastIndex(of: ")"), start < end
      else { return nil }
      let fields = stat[end...].split(separator: " ").dropFirst().map(String.init)
      // In proc(5), the first field after the name has number 3, so the parent, which is field 4, is at index 1.
      guard fields.count > 19, let parent = pid_t(fields[1]) else { return nil }
      let work = [9, 11, 12].reduce(UInt64(0)) { $0 &+ (UInt64(fields[$1]) ?? 0) }
      return Member(
        number: number, parent: parent, name: String(stat[stat.index(after: start)..<end]), work: work,
        start: fields[19])
    }

    /// Returns the sum of the I/O counters of a process, which increases as the process reads and writes, or 0 if the
    /// counters are not readable.
    private static func transferred(_ number: pid_t) -> UInt64 {
      let lines = text("/proc/\(number)/io")?.split(separator: "\n") ?? []
      return lines.reduce(UInt64(0)) { sum, line in
        sum &+ (line.split(separator: " ").last.flatMap { UInt64($0) } ?? 0)
      }
    }

    private static func text(_ path: String) -> String? {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(file, &buffer, buffer.count)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  #endif
}
