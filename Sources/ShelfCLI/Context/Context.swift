import ShelfForms
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfWording

/// What a command gets from outside: environment, clock, ids, files and streams. Tests hand in their own.
struct Context {
  var environment: [String: String]
  /// The absolute path of the running program; nil if it is not known.
  var program: String?
  var fileSystem: any FileSystem
  var now: Timestamp
  /// The user's current day, which may differ from the one in UTC.
  var today: CalendarDate
  var newID: () -> RecordID
  /// The commands of the program.
  var commands: CommandTree
  /// The command as it was typed, for the history of changes.
  var commandLine: String
  var input: Int32 = 0
  var output: Int32 = 1
  var errors: Int32 = 2
  var threads: Int
  /// Whether the user can be asked.
  var isInteractive: Bool
  var color: ColorChoice = .auto
  /// The reader's own settings.
  var settings = Settings()
  /// What days and clocks are where the user is.
  var localTime = LocalTime.utc
  /// The value of `--library`, as far as it was given.
  var libraryOption: String?
  /// Keeps what was read until the process ends: freeing the memory of 100,000 records takes time and gains nothing.
  var memory = Memory()

  final class Memory {
    var library: Library?
    /// The absolute path of the library, once it is known.
    var root: String?
    /// What questions are shown on; it keeps the keys that were typed ahead of them.
    var screen: InlineScreen?
    /// What was answered so far.
    var answers = Answers()
  }

  var terminal: Terminal { Terminal.current(descriptor: output, environment: environment, color: color) }

  /// What a workspace takes from here.
  var host: Host {
    var host = Host(
      fileSystem: fileSystem, environment: environment, now: { [now] in now }, today: { [today] in today },
      newID: newID, threads: threads)
    host.program = program
    host.localTime = localTime
    return host
  }

  /// Opens the library that the command is about.
  func workspace() throws(LibraryError) -> Workspace {
    let path = environment["SHELF_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 }
    let workspace = try openWorkspace(path)
    memory.root = workspace.root
    return workspace
  }

  private func openWorkspace(_ path: String?) throws(LibraryError) -> Workspace {
    do throws(LibraryError) {
      return try Workspace(path, in: host)
    } catch {
      guard case .noLibraryFound = error, let standard = settings.library else { throw error }
      let home = environment["HOME"] ?? ""
      return try Workspace(standard.hasPrefix("~/") ? home + standard.dropFirst() : standard, in: host)
    }
  }

  /// Returns what finds the records that a person names.
  func finder(_ library: Library) -> RecordFinder {
    RecordFinder(library, resolve: fileSystem.resolve, chosen: memory.answers.chosen)
  }

  /// Writes a line to standard output.
  func print(_ text: String) throws { try write(Array((text + "\n").utf8)) }

  /// Writes data to standard output: what a program reads, or a text in which nothing is styled.
  func write(_ bytes: [UInt8]) throws {
    let stream = dataStream()
    stream.write(bytes)
    try stream.finish()
  }

  /// Writes a line to standard output, in the styles that the terminal has.
  func print(_ line: StyledText) throws { try write(rendered: rendered([line])) }

  /// Writes to standard output what was rendered for it, so that what it holds for the terminal is obeyed.
  func write(rendered bytes: [UInt8]) throws {
    let stream = Output(descriptor: output)
    stream.write(bytes)
    try stream.finish()
  }

  /// Returns the stream for data: on a terminal, what it holds is shown and not obeyed.
  func dataStream() -> Output { Output(descriptor: output, showsControls: terminal.isTerminal) }

  /// Writes something that may be longer than the screen.
  func page(_ bytes: [UInt8]) throws {
    let stream = Output(descriptor: output)
    Pager.show(bytes, on: stream, terminal: terminal, environment: environment)
    try stream.finish()
  }

  /// Writes lines that may be more than the screen has.
  func page(_ lines: [StyledText]) throws { try page(rendered(lines)) }

  /// Returns lines as they are written here.
  func rendered(_ lines: [StyledText]) -> [UInt8] {
    let terminal = terminal
    return Array(lines.map { $0.render(depth: terminal.depth) + "\n" }.joined().utf8)
  }

  /// Writes a warning to standard error.
  func warn(_ text: String) { report(ErrorReport(severity: .warning, message: text)) }

  /// Writes a note to standard error.
  func note(_ text: String) { report(ErrorReport(severity: .note, message: text)) }

  func report(_ report: ErrorReport) {
    var report = report
    report.path = report.path.map(shownInReport)
    if let path = report.excerpt?.path { report.excerpt?.path = shownInReport(path) }
    let terminal = Terminal.current(descriptor: errors, environment: environment, color: color)
    let stream = Output(descriptor: errors)
    stream.write(report.render(width: terminal.width, depth: terminal.depth, wraps: terminal.isTerminal))
    stream.flush()
  }

  /// Returns a line that says what a long-running command is doing.
  func progress() -> Progress {
    // A terminal that is dumb cannot take it away again.
    let isDumb = environment["TERM"] == "dumb"
    return Progress(
      isDumb ? nil : errors,
      terminal: Terminal.current(descriptor: errors, environment: environment, color: color))
  }
}

extension Context {
  /// Prints what is said of something that takes several steps; the steps go by without a word.
  func say(_ said: [StatusLine]) throws {
    for said in said {
      switch said {
      case .done(let text): try print(text)
      case .step: break
      case .note(let text): note(text)
      case .warning(let text): warn(text)
      case .quotation(let lines): quote(lines.joined(separator: "\n"))
      }
    }
  }
}
