import ShelfQuery
import ShelfText
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

  func writeTSV() throws {
    var tsv = TSVWriter()
    for section in statistics.sections {
      for row in section.rows {
        tsv.row([section.key, row.label, String(row.count)] + row.more.map { String($0.count) })
      }
    }
    try context.write(tsv.take())
  }

  func writeJSON() throws {
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
                for figure in row.more { json.member(figure.name.rawValue, figure.count) }
              }
            }
          }
        }
      }
    }
    json.endLine()
    try context.write(json.take())
  }
}
