import ShelfTerminal
import ShelfText

/// What is shown to people as a table, and given to programs as TSV, CSV or JSON.
package protocol TableReport {
  /// The text shown in place of the table if there is nothing to show; nil if there is something.
  var emptyText: String? { get }
  /// The values for TSV and CSV: a row of texts for each line, and the names of their columns.
  var values: (names: [String], rows: [[String]]) { get }
  /// Returns the table, with a line feed after each line.
  func table(_ terminal: Terminal) -> [UInt8]
  /// Returns an array, or an object on each line.
  func json(isLines: Bool) -> [UInt8]
}

extension TableReport {
  /// Returns a line with tabs for each row.
  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    for row in values.rows { tsv.row(row) }
    return tsv.take()
  }

  /// Returns comma-separated values under their names.
  package func csv() -> [UInt8] {
    var csv = CSVWriter()
    let values = values
    csv.row(values.names)
    for row in values.rows { csv.row(row) }
    return csv.take()
  }
}

extension JSONWriter {
  /// Returns items as an array, or each on a line of its own.
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
