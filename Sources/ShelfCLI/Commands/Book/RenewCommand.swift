import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf renew`: changes the end of a loan.
struct RenewCommand: LoanCommand {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Change the due date of one or more loans.",
    usage: usage("renew", "<record> ... [<person>] (<date> | --until <date>)"))

  @OptionGroup var change: ChangeOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .onLoan))
  var record: [String] = []

  @Option(name: LoanPeriodOptions.untilNames, help: LoanPeriodOptions.untilHelp, completion: .values(of: .term))
  var until: String?

  func run(in context: Context) throws {
    var (until, record) = (until, record)
    if until == nil { until = try context.takeDay(from: &record, .newEnd, Self.kind, change.library) }
    if let word = record.dropFirst().first(where: { TypedWord($0).isTerm(from: context.today) }) {
      throw CommandError(.usage, "unexpected argument “\(Wording.short(word))”", hint: "see `shelf renew --help`")
    }
    if until == nil, record.isEmpty, !context.isInteractive { throw Question.subject(Self.kind, isOne: true) }
    let date =
      try until
      ?? context.askForArgument(
        "Until when?", hint: "a date, or a time from today such as 2w",
        otherwise: CommandError(
          .usage, "no due date was given", hint: "use --until with a date, or a time such as --until 2w"))
    try context.promptingForNames(record, offering: .loans, takesBeginnings: record.count < 2) { names in
      try make(RenewLoans(.named(names), of: Self.kind, until: date), in: context)
    }
  }
}
