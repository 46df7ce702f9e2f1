import ShelfSystem

/// The `git` program, run in one folder.
///
/// Commands either read or write. Reading uses plumbing commands, with fixed values for every setting that could change
/// their output, so that the language, pager, colors, aliases and user's configuration make no difference. Paths
/// follow `--` and are taken literally.
///
/// A repository may come from a stranger, so a reading command must not run other programs, even if the configuration
/// and attributes name some: no file monitor, hook, external diff, text converter or filter. Nor does it fetch objects
/// that a partial clone lacks, and it ignores bare repositories inside the work tree. A writing command runs hooks and
/// filters as usual, with the user's own environment.
///
/// A git process that stays idle for too long is stopped (`GitTimeouts`), since it may be waiting for a pipe or a
/// device that has replaced a file.
struct Git: Sendable {
  /// The folder that git runs in, or nil for the current folder.
  let folder: String?
  /// The environment of reading commands.
  private var environment: [String: String]
  /// The user's own environment, for writing commands and the hooks and signing programs that they run.
  private let ownEnvironment: [String: String]
  private let timeouts: GitTimeouts

  init(folder: String?, environment: [String: String], timeouts: GitTimeouts = GitTimeouts()) {
    self.folder = folder
    self.timeouts = timeouts
    var environment = environment
    for name in ["GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"] { environment[name] = nil }
    ownEnvironment = environment
    environment.merge([
      "LC_ALL": "C", "GIT_PAGER": "cat", "GIT_OPTIONAL_LOCKS": "0", "GIT_LITERAL_PATHSPECS": "1",
      "GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1",
    ]) { $1 }
    self.environment = environment
  }

  /// Returns a copy with all configured filters disabled for reading commands.
  ///
  /// The library's attributes choose which filter applies to a file, so a library could run any configured filter. The
  /// settings are passed as environment variables, because the name of a filter may contain any character.
  func withoutFilters() throws(GitError) -> Git {
    let names = try answer(["config", "--null", "--name-only", "--get-regexp", "^filter\\."]) ?? ""
    let filters = Set(
      names.split(separator: "\0").compactMap { name in name.lastIndex(of: ".").map { String(name[..<$0]) } })
    if filters.isEmpty { return self }
    var git = self
    var count = environment["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
    func set(_ key: String, _ value: String) {
      git.environment["GIT_CONFIG_KEY_\(count)"] = key
      git.environment["GIT_CONFIG_VALUE_\(count)"] = value
      count += 1
    }
    for filter in filters.sorted() {
      for key in ["clean", "smudge", "process"] { set("\(filter).\(key)", "") }
      set("\(filter).required", "false")
    }
    git.environment["GIT_CONFIG_COUNT"] = String(count)
    return git
  }

  static let settings = [
    "core.quotePath=false", "log.showSignature=false", "log.showRoot=true", "log.follow=false",
    "log.diffMerges=separate", "diff.autoRefreshIndex=true", "core.fsmonitor=false", "core.hooksPath=/dev/null",
    "safe.bareRepository=explicit", "log.mailmap=false", "mailmap.file=/dev/null", "mailmap.blob=",
  ].flatMap { ["-c", $0] }

  /// Options that make the raw output of git's comparison commands the same for every configuration.
  static let rawOutput = [
    "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative", "--no-color", "--no-ext-diff", "--no-textconv",
    "--ignore-submodules=all", "-O/dev/null",
  ]

  /// Runs a reading command and returns its output.
  ///
  /// - Throws: `GitError` if the command ends with a status other than 0.
  func read(_ arguments: [String]) throws(GitError) -> [UInt8] {
    var output: [UInt8] = []
    let ending = try run(arguments) { piece in
      output += piece
      return true
    }
    try check(ending, arguments)
    return output
  }

  /// Runs a reading command and returns its output without the final line break. Returns nil if the command ended with
  /// status 1, git's way of answering no.
  ///
  /// - Parameter settings: settings that replace the fixed ones.
  func answer(_ arguments: [String], settings: [String] = settings) throws(GitError) -> String? {
    var output: [UInt8] = []
    let ending = try run(arguments, settings: settings) { piece in
      output += piece
      return true
    }
    if ending.status == 1 { return nil }
    try check(ending, arguments)
    if output.last == 0x0A { output.removeLast() }
    return String(decoding: output, as: UTF8.self)
  }

  /// Runs a reading command, and passes its output to `take`. Stops the command when `take` returns false.
  func run(
    _ arguments: [String], input: [UInt8] = [], settings: [String] = settings,
    _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> ExternalProgram.Ending {
    let start = folder.map { ["-C", $0] } ?? []
    let program = ExternalProgram("git", start + settings + arguments, environment: environment)
    return try patient(arguments) { () throws(FileError) in
      try program.run(input: input, limits: timeouts.limitsOfReading(), take)
    }
  }

  /// Runs git. If git was stopped because it was idle, records this and throws an error.
  private func patient(
    _ arguments: [String], _ run: () throws(FileError) -> ExternalProgram.Ending
  ) throws(GitError) -> ExternalProgram.Ending {
    let ending: ExternalProgram.Ending
    do throws(FileError) { ending = try run() } catch {
      throw error.code == FileError.notFound ? .notInstalled : .file(error)
    }
    guard let time = ending.exceededIdleLimit else { return ending }
    timeouts.end()
    throw .waiting(command: arguments.first { !$0.hasPrefix("-") && !$0.contains("=") } ?? "", seconds: time / 1000)
  }

  /// Returns the value of a variable in the user's environment, or nil if it is unset or empty.
  func variable(_ name: String) -> String? { ownEnvironment[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The maximum output of a writing command in bytes, which is enough for the names of a million files.
  private static let maxOutput = 256 << 20

  /// Runs a writing command, as the user would run it.
  func write(
    _ arguments: [String], input: [UInt8] = [], with variables: [String: String] = [:]
  ) throws(GitError) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    let start = folder.map { ["-C", $0] } ?? []
    var output: [UInt8] = []
    // shelf writes commit messages in UTF-8, even if the user has configured a different encoding for them.
    let words = start + ["-c", "i18n.commitEncoding=UTF-8"] + arguments
    let program = ExternalProgram("git", words, environment: ownEnvironment.merging(variables) { $1 })
    let ending = try patient(arguments) { () throws(FileError) in
      try program.run(input: input, limits: timeouts.limitsOfWriting(arguments)) {
        output += $0
        return output.count <= Git.maxOutput
      }
    }
    if output.count > Git.maxOutput {
      let message = "it wrote more than \(Git.maxOutput >> 20) MB"
      throw .failed(command: arguments.first ?? "", status: ending.status, message: message)
    }
    return (ending.status, output, ending.errors)
  }

  func check(_ ending: ExternalProgram.Ending, _ arguments: [String]) throws(GitError) {
    if ending.status == 0 { return }
    let message = Git.message(ending.errors)
    if message.contains("from promisor remote") { throw .partialClone }
    throw .failed(command: arguments.first ?? "", status: ending.status, message: message)
  }

  /// Returns git's error message without its "fatal:" or "error:" prefix.
  static func message(_ errors: [UInt8]) -> String {
    let text = String(decoding: errors, as: UTF8.self).trimmed
    for prefix in ["fatal: ", "error: "] where text.hasPrefix(prefix) { return String(text.dropFirst(prefix.count)) }
    return text
  }

  /// Returns the text quoted for the shell that runs hooks and drivers.
  static func shellWord(_ text: String) -> String {
    // The text is processed by scalar, because an apostrophe with a combining mark is a single Character.
    "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
