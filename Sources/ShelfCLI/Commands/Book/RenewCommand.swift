import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf renew`: changes the end of a loan.
struct RenewCommand: LoanCommand {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Change the due date of a loan.",
    usage: usage("renew", "<record> [<person>] (<date> | --until <date>)"))

  @OptionGroup var change: ChangeOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .onLoan))
  var record: String?

  /// The words after the book: the person, if several copies are lent, and the due date.
  @Argument(help: .hidden)
  var rest: [String] = []

  @Option(name: LoanPeriodOptions.untilNames, help: LoanPeriodOptions.untilHelp, completion: .values(of: .term))
  var until: String?

  func run(in context: Context) throws {
    var (until, rest) = (until, rest)
    if until == nil, let word = rest.last, TypedWord(word).isTerm(from: context.today) {
      until = word
      rest.removeLast()
    }
    let person = rest.first
    if let word = rest.first(where: { TypedWord($0).isTerm(from: context.today) }) ?? rest.dropFirst().first {
      throw CommandError(.usage, "unexpected argument “\(Wording.short(word))”", hint: "see `shelf renew --help`")
    }
    if until == nil, record == nil, !context.isInteractive { throw Question.subject(Self.kind, isOne: true) }
    let date =
      try until
      ?? context.askOfLoan(
        "Until when?", hint: "a date, or a time from today such as 2w",
        otherwise: CommandError(
          .usage, "no due date was given", hint: "use --until with a date, or a time such as --until 2w"))
    try context.promptingForNames([record].compactMap { $0 }) { names in
      try make(
        RenewLoan(names.first, of: Self.kind, with: person, until: date), in: context)
    }
  }
}
