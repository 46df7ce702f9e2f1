import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText
import ShelfWording

/// The records of all kinds that `search` prints.
struct SearchOutput: FormattedOutput {
  let library: Library
  let context: Context
  let sources: [QuerySource]
  let results: [SearchResult]
  /// The fields to include in JSON, or nil for all fields.
  let fields: JSONFields?

  static let formats = OutputFormat.all.filter { $0.search != nil }

  /// The records as a list without columns, for the formats that write a record in the same way in every command.
  var list: ListOutput {
    var list = RecordList(results.flatMap { $0.shown }, in: library)
    list.fields = fields
    return ListOutput(list: list, context: context)
  }

  func writePage() throws {
    let page = SearchPage(library: library, sources: sources, terminal: context.terminal)
    try context.page(Array(page.text(results).utf8))
  }

  func writeTSV() throws {
    var tsv = TSVWriter()
    for record in list.list.records { tsv.row(row(record)) }
    try context.write(tsv.take())
  }

  func writeCSV(_ writer: CSVWriter = CSVWriter()) throws {
    var csv = writer
    csv.row(["kind", "id", "title", "path"])
    for record in list.list.records { csv.row(row(record)) }
    try context.write(csv.take())
  }

  private func row(_ record: Record) -> [String] {
    [record.kind.singular, record.id.description, record.title, record.path]
  }
}
