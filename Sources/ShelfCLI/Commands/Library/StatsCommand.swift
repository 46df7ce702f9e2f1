import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfText
import ShelfWording

/// `shelf stats`: the library in numbers and small charts.
struct StatsCommand: ContextCommand, QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show statistics of the library, with small charts.",
    usage: "shelf stats [<query> ...] [<options>]",
    discussion: """
      A query limits the statistics to matching records, as in `shelf search`: shelf stats genre:fantasy. As in lists, the \
      fields of books are also options: --genre fantasy.

      A book counts in each year in which you finished it, so in several years if you read it again. A closed issue counts \
      as open until its last change, because the date when it was closed is not recorded. A line such as \
      `goal: {2026: 40}` in shelf.yaml sets the number of books to finish in a year.

      --by counts by any field: shelf stats --by publisher, --by year:decade or --by completed:month.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("Count only records that match the query.", valueName: "query"))
  var words: [String] = []

  @Option(
    name: .joined("f"), help: ArgumentHelp("Count only records that match this saved filter.", valueName: "name"),
    completion: .values(of: .filter))
  var filter: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("Count only books finished in this year.", valueName: "year"))
  var year: Int?

  @Option(
    help: ArgumentHelp("Count by this field only; dates count by year.", valueName: "field"),
    completion: .values(of: .grouping))
  var by: String?

  @Option(help: "The format.")
  var format: Format<StatsOutput>?

  @Flag(help: "The same as --format json.")
  var json = false

  func validate() throws { try Format.check(format, json: json) }

  func run(in context: Context) throws {
    if let year, !(1...9999).contains(year) {
      throw CommandError(.usage, "--year must be a year such as 2026, not \(year)")
    }
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let typed = try ListWords(words, of: .usual, library.schema, command: "stats")
    var (text, year) = (QueryWords.text(typed.words), year)
    let reader = QueryReader(library: library, context: context)
    var sources = [try QuerySource(text)] + typed.terms
    if !filter.isEmpty { context.warnOfFilters(library) }
    for name in filter { sources.append(try reader.filter(name, Kind.allCases)) }
    let finished = by == nil ? nil : year.map { "finished:\($0)" }
    if let finished { sources.append(try QuerySource(finished)) }
    func matching(_ sources: [QuerySource]) throws -> [Kind: [Record]] {
      Dictionary(uniqueKeysWithValues: try reader.matchers(Kind.allCases, sources).map { ($0.kind, $0.records()) })
    }
    var records = try matching(sources)
    if by == nil, year == nil, sources.count == 1, format == nil, !json, context.terminal.isTerminal,
      let number = Int(text), (1000...9999).contains(number), records.values.allSatisfy(\.isEmpty)
    {
      // A number that no record contains is the year of the readings.
      (text, year, sources) = ("", number, [])
      records = try matching(sources)
    }
    reader.noteUnstated(sources, Kind.allCases)
    let queries = sources.map(\.text).filter { !$0.isEmpty && $0 != finished }
    let isNothing = !queries.isEmpty && records.values.allSatisfy(\.isEmpty)
    if isNothing { reader.reportNothing(found: queries, nil) }
    let isWhole = text.isEmpty && typed.terms.isEmpty && filter.isEmpty
    let statistics: Statistics
    if let by {
      statistics = try Statistics(
        records, by: by, year: year, in: library,
        style: CellStyle(ratings: context.settings.ratingLook(), localTime: context.localTime))
    } else {
      statistics = Statistics(
        records, in: library, today: context.today, year: year, goals: isWhole ? library.manifest.goals : [:])
    }
    if let year = Int(text), (1000...9999).contains(year) {
      context.note(
        "these are the records with the word \(text); for books finished in that year, use --year \(text)")
    }
    if by == nil, let field = reader.field(called: text, of: .book) {
      // For loans, `loans` is suggested: `stats` counts books, each of which may have been lent several times.
      let command =
        library.schema.field(.loans, of: .book)?.key == field ? "loans --by person" : "stats --by \(field)"
      context.note(
        "these are the records with the word “\(Wording.short(text))”; to count by \(field), use `shelf \(command)`"
      )
    }
    if by == nil, let state = QuerySource(stateCalled: text, of: .book, library.schema) {
      context.note(
        "these are the records with the word “\(Wording.short(text))”; for the books in that state, use "
          + "`shelf stats \(state.text)`, and for your reads by year, `shelf stats --by completed`")
    } else if by == nil, let word = typed.words.first?.lowercased(),
      ["read", "reads", "reading", "readings"].contains(word)
    {
      context.note("for your reads by year, use `shelf stats --by completed`")
    }
    if let by, let year, context.terminal.isTerminal {
      context.note(
        "these are numbers of books; `shelf list completed:\(year) --group \(Wording.shellWord(by)) --sum pages` adds up "
          + "their pages")
    }
    let periods = [FieldHandle.year.key: "year", "decade": "decade", "\(FieldHandle.year.key):decade": "decade"]
    if let period = by.flatMap({ periods[$0] }), context.terminal.isTerminal {
      let reads = period == "year" ? "completed" : "completed:\(period)"
      context.note("this is the \(period) of publication; `shelf stats --by \(reads)` counts your reads by \(period)")
    }
    if let by, let key = Grouping.key(called: by, of: .book, library.schema),
      let field = library.schema.field(named: key, of: .book), field.has(.loans) || field.has(.holder)
    {
      context.note("these are numbers of books; `shelf loans --by title` and `shelf loans --by person` count loans")
    }
    if let by, !isNothing, statistics.sections.allSatisfy({ $0.rows.allSatisfy(\.label.isEmpty) }) {
      context.note("no record has a value for \(VisibleText.line(by))")
    }
    let name =
      isWhole
      ? library.manifest.name + (year.map { ", \($0)" } ?? "")
      : text.isEmpty || by != nil ? nil : "Records that match “\(VisibleText.line(Wording.short(text)))”"
    let output = StatsOutput(statistics: statistics, name: name, context: context)
    try Format.chosen(format, json: json, context.terminal).stats?(output)
    context.warnOfUnreadable(library, Kind.allCases, "not counted")
  }
}
