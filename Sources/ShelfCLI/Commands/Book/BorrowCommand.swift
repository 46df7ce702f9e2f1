import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf borrow`: borrows someone else's copy.
struct BorrowCommand: ContextCommand, FieldAssigningCommand, KindVerb {
  static let kind = Kind.book
  static let kinds = [kind]

  static let configuration = CommandConfiguration(
    commandName: "borrow", abstract: "Borrow someone else's copy of one or more books.",
    usage: usage("borrow", "(<record> <person> | <record> ... --from <person>) [--<field> <value> ...]"),
    discussion: """
      If the book is not in the library yet, shelf offers to add it as one that you do not own. With options of `add`, \
      such as --author, shelf looks for a book with these values, and adds it if there is none. `shelf return` marks \
      the book as returned.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title; without --from, the owner comes last.")
  var record: [String] = []

  @Option(
    help: ArgumentHelp("The owner of the copy: a person or a library.", valueName: "person"),
    completion: .values(of: .person))
  var from: String?

  @OptionGroup var period: LoanPeriodOptions

  func run(in context: Context) throws {
    let typed = SetWords(namesBefore: record, Self.kind)
    let (words, since, end) = try context.takePeriod(
      from: typed.names, period, Self.kind, change.library, keeping: from == nil ? 2 : 1)
    let (books, person) = try booksAndPerson(words)
    if person == nil, books.isEmpty, !context.isInteractive { throw Question.subject(Self.kind, isOne: true) }
    let from =
      try person
      ?? context.askForArgument(
        "Whose copy is it?", hint: "a person or a library", otherwise: ActRefusal.personMissing(isBorrowed: true))
    try context.promptingForNames(books, takesBeginnings: books.count < 2) { names in
      var change = try CommandChange(change, in: context, isAsking: context.isInteractive)
      var act = BorrowRecords(
        names, of: Self.kind, from: from, since: period.since ?? since, until: period.until ?? end)
      act.values = try typed.values(of: .named(names), Self.kind, change)
      let planned = try change.plan(act)
      if json.isRequested {
        let ids = planned.subjects.map(\.id) + planned.created.filter { $0.kind == Self.kind }.map(\.id)
        return try json.commit(change, ids, of: [.book], isList: ids.count > 1)
      }
      try change.commit { text in
        planned.created.isEmpty ? text.changes : text.additions + text.loans + planned.subjects.map(text.line)
      }
    }
  }

  /// Returns the books and the owner.
  ///
  /// With `--from`, all words are books. In `shelf borrow dune from Anna`, the words before “from” are books.
  /// Otherwise, the second of two words is the owner, since a borrowed book is often not in the library. A third word
  /// is an error, because it may belong to the title or the name.
  private func booksAndPerson(_ record: [String]) throws(CommandError) -> (books: [String], person: String?) {
    if let from { return (record, from) }
    let start = record.dropLast().lastIndex { $0.lowercased() == "from" } ?? 0
    let (books, name) = (record.prefix(max(start, 1)), record.dropFirst(start + 1))
    if name.count < 2 { return (Array(books), name.first) }
    throw CommandError(
      .usage, "the name has several words: \(Wording.short(name.joined(separator: " ")))",
      hint: "put quotation marks around a name or a title of several words; after several books, use --from")
  }
}
