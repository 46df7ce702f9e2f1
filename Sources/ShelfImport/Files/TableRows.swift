import ShelfFormats
import ShelfSystem

/// The rows of a table, which another thread reads while this one deals with those before them.
struct TableRows {
  /// The table after the rows that are here.
  private var table: CSVTable
  private var rows: [CSVTable.Row] = []
  private var next = 0
  private var coming: Future<Block>?
  private var isAhead: Bool

  private struct Block: Sendable {
    let rows: [CSVTable.Row]
    let table: CSVTable
  }

  /// The number of rows that are read at a time.
  private static let size = 256

  /// - Parameter threads: how many threads there may be; with one, each row is read when it is asked for.
  init(_ table: CSVTable, threads: Int) {
    self.table = table
    isAhead = threads > 1
  }

  /// Returns the next row that is not empty; nil at the end.
  mutating func row() -> CSVTable.Row? {
    guard isAhead else { return table.next() }
    if next == rows.count {
      let block = (coming ?? TableRows.block(of: table)).value()
      (rows, table, next) = (block.rows, block.table, 0)
      coming = TableRows.block(of: table)
      if rows.isEmpty { return nil }
    }
    next += 1
    return rows[next - 1]
  }

  /// Goes back to the end of the line on which a quotation mark was opened, so that the rows below are not lost.
  mutating func reopen(_ row: inout CSVTable.Row) {
    if row.looseLine == nil { return }
    // What was read ahead was read wrongly; there may be more of that.
    isAhead = false
    table.reopen(&row)
  }

  private static func block(of table: CSVTable) -> Future<Block> {
    Future {
      var table = table
      var rows: [CSVTable.Row] = []
      while rows.count < size, let row = table.next() { rows.append(row) }
      return Block(rows: rows, table: table)
    }
  }
}
