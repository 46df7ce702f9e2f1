import ArgumentParser
import ShelfModel

/// `shelf book finish`: marks a book as finished.
struct FinishCommand: RecordsChangeCommand, FieldAssigningCommand, KindVerb {
  static let kind = Kind.book
  static let kinds = [kind]

  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Mark a book as completed, today or on another day.",
    usage: usage("finish", FieldStates.Phase.done.arguments(of: kind)),
    discussion: FieldStates.Phase.done.discussion("", of: kind))

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.",
    completion: .values(of: FieldStates.Phase.done.offered))
  var record: [String] = []

  @Option(
    name: .joined("d"),
    help: ArgumentHelp("The date, such as 2026-11-21, 2026-11 or yesterday. (default: today)", valueName: "date"),
    completion: .values(of: .day))
  var date: String?

  @Option(name: .joined("r"), help: ArgumentHelp("The rating: 0 to 5 stars, in quarters.", valueName: "stars"))
  var rating: String?

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  func run(in context: Context) throws {
    try options.enter(.done, Self.kind, record, day: date, rating: rating, creates: create, in: context)
  }
}
