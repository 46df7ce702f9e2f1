import ArgumentParser
import ShelfDoctor
import ShelfTerminal

/// `shelf doctor`: finds what is wrong with a library, and mends it.
struct DoctorCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find what is wrong with the library, and mend it.",
    discussion: """
      Changes nothing unless --fix, --orphans or --interactive says so; what it mends, `shelf undo` takes back. --fix makes the \
      repairs that lose nothing; --fix=CHECK,… those of these checks as well, and --fix=CHECK:REPAIR a certain one. \
      The exit status is 1 while there are errors.
      """)

  @OptionGroup var change: ChangeOptions

  @OptionGroup var options: DoctorOptions

  @Option(
    help: ArgumentHelp("Repair what is safe, and what is named.", valueName: "check,…"),
    completion: .values(of: .repairs))
  var fix: [String] = []

  @Flag(name: .shortAndLong, help: "Ask about each problem.")
  var interactive = false

  @Option(help: "What to do with references to nothing and quotes without a book.")
  var orphans: OrphanChoice?

  @Option(help: "The form.")
  var format: DoctorFormat = .text

  @Flag(help: "Go on checking whenever a file changes.")
  var watch = false

  @Flag(help: "List the checks.")
  var listChecks = false

  @Option(help: ArgumentHelp("Explain a check.", valueName: "check"), completion: .values(of: .check))
  var explain: String?

  @Option(
    help: ArgumentHelp("Accept the known problems of a check in what the words name.", valueName: "check"),
    completion: .values(of: .check))
  var accept: String?

  @Option(help: ArgumentHelp("Why, for --accept.", valueName: "text"))
  var reason: String?

  /// Returns the arguments with `--fix` alone given its value, since an option either has one or has none.
  static func completed(_ arguments: [String]) -> [String] {
    guard arguments.first == "doctor" else { return arguments }
    return arguments.map { $0 == "--fix" ? "--fix=safe" : $0 }
  }

  func run(in context: Context) throws {
    if listChecks { return try context.write(CheckPages(terminal: context.terminal).list()) }
    if let explain { return try context.print(CheckPages(terminal: context.terminal).page(Check.find(explain))) }
    let context = try change.library.context(context)
    let choice = try RepairChoice(fix, orphans: orphans)
    try checkCombination(choice)
    let root = try change.library.root(in: context)
    if watch { return try DoctorWatch(options, root: root, in: context).run() }
    if let accept { return try AcceptProblems(accept, reason: reason, options, root: root).run(change, in: context) }
    let report: DoctorReport
    if choice.isEmpty && !interactive {
      report = try DoctorRun(options, root: root, in: context).report()
      try write(report, context)
    } else {
      report = try DoctorRepair(options, choice, change, isInteractive: interactive)
        .run(root: root, format, in: context)
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
        .usage, "--staged looks at git's index, which is not repaired", hint: "repair the files, and `git add` them")
    }
    if isRepairing, watch { throw CommandError(.usage, "--watch only looks; --fix is another command") }
    if watch, format != .text { throw CommandError(.usage, "--watch speaks to people: --format is text") }
    if interactive, format != .text { throw CommandError(.usage, "--interactive speaks to people: --format is text") }
    if reason != nil, accept == nil { throw CommandError(.usage, "--reason goes with --accept") }
    if change.isDryRun, !isRepairing, accept == nil {
      throw CommandError(.usage, "--dry-run shows what --fix would do", hint: "`shelf doctor --fix --dry-run`")
    }
  }
}
