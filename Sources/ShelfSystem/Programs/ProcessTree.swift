#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process and those that it started, theirs included: a program may be a script that runs the real one.
struct ProcessTree {
  private let root: pid_t

  init(_ root: pid_t) { self.root = root }

  /// Returns a number that changes while one of the processes computes, or reads and writes files, and whether one of
  /// them is computing, or waiting for a disk, at this moment; nil where the system does not tell.
  func work() -> (amount: UInt64, isBusy: Bool)? {
    #if os(Linux)
      var amount: UInt64 = 0
      var isBusy = false
      guard let status = ProcessTree.status(of: root) else { return nil }
      for process in processes {
        guard let (state, ticks) = process == root ? status : ProcessTree.status(of: process) else { continue }
        isBusy = isBusy || state == "R" || state == "D"
        let counters = ProcessTree.text("/proc/\(process)/io")?.split(separator: "\n").compactMap { line in
          line.split(separator: " ").last.flatMap { UInt64($0) }
        }
        amount = ([ticks] + (counters ?? [])).reduce(amount) { $0 &+ $1 }
      }
      return (amount, isBusy)
    #else
      return nil
    #endif
  }

  /// Ends all of the processes.
  func end() {
    for process in processes { kill(process, SIGKILL) }
  }

  /// The processes, each before those that it started.
  private var processes: [pid_t] {
    var found = [root]
    #if os(Linux)
      var next = 0
      while next < found.count, found.count < ProcessTree.most {
        found += ProcessTree.children(of: found[next]).filter { !found.contains($0) }
        next += 1
      }
    #endif
    return found
  }

  #if os(Linux)
    /// No program that is asked something starts more.
    private static let most = 1000

    /// Returns the processes that the threads of one have started.
    private static func children(of process: pid_t) -> [pid_t] {
      let folder = "/proc/\(process)/task"
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var children: [pid_t] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard Int32(name) != nil, let text = text("\(folder)/\(name)/children") else { continue }
        children += text.split(separator: " ").compactMap { pid_t($0) }
      }
      return children
    }

    /// Returns a process's state, and its processor time in clock ticks with its major faults, as proc(5) describes
    /// `stat`.
    private static func status(of process: pid_t) -> (state: Substring, ticks: UInt64)? {
      guard let stat = text("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")") else { return nil }
      let fields = Array(stat[end...].split(separator: " ").dropFirst())
      guard let state = fields.first else { return nil }
      let numbers = [9, 11, 12].map { fields.count > $0 ? UInt64(fields[$0]) ?? 0 : 0 }
      return (state, numbers.reduce(0) { $0 &+ $1 })
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
