import ArgumentParser
import ShelfKit
import ShelfModel

/// `shelf lend`: somebody has one's copy.
struct LendCommand: ContextCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "lend", abstract: "Say that somebody has your copy of a book.",
    usage: usage("lend", "<record> <person>"),
    discussion: """
      `shelf loans` shows who has what, `shelf return` says that it is back. Who has a book stays in the library: no export for \
      other programs holds it, and no message of a commit.
      """)

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("Who has it.", valueName: "person"), completion: .values(of: .person))
  var person: String?

  @Option(
    help: ArgumentHelp("The day it was lent; today if nothing is said.", valueName: "date"),
    completion: .values(of: .day))
  var since: String?

  @Option(
    help: ArgumentHelp("Until when: a date, or a time from today such as 2w.", valueName: "date"),
    completion: .values(of: .term))
  var until: String?

  @OptionGroup var json: ChangedJSONOption

  func run(in context: Context) throws {
    guard let person else {
      if record == nil { throw Question.subject(Self.kind, isOne: true) }
      throw ActRefusal.personMissing(isBorrowed: false)
    }
    try context.offering([record].compactMap { $0 }) { names in
      try LoanChange(change: change, json: json).make(
        LendRecord(names.first, of: Self.kind, to: person, since: since, until: until), in: context)
    }
  }
}

/// What the commands about loans have in common.
struct LoanChange {
  let change: ChangeOptions
  let json: ChangedJSONOption

  /// Makes a change of one record, and tells what changed.
  func make(_ act: some Act, in context: Context, isAsking: Bool = false) throws {
    var change = try Change(change, in: context, isAsking: isAsking)
    let planned = try change.plan(act)
    if json.isWanted {
      let ids = planned.subjects.map(\.id) + planned.created.suffix(1).map(\.id)
      return try json.commit(change, ids, of: [.book], isList: false)
    }
    try change.commit { planned.created.isEmpty ? $0.changes : $0.additions }
  }
}
