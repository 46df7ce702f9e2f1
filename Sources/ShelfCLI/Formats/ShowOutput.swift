import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText

/// One record that is shown.
struct ShowOutput: FormattedOutput {
  let library: Library
  let context: Context
  let record: Record
  /// What JSON is to hold; nil for all.
  var columns: [Column]?
  let ratings: Stars

  static let formats = OutputFormat.all.filter { $0.show != nil }

  func writePage() throws {
    let page = RecordPage(library: library, record: record, terminal: context.terminal, ratings: ratings)
    try context.page(Array(page.text().utf8))
  }

  func writeJSON() throws {
    let writer = RecordJSON(library: library)
    var json = JSONWriter(.pretty)
    if let columns {
      writer.write(record, columns, to: &json)
    } else {
      writer.write(record, withRelations: true, to: &json)
    }
    json.endLine()
    try context.write(json.take())
  }

  func writeYAML() throws {
    if context.terminal.isTerminal {
      try context.page(Array(VisibleText.lines(String(decoding: record.source, as: UTF8.self)).utf8))
    } else {
      try context.write(record.source)
    }
  }
}
