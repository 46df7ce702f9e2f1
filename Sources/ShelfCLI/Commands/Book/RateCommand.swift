import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfWording

/// `shelf book rate`: gives books a rating.
struct RateCommand: ContextCommand, KindVerb {
  static let kind = Kind.book

  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Rate a book, or several, with stars from 0 to 5 in quarters.",
    usage: usage("rate", "(<record> ... | --where <query>) <stars>"),
    discussion: "The stars come last, such as 4.5; none takes a rating away.")

  @OptionGroup var options: RecordsChangeOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title; the stars come last.")
  var record: [String] = []

  func run(in context: Context) throws {
    guard let stars = record.last, options.bulk.hasQuery || record.count > 1 else {
      throw CommandError(
        .usage, record.isEmpty ? "a book and its stars are missing" : "the stars are missing",
        hint: "write `shelf book rate \(record.first.map(Wording.shellWord) ?? "TITLE") 4.5`")
    }
    let text = ["none", "-"].contains(stars.lowercased()) ? "" : stars
    try RecordsChange(kind: .book, options: options).run(Array(record.dropLast()), in: context) { change, records in
      guard let field = change.library.schema.field(.rating, of: .book) else { return }
      var reader = AssignmentReader(context.finder(change.library), today: context.today)
      let assignment = try reader.read(key: field.key, .set, text, .book)
      for record in records { try change.plan.change(record, [assignment]) }
    }
  }
}
