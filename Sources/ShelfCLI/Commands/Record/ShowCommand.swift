import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// `shelf KIND show` and `shelf show`: shows everything about one or more records.
struct ShowCommand<S: RecordScope>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Show all details of \(S.scope.map { "one or more \($0.plural)" } ?? "one or more records").",
      usage: S.usage("show", "(<record> ... | <record> <field>)"))
  }

  @OptionGroup var library: LibraryOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  @Option(help: "The format.")
  var format: ShowFormat?

  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp("Print JSON, with all fields or only these.", valueName: "field,field"),
    completion: .values(of: .columns))
  var json: String?

  @Option(help: "How to show ratings.")
  var ratings: RatingStyle?

  func run(in context: Context) throws {
    if json != nil, let format, format != .json {
      throw CommandError(.usage, "--json and --format \(format) cannot be combined", hint: "use only one")
    }
    if record.isEmpty, !context.canShowWidgets { throw Question.subject(S.scope, isOne: true) }
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    try context.promptingForNames(record) { names in
      if names.isEmpty { throw Question.subject(S.scope, isOne: true) }
      try show(names, library, context)
    }
  }

  private func show(_ names: [String], _ library: Library, _ context: Context) throws {
    let finder = context.finder(library)
    // `shelf show dune rating` prints one field.
    if names.count == 2, format == nil, json == nil, let record = try? finder.find(names[0], S.scope),
      let column = Attributes(of: record.kind, library.schema).column(names[1]),
      (try? finder.find(names[1], S.scope)) == nil
    {
      return try context.print(
        VisibleText.lines(Cells(library).cell(column.attribute, record, .whole).withoutUnit.text.trimmed))
    }
    var records: [Record] = []
    for name in names {
      let record = try finder.find(name, S.scope)
      if !records.contains(where: { $0.path == record.path }) { records.append(record) }
    }
    let fields = try JSONFields(json ?? "", of: S.scope.map { [$0] } ?? records.map(\.kind), library.schema)
    let output = ShowOutput(
      library: library, context: context, records: records, fields: fields,
      ratings: context.settings.ratingLook(ratings))
    try (format ?? (json == nil ? .text : .json)).format.show?(output)
  }
}

extension ShowCommand: ExplainingCommand {
  static func explanation(of option: String, _ value: String?, in arguments: [String]) -> String? {
    let kinds = S.scope.map { [$0] } ?? Kind.allCases
    let name = String(option.dropFirst(2))
    guard let field = kinds.lazy.compactMap({ Schema().field(named: name, of: $0) }).first else { return nil }
    return "`shelf show RECORD \(field.key)` prints one field"
  }
}
