import ShelfSystem

/// The `git` program, run in one folder.
///
/// Only plumbing commands are used to read, with every setting that would change their output fixed: language,
/// pager, colours, aliases and the user's own configuration make no difference. Paths are given after `--`, and are
/// taken literally.
///
/// git that only reads starts no other program, whatever the repository's configuration and attributes name: it watches
/// no files (fsmonitor), calls no hook, external diff, text converter or filter, fetches nothing that a partial clone
/// lacks, and takes no bare repository that lies among the files for the one it was asked about. git that changes
/// something runs hooks and filters as it does for its user.
struct Git: Sendable {
  /// Where git starts from; nil for the current folder.
  let folder: String?
  /// The environment that reading commands get.
  private var environment: [String: String]
  /// The user's own, for commands that change something: hooks and signing see it.
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

  /// Returns the same git with every filter that is configured switched off for commands that read.
  ///
  /// Which attribute belongs to which file is the library's own choice, so a filter that anyone has configured would be
  /// run on its behalf. Settings are handed over as variables, since a filter's name may hold any character.
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
  ///
  /// - Parameter settings: settings that replace those of the repository.
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

  /// Runs a command that reads, and passes on what it writes; it ends when `take` returns false.
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

  /// Runs git, and notes down if it was ended for doing nothing.
  private func patient(
    _ arguments: [String], _ run: () throws(FileError) -> ExternalProgram.Ending
  ) throws(GitError) -> ExternalProgram.Ending {
    let ending: ExternalProgram.Ending
    do throws(FileError) { ending = try run() } catch {
      throw error.code == FileError.notFound ? .notInstalled : .file(error)
    }
    guard let time = ending.idleTime else { return ending }
    timeouts.end()
    throw .waiting(command: arguments.first { !$0.hasPrefix("-") && !$0.contains("=") } ?? "", seconds: time / 1000)
  }

  /// Returns a variable of the user's environment; nil if it is not set, or empty.
  func variable(_ name: String) -> String? { ownEnvironment[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// How much a command that changes something may write, in bytes: names of a million files.
  private static let mostOutput = 256 << 20

  /// Runs a command that changes something, as the user would run it.
  func write(
    _ arguments: [String], input: [UInt8] = [], with variables: [String: String] = [:]
  ) throws(GitError) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    let start = folder.map { ["-C", $0] } ?? []
    var output: [UInt8] = []
    // Messages are UTF-8, whatever the user's own are in.
    let words = start + ["-c", "i18n.commitEncoding=UTF-8"] + arguments
    let program = ExternalProgram("git", words, environment: ownEnvironment.merging(variables) { $1 })
    let ending = try patient(arguments) { () throws(FileError) in
      try program.run(input: input, limits: timeouts.limitsOfWriting(arguments)) {
        output += $0
        return output.count <= Git.mostOutput
      }
    }
    if output.count > Git.mostOutput {
      let message = "it wrote more than \(Git.mostOutput >> 20) MB"
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

  /// Returns what git says on standard error, without its "fatal:".
  static func message(_ errors: [UInt8]) -> String {
    let text = String(decoding: errors, as: UTF8.self).trimmed
    for prefix in ["fatal: ", "error: "] where text.hasPrefix(prefix) { return String(text.dropFirst(prefix.count)) }
    return text
  }

  /// Returns a text as one word of a shell script, in which git runs hooks and drivers.
  static func shellWord(_ text: String) -> String {
    // An apostrophe and a mark on it are one character.
    "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
