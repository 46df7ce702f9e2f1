import ArgumentParser
import ShelfModel

/// `shelf book start`: starts the reading of a book.
struct StartCommand: RecordsChangeCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start reading a book, today or on another day.",
    usage: usage("start", "(<record> ... | --where <query>)"),
    discussion: "The dates of an earlier reading are kept among the book's earlier readings.")

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.",
    completion: .values(of: FieldStates.Phase.during.offered))
  var record: [String] = []

  @Option(
    name: .joined("d"),
    help: ArgumentHelp("The date, such as 2026-11-21, 2026-11 or yesterday. (default: today)", valueName: "date"),
    completion: .values(of: .day))
  var date: String?

  func run(in context: Context) throws {
    try options.enter(.during, Self.kind, record, day: date, in: context)
  }
}
