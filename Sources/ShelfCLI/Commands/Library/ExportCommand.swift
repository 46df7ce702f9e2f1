import ArgumentParser
import ShelfExchange
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfSystem
import ShelfWording

/// `shelf export`: writes the library, or what a query finds in it, for other programs.
struct ExportCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export records for other programs.",
    usage: "shelf export <format> [<query> ...] [--output <path>]",
    discussion: """
      The formats are:

      \(ExportFormat.all.map { "  \($0.name): \($0.help)" }.joined(separator: "\n"))

      What a format has no place for is left out; json, jsonl and csv hold everything, and with the records that a query \
      finds also what those refer to. `shelf help query` describes queries.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("The format.", valueName: "format"), completion: .list(ExportFormat.all.map(\.name)))
  var format: String

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("What the records must match.", valueName: "query"))
  var words: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file, or the folder, to write.", valueName: "path"),
    completion: .file())
  var output: String?

  func run(in context: Context) throws {
    guard let format = ExportFormat.named(format) else {
      throw CommandError(
        .usage, "there is no format “\(format)”",
        hint: "the formats are " + ExportFormat.all.map(\.name).joined(separator: ", "))
    }
    let text = QueryWords.text(try QueryArguments.words(words, of: "export"))
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let selection = self.selection(
      ExportSelection(try records(text, format, library, context), of: library), format, context)
    let files = format.files(selection)
    context.warnOfUnreadable(library, format.kinds, "not exported")
    if let output {
      let writer = ExportTarget(output, context)
      try format.isFolder ? writer.write(folder: files, format) : writer.write(files.first?.bytes ?? [])
    } else {
      try context.write(onlyFile(files, format))
    }
    for loss in format.losses(selection) { context.note(loss) }
  }

  /// Adds what the records refer to, without which they could not be imported whole, and says so.
  private func selection(
    _ selection: ExportSelection, _ format: ExportFormat, _ context: Context
  ) -> ExportSelection {
    guard format.isWhole else { return selection }
    let (whole, added) = selection.withReferences()
    if added.isEmpty { return selection }
    let counts = Wording.list(added.map { $0.kind.counted($0.count) })
    // A table of one kind has no place for others.
    if format.isFolder, output == nil, Set(selection.records.map(\.kind)).count == 1 {
      context.warn("what is exported refers to \(counts), which a single table cannot hold; --output names a folder")
      return selection
    }
    context.note("with \(counts) that they refer to")
    return whole
  }

  private func records(
    _ text: String, _ format: ExportFormat, _ library: Library, _ context: Context
  ) throws -> [Record] {
    if text.isEmpty { return library.records.filter { format.kinds.contains($0.kind) } }
    let reader = QueryReader(library: library, context: context)
    // As in a saved filter, the query may begin with a kind.
    let (kind, source) = try SavedFilter(name: "", text: text).read()
    let kinds = kind.map { kind in format.kinds.filter { $0 == kind } } ?? format.kinds
    return try reader.matchers(kinds, [source]).flatMap { $0.records() }
  }

  private func onlyFile(_ files: [ExportFormat.File], _ format: ExportFormat) throws(CommandError) -> [UInt8] {
    // A table of one kind is a file like any other; notes are not.
    if files.count < 2, format.examine == nil { return files.first?.bytes ?? [] }
    throw CommandError(
      .usage, "\(format.name) writes \(Wording.count(files.count, "file"))", hint: "name a folder with --output")
  }
}
