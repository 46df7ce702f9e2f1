#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process and all that it has started, directly or not, which still run; the process alone where the system does not
/// tell.
struct ProcessTree {
  /// A process, as proc(5) describes `stat`.
  private struct Member {
    let number: pid_t
    let parent: pid_t
    /// The beginning of its program's name.
    let name: String
    /// The processor time in clock ticks, and the major faults.
    let work: UInt64
    /// When it was started: a number may be given to another process later.
    let start: String
  }

  private let process: pid_t
  private var members: [Member] = []
  /// A number that changes while one of them computes, or reads and writes files, and when one starts or ends.
  private(set) var work: UInt64 = 0
  /// Whether all of them have the name of the first one.
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

  /// Sends a signal to all of them that still run.
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
      // What follows the name is numbered from 3 there.
      guard fields.count > 19, let parent = pid_t(fields[1]) else { return nil }
      let work = [9, 11, 12].reduce(UInt64(0)) { $0 &+ (UInt64(fields[$1]) ?? 0) }
      return Member(
        number: number, parent: parent, name: String(stat[stat.index(after: start)..<end]), work: work,
        start: fields[19])
    }

    /// Returns how many bytes a process has read and written so far; 0 if it is not ours to know.
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
