import ArgumentParser
import ShelfTerminal
import ShelfText

/// `shelf KIND show`: everything about one record.
struct ShowCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", abstract: "Show everything about one \(K.kind.singular).", usage: K.usage("show", "<record>")
    )
  }

  @OptionGroup var library: LibraryOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String

  @Option(help: "The format.")
  var format: ShowFormat = .text

  @Option(
    help: ArgumentHelp("JSON with only these fields.", valueName: "field,field"), completion: .values(of: .columns))
  var json: String?

  @Option(help: "How ratings look.")
  var ratings: Stars = .stars

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let record = try context.finder(library).find(record, K.kind)
    var output = ShowOutput(library: library, context: context, record: record, ratings: ratings)
    output.columns = try json.map { try Column.read($0, of: K.kind, library.schema) }
    try (json == nil ? format : .json).format.show?(output)
  }
}
