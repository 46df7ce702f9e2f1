import ShelfFormats
import ShelfText

/// Where the table of a file begins: people and programs write lines above its header, such as a title, or `sep=;`.
struct TableStart {
  /// Where the header begins, in bytes, and its line, from 1.
  private(set) var offset = 0
  private(set) var line = 1
  let separator: UInt8
  /// What the lines above the header say, with their lines.
  private(set) var above: [(line: Int, text: String)] = []

  /// How many rows may be above a header, and how many bytes are looked at.
  private static let mostRows = 20
  private static let mostBytes = 64 << 10

  /// Finds the header of a table.
  ///
  /// - Parameters:
  ///   - separator: what separates cells; nil if the table tells.
  ///   - names: columns beside the usual ones that only a header has.
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
      var table = CSVTable(Array(bytes.prefix(TableStart.mostBytes)), separator: separator, isQuoted: isQuoted)
      var rows: [CSVTable.Row] = []
      while rows.count < count, let row = table.next() { rows.append(row) }
      return rows
    }
    let first = rows(usual, 1).first.map { TableStart.isComment($0.cells) ? 0 : known($0) } ?? 0
    var best: (row: CSVTable.Row, above: [CSVTable.Row], separator: UInt8, count: Int)?
    // Most tables begin with their header.
    if first < 2 {
      for separator in separator.map({ [$0] }) ?? [usual] + CSVTable.separators.filter({ $0 != usual }) {
        let rows = rows(separator, TableStart.mostRows + 1)
        var filled = 0
        for (place, row) in rows.enumerated() where !TableStart.isComment(row.cells) {
          let (own, count) = (row.cells.count { !$0.isEmpty }, known(row))
          // A title has few cells, and a row of books as many as their header.
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

  /// Returns whether a row is a comment, such as people write above a list: `# My books: title, author`.
  static func isComment(_ cells: [String]) -> Bool {
    guard let first = cells.first?.trimmed, first.hasPrefix("#") else { return false }
    return first.dropFirst().first.map { $0 == " " || $0 == "#" } ?? false
  }

  /// Returns the rows of the table, the header first.
  func table(_ bytes: [UInt8], isQuoted: Bool = true) -> CSVTable {
    CSVTable(bytes, separator: separator, isQuoted: isQuoted, from: offset, line: line)
  }
}
