import ShelfText

/// A table with a header: what most programs export.
struct TableSource {
  /// A row by the names of its columns.
  struct Row {
    let line: Int
    let cells: [String]
    let raw: ArraySlice<UInt8>
    fileprivate let header: Header

    /// Returns the cell of the first of these columns that the table has; "" if there is none.
    subscript(names: String...) -> String {
      for name in names {
        if let index = header.take(name), index < cells.count, !cells[index].isEmpty { return cells[index] }
      }
      return ""
    }

    /// Returns whether the table has a column.
    func has(_ name: String) -> Bool { header.positions[ColumnName.fold(name)] != nil }

    /// Marks columns as known: they say nothing that others do not.
    func know(_ names: String...) { for name in names { _ = header.take(name) } }

    /// Counts a cell as left out, although other cells of its column are read.
    var all: [(name: String, text: String)] {
      zip(header.names, cells).map { ($0, $1) }
    }
  }

  /// The columns, and which of them somebody asked for.
  final class Header {
    let names: [String]
    let positions: [String: Int]
    private(set) var taken: Set<Int> = []

    init(_ names: [String]) {
      self.names = names
      positions = Dictionary(
        names.enumerated().map { (ColumnName.fold($1), $0) }.filter { !$0.0.isEmpty }, uniquingKeysWith: { a, _ in a })
    }

    /// Returns whether a row is the header again, perhaps that of a file with other columns that was added to this one.
    func isRepeated(in cells: [String]) -> Bool {
      if cells == names { return true }
      guard cells.count > 3, names.count > 3 else { return false }
      let own = Set(positions.keys)
      return cells.count { own.contains(ColumnName.fold($0)) } >= max(cells.count, names.count) * 3 / 4
    }

    func take(_ name: String) -> Int? {
      guard let index = positions[ColumnName.fold(name)] else { return nil }
      taken.insert(index)
      return index
    }
  }

  /// Reads the rows of a file.
  ///
  /// - Parameters:
  ///   - headers: headers for files without one, by the number of their cells.
  ///   - isHeader: whether a row is the header; by default the first one is.
  ///   - body: takes a row, and returns its draft; nil if it has said what became of the row.
  static func read(
    _ file: SourceFile, _ options: ImportOptions, into batch: inout SourceBatch, separator: UInt8? = nil,
    isQuoted: Bool = true, headers: [[String]] = [], isHeader: (([String]) -> Bool)? = nil,
    _ body: (Row, inout SourceBatch) -> Draft?
  ) throws(SourceError) {
    let text = TextDecoding(file.bytes)
    batch.tell(text)
    var table = CSVTable(text.bytes, separator: separator ?? CSVTable.separator(of: text.bytes), isQuoted: isQuoted)
    guard let first = table.next() else { throw SourceError("the file is empty", in: file.path) }
    var header = Header(first.cells)
    var pending: CSVTable.Row?
    if let isHeader, !isHeader(first.cells) {
      let guess = headers.last { $0.count <= first.cells.count } ?? headers.first ?? first.cells
      header = Header(guess)
      pending = first
      batch.notes.append("\(file.path) has no header; its columns are taken in their usual order")
    } else {
      batch.beginRejects(text.bytes[first.range])
    }
    for (column, _) in options.maps where header.take(column) == nil {
      throw SourceError(
        "there is no column “\(column)”; there are \(header.names.filter { !$0.isEmpty }.joined(separator: ", "))",
        in: file.path)
    }
    // Whether all rows so far had a cell for each column; some programs leave out empty cells at the end.
    var isFull: Bool?
    var left = [Int](repeating: 0, count: header.names.count)
    while let row = pending ?? table.next() {
      pending = nil
      batch.begin()
      if header.isRepeated(in: row.cells) {
        batch.skip("the header again", line: row.line)
        continue
      }
      let raw = text.bytes[row.range]
      if row.isOpen {
        batch.reject("a quotation mark is not closed", line: row.line, raw: raw)
        continue
      }
      if row.range.upperBound == text.bytes.count, ![0x0A, 0x0D].contains(text.bytes.last),
        isFull ?? false, row.cells.count + 1 < header.names.count
      {
        batch.reject("the file ends in the middle of the row", line: row.line, raw: raw)
        continue
      }
      isFull = isFull ?? true && row.cells.count >= header.names.count
      if row.cells.count > header.names.count,
        row.cells[header.names.count...].contains(where: { !$0.isEmpty })
      {
        batch.note(
          "the row has \(row.cells.count) cells, but the header \(header.names.count); the others were left out",
          line: row.line)
      }
      for (index, cell) in row.cells.prefix(left.count).enumerated() where !TableSource.isNothing(cell) {
        left[index] += 1
      }
      let known = Row(line: row.line, cells: row.cells, raw: raw, header: header)
      guard var draft = body(known, &batch) else { continue }
      draft.line = row.line
      for (column, field) in options.maps {
        FieldMapping.set(field, known[column], in: &draft, column: column, line: row.line, &batch)
      }
      guard draft.kind != .book || !draft["title"].isEmpty else {
        batch.reject("no title", line: row.line, raw: raw)
        continue
      }
      batch.add(draft)
    }
    for (index, name) in header.names.enumerated()
    where !header.taken.contains(index) && left[index] > 0 && !name.isEmpty {
      batch.leaveOut(column: name, count: left[index])
    }
  }
}

extension TableSource {
  /// Returns whether a cell says no more than an empty one.
  fileprivate static func isNothing(_ cell: String) -> Bool {
    cell.isEmpty || ["0", "false", "no", "{}"].contains(cell.lowercased())
  }
}

extension SourceBatch {
  /// Says which encoding was found, if it is not the usual one.
  mutating func tell(_ text: TextDecoding) {
    if let encoding = text.encoding { notes.append("\(file) is read as \(encoding.rawValue)") }
    if text.replaced > 0 { notes.append("\(text.replaced) characters of \(file) could not be decoded") }
  }
}
