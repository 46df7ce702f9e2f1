import ShelfTerminal
import ShelfText

/// A report that is shown to people as a table, and to programs as TSV, CSV or JSON.
package protocol TableReport {
  /// The text to show in place of an empty table, or nil if the table has rows.
  var emptyText: String? { get }
  /// The names of the columns, and the rows of text, for TSV and CSV.
  var values: (names: [String], rows: [[String]]) { get }
  /// Returns the table for a terminal, with a line feed after each line.
  func page(_ terminal: Terminal) -> [UInt8]
  /// The rows as they are shown to people.
  var table: Table { get }
  /// The line above the table, or nil if there is none.
  var heading: String? { get }
  /// Returns a JSON array, or one object per line.
  func json(isLines: Bool) -> [UInt8]
}

extension TableReport {
  /// Returns tab-separated values without a heading.
  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    for row in values.rows { tsv.row(row) }
    return tsv.take()
  }

  /// Returns comma-separated values with a heading.
  package func csv(_ writer: CSVWriter = CSVWriter()) -> [UInt8] {
    var csv = writer
    let values = values
    csv.row(values.names)
    for row in values.rows { csv.row(row) }
    return csv.take()
  }
}

extension JSONWriter {
  /// Returns items as a JSON array, or as one JSON value per line.
  package static func list<Item>(
    _ items: [Item], isLines: Bool, _ write: (Item, inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter(isLines ? .compact : .pretty)
    if !isLines { json.beginArray() }
    for item in items {
      write(item, &json)
      if isLines { json.endLine() }
    }
    if !isLines {
      json.endArray()
      json.endLine()
    }
    return json.take()
  }
}
