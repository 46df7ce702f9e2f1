import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf borrow`: borrows someone else's copy.
struct BorrowCommand: LoanCommand {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "borrow", abstract: "Borrow someone else's copy of a book.",
    usage: usage("borrow", "<record> (<person> | --from <person>)"),
    discussion: """
      Marks the book as one that you do not own. If it is not in the library yet, shelf offers to add it. \
      `shelf return` marks it as returned.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(
    help: ArgumentHelp("The owner of the copy: a person or a library.", valueName: "person"),
    completion: .values(of: .person))
  var person: [String] = []

  @Option(
    help: ArgumentHelp("The owner of the copy.", valueName: "person"), completion: .values(of: .person))
  var from: String?

  @OptionGroup var period: LoanPeriodOptions

  func run(in context: Context) throws {
    let typed = try name()
    if typed == nil, record == nil, !context.isInteractive { throw Question.subject(Self.kind, isOne: true) }
    let from =
      try typed
      ?? context.askOfLoan(
        "Whose copy is it?", hint: "a person or a library", otherwise: ActRefusal.personMissing(isBorrowed: true))
    try context.promptingForNames([record].compactMap { $0 }) { names in
      try make(
        BorrowRecord(names.first, of: Self.kind, from: from, since: period.since, until: period.until), in: context,
        isAsking: context.isInteractive)
    }
  }

  /// Returns the name of the owner, without a “from” before it as in `shelf borrow dune from Anna`.
  private func name() throws(CommandError) -> String? {
    let words = person.count > 1 && person[0].lowercased() == "from" ? Array(person.dropFirst()) : person
    if words.isEmpty { return from }
    if words.count == 1, from == nil { return words[0] }
    throw CommandError(
      .usage,
      from == nil
        ? "the name has several words: \(Wording.short(words.joined(separator: " ")))"
        : "two owners were given: “\(Wording.short(words.joined(separator: " ")))” and “\(Wording.short(from ?? ""))”",
      hint: "put quotation marks around a name or a title of several words")
  }
}
