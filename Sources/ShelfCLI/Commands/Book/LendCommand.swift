import ArgumentParser
import ShelfKit
import ShelfModel

/// `shelf lend`: lends one's copy of a record.
struct LendCommand: LoanCommand {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "lend", abstract: "Lend your copy of a book to someone.",
    usage: usage("lend", "<record> <person>"),
    discussion: """
      `shelf loans` shows who has what, and `shelf return` marks a book as returned. Who has a book stays in the library: \
      neither exports for other programs nor commit messages contain it.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("Who has it.", valueName: "person"), completion: .values(of: .person))
  var person: String?

  @OptionGroup var period: LoanPeriodOptions

  func run(in context: Context) throws {
    guard let person else {
      if record == nil { throw Question.subject(Self.kind, isOne: true) }
      throw ActRefusal.personMissing(isBorrowed: false)
    }
    try context.offering([record].compactMap { $0 }) { names in
      try make(
        LendRecord(names.first, of: Self.kind, to: person, since: period.since, until: period.until), in: context)
    }
  }
}
