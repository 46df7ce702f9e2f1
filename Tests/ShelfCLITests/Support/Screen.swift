import Foundation
import ShelfTestSupport
import Testing

/// A shell in a real terminal (tmux), without the user's settings.
///
/// Each instance starts a tmux server with its own socket. Tests send keys, and wait until the expected text appears on
/// the screen, because there is no other way to tell that a program in a terminal is ready. If the text does not appear
/// within a minute, the test fails.
final class Screen {
  /// The folder of the server's socket.
  private let folder: String
  private var socket: String { folder + "/socket" }

  static let isThere = TestMachine.program("tmux") != nil && TestMachine.program("perl") != nil

  /// Starts a shell. The default shell has the prompt `$`.
  init(in folder: String, columns: Int = 80, rows: Int = 24, shell: [String] = ["bash", "--norc", "--noprofile"]) throws
  {
    self.folder =
      TestMachine.temporaryFolder.appendingPathComponent("s\(UInt32.random(in: 0 ... .max))").path
    try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
    let path = TestMachine.productsFolder.path + ":" + TestMachine.path
    let variables = [
      "PATH=\(path)", "PS1=$ ", "HOME=\(folder)", "SHELF_NOW=2026-11-21T10:00:00Z", "NO_COLOR=1", "LC_ALL=C.UTF-8",
      "TERM=xterm-256color",
    ]
    try tmux(
      ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder, "env", "-i"]
        + variables + shell)
  }

  deinit {
    _ = try? tmux(["kill-server"])
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Types a text, line by line.
  func type(_ text: String) throws {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { try tmux(["send-keys", "Enter"]) }
      if !line.isEmpty { try tmux(["send-keys", "-l", "--", String(line)]) }
    }
  }

  /// Presses keys, by their names in tmux.
  func press(_ keys: String...) throws {
    for key in keys {
      try tmux(["send-keys", key])
      // A terminal recognizes Escape only if no other bytes follow immediately.
      if key == "Escape" { Thread.sleep(forTimeInterval: 0.15) }
    }
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Sends a signal to each process that the shell has started.
  func signal(_ name: String) throws {
    for child in try programs() { _ = try Program.run(["sh", "-c", "kill -\(name) \(child)"], in: "/") }
  }

  /// Returns the ids of the processes that the shell has started.
  func programs() throws -> [String] {
    let shell = try tmux(["display", "-p", "#{pane_pid}"]).trimmingCharacters(in: .whitespacesAndNewlines)
    let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    return children.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Returns the ids of the processes that the specified processes have started.
  func programs(below parents: [String]) throws -> [String] {
    parents.flatMap { parent in
      let children = try? String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
      return (children ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }

  /// Closes the terminal.
  func close() throws { try tmux(["kill-server"]) }

  /// Returns the text on the screen, without trailing spaces and without empty lines at the top and bottom.
  func text() throws -> String {
    let lines = try tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false)
    let trimmed = lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
    return trimmed.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }

  /// Returns the column and row of the cursor.
  func cursor() throws -> String {
    try tmux(["display", "-p", "#{cursor_x} #{cursor_y}"]).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Waits until a text appears on the screen, and fails after a minute.
  func waits(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let deadline = Date(timeIntervalSinceNow: 60)
    while try !("\n" + self.text()).contains(text) {
      if Date() > deadline {
        Issue.record("“\(text)” never came:\n\(try self.text())", sourceLocation: sourceLocation)
        throw Late()
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// Waits until the shell shows its prompt. A program that is exiting might consume keys that are typed earlier.
  func waitsForPrompt(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let deadline = Date(timeIntervalSinceNow: 60)
    while try !text().hasSuffix("$") {
      if Date() > deadline {
        Issue.record("no prompt:\n\(try self.text())", sourceLocation: sourceLocation)
        throw Late()
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  struct Late: Error {}

  @discardableResult private func tmux(_ arguments: [String]) throws -> String {
    let command = ["tmux", "-u", "-S", socket] + arguments
    // The server keeps running after the first command. It must not keep pipes open on which other processes wait, and
    // must not inherit the signal mask of the test threads.
    let alone = """
      use POSIX ":signal_h"; POSIX::close($_) for 3..255; sigprocmask(SIG_SETMASK, POSIX::SigSet->new);
      open(STDIN, "<", "/dev/null"); open(STDOUT, ">", "/dev/null"); open(STDERR, ">", "/dev/null"); exec @ARGV
      """
    let shell = arguments.contains("new-session") ? ["perl", "-e", alone, "--"] : []
    return try Program.run(shell + command, in: "/").text
  }
}
