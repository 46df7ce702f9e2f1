import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfWording

/// `shelf lend`: lends the user's copy of a book.
struct LendCommand: LoanCommand {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "lend", abstract: "Lend your copy of a book to someone.",
    usage: usage("lend", "<record> (<person> | --to <person>)"),
    discussion: """
      If you have several copies, you can lend them to several people at once: "Ali, Ben". `shelf loans` shows who has \
      what, and `shelf return` marks a book as returned. Published pages, commit messages, and exports for Goodreads, \
      notes and bibliographies do not contain the borrower's name; CSV and JSON do.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("The borrower.", valueName: "person"), completion: .values(of: .person))
  var person: String?

  /// The rest of a name that was typed after “to”, or without quotation marks.
  @Argument(help: .hidden)
  var rest: [String] = []

  @Option(help: ArgumentHelp("The borrower.", valueName: "person"), completion: .values(of: .person))
  var to: String?

  @OptionGroup var period: LoanPeriodOptions

  func run(in context: Context) throws {
    if record == nil, !context.isInteractive { throw Question.subject(Self.kind, isOne: true) }
    let person =
      try name()
      ?? context.askOfLoan(
        "Who has your copy?", hint: "a name", otherwise: ActRefusal.personMissing(isBorrowed: false))
    func place(_ word: String) -> String? { hint(for: word, person, context) }
    try TypedWord.explaining(place) {
      try context.promptingForNames([record].compactMap { $0 }) { names in
        try make(
          LendRecord(names.first, of: Self.kind, to: person, since: period.since, until: period.until), in: context)
      }
    }
  }

  /// Returns the name of the person, without the “to” before it in `shelf lend dune to Anna`.
  private func name() throws(CommandError) -> String? {
    if let to {
      guard let person else { return to }
      throw CommandError(
        .usage, "two borrowers were given: “\(Wording.short(person))” and “\(Wording.short(to))”",
        hint: "if “\(Wording.short(person))” is part of the title, put quotation marks around the title")
    }
    guard let first = rest.first, let person else { return person }
    let words = person.lowercased() == "to" ? rest : [person] + rest
    if words.count == 1 { return first }
    throw CommandError(
      .usage, "the name has several words: \(Wording.short(words.joined(separator: " ")))",
      hint: "put quotation marks around it; to lend copies to several people, add commas: "
        + "\(Wording.shellWord(words.joined(separator: ", "))); use --until for the date when the loan ends")
  }

  /// If the book and the person were swapped, returns the correct command. Otherwise, returns nil.
  private func hint(for word: String, _ person: String, _ context: Context) -> String? {
    guard let library = context.memory.library, word == record,
      (try? context.finder(library).find(person, Self.kind, .exact)) != nil
    else { return nil }
    return "the book comes first: `shelf lend \(Wording.shellWord(person)) \(Wording.shellWord(word))`"
  }
}
