import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// A report, such as loans or series, that can be written in several formats.
struct ReportOutput: FormattedOutput {
  let report: any TableReport
  let context: Context

  static let formats = OutputFormat.all.filter { $0.report != nil }

  func writeTable() throws {
    if let text = report.emptyText { return try context.print(text) }
    try context.page(report.page(context.terminal))
  }

  func writeMarkdown() throws { try context.write(Array(report.table.markdown.utf8)) }

  func writeHTML() throws {
    try context.write(Array(report.table.html(title: report.heading ?? context.libraryName).utf8))
  }

  func writeTSV() throws { try context.write(report.tsv()) }

  func writeCSV(_ writer: CSVWriter = CSVWriter()) throws { try context.write(report.csv(writer)) }

  func writeJSON(isLines: Bool) throws { try context.write(report.json(isLines: isLines)) }
}

extension Context {
  /// The name of the open library, for the heading of a page.
  var libraryName: String { memory.library?.manifest.name ?? "shelf" }

  /// Prints a report without column options: as JSON if `json` is set, otherwise as a table on a terminal and as TSV
  /// elsewhere.
  func print(_ report: any TableReport, json: Bool = false) throws {
    try Format<ReportOutput>.chosen(nil, json: json, terminal).report?(ReportOutput(report: report, context: self))
  }
}

/// The options for the columns, the sort order and the format of a report.
struct ReportOptions: ParsableArguments {
  @Option(
    name: .joined("s"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Sort by a column, or random; :desc reverses the order.", valueName: "column[:desc]"),
    completion: .values(of: .order))
  var sort: [String] = []

  @Option(
    name: .joined("c"), help: ArgumentHelp("The columns to show, by heading or CSV name.", valueName: "a,b,c"),
    completion: .values(of: .columns))
  var columns: [String] = []

  @Option(
    name: .joined("n"), parsing: .unconditional,
    help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  @Option(help: "The format.")
  var format: Format<ReportOutput>?

  @Flag(help: "The same as --format json.")
  var json = false

  func validate() throws { try Format.check(format, json: json) }

  /// Returns whether the report is printed as a table, for people.
  func isTable(_ context: Context) -> Bool {
    Format.chosen(format, json: json, context.terminal).name == OutputFormat.table.name
  }

  /// Returns whether the report is printed in a format for people.
  func isForPeople(_ context: Context) -> Bool { Format.chosen(format, json: json, context.terminal).isForPeople }

  /// Prints a report.
  ///
  /// - Parameter standard: the maximum number of rows to print without `--limit`, or nil for no limit.
  func write<Row>(_ report: Report<Row>, limit standard: Int? = nil, _ context: Context) throws {
    if let limit, limit < 0 { throw CommandError(.usage, "--limit must be at least 0, not \(limit)") }
    var report = report
    if !sort.isEmpty { try report.sort(by: sort.joined(separator: ","), seed: { context.newID().seed }) }
    if !columns.isEmpty { try report.choose(columns.joined(separator: ",")) }
    if let limit = limit ?? standard { report.rows = Array(report.rows.prefix(limit)) }
    try Format.chosen(format, json: json, context.terminal).report?(ReportOutput(report: report, context: context))
  }
}

/// A command that prints a report.
protocol ReportCommand: ContextCommand {
  /// Returns the keys of all columns that the report can have, for completion.
  ///
  /// - Parameter layout: the layout of books in the library.
  static func columnKeys(_ layout: ListLayout) -> [String]
}

extension Context {
  /// Returns the layout of books, for the columns that reports share with lists.
  func bookLayout(_ library: Library) -> ListLayout {
    ListLayout(
      library: library, kind: .book, columns: [], ratings: settings.ratingLook(), localTime: localTime,
      shown: { shown($0) })
  }
}
