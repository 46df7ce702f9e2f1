import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfWording

/// `shelf KIND list`: lists the records of a kind.
///
/// The words of the command line and options such as `--author` form one query together with `--filter`, `--open` and
/// `--closed`. The matching records are sorted. Then those that the kind's `Selection` marks are moved to the front,
/// and `--limit` truncates the list. The format is a table on a terminal and TSV otherwise, unless an option or, on a
/// terminal, a setting chooses a different one. The user's settings for columns and order apply only on a terminal or
/// to a table, so that scripts get the same output everywhere.
struct ListCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List \(K.kind.plural).", usage: usage,
      discussion: """
        Lists records that contain all given words, regardless of case and accents, and match all terms, such as \
        \(QueryHelp.example(of: K.kind)). `shelf help query` describes queries.\(others)

        These fields are also options, which limit the list like terms of a query:
        \(FieldHelp.listOptionLines(of: K.kind))
        """, aliases: ["ls"])
  }

  private static var usage: String {
    K.kind == .usual
      ? "shelf [\(K.kind.singular)] list [<query> ...] [<options>]" : K.usage("list", "[<query> ...]")
  }

  /// A sentence about other kinds, in the help of the kind whose name can be omitted.
  private static var others: String {
    guard K.kind == .usual, let other = Kind.allCases.first(where: { $0 != .usual }) else { return "" }
    return
      " `shelf list` and `shelf ls` list \(K.kind.plural), or another kind: `shelf ls \(other.plural)`."
  }

  @OptionGroup var library: LibraryOptions

  @OptionGroup var selection: K.Selection

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The query that the records must match.", valueName: "query"))
  var words: [String] = []

  @Option(
    name: .joined("f"), help: ArgumentHelp("Show only records that match this saved filter.", valueName: "name"),
    completion: .values(of: .filter))
  var filter: [String] = []

  @Option(
    name: .joined("s"),
    help: ArgumentHelp("Sort by a field or count; :desc reverses the order.", valueName: "field[:desc]"),
    completion: .values(of: .order))
  var sort: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Show the newest first, by the date in --sort or by the date of creation.",
      visibility: K.kind.hasDates ? .default : .hidden))
  var newest = false

  @Flag(help: ArgumentHelp("Show the oldest first.", visibility: K.kind.hasDates ? .default : .hidden))
  var oldest = false

  @Flag(help: ArgumentHelp(K.kind.openHelp))
  var open = false

  @Flag(
    help: ArgumentHelp("Show only closed \(K.kind.plural).", visibility: K.kind.isClosable ? .default : .hidden))
  var closed = false

  @Option(
    name: .joined("n"), parsing: .unconditional,
    help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  @Option(
    name: .joined("c"), help: ArgumentHelp("The columns to show, such as title,rating.", valueName: "a,b,c"),
    completion: .values(of: .columns))
  var columns: [String] = []

  @Option(help: "The format.")
  var format: ListFormat?

  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp("Print JSON, with all fields or only these.", valueName: "field,field"),
    completion: .values(of: .columns))
  var json: String?

  @Option(help: "How to show ratings in a table.")
  var ratings: RatingStyle?

  func run(in context: Context) throws {
    if let limit, limit < 0 { throw CommandError(.usage, "--limit must be at least 0, not \(limit)") }
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let reader = QueryReader(library: library, context: context)
    let words = try ListWords(words, of: K.kind, library.schema)
    var sources = [try QuerySource(QueryWords.text(words.words))] + words.terms
    if !filter.isEmpty { context.warnOfFilters(library) }
    for name in filter { sources.append(try reader.filter(name, [K.kind])) }
    sources += try state()
    // `--newest` and `--oldest` replace the sort order from the settings rather than just breaking its ties.
    let usual =
      newest || oldest ? nil : context.listSettings(of: K.kind, library.schema, isTable: format == .table).sort
    let order = try ListOrder(sort.isEmpty ? usual : sort.joined(separator: ","), newest: newest, oldest: oldest).order(
      of: K.kind, library.schema)
    let found = try reader.records(K.kind, sources)
    let all = library.records.count { $0.kind == K.kind }
    var records = order.sort(found, of: library)
    let marked = try selection.marked(in: library, context.finder(library))
    if let marked { records = records.filter { marked.contains($0.id) } + records.filter { !marked.contains($0.id) } }
    if let limit { records = Array(records.prefix(limit)) }
    let text = QueryWords.text(words.words)
    let hints = records.isEmpty ? reader.hints(text, of: K.kind, options: words.terms) : []
    try print(records, of: found.count, all, library, marked: marked, hints: hints, context)
    context.warnOfUnreadable(library, [K.kind], "not listed")
  }

  /// Returns the queries for `--open` and `--closed`.
  private func state() throws -> [QuerySource] {
    if open, closed { throw CommandError(.usage, "--open and --closed cannot be combined", hint: "remove both") }
    if closed, !K.kind.isClosable {
      throw CommandError(.usage, "\(K.kind.plural) cannot be closed", hint: "--open lists those with open issues")
    }
    if closed { return [try QuerySource("is:closed")] }
    guard open else { return [] }
    if K.kind.isClosable { return [try QuerySource("is:open")] }
    let isOpen = Query.state(QueryText("open"))
    return [QuerySource(.any(Kind.allCases.filter(\.isClosable).map { .related($0, isOpen) }), text: "")]
  }

  /// Prints the records in the requested format; by default, as a table on a terminal and as TSV otherwise.
  private func print(
    _ records: [Record], of found: Int, _ all: Int, _ library: Library, marked: Set<RecordID>?, hints: [String],
    _ context: Context
  ) throws {
    let terminal = context.terminal
    if json != nil, let format, format != .json, format.format.name != "jsonl" {
      throw CommandError(.usage, "--json and --format \(format) cannot be combined", hint: "remove one of them")
    }
    let settings = context.listSettings(of: K.kind, library.schema, isTable: format == .table)
    let chosen = settings.format.flatMap { ListFormat(argument: $0) }
    let standard: ListFormat = terminal.isTerminal ? chosen ?? .table : .tsv
    let format = format ?? (json != nil ? .json : standard)
    if let json, !json.isEmpty, !columns.isEmpty {
      throw CommandError(.usage, "--json \(json) and --columns cannot be combined", hint: "remove one of them")
    }
    let names = json.flatMap { $0.isEmpty ? nil : $0 } ?? (columns.isEmpty ? nil : columns.joined(separator: ","))
    let columns =
      try (names ?? settings.columns?.joined(separator: ",")).map { try Column.read($0, of: K.kind, library.schema) }
      ?? ListLayout.defaultColumns(of: K.kind, library.schema)
    var list = RecordList(records, in: library, columns: columns)
    list.hasChosenColumns = names != nil
    if let json, !json.isEmpty { list.fields = try JSONFields(json, of: [K.kind], library.schema) }
    list.markedIDs = marked
    var output = ListOutput(list: list, context: context)
    output.table = (
      ListLayout(
        library: library, kind: K.kind, columns: columns,
        hasChosenColumns: names != nil || settings.columns != nil, ratings: context.settings.ratingLook(ratings),
        localTime: context.localTime, markedIDs: marked, hasLinks: terminal.hasLinks, shown: { context.shown($0) }),
      records.count == found ? K.kind.counted(found) : "\(Wording.number(records.count)) of \(K.kind.counted(found))"
    )
    output.emptyText = ([emptyText(all)] + hints).joined(separator: "\n")
    try format.format.list?(output)
    // The table shows the hints itself.
    if format != .table { for hint in hints { context.note(hint) } }
  }

  private func emptyText(_ all: Int) -> String {
    if all > 0 { return "No matching \(K.kind.plural) (\(Wording.number(all)) in total)." }
    return "No \(K.kind.plural) yet. Add the first one: shelf \(K.kind.singular) add \(K.kind.definition.example)"
  }
}

extension RatingStyle: ExpressibleByArgument {}

extension Kind {
  /// Whether records of the kind have a creation date to sort by.
  var hasDates: Bool { field(.created) != nil }

  /// Whether records of the kind can be open or closed.
  fileprivate var isClosable: Bool { field(.state)?.type == .boolean }

  /// The help of `--open`, which selects either open records or records with open issues.
  fileprivate var openHelp: String {
    isClosable ? "Show only open \(plural)." : "Show only \(plural) with open issues."
  }
}
