import ShelfForms
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfWording

/// The outside world of a command: environment variables, clock, ids, file system and streams.
///
/// Commands and the layers below access the process only through the context, so tests can supply their own.
/// `SHELF_LIBRARY` in `environment` names the library; `--library` overrides it. A context is a value type, and a
/// command may change its copy, for example its colors. State that must outlive such a copy is in `memory`: the library
/// that was read, and the user's answers.
struct Context {
  var environment: [String: String]
  /// The absolute path of the running program, or nil if unknown.
  var program: String?
  var fileSystem: any FileSystem
  var now: Timestamp
  /// The user's local date, which may differ from the date in UTC.
  var today: CalendarDate
  var newID: () -> RecordID
  var commands: CommandTree
  /// The command line as it was typed, for the history of changes.
  var commandLine: String
  var input: Int32 = 0
  var output: Int32 = 1
  var errors: Int32 = 2
  var threads: Int
  /// Whether shelf can prompt.
  var isInteractive: Bool
  var color: ColorChoice = .auto
  /// The user's settings.
  var settings = Settings()
  /// The user's time zone.
  var localTime = LocalTime.utc
  /// The value of `--library`, if it is used.
  var libraryOption: String?
  /// Whether the command runs for the browser, on a screen that the browser lends to it.
  var isInBrowser = false
  /// The line at which an editor opens a file, or nil for the first line.
  var editorLine: Int?
  /// State that outlives copies of the context.
  ///
  /// It is kept until the process ends, because freeing 100,000 records takes time and gains nothing.
  var memory = Memory()

  final class Memory {
    var library: Library?
    /// The absolute path of the library, once known.
    var root: String?
    /// The screen for prompts.
    ///
    /// It keeps the keys that the user types ahead.
    var screen: InlineScreen?
    /// The answers of the user so far.
    var answers = Answers()
  }

  var terminal: Terminal { Terminal.current(descriptor: output, environment: environment, color: color) }

  /// The parts of this context that a workspace needs.
  var host: Host {
    var host = Host(
      fileSystem: fileSystem, environment: environment, now: { [now] in now }, today: { [today] in today },
      newID: newID, threads: threads)
    host.program = program
    host.localTime = localTime
    return host
  }

  /// Opens the library that the command applies to.
  ///
  /// This is the library in `SHELF_LIBRARY`, or else the nearest one upward from the working directory. If there is
  /// none, it is the library in the user's settings.
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

  /// Returns the finder for the records that the user names.
  func finder(_ library: Library) -> RecordFinder {
    RecordFinder(library, resolve: fileSystem.resolve, chosen: memory.answers.chosen)
  }

  /// Writes a line to standard output.
  func print(_ text: String) throws { try write(Array((text + "\n").utf8)) }

  /// Writes data to standard output: output for programs, or text without styles.
  func write(_ bytes: [UInt8]) throws {
    let stream = dataStream()
    stream.write(bytes)
    try stream.finish()
  }

  /// Writes a line to standard output, with the styles that the terminal supports.
  func print(_ line: StyledText) throws { try write(rendered: rendered([line])) }

  /// Writes rendered text to standard output, including its escape sequences.
  func write(rendered bytes: [UInt8]) throws {
    let stream = Output(descriptor: output)
    stream.write(bytes)
    try stream.finish()
  }

  /// Returns a stream for data.
  ///
  /// On a terminal, it shows control characters instead of sending them.
  func dataStream() -> Output { Output(descriptor: output, showsControls: terminal.isTerminal) }

  /// Writes text that may be longer than the screen, using the pager.
  func page(_ bytes: [UInt8]) throws {
    let stream = Output(descriptor: output)
    Pager.show(bytes, on: stream, terminal: terminal, environment: environment)
    try stream.finish()
  }

  /// Writes lines that may not fit on the screen, using the pager.
  func page(_ lines: [StyledText]) throws { try page(rendered(lines)) }

  /// Returns lines with the styles that the terminal supports.
  func rendered(_ lines: [StyledText]) -> [UInt8] {
    let terminal = terminal
    return Array(lines.map { $0.render(depth: terminal.depth) + "\n" }.joined().utf8)
  }

  /// Writes a warning to standard error.
  func warn(_ text: String) { report(ErrorReport(severity: .warning, message: text)) }

  /// Writes a note to standard error.
  func note(_ text: String) { report(ErrorReport(severity: .note, message: text)) }

  /// Writes a report to standard error, with paths in the form that the user sees.
  func report(_ report: ErrorReport) {
    var report = report
    report.path = report.path.map(shownInReport)
    if let path = report.excerpt?.path { report.excerpt?.path = shownInReport(path) }
    let terminal = Terminal.current(descriptor: errors, environment: environment, color: color)
    let stream = Output(descriptor: errors)
    stream.write(report.render(width: terminal.width, depth: terminal.depth, wraps: terminal.isTerminal))
    stream.flush()
  }

  /// Returns the line on standard error that shows what a long-running command is doing.
  func progress() -> Progress {
    // A dumb terminal could not erase the line.
    let isDumb = environment["TERM"] == "dumb"
    return Progress(
      isDumb ? nil : errors,
      terminal: Terminal.current(descriptor: errors, environment: environment, color: color))
  }
}

extension Context {
  /// Prints the messages of an operation that has several steps, but not the steps themselves.
  func print(_ lines: [StatusLine]) throws {
    for said in lines {
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
