import ArgumentParser

/// `shelf issue reopen`: the issue is not done after all.
struct ReopenCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen", abstract: "Open a closed issue again.",
    usage: IssueCommand.verbUsage("reopen", "(<record> ... | --where <query>)"))

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The issue: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    try StateChange(kind: .issue, phase: .before).run(record, bulk, change, in: context)
  }
}
