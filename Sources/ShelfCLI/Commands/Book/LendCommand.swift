import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfWording

/// `shelf lend`: lends the user's copy of a book.
struct LendCommand: RecordsChangeCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "lend", abstract: "Lend your copies of one or more books to someone.",
    usage: usage("lend", "(<record> ... | --where <query>) (<person> | --to <person>)"),
    discussion: """
      If you have several copies, you can lend them to several people at once: "Ali and Ben". `shelf loans` shows who has \
      what, and `shelf return` marks a book as returned. Published pages, commit messages, and exports for Goodreads, \
      notes and bibliographies do not contain the borrower's name; CSV and JSON do.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(help: "The book: its id, the start of its id, its file, or its title; the borrower comes last.")
  var record: [String] = []

  @Option(help: ArgumentHelp("The borrower.", valueName: "person"), completion: .values(of: .person))
  var to: String?

  @Option(help: ArgumentHelp("Lend this many copies to each person.", valueName: "number"))
  var copies = 1

  @OptionGroup var period: LoanPeriodOptions

  /// Rejects a number of copies below one.
  static func check(_ copies: Int) throws(CommandError) {
    if copies < 1 { throw CommandError(.usage, "--copies must be at least 1, not \(copies)") }
  }

  func run(in context: Context) throws {
    try LendCommand.check(copies)
    let (words, since, end) = try period(in: context)
    let (books, typed) = try booksAndPerson(words)
    if books.isEmpty, !bulk.hasQuery, !context.isInteractive { throw Question.subject(Self.kind, isOne: true) }
    let person =
      try typed
      ?? context.askForArgument(
        "Who has your copy?", hint: "a name", otherwise: ActRefusal.personMissing(isBorrowed: false))
    func place(_ word: String) -> String? { hint(for: word, books, person, context) }
    try TypedWord.explaining(place) {
      // With several words, one of them may belong to the name of the person, and must not be taken for another book.
      let change = RecordsChangeRun(kind: Self.kind, options: options, takesBeginnings: books.count < 2)
      try change.run(books, in: context) { subjects, _ in
        var act = LendRecords(
          subjects, of: Self.kind, to: person, since: period.since ?? since, until: period.until ?? end)
        act.copies = copies
        act.mayMeanRecord = to == nil && typed != nil && !words.contains { $0.lowercased() == "to" }
        return act
      }
    }
  }

  /// Returns the words without the dates at the end, as in `shelf lend dune Anna since monday until 2w`.
  private func period(in context: Context) throws -> (words: [String], since: String?, end: String?) {
    // A book precedes the dates, and usually a person.
    let kept = (to == nil ? 1 : 0) + (bulk.hasQuery ? 0 : 1)
    return try context.takePeriod(from: record, period, Self.kind, change.library, keeping: kept)
  }

  /// Returns the books and the person: with `--to`, all words are books; with `--where`, the words are the person; in
  /// `shelf lend dune to Anna`, the words before “to” are books. Otherwise the last of several words is the person.
  private func booksAndPerson(_ record: [String]) throws(CommandError) -> (books: [String], person: String?) {
    if let to { return (record, to) }
    var record = record
    // `Anna, Ben` without quotation marks
    while record.count > 2, record[record.count - 2].hasSuffix(",") {
      let last = record.removeLast()
      record[record.count - 1] += " " + last
    }
    if bulk.hasQuery {
      let name = record.first?.lowercased() == "to" ? record.dropFirst() : record[...]
      return ([], name.isEmpty ? nil : name.joined(separator: " "))
    }
    guard record.count > 1, let last = record.last else { return (record, nil) }
    guard let index = record.dropLast().lastIndex(where: { $0.lowercased() == "to" }), index > 0 else {
      return (record.dropLast(), last)
    }
    let name = record[(index + 1)...]
    if name.count == 1 { return (Array(record[..<index]), last) }
    throw CommandError(
      .usage, "the name has several words: \(Wording.short(name.joined(separator: " ")))",
      hint: LendCommand.quoting(Array(name)))
  }

  private static func quoting(_ name: [String]) -> String {
    "put quotation marks around a name of several words: \(Wording.shellWord(name.joined(separator: " "))); "
      + "for several people, write \(Wording.shellWord(Wording.list(name)))"
  }

  /// Returns a hint about a word that is not the name of a book: the book and the person were swapped, or the word
  /// belongs to the name of the person or to a title. Otherwise, returns nil.
  private func hint(for word: String, _ books: [String], _ person: String, _ context: Context) -> String? {
    guard let library = context.memory.library else { return nil }
    func isBook(_ name: String) -> Bool { (try? context.finder(library).find(name, Self.kind, .exact)) != nil }
    if books == [word], to == nil {
      guard isBook(person) else { return nil }
      return "the book comes first: `shelf lend \(Wording.shellWord(person)) \(Wording.shellWord(word))`"
    }
    guard let index = books.firstIndex(of: word), index > 0 else { return nil }
    if to != nil { return "put quotation marks around a title of several words; --to already names the borrower" }
    return LendCommand.quoting(books[index...] + [person]) + "; use --until for the date when the loan ends"
  }
}
