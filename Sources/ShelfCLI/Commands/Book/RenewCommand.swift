import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf renew`: changes the end of a loan.
struct RenewCommand: RecordsChangeCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Change the due date of one or more loans.",
    usage: usage("renew", "(<record> ... [<person>] | --where <query>) (<date> | --until <date>)"),
    discussion: "A period such as 2w begins on the due date, or today if that has passed or there is none.")

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .onLoan))
  var record: [String] = []

  @Option(name: LoanPeriodOptions.untilNames, help: LoanPeriodOptions.untilHelp, completion: .values(of: .term))
  var until: String?

  func run(in context: Context) throws {
    var (until, record) = (until, record)
    if until == nil {
      let kept = bulk.hasQuery ? 0 : 1
      until = try context.takeDay(from: &record, .newEnd, Self.kind, change.library, keeping: kept)
    }
    if let word = record.dropFirst().first(where: { TypedWord($0).isTerm(from: context.today) }) {
      throw CommandError(.usage, "unexpected argument “\(Wording.short(word))”", hint: "see `shelf renew --help`")
    }
    if until == nil, record.isEmpty, !bulk.hasQuery, !context.isInteractive {
      throw Question.subject(Self.kind, isOne: true)
    }
    let date =
      try until
      ?? context.askForArgument(
        "Until when?", hint: "a date, or a time from today such as 2w",
        otherwise: CommandError(
          .usage, "no due date was given", hint: "use --until with a date, or a time such as --until 2w"))
    let change = RecordsChangeRun(kind: Self.kind, options: options, takesBeginnings: record.count < 2, offer: .loans)
    try change.run(record, in: context) { subjects, _ in RenewLoans(subjects, of: Self.kind, until: date) }
  }
}
