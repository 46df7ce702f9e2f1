import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfText

/// A column of a report, with the value of each row in the forms for people and for programs.
package struct ReportColumn<Row> {
  /// The name of the column in `--columns`, `--sort`, CSV and JSON.
  let key: String
  let layout: TableColumn
  /// Returns the value of a row.
  let cell: (Row) -> Cell
  /// Returns the value in the form that a table shows.
  let look: (Row) -> TableCell
  let writeJSON: (Row, inout JSONWriter) -> Void
  /// Returns the values of the rows as text, sorted by value in ascending order.
  private let sortedTexts: ([Row]) -> [String]

  /// - Parameters:
  ///   - look: a function that returns the value in the form that a table shows. If nil, the usual form of the cell is
  ///     shown.
  ///   - writeJSON: a function that writes the value as JSON. If nil, the usual JSON of the cell is written.
  init(
    _ key: String, _ layout: TableColumn, _ cell: @escaping (Row) -> Cell, look: ((Row) -> TableCell)? = nil,
    writeJSON: ((Row, inout JSONWriter) -> Void)? = nil
  ) {
    (self.key, self.layout, self.cell) = (key, layout, cell)
    self.look = look ?? { CellStyle().tableCell(cell($0)) }
    self.writeJSON = writeJSON ?? { $1.value(cell($0)) }
    sortedTexts = { rows in rows.map(cell).sorted(by: ReportColumn.precedes).map(\.text) }
  }

  /// Creates a column from a column of the list of books, for reports in which each row is about a book.
  init(_ column: Column, _ layout: ListLayout, _ record: @escaping (Row) -> Record) {
    var layout = layout
    layout.columns = [column]
    let (library, cells, row) = (layout.library, Cells(layout.library), layout.rows)
    key = column.key
    self.layout = layout.tableColumns[0]
    cell = { cells.cell(column.attribute, record($0)) }
    look = { row(record($0))[0] }
    writeJSON = { $1.value(cells.cell(column.attribute, record($0), .whole)) }
    sortedTexts = { rows in
      RecordOrder([RecordOrder.Key(column.attribute)]).sort(rows.map(record), of: library).map {
        cells.cell(column.attribute, $0).text
      }
    }
  }

  /// The titles of the records that the rows are about.
  static func title(_ record: @escaping (Row) -> Record) -> ReportColumn {
    ReportColumn(
      "title", TableColumn(title: "Title", minimum: 16, preferred: 32, priority: 10), { .text(record($0).title) },
      look: { .title(record($0)) })
  }

  /// The ids of the records that the rows are about.
  static func id(priority: Int, _ record: @escaping (Row) -> Record?) -> ReportColumn {
    let layout = TableColumn(title: "ID", minimum: 8, priority: priority, dropsBeforeShrinking: true, isFlexible: false)
    return ReportColumn("id", layout) { record($0).map { .id($0.id) } ?? .nothing(nil) }
  }

  /// Returns the rank of each row's value in ascending order, or nil for a row without a value.
  ///
  /// Equal values have the same rank.
  func ranks(of rows: [Row]) -> [Int?] {
    var ranks: [String: Int] = [:]
    for text in sortedTexts(rows) where !text.isEmpty && ranks[text] == nil { ranks[text] = ranks.count }
    return rows.map { ranks[cell($0).text] }
  }

  private static func precedes(_ a: Cell, _ b: Cell) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): a < b
    case (.position(let a), .position(let b)): a < b
    default: Folding.precedes(a.text, b.text)
    }
  }
}
