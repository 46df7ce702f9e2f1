import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf book got`: records that the user now has a book.
struct GotCommand: RecordsChangeCommand, FieldAssigningCommand, KindVerb {
  static let kind = Kind.book
  static let kinds = [kind]

  static let configuration = CommandConfiguration(
    commandName: "got", abstract: "Record that you now have a book, such as one that you wanted.",
    usage: usage("got", "(<record> ... | --where <query>) [<field=value> ...]"),
    discussion: """
      Marks the book as your own. If you wanted it, puts it on the shelf, and sets the date when it was added to today or \
      the date that follows the book. Other fields can be set with it, such as format=paperback.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(help: "The book: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("A field to set.", valueName: "field=value"))
  var assignments: [String] = []

  func run(in context: Context) throws {
    var typed = [record].compactMap { $0 } + assignments
    // The date precedes the assignments.
    var names = Array(typed.prefix { !$0.contains("=") })
    let values = typed.dropFirst(names.count)
    if let day = try context.takeDay(
      from: &names, .back, Self.kind, options.change.library, keeping: options.bulk.hasQuery ? 0 : 1)
    {
      typed = names + values + ["\(FieldHandle.dateAdded)=\(day)"]
    }
    let words = try SetWords(
      typed, hasQuery: options.bulk.hasQuery, Self.kinds, command: "got", needsAssignments: false
    ) { try context.finder(options.change.library.load(in: options.change.library.context(context))) }
    let change = RecordsChangeRun(
      kind: Self.kind, options: options, readsInput: Context.readsInput(words.assignments))
    try change.run(words.names, in: context) { subjects, change in
      GetRecords(subjects, of: Self.kind, try words.values(of: subjects, Self.kind, change))
    }
  }
}
