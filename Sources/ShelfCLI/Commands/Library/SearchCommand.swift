import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfWording

/// `shelf search`: finds records of every kind by a query.
struct SearchCommand: ContextCommand, QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search records of every kind.",
    usage: "shelf search <query> ... [<options>]",
    discussion: """
      Searches all text for words, regardless of case and accents. Terms such as rating:>=4 find records of the kinds that \
      have the field. Titles that begin with the words come first, then titles, authors and series that contain them. `shelf help query` describes queries.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The query that the records must match.", valueName: "query"))
  var words: [String] = []

  @Option(
    name: .joined("f"), help: ArgumentHelp("Show only records that match this saved filter.", valueName: "name"),
    completion: .values(of: .filter))
  var filter: [String] = []

  @Option(
    name: .joined("n"), parsing: .unconditional,
    help: ArgumentHelp("Show at most this many of each kind.", valueName: "n"))
  var limit: Int?

  @Option(help: "The format.")
  var format: SearchFormat?

  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp("Print JSON, with all fields or only these.", valueName: "field,field"),
    completion: .values(of: .columns))
  var json: String?

  func run(in context: Context) throws {
    if let limit, limit < 0 { throw CommandError(.usage, "--limit must be at least 0, not \(limit)") }
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let typed = try ListWords(words, of: .usual, library.schema, command: "search")
    let text = QueryWords.text(typed.words)
    if text.isEmpty, typed.terms.isEmpty, filter.isEmpty {
      throw CommandError(.usage, "no query was given", hint: "add words to search for, such as `shelf search dune`")
    }
    let reader = QueryReader(library: library, context: context)
    var sources = [try QuerySource(text)] + typed.terms
    if !filter.isEmpty { context.warnOfFilters(library) }
    for name in filter { sources.append(try reader.filter(name, Kind.allCases)) }
    let results = try reader.matchers(Kind.allCases, sources).map { matcher in
      let sorted = RecordOrder.standard(of: matcher.kind, library.schema).sort(matcher.records(), of: library)
      let ranked = QueryRank(sources, matcher.kind, library)?.sort(sorted) ?? sorted
      return SearchResult(kind: matcher.kind, records: ranked, limit: limit)
    }
    if json != nil, let format, format.format.name != "json", format.format.name != "jsonl" {
      throw CommandError(.usage, "--json and --format \(format) cannot be combined", hint: "use only one")
    }
    let fields = try json.map { text throws(CommandError) in
      try JSONFields(text, of: Kind.allCases, library.schema)
    }
    let format = format ?? (json != nil ? .json : context.terminal.isTerminal ? .table : .tsv)
    try format.format.search?(
      SearchOutput(library: library, context: context, sources: sources, results: results, fields: fields))
    if results.allSatisfy(\.records.isEmpty), let hint = reader.spellingHint(text) { context.note(hint) }
    reader.noteUnstated(sources, Kind.allCases)
    context.warnOfUnreadable(library, Kind.allCases, "not searched")
  }
}
