import ArgumentParser
import ShelfModel
import ShelfQuery
import ShelfText

/// The formats of statistics.
enum StatsFormat: String, CaseIterable, ExpressibleByArgument {
  case table, tsv, json
}

/// `shelf stats`: the library in numbers and small charts.
struct StatsCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show the library in numbers and small charts.",
    usage: "shelf stats [<query> ...] [<options>]",
    discussion: """
      A query narrows the numbers to the records that match, as `shelf search` does: shelf stats genre:fantasy. A closed issue \
      counts as open until its last change, because nothing says when it was closed.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("What to count.", valueName: "query"))
  var words: [String] = []

  @Option(help: ArgumentHelp("Only records that match this saved filter.", valueName: "name"))
  var filter: [String] = []

  @Option(help: "The format: table, tsv or json.")
  var format: StatsFormat?

  func run(in context: Context) throws {
    let text = QueryWords.text(try QueryArguments.words(words, of: "stats"))
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let reader = QueryReader(library: library, context: context)
    var sources = [try QuerySource(text)]
    if !filter.isEmpty { context.warnOfFilters(library) }
    for name in filter { sources.append(try reader.filter(name, Kind.allCases)) }
    var records: [Kind: [Record]] = [:]
    for matcher in try reader.matchers(Kind.allCases, sources) { records[matcher.kind] = matcher.records() }
    let statistics = Statistics(records, in: library, today: context.today)
    let terminal = context.terminal
    switch format ?? (terminal.isTerminal ? .table : .tsv) {
    case .table:
      let name = text.isEmpty && filter.isEmpty ? library.manifest.name : nil
      let page = StatsPage(statistics: statistics, name: name, terminal: terminal)
      try context.page(Array(page.text().utf8))
    case .tsv:
      var tsv = TSVWriter()
      for section in statistics.sections {
        for row in section.rows {
          for field in [section.key, row.label, String(row.count)] { tsv.field(field) }
          tsv.endRow()
        }
      }
      try context.write(tsv.take())
    case .json: try context.write(json(statistics))
    }
    context.warnOfUnreadable(library, Kind.allCases, "not counted")
  }

  private func json(_ statistics: Statistics) -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      for section in statistics.sections {
        json.key(section.key)
        if section.shape == .figures || section.key == "status" {
          json.object { json in for row in section.rows { json.member(row.label, row.count) } }
        } else {
          json.array { json in
            for row in section.rows {
              json.object { json in
                json.member("name", row.label)
                json.member("count", row.count)
              }
            }
          }
        }
      }
    }
    json.endLine()
    return json.take()
  }
}
