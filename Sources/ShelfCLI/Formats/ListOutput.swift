import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfText
import ShelfWording

/// The records that a list prints.
struct ListOutput: FormattedOutput {
  var list: RecordList
  let context: Context
  /// The layout of the human-readable table and the record count to print below it, or nil for output without a table.
  var table: (layout: ListLayout, count: String)?
  /// The groups and sums to print instead of the records, or nil for a plain list.
  var grouped: GroupedList?
  /// The heading of a web page, or nil for the name of the library.
  var title: String?
  /// The text to show in place of an empty table.
  var emptyText = ""

  static let formats = OutputFormat.all.filter { $0.list != nil }

  func writeTable() throws {
    guard let table, !list.records.isEmpty else { return try context.print(emptyText) }
    let terminal = context.terminal
    var bytes: [UInt8] = []
    var remarks = [table.count] + (grouped?.remarks ?? [])
    let parts = grouped?.parts ?? [(nil, list.records)]
    if !table.layout.hasChosenColumns, list.library.schema.title(of: table.layout.kind).isLong {
      bytes = context.rendered(blocks(parts, terminal))
    } else {
      let rows = table.layout.table(parts)
      rows.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
      if let hidden = table.layout.remark(onHiddenColumnsOf: rows, width: terminal.fittingWidth) {
        remarks.append(hidden)
      }
    }
    let remark = WordWrap.lines(remarks.joined(separator: "; "), width: max(16, terminal.width))
    bytes += ("\n" + remark.map { TextStyle.dim.apply(to: $0, depth: terminal.depth) + "\n" }.joined()).utf8
    try context.page(bytes)
  }

  /// Returns the records as blocks of text. Kinds with long titles, such as quotes, use blocks instead of a table.
  private func blocks(_ parts: [(heading: StyledText?, records: [Record])], _ terminal: Terminal) -> [StyledText] {
    let cells = Cells(list.library)
    let style = CellStyle(localTime: context.localTime)
    func block(_ record: Record) -> [StyledText] {
      let line = cells.line(about: record)
      let owner = line.owner.map { style.text($0) }
      let notes = line.notes.map { StyledText($0) } + style.origin(line)
      let text = line.title.isEmpty ? "no \(record.kind.titleKey)" : line.title
      return TextBlock(terminal: terminal).lines(text, [owner].compactMap { $0 } + notes)
    }
    let blocks = parts.flatMap { part in (part.heading.map { [[$0]] } ?? []) + part.records.map(block) }
    return Array(blocks.joined(separator: [StyledText()]))
  }

  func writeMarkdown() throws { try context.write(Array(rows.markdown.utf8)) }

  func writeHTML() throws { try context.write(Array(rows.html(title: title ?? context.libraryName).utf8)) }

  /// The rows of the human-readable table, with a heading above each group.
  private var rows: Table { table?.layout.table(grouped?.parts ?? [(nil, list.records)]) ?? Table(columns: []) }

  func writeTSV() throws {
    if let grouped { return try context.write(grouped.tsv()) }
    try write { list.writeTSV(to: $0) }
  }

  func writeCSV(_ writer: CSVWriter = CSVWriter()) throws {
    if let grouped { return try context.write(grouped.csv(writer)) }
    try write { list.writeCSV(to: $0, writer) }
  }

  func writeJSON(isLines: Bool) throws {
    if let grouped { return try context.write(grouped.json(isLines: isLines)) }
    try write { list.writeJSON(isLines: isLines, to: $0) }
  }

  func writeYAML() throws { try write { list.writeYAML(to: $0) } }

  func writeIDs() throws { try write { list.writeIDs(to: $0) } }

  private func write(_ body: (Output) -> Void) throws {
    let stream = context.dataStream()
    body(stream)
    try stream.finish()
  }
}
