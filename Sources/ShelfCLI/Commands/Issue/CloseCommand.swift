import ArgumentParser

/// `shelf issue close`: the issue is done.
struct CloseCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Close an issue.",
    usage: IssueCommand.verbUsage("close", "(<record> ... | --where <query>)"))

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The issue: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    try StateChange(kind: .issue, phase: .done).run(record, bulk, change, in: context)
  }
}
