import ArgumentParser

/// `shelf book start`: the reading begins today.
struct StartCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begin to read a book: in progress, started today.",
    usage: BookCommand.verbUsage("start", "(<record> ... | --where <query>)"))

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    try StateChange(kind: .book, phase: .during).run(record, bulk, change, in: context)
  }
}
