import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf renew`: a loan has another end.
struct RenewCommand: ContextCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Give a loan another end.", usage: usage("renew", "<record> --until <date>"))

  @OptionGroup var change: ChangeOptions

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .onLoan))
  var record: String?

  @Option(
    help: ArgumentHelp("Until when: a date, or a time from today such as 2w.", valueName: "date"),
    completion: .values(of: .term))
  var until: String?

  @OptionGroup var json: ChangedJSONOption

  func run(in context: Context) throws {
    guard let until else {
      if record == nil { throw Question.subject(Self.kind, isOne: true) }
      throw CommandError(.usage, "--until is missing", hint: "such as --until 2w, or a date")
    }
    try context.offering([record].compactMap { $0 }) { names in
      try LoanChange(change: change, json: json).make(
        RenewLoan(names.first, of: Self.kind, until: until), in: context)
    }
  }
}
