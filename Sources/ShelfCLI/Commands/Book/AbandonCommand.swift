import ArgumentParser

/// `shelf book abandon`: the book will not be read to its end.
struct AbandonCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "abandon", abstract: "Give up a book; how far you came stays known.",
    usage: BookCommand.verbUsage("abandon", "(<record> ... | --where <query>)"))

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    try StateChange(kind: .book, phase: .abandoned).run(record, bulk, change, in: context)
  }
}
