import Foundation
import ShelfTestSupport

/// A temporary home folder for one page, which isolates it from the user's files.
struct Playground {
  private let home: URL

  /// Creates the folder, with a copy of the sample library and a link to the program.
  init() throws {
    let files = FileManager.default
    let name = "shelf-tour-\(UUID().uuidString)"
    try files.createDirectory(at: TestMachine.temporaryFolder.appending(path: name), withIntermediateDirectories: true)
    home = TestMachine.temporaryFolder.appending(path: name).resolvingSymlinksInPath()
    try files.copyItem(at: Project.root.appending(path: "sample-library"), to: home.appending(path: "sample-library"))
    // The name starts with a dot, so that `ls` and `tree` do not show the folder on a page.
    let programs = home.appending(path: ".bin")
    try files.createDirectory(at: programs, withIntermediateDirectories: false)
    try files.createSymbolicLink(
      at: programs.appending(path: "shelf"), withDestinationURL: TestMachine.productsFolder.appending(path: "shelf"))
  }

  func remove() {
    try? FileManager.default.removeItem(at: home)
  }

  /// Runs the commands in a single shell, and returns the lines that each of them prints.
  func run(_ commands: [String]) throws -> [[String]] {
    let script = Self.preamble + commands.map(Self.step).joined()
    let text = try Terminal(columns: 100).run("/bin/sh", ["-c", script], in: home, environment: environment)
    let parts = text.replacingOccurrences(of: home.path, with: "~").components(separatedBy: Self.mark)
    // The output ends with the mark after the last command. If a command exits the shell, the remaining commands have
    // no output.
    let outputs = parts.dropLast().map { $0.components(separatedBy: "\n") }
    return outputs + Array(repeating: ["(the shell ended before this)"], count: max(0, commands.count - outputs.count))
  }

  private static let mark = "\u{1}\n"

  private static let preamble = "mark() { status=$?; printf '\\001\\n'; return $status; }\n"

  /// A syntax error in a command does not end the shell, and the next command can read the exit status from `$?`.
  private static func step(_ command: String) -> String {
    "command eval '\(command.replacingOccurrences(of: "'", with: "'\\''"))' </dev/null; mark\n"
  }

  private var environment: [String: String] {
    let path = TestMachine.path
    return [
      "PATH": "\(home.path)/.bin:\(path)", "HOME": home.path, "TMPDIR": home.path, "LC_ALL": "C.UTF-8", "TZ": "UTC",
      "TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "100", "PAGER": "cat", "SHELF_NOW": "2026-11-21T10:00:00Z",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": home.deletingLastPathComponent().path,
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "init.defaultBranch", "GIT_CONFIG_VALUE_0": "main",
      "GIT_AUTHOR_NAME": "Reader", "GIT_AUTHOR_EMAIL": "reader@example.org",
      "GIT_AUTHOR_DATE": "2026-11-21T10:00:00Z", "GIT_COMMITTER_NAME": "Reader",
      "GIT_COMMITTER_EMAIL": "reader@example.org", "GIT_COMMITTER_DATE": "2026-11-21T10:00:00Z",
    ]
  }
}
