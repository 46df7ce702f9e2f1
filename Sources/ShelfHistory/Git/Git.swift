import ShelfSystem

/// The `git` program, run in one folder.
///
/// Only plumbing commands are used to read, with every setting that would change their output fixed: language,
/// pager, colours, aliases and the user's own configuration make no difference. Paths are given after `--`, and are
/// taken literally.
struct Git: Sendable {
  /// Where git starts from; nil for the current folder.
  let folder: String?
  /// The environment that reading commands get.
  private let environment: [String: String]
  /// The user's own, for commands that change something: hooks and signing see it.
  private let ownEnvironment: [String: String]

  init(folder: String?, environment: [String: String]) {
    self.folder = folder
    var environment = environment
    for name in ["GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"] { environment[name] = nil }
    ownEnvironment = environment
    environment.merge([
      "LC_ALL": "C", "GIT_PAGER": "cat", "GIT_OPTIONAL_LOCKS": "0", "GIT_LITERAL_PATHSPECS": "1",
      "GIT_TERMINAL_PROMPT": "0",
    ]) { $1 }
    self.environment = environment
  }

  private static let settings = [
    "core.quotePath=false", "log.showSignature=false", "log.showRoot=true", "log.follow=false",
    "log.diffMerges=separate", "diff.autoRefreshIndex=true",
  ].flatMap { ["-c", $0] }

  /// The options of commands that compare, so that their raw output has a single form.
  static let rawOutput = [
    "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative", "--no-color", "--no-ext-diff", "--no-textconv",
    "--ignore-submodules=all", "-O/dev/null",
  ]

  /// Runs a command that reads, and returns what it wrote.
  ///
  /// - Throws: `GitError` if it ends with any status other than 0.
  func read(_ arguments: [String], input: [UInt8] = []) throws(GitError) -> [UInt8] {
    var output: [UInt8] = []
    let ending = try run(arguments, input: input) { piece in
      output += piece
      return true
    }
    try check(ending, arguments)
    return output
  }

  /// Runs a command that reads, and returns the first line of what it wrote; nil if it ended with status 1, with which
  /// git says no.
  func answer(_ arguments: [String]) throws(GitError) -> String? {
    var output: [UInt8] = []
    let ending = try run(arguments) { piece in
      output += piece
      return true
    }
    if ending.status == 1 { return nil }
    try check(ending, arguments)
    if output.last == 0x0A { output.removeLast() }
    return String(decoding: output, as: UTF8.self)
  }

  /// Runs a command that reads, and passes on what it writes; it ends when `take` returns false.
  func run(
    _ arguments: [String], input: [UInt8] = [], _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> ExternalProgram.Ending {
    let start = folder.map { ["-C", $0] } ?? []
    let program = ExternalProgram("git", start + Git.settings + arguments, environment: environment)
    do throws(FileError) {
      return try program.run(input: input, take)
    } catch {
      throw error.code == FileError.notFound ? .notInstalled : .file(error)
    }
  }

  /// Runs a command that changes something, as the user would run it.
  func write(
    _ arguments: [String], input: [UInt8] = []
  ) throws(GitError) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    let start = folder.map { ["-C", $0] } ?? []
    var output: [UInt8] = []
    do throws(FileError) {
      let ending = try ExternalProgram("git", start + arguments, environment: ownEnvironment).run(input: input) {
        if output.count < 1 << 20 { output += $0 }
        return true
      }
      return (ending.status, output, ending.errors)
    } catch {
      throw error.code == FileError.notFound ? .notInstalled : .file(error)
    }
  }

  func check(_ ending: ExternalProgram.Ending, _ arguments: [String]) throws(GitError) {
    if ending.status == 0 { return }
    throw .failed(command: arguments.first ?? "", status: ending.status, message: Git.message(ending.errors))
  }

  /// Returns what git says on standard error, without its "fatal:".
  static func message(_ errors: [UInt8]) -> String {
    let text = String(decoding: errors, as: UTF8.self).trimmed
    for prefix in ["fatal: ", "error: "] where text.hasPrefix(prefix) { return String(text.dropFirst(prefix.count)) }
    return text
  }
}
