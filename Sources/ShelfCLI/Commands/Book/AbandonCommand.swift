import ArgumentParser
import ShelfModel

/// `shelf book abandon`: gives up on a book.
struct AbandonCommand: RecordsChangeCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "abandon", abstract: "Give up on a book, but keep your place in it.",
    usage: usage("abandon", FieldStates.Phase.abandoned.arguments(of: kind)),
    discussion: FieldStates.Phase.abandoned.discussion("", of: kind))

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.",
    completion: .values(of: FieldStates.Phase.abandoned.offered))
  var record: [String] = []

  @Option(
    name: .joined("d"),
    help: ArgumentHelp("The date, such as 2026-11-21, 2026-11 or yesterday. (default: today)", valueName: "date"),
    completion: .values(of: .day))
  var date: String?

  func run(in context: Context) throws {
    try options.enter(.abandoned, Self.kind, record, day: date, in: context)
  }
}
