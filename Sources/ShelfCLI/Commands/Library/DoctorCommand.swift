import ArgumentParser
import ShelfDoctor
import ShelfForms
import ShelfTerminal
import ShelfWording

/// `shelf doctor`: examines the library, and repairs it if asked to.
///
/// This type checks the options and chooses what to run. `DoctorRun` examines the library, `DoctorRepair` makes the
/// repairs of `--fix`, `--orphans` and `--interactive`, `DoctorWatch` examines again whenever a file changes, and
/// `AcceptRun` accepts problems.
struct DoctorCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find and fix problems in the library.",
    discussion: """
      Changes nothing without --fix, --orphans or --interactive. `shelf undo` undoes repairs.

      --fix makes the repairs that lose nothing, --fix=CHECK,… also those of the given checks, and --fix=CHECK:REPAIR a \
      specific one. The exit status is 1 if errors remain.
      """)

  @OptionGroup var change: ChangeOptions

  @OptionGroup var options: DoctorOptions

  @Option(
    help: ArgumentHelp("Make the safe repairs, and the repairs of these checks.", valueName: "check,…"),
    completion: .values(of: .repairs))
  var fix: [String] = []

  @Flag(name: .shortAndLong, help: "Ask what to do about each problem.")
  var interactive = false

  @Option(help: "What to do with dangling references and quotes without a book.")
  var orphans: OrphanChoice?

  @Option(name: .customLong("format"), help: "The format.")
  var givenFormat: DoctorFormat?

  @Flag(help: "The same as --format json.")
  var json = false

  private var format: DoctorFormat { givenFormat ?? (json ? .json : .text) }

  @Flag(help: "Check again whenever a file changes.")
  var watch = false

  @Flag(help: "List the checks.")
  var listChecks = false

  @Flag(help: "Print the details that a bug report needs: versions, names of settings, counts.")
  var bugReport = false

  @Option(help: ArgumentHelp("Explain a check.", valueName: "check"), completion: .values(of: .check))
  var explain: String?

  @Option(
    help: ArgumentHelp("Accept the problems of a check in the given records or files.", valueName: "check"),
    completion: .values(of: .check))
  var accept: String?

  @Option(help: ArgumentHelp("The reason, for --accept.", valueName: "text"))
  var reason: String?

  func validate() throws { try Format.check(givenFormat, json: json) }

  func run(in context: Context) throws {
    if listChecks { return try context.page(CheckPages(terminal: context.terminal).list()) }
    if let explain { return try context.print(CheckPages(terminal: context.terminal).page(Check.find(explain))) }
    let context = try change.library.context(context)
    if bugReport {
      // A bug report is wanted precisely when something is wrong, so an unreadable library is not an error.
      let library = try? context.workspace().read()
      let report = BugReport(
        version: ProgramVersion.line, environment: context.environment, fileSystem: context.fileSystem,
        output: context.terminal)
      return try context.print(report.lines(library).joined(separator: "\n"))
    }
    let choice = try RepairChoice(fix, orphans: orphans)
    try checkCombination(choice)
    let workspace = try change.library.open(in: context, isExamining: true)
    if watch { return try DoctorWatch(options, workspace, in: context).run() }
    if let accept { return try AcceptRun(accept, reason: reason, options, workspace).run(change, in: context) }
    let report: DoctorReport
    if choice.isEmpty && !interactive {
      report = try DoctorRun(options, workspace, in: context).report()
      try write(report, context)
    } else {
      report = try DoctorRepair(options, choice, change, isInteractive: interactive)
        .run(workspace, format, in: context)
    }
    if report.hasErrors { throw ExitCode(1) }
  }

  private func write(_ report: DoctorReport, _ context: Context) throws {
    let output = Output(descriptor: nil)
    format.write(report, to: output, context)
    if format == .text { try context.page(output.buffer) } else { try context.write(output.buffer) }
  }

  private func checkCombination(_ choice: RepairChoice) throws(CommandError) {
    let isRepairing = !choice.isEmpty || interactive
    if isRepairing, options.isStaged {
      throw CommandError(
        .usage, "--staged checks git's index, which shelf cannot repair", hint: "repair the files, and `git add` them")
    }
    if isRepairing, watch { throw CommandError(.usage, "--watch does not repair anything") }
    if watch, format != .text { throw CommandError(.usage, "--watch supports only --format text") }
    if interactive, format != .text { throw CommandError(.usage, "--interactive supports only --format text") }
    if reason != nil, accept == nil { throw CommandError(.usage, "--reason requires --accept") }
    if change.isDryRun, !isRepairing, accept == nil {
      throw CommandError(.usage, "--dry-run requires --fix", hint: "run `shelf doctor --fix --dry-run`")
    }
  }
}
