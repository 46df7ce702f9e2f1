import ArgumentParser
import ShelfHistory
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// The entry point of the command line, which runs a command and returns an exit status.
///
/// `run` reads the user's settings, applies `--library` and `--color` before the command, and expands an alias. A few
/// requests never reach the argument parser: no arguments at all (the overview, or first steps without a library),
/// `help TOPIC`, and `--version`. `help` with words that are neither a topic nor a command searches the guide. For all
/// others, `ParserArguments` rewrites words that the parser cannot read, `command(for:)` parses them into a command,
/// and the command runs in the context.
///
/// Commands report failure by throwing an error. `report` prints the error as help, an answer or an error message, and
/// turns it into an exit status.
extension Shelf {
  /// Runs the program, and returns its exit status.
  public static func main(arguments: [String], environment: [String: String]) -> Int32 {
    Streams.fillClosed()
    Streams.ignoreBrokenPipes()
    let context = Context.current(environment)
    // Never freed; see `Context.memory`.
    _ = Unmanaged.passRetained(context.memory)
    return run(arguments, in: context)
  }

  /// Runs a command line in a context, and returns its exit status.
  ///
  /// - Parameter name: the name of the command in the history, or nil to use the command line itself.
  static func run(_ arguments: [String], in context: Context, named name: String? = nil) -> Int32 {
    var context = context
    var asked: [String] = []
    do {
      let settings = Result { try context.takeSettings() }
      let arguments = context.withoutAlias(try takeLeadingOptions(arguments, &context))
      // Invalid settings do not stop commands that can repair them. They also do not stop commands that git runs, or
      // that the shell runs while the user types, because the user could not correct the settings at that point.
      if !["config", "complete", "merge-driver", "help", "--help", "-h", "--version"].contains(arguments.first) {
        do {
          try settings.get()
        } catch let file as UnreadableFile {
          throw CommandError(settings: file)
        }
      }
      context.commandLine = DisplayWidth.truncate(
        VisibleText.line(name ?? arguments.map { VisibleText.line($0) }.joined(separator: " ")), to: 120)
      if arguments.isEmpty {
        if try !OverviewOutput.show(in: context) { try context.print(FirstSteps.text) }
        return 0
      }
      asked = arguments
      if let topic = HelpTopic.named(in: arguments) {
        try context.page(topic)
        return 0
      }
      if arguments == ["--version"] {
        try context.print(ProgramVersion.line)
        return 0
      }
      let meant = HelpTopic.isInGuide(arguments) ? ["guide"] + arguments.dropFirst() : arguments
      var command = try command(for: ParserArguments.rewritten(meant)) { [context] word in
        context.hint(aboutCopy: word) ?? context.hint(aboutDocument: word)
      }
      // The remaining commands are `help` and command groups, which throw their help when they run.
      if let command = command as? any ContextCommand { try command.run(in: context) } else { try command.run() }
      return 0
    } catch {
      return report(error, asked, context)
    }
  }

  /// Returns the command that the arguments request.
  ///
  /// The parser collects the help of the whole command tree before it reads a word, which takes longer than most
  /// commands. So the command named by the words first parses its arguments as if it were the root command, with empty
  /// help texts. If it rejects them, the whole tree parses them again, to produce the error or help text that the user
  /// sees.
  ///
  /// - Parameter copyHint: returns a hint about a number of a copy or a document, for an unknown command.
  static func command(
    for arguments: [String], copyHint: (String) -> String? = { _ in nil }
  ) throws -> any ParsableCommand {
    let alone = FieldHelp.$includesFields.withValue(false) { () -> (any ContextCommand)? in
      let (command, count) = CommandTree.shelf.command(of: arguments)
      let words = ParserArguments.marked(arguments, of: command).dropFirst(count)
      // Every command inherits `--version` from the root command.
      if count == 0 || words.contains("--version") { return nil }
      return (try? command.parseAsRoot(Array(words))) as? any ContextCommand
    }
    if let alone { return alone }
    try CommandTree.shelf.check(arguments, copyHint: copyHint)
    return try parseAsRoot(ParserArguments.marked(arguments, of: CommandTree.shelf.command(of: arguments).command))
  }

  /// Applies `--library` and `--color` if they precede the command, which is where git accepts `-C`. Returns the
  /// remaining arguments.
  private static func takeLeadingOptions(_ arguments: [String], _ context: inout Context) throws -> [String] {
    var rest = arguments[...]
    while let first = rest.first, first.hasPrefix("--library") || first.hasPrefix("--color") {
      let parts = first.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      rest.removeFirst()
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
        throw CommandError(.usage, "\(parts[0]) needs a value")
      }
      switch parts[0] {
      case "--library": try context.setLibrary(value)
      case "--color":
        context.color = try ColorChoice(option: value)
      default: throw CommandError(.usage, "unknown option \(parts[0])", hint: "see `shelf --help`")
      }
    }
    return Array(rest)
  }

  /// Prints an error to standard error, or help and the version to standard output, and returns the exit status.
  ///
  /// - Parameter asked: the arguments, which are empty if the error occurred before they were read.
  private static func report(_ error: any Error, _ asked: [String], _ context: Context) -> Int32 {
    var error = error
    if exitCode(for: error) == .success {
      do {
        let text = fullMessage(for: error, columns: context.terminal.width)
        var more = ""
        if !asked.contains("--version") {
          let path = CommandTree.shelf.path(askedAbout: asked)
          more = CommandExamples.text(of: path, width: context.terminal.width)
          if let page = GuidePage.explaining(path) { more += "\nMORE: shelf guide \(page.name)\n" }
        }
        // Some of the parser's messages end with a line feed.
        try context.print((text.hasSuffix("\n") ? String(text.dropLast()) : text) + more.dropLast())
        return 0
      } catch let failure {
        error = failure
      }
    }
    if error is Cancelled { return 1 }
    if let declined = error as? Declined {
      try? context.print(declined.text.prefix(1).uppercased() + declined.text.dropFirst() + ".")
      return CommandError.Status.no.rawValue
    }
    if let code = error as? ExitCode { return code.rawValue }
    // `quotes` is `quote list`.
    let command = CommandTree.shelf.command(of: ParserArguments.rewritten(asked)).command
    var failure =
      CommandError(error, editions: context.memory.library.map { EditionNotes($0) })
      ?? ParserArguments.fieldMistake(message(for: error), in: asked, of: command) {
        (context.memory.library ?? (try? LibraryOptions.parse([]).load(in: context)))?.schema ?? Schema()
      }
      ?? CommandError(usage: ParserArguments.naming(message(for: error), in: command), fullMessage(for: error))
    // The command with a word replaced, or nil if it is too long to print.
    func replacing(_ name: String, with meant: String) -> String? {
      guard asked.count(where: { $0 == name }) == 1 else { return nil }
      let words = asked.map { word in
        // An equals sign inside a word needs no quotation marks.
        let isPlain = !Wording.shellWord(word.replacing("=", with: "")).hasPrefix("'")
        return word == name ? meant : isPlain ? word : Wording.shellWord(word)
      }
      let line = words.joined(separator: " ")
      return line.count <= 100 ? "use `shelf \(VisibleText.line(line))`" : nil
    }
    switch error {
    case RecordFinder.Failure.inexact(let name, _, let candidates) where candidates.count == 1:
      if let way = replacing(name, with: Wording.shellWord(candidates[0].title)) {
        failure.report.hint? += " If so, \(way)"
      }
    case RecordFinder.Failure.notFound(let name, _, _) where name.contains(":"):
      // The user typed a query in place of a name, as in `shelf set author:simenom rating=4`.
      if let library = context.memory.library, let query = try? QuerySource(name),
        (try? QueryReader(library: library, context: context).matchers(Kind.allCases, [query])) != nil,
        CommandDeclaration(command).option("--where") != nil,
        let way = replacing(name, with: "--where \(Wording.shellWord(name))")
      {
        failure.report.hint = "if it is a query, \(way)"
      }
    default: break
    }
    // The user typed `shelf tag rename OLD NEW`, but OLD is a genre.
    if let (name, kind) = (error as? RecordFinder.Failure)?.unknown, kind.isMadeByName, asked.first == kind.singular,
      let library = context.memory.library,
      let other = Kind.allCases.first(where: { other in
        other.isMadeByName && other != kind && (try? context.finder(library).find(name, other, .exact)) != nil
      }), let way = replacing(kind.singular, with: other.singular)
    {
      failure.report.hint = "there is \(other.withArticle) of that name: \(way)"
    }
    context.report(failure.report)
    return failure.status.rawValue
  }
}

extension Context {
  /// Returns the context of this process: its streams, clock and ids.
  ///
  /// `SHELF_NOW` overrides the clock, for tests and scripts.
  static func current(_ environment: [String: String]) -> Context {
    let now =
      environment["SHELF_NOW"].flatMap { Timestamp($0) } ?? Timestamp(secondsSince1970: Machine.secondsSince1970)
    let localTime = LocalTime { Machine.localOffset(secondsSince1970: $0) }
    let safeFolders = SafeFolders(environment)
    return Context(
      environment: environment, program: Machine.program, fileSystem: DiskFileSystem(trusting: safeFolders.contains),
      now: now,
      today: localTime.day(of: now),
      newID: {
        var generator = SystemRandomNumberGenerator()
        return RecordID.random(using: &generator)
      }, commands: .shelf, commandLine: "", threads: Machine.processors,
      isInteractive: Streams.isTerminal(0) && Streams.isTerminal(1), localTime: localTime)
  }
}

extension CommandTree {
  /// The tree of this program's commands.
  static var shelf: CommandTree { CommandTree(root: Shelf.self) { Shelf.run($0, in: $1, named: $2) } }
}
