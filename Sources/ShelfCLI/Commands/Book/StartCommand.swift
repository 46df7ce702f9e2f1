import ArgumentParser

/// `shelf book start`: a reading begins.
struct StartCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begin to read a book: in progress, started today or on another day.",
    usage: BookCommand.verbUsage("start", "(<record> ... | --where <query>)"),
    discussion: "The dates of an earlier reading go to the book's readings.")

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  @Option(
    help: ArgumentHelp("The day: 2026-11-21, 2026-11, yesterday.", valueName: "date"), completion: .values(of: .day))
  var date: String?

  func run(in context: Context) throws {
    try StateChange(kind: .book, phase: .during, day: date).run(record, bulk, change, in: context)
  }
}
