import Foundation
import ShelfTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The programs that a process and its descendants started, and the paths that they wrote to, according to strace.
///
/// strace writes one file per process. Each file is parsed call by call, keeping track of the process's current folder
/// and program. Failed calls are skipped. Links in paths are resolved, so a write through a link is reported at its
/// target.
struct SystemTrace {
  /// A program that was started.
  struct Start: Hashable {
    /// The path of the program.
    let program: String
    /// The arguments, as strace prints them.
    let arguments: String
  }

  /// A path that was created, written, renamed or removed, or whose permissions changed.
  struct Write: Hashable {
    /// The absolute path with links resolved.
    let path: String
    /// The name of the program that made the change.
    let program: String
  }

  /// The programs that were started, except the traced program itself.
  private(set) var starts: [Start] = []
  private let program: String
  private(set) var writes: Set<Write> = []
  let status: Int32

  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  /// Runs a program until it exits.
  init(_ program: String, _ arguments: [String], in folder: String, environment: [String: String]) throws {
    self.program = program
    let traces = TestMachine.temporaryFolder.appending(path: "shelf-trace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: traces, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: traces) }
    let calls =
      "execve,execveat,chdir,openat,open,creat,rename,renameat,renameat2,mkdir,mkdirat,unlink,unlinkat,rmdir,link,linkat,"
      + "symlink,symlinkat,chmod,fchmodat,truncate,mknod,mknodat,chown,fchownat,lchown"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/strace")
    process.arguments =
      ["-ff", "-qq", "-y", "-s", "4096", "-o", traces.path + "/t", "-e", "trace=" + calls, program] + arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    for name in try FileManager.default.contentsOfDirectory(atPath: traces.path) {
      let text = String(decoding: try Data(contentsOf: traces.appending(path: name)), as: UTF8.self)
      // Each process is assumed to start in the initial folder, as a copy of the traced program.
      read(text, folder, (program as NSString).lastPathComponent)
    }
  }

  private mutating func read(_ text: String, _ folder: String, _ program: String) {
    var (folder, program) = (folder, program)
    for line in text.split(separator: "\n") {
      guard let open = line.firstIndex(of: "("), let equals = line.range(of: " = ", options: .backwards),
        !line[equals.upperBound...].hasPrefix("-1")
      else { continue }
      let name = line[..<open]
      let words = SystemTrace.words(line[line.index(after: open)..<equals.lowerBound])
      switch name {
      case "execve", "execveat":
        guard let path = words.first(where: { $0.hasPrefix("/") }) else { continue }
        program = (path as NSString).lastPathComponent
        if path != self.program { starts.append(Start(program: path, arguments: String(line[open...]))) }
      case "chdir": if let path = words.first { folder = SystemTrace.absolute(path, in: folder) }
      case "openat", "open":
        guard ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].contains(where: line.contains) else { continue }
        // The result in strace's output includes the actual path of the file.
        let result = line[equals.upperBound...]
        if let start = result.firstIndex(of: "<"), let end = result.lastIndex(of: ">") {
          writes.insert(Write(path: String(result[result.index(after: start)..<end]), program: program))
        }
      default:
        // Before the relative name, strace prints the descriptor of the folder with its path.
        var start = folder
        for word in words {
          if word.hasPrefix("<") {
            start = String(word.dropFirst())
          } else {
            writes.insert(Write(path: SystemTrace.absolute(word, in: start), program: program))
          }
        }
      }
    }
  }

  /// Returns the strings in a call, and the paths of its file descriptors with a leading `<`.
  private static func words(_ text: Substring) -> [String] {
    text.matches(of: #/"((?:[^"\\]|\\.)*)"|(?:AT_FDCWD|\d+)(<[^>]*)>/#).compactMap { match in
      if let word = match.1 { return unescaped(word) }
      return match.2.map(String.init)
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        var value = Int(next - 0x30)
        while let digit = rest.first, (0x30...0x37).contains(digit), value < 32 {
          value = value * 8 + Int(digit - 0x30)
          rest.removeFirst()
        }
        bytes.append(UInt8(truncatingIfNeeded: value))
      default: bytes.append(next)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the absolute path, with links in its parent folders resolved.
  private static func absolute(_ path: String, in folder: String) -> String {
    let whole = URL(filePath: path.hasPrefix("/") ? path : folder + "/" + path).standardized.path
    var above = (whole as NSString).deletingLastPathComponent
    var below = [(whole as NSString).lastPathComponent]
    while above != "/" {
      if let real = realpath(above, nil) {
        defer { free(real) }
        return ([String(cString: real)] + below.reversed()).joined(separator: "/")
      }
      below.append((above as NSString).lastPathComponent)
      above = (above as NSString).deletingLastPathComponent
    }
    return whole
  }
}
