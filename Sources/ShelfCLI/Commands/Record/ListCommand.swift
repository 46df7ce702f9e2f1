import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal

/// `shelf KIND list`: the records of a kind.
struct ListCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List \(K.kind.plural).", usage: K.usage("list", "[<query> ...]"),
      discussion: """
        Words narrow the list to records that contain all of them, regardless of case and accents; so do terms such as \
        \(QueryHelp.example(of: K.kind)). `shelf help query` describes queries.
        """)
  }

  @OptionGroup var library: LibraryOptions

  @OptionGroup var selection: K.Selection

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("What the records must match.", valueName: "query"))
  var words: [String] = []

  @Option(
    help: ArgumentHelp("Only records that match this saved filter.", valueName: "name"),
    completion: .values(of: .filter))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp("Sort by a field or count; :desc reverses the order.", valueName: "field[:desc]"),
    completion: .values(of: .order))
  var sort: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp("The columns, such as title,rating.", valueName: "a,b,c"), completion: .values(of: .columns))
  var columns: String?

  @Option(help: "The format.")
  var format: ListFormat?

  @Option(
    help: ArgumentHelp("JSON with only these fields.", valueName: "field,field"), completion: .values(of: .columns))
  var json: String?

  @Option(help: "How ratings look in a table.")
  var ratings: Stars = .stars

  func run(in context: Context) throws {
    let words = try QueryArguments.words(words, of: "\(K.kind.singular) list")
    if let limit, limit < 0 { throw CommandError(.usage, "--limit must be at least 0, not \(limit)") }
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let reader = QueryReader(library: library, context: context)
    var sources = [try QuerySource(QueryWords.text(words))]
    if !filter.isEmpty { context.warnOfFilters(library) }
    for name in filter { sources.append(try reader.filter(name, [K.kind])) }
    sources.append(QuerySource(try selection.query(in: library), text: ""))
    let found = try reader.records(K.kind, sources)
    let all = library.records.count { $0.kind == K.kind }
    let settings = context.listSettings(of: K.kind, library.schema)
    let order =
      try (sort ?? settings.sort).map { try Column.readOrder($0, of: K.kind, library.schema) } ?? selection.order(
        in: library)
      ?? .standard(of: K.kind, library.schema)
    var records = order.sort(found, of: library)
    let marked = try selection.marked(in: library, context.finder(library))
    if let marked { records = records.filter { marked.contains($0.id) } + records.filter { !marked.contains($0.id) } }
    if let limit { records = Array(records.prefix(limit)) }
    try print(records, of: found.count, all, library, marked: marked, context)
    context.warnOfUnreadable(library, [K.kind], "not listed")
  }

  /// Prints the records in the format asked for: by default a table on a terminal, otherwise tab-separated lines.
  private func print(
    _ records: [Record], of found: Int, _ all: Int, _ library: Library, marked: Set<RecordID>?, _ context: Context
  ) throws {
    let terminal = context.terminal
    let settings = context.listSettings(of: K.kind, library.schema)
    let standard: ListFormat = terminal.isTerminal ? settings.format ?? .table : .tsv
    let format = format ?? (json != nil ? .json : standard)
    let names = json ?? columns
    let columns = try Column.read(
      names ?? (settings.columns ?? ListLayout.defaultColumns(of: K.kind)).joined(separator: ","), of: K.kind,
      library.schema)
    var output = ListOutput(
      library: library, context: context, records: records, columns: columns, hasChosenColumns: names != nil)
    output.table = (
      ListLayout(library: library, kind: K.kind, columns: columns, ratings: ratings, markedIDs: marked),
      records.count == found ? K.kind.counted(found) : "\(records.count) of \(K.kind.counted(found))"
    )
    if records.isEmpty { output.emptyText = emptyText(all, library, context) }
    try format.format.list?(output)
  }

  private func emptyText(_ all: Int, _ library: Library, _ context: Context) -> String {
    let others = QueryReader(library: library, context: context).found(QueryWords.text(words), of: K.kind)
    let hint = others.map { "\n`\($0.query)` finds \(K.kind.counted($0.count))." }.joined()
    if all > 0 { return "No \(K.kind.singular) matches; there \(all == 1 ? "is 1" : "are \(all)").\(hint)" }
    return "No \(K.kind.plural) yet. Add the first one: shelf \(K.kind.singular) add \(K.kind.definition.example)"
  }
}

extension Stars: ExpressibleByArgument {}
