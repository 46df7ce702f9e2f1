import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// A table whose rows are not simply records, such as loans or the series of a library.
///
/// One list of columns serves every format: the table for people, and TSV, CSV and JSON for programs. Each format has
/// default columns (`tableKeys`, `dataKeys`, `jsonKeys`). A command creates the report with all its rows and passes it
/// to `ReportOptions.write`, which applies the user's options in a fixed order: `sort` ranks the rows by any column,
/// `choose` replaces the default columns of every format, and a limit truncates the rows. Then `table`, `values` or
/// `json` renders the remaining rows. If each row is about a book, the columns of a list of books are also available.
/// They are created when the user names them.
///
/// Some reports print more than columns, such as lines between rows in a table, or whole records in JSON. If the user
/// sorts a table, its extra lines are omitted. If the user chooses columns, JSON contains only these.
package struct Report<Row>: TableReport {
  /// The name of the list in messages, such as “the queue”.
  private let name: String
  package var rows: [Row]
  private let columns: [ReportColumn<Row>]
  /// The layout of lists of books, and the function that returns the book of a row, or nil if rows are not about books.
  private let books: (layout: ListLayout, record: (Row) -> Record)?
  /// The columns that the user chose, or nil for the default ones.
  private var chosen: [ReportColumn<Row>]?
  private var isSorted = false

  /// The keys of the default columns for tables, for TSV and CSV, and for JSON.
  var tableKeys: [String]
  var dataKeys: [String]
  var jsonKeys: [String]
  /// The keys of the default columns that a table omits if no row has a value in them.
  var optionalKeys: Set<String> = []

  /// The text to show in place of a table without rows.
  var whenEmpty = ""
  package var heading: String?
  /// Returns the line below the table.
  var summary: ([Row]) -> String = { _ in "" }
  /// Returns extra lines to show above a row, as cells by column key.
  ///
  /// They are omitted if the user sorts the table.
  var linesAbove: (Row) -> [[String: TableCell]] = { _ in [] }
  /// Writes a row as JSON if the user chose no columns. If nil, the row becomes an object with the default columns.
  var writeRow: ((Row, inout JSONWriter) -> Void)?
  /// Writes the other members of the JSON object that contains the rows under `books`. If nil, the rows are written as
  /// an array.
  var writeMembers: ((inout JSONWriter) -> Void)?

  init(
    _ name: String, rows: [Row], columns: [ReportColumn<Row>],
    books: (layout: ListLayout, record: (Row) -> Record)? = nil
  ) {
    (self.name, self.rows, self.columns, self.books) = (name, rows, columns, books)
    tableKeys = columns.map(\.key)
    dataKeys = tableKeys
    jsonKeys = tableKeys
  }

  // MARK: - Choosing columns and order

  /// The keys of all available columns.
  package var keys: [String] {
    let own = columns.map(\.key)
    let others = books.map { Column.all(of: $0.layout.kind, $0.layout.library.schema).map(\.key) } ?? []
    return own + others.filter { !own.contains($0) }
  }

  /// Chooses the columns of every format, given a list such as `title,pages`.
  package mutating func choose(_ text: String) throws(CommandError) {
    var chosen: [ReportColumn<Row>] = []
    for name in try Column.names(in: text) { chosen.append(try column(name)) }
    self.chosen = chosen
  }

  /// Sorts the rows by a sort order such as `pages:desc,title`.
  ///
  /// Rows without a value come last regardless of the direction. The sort is stable.
  ///
  /// - Parameter seed: returns the seed for a random order.
  package mutating func sort(by text: String, seed: () -> UInt64) throws(CommandError) {
    var keys: [(ranks: [Int?], isDescending: Bool)] = []
    for part in try OrderPart.read(text) {
      if part.isRandom(among: { (try? column($0)) != nil }) {
        let seed = seed()
        keys.append((rows.indices.map { RecordOrder.shuffled(UInt64($0), seed: seed) }, false))
      } else {
        keys.append((try column(part.name).ranks(of: rows), part.isDescending ?? false))
      }
    }
    let order = rows.indices.sorted { a, b in
      for (ranks, isDescending) in keys where ranks[a] != ranks[b] {
        guard let x = ranks[a], let y = ranks[b] else { return ranks[a] != nil }
        return (x < y) != isDescending
      }
      return a < b
    }
    rows = order.map { rows[$0] }
    isSorted = true
  }

  /// Returns the column with this name, which can be its key, its heading, or any name that lists of books use for it.
  private func column(_ name: String) throws(CommandError) -> ReportColumn<Row> {
    let wanted = FieldName.fold(name)
    if let column = columns.first(where: { FieldName.fold($0.key) == wanted })
      ?? columns.first(where: { !wanted.isEmpty && FieldName.fold($0.layout.title) == wanted })
    {
      return column
    }
    guard let books else { throw .noColumn(name, in: self.name, among: keys, all: keys) }
    let (kind, schema) = (books.layout.kind, books.layout.library.schema)
    guard let column = Column.named(name, of: kind, schema) else {
      throw .noColumn(name, in: self.name, among: keys + Attributes(of: kind, schema).columnNames, all: keys)
    }
    return columns.first { $0.key == column.key } ?? ReportColumn(column, books.layout, books.record)
  }

  /// Returns the columns that the user chose, or else the ones with the given keys.
  private func columns(_ usual: [String]) -> [ReportColumn<Row>] {
    chosen ?? usual.compactMap { key in columns.first { $0.key == key } }
  }

  // MARK: - For people

  package var emptyText: String? { rows.isEmpty ? whenEmpty : nil }

  /// The columns of the table for people.
  private var shownColumns: [ReportColumn<Row>] {
    columns(tableKeys).filter { column in
      chosen != nil || !optionalKeys.contains(column.key) || rows.contains { !column.cell($0).text.isEmpty }
    }
  }

  package var table: Table {
    let columns = shownColumns
    var table = Table(columns: columns.map(\.layout), isWhole: chosen != nil)
    for row in rows {
      for line in isSorted ? [] : linesAbove(row) where columns.contains(where: { line[$0.key] != nil }) {
        table.append(columns.map { line[$0.key] ?? .empty })
      }
      table.append(columns.map { $0.look(row) })
    }
    return table
  }

  package func page(_ terminal: Terminal) -> [UInt8] {
    let table = self.table
    var bytes: [UInt8] = []
    if let heading {
      bytes += (TextStyle.bold.apply(to: VisibleText.line(heading), depth: terminal.depth) + "\n\n").utf8
    }
    let width = terminal.fittingWidth
    table.render(into: &bytes, width: width, depth: terminal.depth)
    var remarks = [summary(rows)].filter { !$0.isEmpty }
    let hidden = chosen == nil ? [] : table.hidden(width: width).map { Wording.label(shownColumns[$0].key) }
    if !hidden.isEmpty { remarks.append("not enough room for \(Wording.list(hidden))") }
    if remarks.isEmpty { return bytes }
    let lines = WordWrap.lines(remarks.joined(separator: "; "), width: max(16, terminal.width))
    bytes += ("\n" + lines.map { TextStyle.dim.apply(to: $0, depth: terminal.depth) + "\n" }.joined()).utf8
    return bytes
  }

  // MARK: - For programs

  package var values: (names: [String], rows: [[String]]) {
    let columns = columns(dataKeys)
    return (columns.map(\.key), rows.map { row in columns.map { $0.cell(row).separated } })
  }

  package func json(isLines: Bool) -> [UInt8] {
    guard chosen == nil, let writeMembers else { return JSONWriter.list(rows, isLines: isLines, write) }
    var json = JSONWriter(isLines ? .compact : .pretty)
    json.object { json in
      writeMembers(&json)
      json.key("books")
      json.array { json in for row in rows { write(row, &json) } }
    }
    json.endLine()
    return json.take()
  }

  private func write(_ row: Row, _ json: inout JSONWriter) {
    if chosen == nil, let writeRow { return writeRow(row, &json) }
    json.object { json in writeMembers(of: row, &json) }
  }

  /// Writes the columns of a row as members of a JSON object.
  func writeMembers(of row: Row, _ json: inout JSONWriter) {
    for column in columns(jsonKeys) {
      json.key(column.key)
      column.writeJSON(row, &json)
    }
  }
}

extension Library {
  func cell(_ role: FieldRoles, _ record: Record) -> Cell {
    schema.field(role, of: record.kind).map { Cells(self).cell($0, record) } ?? .nothing(nil)
  }

  /// Returns, as a plain-text cell, the value of the field that has a given role.
  func textCell(_ role: FieldRoles, _ record: Record) -> Cell {
    value(role, of: record).map { .text($0.text) } ?? .nothing(nil)
  }
}

extension TableCell {
  static func title(_ record: Record) -> TableCell { .styled(record.title.isEmpty ? "no title" : record.title, .bold) }
}
