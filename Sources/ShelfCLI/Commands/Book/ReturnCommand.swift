import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf return`: ends a loan in either direction.
struct ReturnCommand: RecordsChangeCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "return", abstract: "Mark what was lent or borrowed as returned.",
    usage: usage("return", "(<record> ... | --where <query>)"),
    discussion: "The loan goes to the book's earlier loans.")

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(
    help: "The book: its id, the start of its id, its file, or its title.", completion: .values(of: .onLoan))
  var record: [String] = []

  @Option(
    name: .joined("d"),
    help: ArgumentHelp("The day it came back. (default: today)", valueName: "date"),
    completion: .values(of: .day))
  var date: String?

  func run(in context: Context) throws {
    try TypedWord.check(day: date)
    func place(_ word: String) -> String? {
      TypedWord(word).isDay(context.today) ? "--date \(Wording.shellWord(word)) says the day" : nil
    }
    try TypedWord.explaining(place) {
      try RecordsChange(kind: Self.kind, options: options).run(record, in: context) { subjects, _ in
        ReturnRecords(subjects, of: Self.kind, day: date)
      }
    }
  }
}
