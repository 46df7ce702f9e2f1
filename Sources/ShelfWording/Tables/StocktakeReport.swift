import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal

extension Report where Row == Stocktake.Row {
  /// Returns the report of `stocktake`: the copies that are not where they should be.
  package static func stocktake(_ stocktake: Stocktake, _ library: Library) -> Report {
    func cell(_ role: FieldRoles, _ row: Row) -> Cell {
      row.record.map { library.textCell(role, $0) } ?? .nothing(nil)
    }
    var report = Report(
      "a stocktake", rows: stocktake.rows,
      columns: [
        ReportColumn("state", TableColumn(title: "State", priority: 9, isFlexible: false)) { .text($0.state.rawValue) },
        ReportColumn(
          "number", TableColumn(title: "Number", minimum: 8, preferred: 20, priority: 10), { .text(number($0)) },
          look: { .styled(number($0), .bold) }),
        ReportColumn("title", TableColumn(title: "Title", minimum: 16, preferred: 32, priority: 8)) {
          $0.record.map { .text($0.title) } ?? .nothing(nil)
        },
        ReportColumn("author", TableColumn(title: "Author", minimum: 12, preferred: 20, priority: 4)) {
          cell(.creator, $0)
        },
        ReportColumn("person", TableColumn(title: "Lent to", minimum: 10, preferred: 20, priority: 7)) {
          $0.people.isEmpty ? .nothing(nil) : .text(Wording.people($0.people, isCounted: true))
        },
        .id(priority: 3) { $0.record },
      ])
    report.optionalKeys = ["person"]
    report.whenEmpty = "Everything is here: \(summary(stocktake, []))."
    report.summary = { summary(stocktake, $0) }
    return report
  }

  /// Returns the number of a copy, or `4 of 010061; 010062; …` if it is unknown which of several copies are meant.
  private static func number(_ row: Row) -> String {
    let isPart = !row.people.isEmpty && (row.state == .missing || row.count > 1)
    return isPart ? "\(Wording.number(row.count)) of \(row.number)" : row.number
  }

  private static func summary(_ stocktake: Stocktake, _ rows: [Row]) -> String {
    let counts = Stocktake.State.allCases.map { state in
      (rows.filter { $0.state == state }.reduce(0) { $0 + $1.count }, state.rawValue)
    }
    let parts = [(stocktake.found, "in place")] + counts.filter { $0.0 > 0 }
    return "\(Wording.number(stocktake.scanned)) scanned: "
      + parts.map { "\(Wording.number($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}
