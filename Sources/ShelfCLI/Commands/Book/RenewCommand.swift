import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf renew`: a loan has another end.
struct RenewCommand: LoanCommand {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Change the day on which a loan is due.",
    usage: usage("renew", "<record> --until <date>"))

  @OptionGroup var change: ChangeOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .onLoan))
  var record: String?

  @OptionGroup var end: LoanEndOption

  func run(in context: Context) throws {
    guard let until = end.until else {
      if record == nil { throw Question.subject(Self.kind, isOne: true) }
      throw CommandError(.usage, "no end was given", hint: "--until 2w, or --until with a date")
    }
    try context.offering([record].compactMap { $0 }) { names in
      try make(
        RenewLoan(names.first, of: Self.kind, until: until), in: context)
    }
  }
}
