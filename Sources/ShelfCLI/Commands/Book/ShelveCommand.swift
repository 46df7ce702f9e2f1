import ArgumentParser

/// `shelf book shelve`: the book goes back to where unread books are.
struct ShelveCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "shelve", abstract: "Put a book back on the shelf: neither started nor completed.",
    usage: BookCommand.verbUsage("shelve", "(<record> ... | --where <query>)"),
    discussion: "The dates of a reading go to the book's readings.")

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    try StateChange(kind: .book, phase: .before).run(record, bulk, change, in: context)
  }
}
