import ShelfQuery
import ShelfWording

/// The numbers that `stats` prints.
struct StatsOutput: FormattedOutput {
  let statistics: Statistics
  /// The library's name; nil where the numbers are about a part of it.
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
