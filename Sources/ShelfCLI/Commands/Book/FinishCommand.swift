import ArgumentParser
import ShelfKit

/// `shelf book finish`: the reading ended today.
struct FinishCommand: ContextCommand {
  static let configuration = CommandConfiguration(commandName: "finish", abstract: "Finish a book: completed today.")

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: String

  @Option(help: "Stars, 0 to 5.")
  var rating: String?

  func run(in context: Context) throws {
    var values = [("status", "completed"), ("dateCompleted", "today")]
    if let rating { values.append(("rating", rating)) }
    try StateChange(kind: .book, values: values).run(record, change, in: context)
  }
}
