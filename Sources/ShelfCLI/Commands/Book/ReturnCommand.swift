import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf return`: ends a loan in either direction.
struct ReturnCommand: RecordsChangeCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "return", abstract: "Mark a lent or borrowed book as returned.",
    usage: usage("return", "(<record> ... [<person>] | --where <query>)"),
    discussion: """
      The loan is kept among the book's earlier loans. If several copies of a book are lent, add the person who returned \
      one. A person who has only one of your books can be named alone, and so can one who returns everything, with --all.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .onLoan))
  var record: [String] = []

  @Option(
    name: .joined("d"),
    help: ArgumentHelp("The date of the return. (default: today)", valueName: "date"),
    completion: .values(of: .day))
  var date: String?

  @Option(
    help: ArgumentHelp("The person who returns it, or whose copy it is.", valueName: "person"),
    completion: .values(of: .person))
  var from: String?

  @Option(help: ArgumentHelp("Return this many copies of the book.", valueName: "number"))
  var copies = 1

  @Flag(help: "Return all copies that the person has.")
  var all = false

  func validate() throws {
    if all, copies != 1 { throw ValidationError("--all cannot be combined with --copies") }
  }

  func run(in context: Context) throws {
    try LendCommand.check(copies)
    try TypedWord.check(day: date)
    var (record, date) = (record, date)
    if date == nil { date = try context.takeDay(from: &record, .back, Self.kind, change.library) }
    func place(_ word: String) -> String? {
      TypedWord(word).isDay(context.today) ? "use --date \(Wording.shellWord(word)) for the date" : nil
    }
    try TypedWord.explaining(place) {
      // After a book, a word may be the name of the person, as in `lend`, and must not be taken for another book.
      let change = RecordsChangeRun(kind: Self.kind, options: options, takesBeginnings: record.count < 2, offer: .loans)
      try change.run(record, in: context) { [date] subjects, _ in
        ReturnRecords(subjects, of: Self.kind, from: from, day: date, all ? .all : .number(copies))
      }
    }
  }
}
