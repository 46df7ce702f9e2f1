import ShelfQuery
import ShelfWording

/// The statistics that `stats` prints.
struct StatsOutput: FormattedOutput {
  let statistics: Statistics
  /// The name of the library, or a description of the part that the statistics cover, or nil for no heading.
  let name: String?
  let context: Context

  static let formats = OutputFormat.all.filter { $0.stats != nil }

  func writePage() throws {
    try context.page(
      StatsPage(statistics, name: name, terminal: context.terminal, ratings: context.settings.ratingLook()).lines())
  }

  func writeTSV() throws { try context.write(statistics.tsv()) }

  func writeJSON() throws { try context.write(statistics.json()) }
}
