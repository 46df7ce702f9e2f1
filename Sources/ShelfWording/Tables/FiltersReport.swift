import ShelfModel
import ShelfQuery
import ShelfTerminal

extension Report where Row == (filter: SavedFilter, count: Int?) {
  /// Returns the report of `filter list`.
  ///
  /// The number of records is nil for a filter with an invalid query.
  package static func filters(_ rows: [Row]) -> Report {
    Report(
      "a list of filters", rows: rows,
      columns: [
        ReportColumn("name", TableColumn(title: "Name", minimum: 8, preferred: 24, priority: 3)) {
          .text($0.filter.name)
        },
        ReportColumn(
          "query", TableColumn(title: "Query", minimum: 16, priority: 2), { .text($0.filter.text) },
          look: { $0.filter.text.isEmpty ? .styled("everything", .dim) : .text($0.filter.text) }),
        ReportColumn(
          "records", TableColumn(title: "Records", alignment: .right, priority: 1, isFlexible: false),
          { $0.count.map { .number($0) } ?? .nothing(nil) },
          look: { $0.count.map { .text(String($0)) } ?? .styled("wrong", .color(.red)) }),
      ])
  }
}
