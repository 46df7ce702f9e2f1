import ShelfCells
import ShelfModel
import ShelfStore
import ShelfTerminal

/// How a kind's records look in a table on a terminal.
struct ListLayout {
  let library: Library
  let kind: Kind
  let columns: [Column]
  var ratings = Stars.stars
  var localTime = LocalTime.utc
  /// Genres that are marked as those of a book; nil where the list is about no book.
  var markedIDs: Set<RecordID>?

  /// Returns the columns that a kind's list shows where none are asked for.
  static func defaultColumns(of kind: Kind) -> [String] { kind.definition.columns }

  /// Returns the table of these records.
  func table(_ records: [Record]) -> Table {
    let cells = Cells(library)
    let style = CellStyle(ratings: ratings, localTime: localTime)
    var table = Table(columns: columns.map(tableColumn))
    table.reserveRows(records.count)
    for record in records {
      table.append(
        columns.map { column in
          let cell = cells.cell(column.attribute, record)
          return marked(cell, record) ?? style.tableCell(cell)
        })
    }
    return table
  }

  private func tableColumn(_ column: Column) -> TableColumn {
    let title = Wording.heading(column.key)
    return switch CellShape(column.attribute, titleIndex: kind.titleIndex) {
    case .title(let isLong):
      TableColumn(title: title, minimum: isLong ? 28 : 20, preferred: 28, priority: 10)
    case .prominent: TableColumn(title: title, minimum: 12, preferred: 20, priority: 8)
    case .mark: TableColumn(title: "", priority: 7, isFlexible: false)
    case .number: TableColumn(title: title, alignment: .right, priority: 6, isFlexible: false)
    case .short: TableColumn(title: title, priority: 6, isFlexible: false)
    case .names: TableColumn(title: title, minimum: 12, preferred: 20, priority: 5)
    case .id: TableColumn(title: title, minimum: 8, priority: 4, isFlexible: false)
    case .openIssues: TableColumn(title: "Issues", minimum: 8, preferred: 20, priority: 3)
    case .text: TableColumn(title: title, minimum: 8, preferred: 20, priority: 3)
    case .day: TableColumn(title: title, priority: 2, isFlexible: false)
    }
  }

  /// Returns the cell of a chip that is marked or not, where some are.
  private func marked(_ cell: Cell, _ record: Record) -> TableCell? {
    guard let markedIDs, case .chip(let name, let color) = cell else { return nil }
    return .styled((markedIDs.contains(record.id) ? "● " : "○ ") + name, TextStyle(foreground: .rgb(color)))
  }
}
