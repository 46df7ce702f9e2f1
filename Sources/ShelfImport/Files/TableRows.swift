import ShelfFormats
import ShelfText

/// A reader of the complete rows of a table, which reports problems with the other rows.
///
/// A row may be incomplete because a quotation mark is missing or because the file is truncated. If another export was
/// appended to the file, its header starts a new table with other columns.
struct TableRows {
  private(set) var header: TableSource.Header
  private let options: ImportOptions
  private let bytes: [UInt8]
  private var table: CSVTable
  /// The first row, if it is not the header.
  private var pending: CSVTable.Row?
  /// Whether all rows so far had a cell for each column, or nil before the first row. Some programs omit empty cells at
  /// the end.
  private var isFull: Bool?
  private var short: [(line: Int, cells: Int)] = []
  /// The number of nonempty cells in each column.
  private var counts: [Int]

  private static let maxColumns = 1000

  /// Finds the header of a table. Throws an error if the table has no rows or too many columns.
  init(
    _ file: SourceFile, _ source: TableSource, _ options: ImportOptions, _ batch: inout SourceBatch
  ) throws(SourceError) {
    let text = batch.text(of: file, hasMARC8: source.hasMARC8)
    let start = TableStart(
      text.bytes, separator: source.separator, isQuoted: source.isQuoted,
      names: options.maps.map(\.column) + source.names)
    for (line, text) in start.above {
      batch.note("“\(CleanText.short(text))” is above the table and was skipped", line: line)
    }
    (self.options, bytes) = (options, text.bytes)
    table = start.table(text.bytes, isQuoted: source.isQuoted)
    table.keepsLastLineBreak = source.keepsLastLineBreak
    guard let first = table.next() else { throw SourceError("the file is empty", in: file.path) }
    if first.cells.count > TableRows.maxColumns {
      throw SourceError("the table has more than \(TableRows.maxColumns) columns", in: file.path)
    }
    if source.isHeader(first.cells) {
      header = TableSource.Header(first.cells)
      batch.rejects.form = .rows(head: Array(text.bytes[first.range]))
    } else {
      let guess = source.headers.last { $0.count <= first.cells.count } ?? source.headers.first ?? first.cells
      // Columns beyond the end of the first row do not exist in the file.
      header = TableSource.Header(Array(guess.prefix(first.cells.count)))
      pending = first
      batch.notes.append("\(file.path) has no header; its columns are assumed to be in the usual order")
    }
    counts = Array(repeating: 0, count: header.names.count)
  }

  /// Returns the next complete row, or nil at the end.
  mutating func next(_ batch: inout SourceBatch) throws(SourceError) -> TableSource.Row? {
    while let row = pending ?? table.next() {
      pending = nil
      // Spreadsheets also export the empty rows below the table.
      if row.cells.allSatisfy(\.isEmpty) { continue }
      if TableRows.isConflictMark(row.cells) {
        batch.note(
          "“\(CleanText.short(row.cells[0]))” is a git conflict marker; both sides are read", line: row.line)
        continue
      }
      batch.begin()
      try batch.checkCount()
      if let whole = whole(row, &batch) { return whole }
    }
    return nil
  }

  /// Returns a row without any cell that may be truncated, or nil if the row is a repeated header or is incomplete.
  private mutating func whole(_ row: CSVTable.Row, _ batch: inout SourceBatch) -> TableSource.Row? {
    if header.isRepeated(in: row.cells) {
      batch.skip("a repeated header", line: row.line)
      if row.cells != header.names { beginTable(row, &batch) }
      return nil
    }
    var row = row
    let width = header.names.count
    if let line = row.looseLine, row.cells.count != width || row.looseCells == width {
      // The quotation mark that closed this cell was meant to open another cell, so the lines between the two quotation
      // marks are separate rows.
      table.endAtFirstLine(&row)
      batch.reject("the quotation mark in line \(line) is not closed", line: row.line, raw: bytes[row.range])
      return nil
    }
    let raw = bytes[row.range]
    if row.isOpen {
      batch.reject("a quotation mark is not closed", line: row.line, raw: raw)
      return nil
    }
    let isCut =
      row.range.upperBound == bytes.count && ![0x0A, 0x0D].contains(bytes.last) && isFull != false
      && row.cells.count < width
    if isCut, isFull == true, row.cells.count + 1 < width {
      batch.reject("the file ends in the middle of this row", line: row.line, raw: raw)
      return nil
    }
    if isCut {
      let last = CleanText.short(row.cells.removeLast())
      batch.note("the file ends in the middle of this row; “\(last)” may be cut off and was skipped", line: row.line)
    } else if row.cells.count < width {
      short.append((row.line, row.cells.count))
    }
    isFull = isFull ?? true && row.cells.count >= width
    if row.cells.dropFirst(width).contains(where: { !$0.isEmpty }) {
      batch.note(
        "the row has \(row.cells.count.grouped) cells, but the header has \(width.grouped); the extra ones were skipped",
        line: row.line)
    }
    for (index, cell) in row.cells.prefix(width).enumerated() where !TableRows.isNothing(cell) { counts[index] += 1 }
    return TableSource.Row(line: row.line, cells: row.cells, raw: raw, options: options, header: header)
  }

  /// Starts a new table, from an export that was appended to this file.
  ///
  /// From here on, only the columns of the new table are used.
  private mutating func beginTable(_ row: CSVTable.Row, _ batch: inout SourceBatch) {
    leaveOutColumns(&batch)
    header = TableSource.Header(row.cells)
    counts = Array(repeating: 0, count: header.names.count)
    isFull = nil
    batch.rejects.form = .rows(head: Array(bytes[row.range]))
  }

  /// Reports short rows and unused columns after all rows have been read.
  func finish(_ batch: inout SourceBatch) {
    // Short rows are reported one by one, unless there are many.
    let (maximum, width) = (20, header.names.count.grouped)
    for (line, cells) in short.prefix(short.count > maximum ? 0 : maximum) {
      batch.note(
        "the row has \(cells) cells, but the header has \(width); fields without a cell are left unchanged", line: line)
    }
    if short.count > maximum {
      batch.notes.append(
        "\(short.count.grouped) rows of \(batch.file) have fewer cells than the header; "
          + "fields without a cell are left unchanged")
    }
    leaveOutColumns(&batch)
  }

  /// Reports the columns that no code has used.
  private func leaveOutColumns(_ batch: inout SourceBatch) {
    for (index, name) in header.names.enumerated()
    where !header.taken.contains(index) && counts[index] > 0 && !name.isEmpty {
      batch.leaveOut(column: name, count: counts[index])
    }
  }

  /// Returns whether a row is one of git's conflict markers.
  private static func isConflictMark(_ cells: [String]) -> Bool {
    guard let first = cells.first, cells.dropFirst().allSatisfy(\.isEmpty) else { return false }
    return first == "=======" || first.hasPrefix("<<<<<<< ") || first.hasPrefix(">>>>>>> ")
  }

  /// Returns whether a cell means the same as an empty cell.
  private static func isNothing(_ cell: String) -> Bool {
    cell.utf8.count < 6 && (cell.isEmpty || ["0", "false", "no", "{}"].contains(cell.lowercased()))
  }
}
