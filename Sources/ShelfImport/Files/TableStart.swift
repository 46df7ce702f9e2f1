import ShelfFormats
import ShelfText

/// The start of the table in a file, below lines such as a title or `sep=;`.
///
/// If the first row does not look like a header, the rows below it are tried, with each separator. The header is the
/// row with the most known column names. Rows above it must have at most half as many cells, because a title has few.
struct TableStart {
  /// The byte offset of the header, and its line number, counting from 1.
  private(set) var offset = 0
  private(set) var line = 1
  let separator: UInt8
  /// The text of each line above the header, with its line number.
  private(set) var above: [(line: Int, text: String)] = []

  /// The maximum number of rows above a header, and the maximum number of bytes that are searched for it.
  private static let maxRows = 20
  private static let maxBytes = 64 << 10

  /// Finds the header of a table.
  ///
  /// - Parameters:
  ///   - separator: the character that separates cells, or nil to detect it.
  ///   - names: additional column names that mark a row as a header.
  init(_ bytes: [UInt8], separator: UInt8? = nil, isQuoted: Bool = true, names: [String] = []) {
    let usual = separator ?? CSVTable.separator(of: bytes)
    let names = Set(names.map(ColumnName.fold))
    func known(_ row: CSVTable.Row) -> Int {
      row.cells.count { cell in
        if cell.isEmpty || ColumnName.isText(cell) { return false }
        return ColumnName.guess(cell) != nil || names.contains(ColumnName.fold(cell))
      }
    }
    func rows(_ separator: UInt8, _ count: Int) -> [CSVTable.Row] {
      var table = CSVTable(Array(bytes.prefix(TableStart.maxBytes)), separator: separator, isQuoted: isQuoted)
      var rows: [CSVTable.Row] = []
      while rows.count < count, let row = table.next() { rows.append(row) }
      return rows
    }
    let first = rows(usual, 1).first.map { TableStart.isComment($0.cells) ? 0 : known($0) } ?? 0
    var best: (row: CSVTable.Row, above: [CSVTable.Row], separator: UInt8, count: Int)?
    // Most tables begin with their header.
    if first < 2 {
      for separator in separator.map({ [$0] }) ?? [usual] + CSVTable.separators.filter({ $0 != usual }) {
        let rows = rows(separator, TableStart.maxRows + 1)
        var filled = 0
        for (place, row) in rows.enumerated() where !TableStart.isComment(row.cells) {
          let (own, count) = (row.cells.count { !$0.isEmpty }, known(row))
          // A title has few cells, whereas rows of books have as many as their header.
          if place > 0, count > max(1, first * 2, best?.count ?? 0), filled * 2 <= own {
            best = (row, Array(rows[..<place]), separator, count)
          }
          filled = max(filled, own)
        }
      }
    }
    self.separator = best?.separator ?? usual
    guard let best else { return }
    (offset, line) = (best.row.range.lowerBound, best.row.line)
    above = best.above.compactMap { row in
      let text = row.cells.filter { !$0.isEmpty }.joined(separator: " ")
      return text.isEmpty || text.hasPrefix("sep=") ? nil : (row.line, text)
    }
  }

  /// Returns whether a row is a comment such as people write above a list: `# My books: title, author`.
  static func isComment(_ cells: [String]) -> Bool {
    guard let first = cells.first?.trimmed, first.hasPrefix("#") else { return false }
    return first.dropFirst().first.map { $0 == " " || $0 == "#" } ?? false
  }

  /// Returns the rows of the table, starting with the header.
  func table(_ bytes: [UInt8], isQuoted: Bool = true) -> CSVTable {
    CSVTable(bytes, separator: separator, isQuoted: isQuoted, from: offset, line: line)
  }
}
