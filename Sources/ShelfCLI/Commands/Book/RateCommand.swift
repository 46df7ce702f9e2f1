import ArgumentParser
import ShelfModel
import ShelfStore

/// `shelf book rate`: how good a book is.
struct RateCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Rate a book, with stars from 0 to 5 in quarters.",
    usage: BookCommand.verbUsage("rate", "<record> <stars>"))

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: String

  @Argument(help: ArgumentHelp("Stars, such as 4 or 4.25.", valueName: "stars"))
  var stars: String

  func run(in context: Context) throws {
    try context.offering([record]) { names in
      var change = try Change(change, in: context)
      let record = try context.finder(change.library).find(names[0], .book, .exact)
      var reader = AssignmentReader(context.finder(change.library), today: context.today)
      guard let field = change.library.schema.field(.rating, of: .book) else { return }
      try change.plan.change(record, [try reader.read(key: field.key, .set, stars, .book)])
      try change.commit { plan in
        let phrases = FieldChangeText(plan: plan, record: record).phrases()
        return ["\(Wording.name(record)): " + (phrases.isEmpty ? "nothing to change" : phrases.joined(separator: ", "))]
      }
    }
  }
}
