import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfWording

/// `shelf export`: writes all records, or those that a query finds, in a format for other programs.
struct ExportCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export records for other programs.",
    usage: "shelf export <format> [<query> ...] [--output <path>]",
    discussion: """
      The formats are:

      \(ExportFormat.all.map { "  \($0.name): \($0.help)" }.joined(separator: "\n"))

      json, jsonl and csv contain complete records, and with a query also the records that the results refer to. The other \
      formats leave out fields that they do not support.

      With csv, `--output books.csv` writes one table, of the books or of the kind that the query is about, such as \
      kind:quote. Without an ending, --output is a folder for a table of each kind.

      No format contains covers or the contents of shelf.yaml, such as the queue, goals and filters. To keep everything, \
      copy the folder.

      `shelf help query` describes queries.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("The format.", valueName: "format"), completion: .list(ExportFormat.all.map(\.name)))
  var format: String

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The query that the records must match.", valueName: "query"))
  var words: [String] = []

  @Option(
    name: .joined("o"),
    help: ArgumentHelp("The file or folder to write; - is standard output.", valueName: "path"),
    completion: .file())
  var output: String?

  func run(in context: Context) throws {
    guard let format = ExportFormat.named(format) else {
      throw CommandError(
        .usage, "unknown format “\(format)”",
        hint: "the formats are " + ExportFormat.all.map(\.name).joined(separator: ", "))
    }
    let text = QueryWords.text(try ParserArguments.words(words, of: "export"))
    let context = try library.context(context)
    // As in other programs, `-` is standard output; a file of that name is `./-`.
    let output = output == "-" ? nil : output
    let library = try self.library.load(in: context)
    let export = RecordExport(
      format, try records(text, format, library, context), of: library, to: output.map { .path($0) } ?? .bytes)
    let outcome = try export.run(context.fileSystem)
    let said = ExportText(outcome, format, output, shown: context.shown)
    try context.print(said.before)
    context.warnOfUnreadable(library, format.kinds, "not exported")
    if let bytes = outcome.bytes { try context.write(bytes) }
    try context.print(said.after)
  }

  private func records(
    _ text: String, _ format: ExportFormat, _ library: Library, _ context: Context
  ) throws -> [Record] {
    if text.isEmpty { return library.records.filter { format.kinds.contains($0.kind) } }
    let reader = QueryReader(library: library, context: context)
    // As in a saved filter, the query may begin with a kind.
    let (kind, source) = try SavedFilter(name: "", text: text).read()
    let kinds = kind.map { kind in format.kinds.filter { $0 == kind } } ?? format.kinds
    let found = try reader.matchers(kinds, [source]).flatMap { $0.records() }
    if found.isEmpty { reader.reportNothing(found: [source.text], kinds.count == 1 ? kinds[0] : nil) }
    return found
  }
}
