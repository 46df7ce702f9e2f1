import ShelfWording

/// A report that is a table for people.
struct ReportOutput: FormattedOutput {
  let report: any TableReport
  let context: Context

  static let formats = OutputFormat.all.filter { $0.report != nil }

  func writeTable() throws {
    if let text = report.emptyText { return try context.print(text) }
    try context.page(report.table(context.terminal))
  }

  func writeTSV() throws { try context.write(report.tsv()) }

  func writeJSON(isLines: Bool) throws { try context.write(report.json(isLines: isLines)) }
}

extension TableFormatOptions<ReportOutput> {
  /// Prints a report in the format that is asked for.
  func write(_ report: any TableReport, _ context: Context) throws {
    try format(for: context.terminal).report?(ReportOutput(report: report, context: context))
  }
}
