import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfKit
@testable import ShelfModel
@testable import ShelfSystem
@testable import ShelfText

/// A temporary library in which commands run with an empty environment, a fixed clock and sequential ids.
///
/// Commands run inside the test process: their arguments, streams, clock, ids and file system come from a `Context`.
/// The output of `run` is deterministic, so tests can compare all of it. The library's path and commit hashes are
/// replaced with `LIBRARY` and `COMMIT`. Prompts are tested on a pseudo-terminal, with the answers typed in advance.
/// `runOnTerminal` is for line-based prompts, and `press` for prompts that use cursor keys.
final class TestLibrary {
  /// The library's absolute path, which is replaced with `LIBRARY` in the output.
  let root: String
  /// The program that git runs as the merge driver in a sync, or nil for the one in the search path.
  var program: String?
  var environment: [String: String] = [:]
  /// An object that is kept alive as long as the library, such as a server.
  var companion: AnyObject?
  var fileSystem: TestFileSystem
  /// The file descriptor for the output of commands, or nil to capture the output.
  var output: Int32?
  /// The user's time zone.
  var localTime = LocalTime.utc
  /// The number of ids that were created so far. Copies of the same library must start with different numbers.
  var ids = 0
  /// The number of threads that commands may use.
  var threads = 2

  init(_ files: [String: String] = SmallLibrary.files) throws {
    let folder = TestMachine.temporaryFolder.appendingPathComponent("shelf-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    root = DiskFileSystem().resolve(folder.path)!
    fileSystem = TestFileSystem(folder: root)
    for (path, text) in files { self[path] = text }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The text of a file, or nil if the file does not exist.
  subscript(path: String) -> String? {
    get { try? String(contentsOfFile: absolute(path), encoding: .utf8) }
    set {
      let url = URL(fileURLWithPath: absolute(path))
      try? FileManager.default.removeItem(at: url)
      guard let newValue else { return }
      try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? Data(newValue.utf8).write(to: url)
    }
  }

  func absolute(_ path: String) -> String { root + "/" + path }

  /// Runs a command. Returns its output, then its errors with `!` before each line, then the status in brackets unless
  /// it is 0.
  ///
  /// - Parameters:
  ///   - line: the words of the command, separated by single spaces.
  ///   - words: additional words, which are not split.
  func run(_ line: String, _ words: [String] = [], input: String = "") throws -> String {
    try text(of: outcome(split(line) + words, input: input))
  }

  /// Runs a command that must be refused, and returns its errors and its status.
  ///
  /// The command must print one error, at most one hint and nothing on standard output, and leave every file unchanged.
  func refused(
    _ line: String, _ words: [String] = [], input: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let before = try tree()
    let outcome = try outcome(split(line) + words, input: input)
    #expect(outcome.status != 0, sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("error: ") } == 1, sourceLocation: sourceLocation)
    #expect(lines.count { $0.hasPrefix("hint: ") } <= 1, sourceLocation: sourceLocation)
    #expect(VisibleText.lines(outcome.errors) == outcome.errors, sourceLocation: sourceLocation)
    #expect(try tree() == before, sourceLocation: sourceLocation)
    return text(of: outcome)
  }

  /// Runs a command on a terminal with answers typed in advance, and returns the contents of the screen without the
  /// echoed answers.
  ///
  /// Additional prompts get the end of input, so that the command does not block.
  func runOnTerminal(
    _ line: String, _ words: [String] = [], typing: String = "", columns: UInt16 = 80
  ) throws -> String {
    let terminal = try PseudoTerminal(columns: columns)
    var settings = termios()
    tcgetattr(terminal.end, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal.end, TCSANOW, &settings)
    terminal.type(typing + String(repeating: "\u{4}", count: 8))
    var context = context()
    (context.input, context.output, context.errors) = (terminal.end, terminal.end, terminal.end)
    context.isInteractive = true
    let status = terminal.whileRead { [context] in Shelf.run(split(line) + words, in: context) }
    let screen = scrubbed(terminal.screen().replacing("\r\n", with: "\n"))
    return screen + (status == 0 ? "" : "[\(status)]\n")
  }

  /// Returns a mapping from the path of every file and folder outside `.shelf` to its type, permissions and contents.
  func tree() throws -> [String: String] {
    var tree: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root)
    where !path.split(separator: "/").contains(".shelf") {
      let attributes = try FileManager.default.attributesOfItem(atPath: absolute(path))
      let contents = FileManager.default.contents(atPath: absolute(path))?.base64EncodedString() ?? ""
      tree[path] = "\(attributes[.type] ?? "") \(attributes[.posixPermissions] ?? "") \(contents)"
    }
    return tree
  }

  /// Returns the paths of all files outside `.shelf`.
  func paths() throws -> [String] {
    try tree().filter { $0.value.contains("Regular") }.map(\.key).sorted()
  }

  // MARK: - Helpers

  private struct Outcome {
    var output: String
    var errors: String
    var status: Int32
  }

  private func outcome(_ words: [String], input: String) throws -> Outcome {
    let (input, output, errors) = (try Capture(holding: input), try Capture(), try Capture())
    var context = context()
    (context.input, context.errors) = (input.descriptor, errors.descriptor)
    context.output = self.output ?? output.descriptor
    let status = Shelf.run(words, in: context)
    return Outcome(output: scrubbed(output.text()), errors: scrubbed(errors.text()), status: status)
  }

  func context() -> Context {
    let now = Timestamp("2026-11-21T10:00:00Z")!
    return Context(
      environment: environment, program: program, fileSystem: fileSystem, now: now, today: localTime.day(of: now),
      newID: { [unowned self] in
        ids += 1
        return RecordID("\(90_000_000 + ids)-0000-4000-8000-000000000000")!
      }, commands: .shelf, commandLine: "", threads: threads, isInteractive: false, localTime: localTime)
  }

  private func split(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  private func text(of outcome: Outcome) -> String {
    let errors = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return outcome.output + errors.map { "! \($0)\n" }.joined()
      + (outcome.status == 0 ? "" : "[\(outcome.status)]\n")
  }

  private func scrubbed(_ text: String) -> String {
    let text = text.replacing(root, with: "LIBRARY")
    // Avoids the regular expression, because compiling it takes longer than most commands.
    if !text.hasRun(of: 9, "0123456789abcdef") { return text }
    return text.replacing(/\b([0-9a-f]{40}|[0-9a-f]{9})\b/, with: "COMMIT")
  }
}

extension TestLibrary {
  /// Runs a command on a terminal with cursor control, with keys typed in advance, and returns the output after the
  /// last prompt.
  ///
  /// Additional prompts get Ctrl-C.
  func press(_ line: String, _ words: [String] = [], typing keys: String, columns: UInt16 = 80) throws -> String {
    let terminal = try PseudoTerminal(columns: columns)
    var settings = termios()
    tcgetattr(terminal.end, &settings)
    // Turns off line editing and signals, so that keys typed in advance arrive unchanged.
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    settings.c_iflag &= ~tcflag_t(ICRNL | IXON)
    tcsetattr(terminal.end, TCSANOW, &settings)
    terminal.type(keys + String(repeating: "\u{3}", count: 4))
    environment["TERM"] = "xterm-256color"
    environment["NO_COLOR"] = "1"
    defer { environment = [:] }
    var context = context()
    (context.input, context.output, context.errors) = (terminal.end, terminal.end, terminal.end)
    context.isInteractive = true
    let status = Shelf.run(split(line) + words, in: context)
    let screen = scrubbed(terminal.screen().replacing("\r\n", with: "\n"))
    var after = termios()
    tcgetattr(terminal.end, &after)
    #expect(after.c_lflag == settings.c_lflag && after.c_iflag == settings.c_iflag, "the terminal is as it was")
    let last = screen.components(separatedBy: "\u{1B}[?2004l\u{1B}[?25h").last ?? ""
    return last + (status == 0 ? "" : "[\(status)]\n")
  }
}
