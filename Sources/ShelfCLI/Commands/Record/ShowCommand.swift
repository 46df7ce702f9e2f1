import ArgumentParser
import ShelfTerminal
import ShelfText

/// The formats of one record.
enum ShowFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, yaml
}

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

  @Option(help: "The format: text, json, or yaml (the file as it is).")
  var format: ShowFormat = .text

  @Option(help: ArgumentHelp("JSON with only these fields.", valueName: "field,field"))
  var json: String?

  @Option(help: "How ratings look: stars, numeral or face.")
  var ratings: Stars = .stars

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let record = try context.finder(library).find(record, K.kind)
    let isTerminal = context.terminal.isTerminal
    if let json {
      let columns = try Column.read(json, of: K.kind, library.schema)
      return try write(context) { RecordJSON(library: library).write(record, columns, to: &$0) }
    }
    switch format {
    case .json: try write(context) { RecordJSON(library: library).write(record, withRelations: true, to: &$0) }
    case .yaml where isTerminal:
      try context.page(Array(VisibleText.lines(String(decoding: record.source, as: UTF8.self)).utf8))
    case .yaml: try context.write(record.source)
    case .text:
      let page = RecordPage(library: library, record: record, terminal: context.terminal, ratings: ratings)
      try context.page(Array(page.text().utf8))
    }
  }

  private func write(_ context: Context, _ body: (inout JSONWriter) -> Void) throws {
    var json = JSONWriter(.pretty)
    body(&json)
    json.endLine()
    try context.write(json.take())
  }
}
