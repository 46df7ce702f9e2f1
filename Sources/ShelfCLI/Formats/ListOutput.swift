import ShelfCells
import ShelfModel
import ShelfStore
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// The records that a list prints.
struct ListOutput: FormattedOutput {
  let library: Library
  let context: Context
  let records: [Record]
  let columns: [Column]
  /// True where the columns were asked for, so that JSON holds just these.
  var hasChosenColumns = false
  /// What JSON is to hold; nil for the chosen columns, or all.
  var fields: JSONFields?
  /// The table of the records, for a person; nil where there is none to show, and what is said then.
  var table: (layout: ListLayout, count: String)?
  var emptyText = ""
  /// The records that are marked among the others; nil where none are to be.
  var markedIDs: Set<RecordID>?

  static let formats = OutputFormat.all.filter { $0.list != nil }

  func writeTable() throws {
    guard let table, !records.isEmpty else { return try context.print(emptyText) }
    let terminal = context.terminal
    var bytes: [UInt8] = []
    var remarks = [table.count]
    if !table.layout.hasChosenColumns, library.schema.title(of: table.layout.kind).isLong {
      bytes = context.rendered(blocks(terminal))
    } else {
      let rows = table.layout.table(records)
      rows.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
      let hidden = table.layout.hiddenColumns(of: rows, width: terminal.fittingWidth)
      if !hidden.isEmpty { remarks.append("no room for \(Wording.list(hidden))") }
    }
    let remark = WordWrap.lines(remarks.joined(separator: "; "), width: max(16, terminal.width))
    bytes += ("\n" + remark.map { TextStyle.dim.apply(to: $0, depth: terminal.depth) + "\n" }.joined()).utf8
    try context.page(bytes)
  }

  /// Returns the records as texts that are there to be read.
  private func blocks(_ terminal: Terminal) -> [StyledText] {
    let cells = Cells(library)
    let style = CellStyle(localTime: context.localTime)
    let blocks = records.map { record in
      let line = cells.line(about: record)
      let owner = line.owner.map { style.text($0) }
      let notes = line.notes.map { StyledText($0) } + style.origin(line)
      let text = line.title.isEmpty ? "no \(record.kind.titleKey)" : line.title
      return TextBlock(terminal: terminal).lines(text, [owner].compactMap { $0 } + notes)
    }
    return Array(blocks.joined(separator: [StyledText()]))
  }

  func writeTSV() throws {
    let (records, texts, mark) = (records, self.texts, self.mark)
    let pieces = Parallel.map(records.count, threads: library.threads) { range in
      var tsv = TSVWriter()
      var text: [UInt8] = []
      for record in records[range] {
        if let mark = mark(record) { tsv.field(mark) }
        for column in texts {
          text.removeAll(keepingCapacity: true)
          column.append(record, to: &text)
          text.withUnsafeBufferPointer { tsv.field(utf8: $0) }
        }
        tsv.endRow()
      }
      return tsv.take()
    }
    try write { stream in for piece in pieces { stream.write(piece) } }
  }

  func writeCSV() throws {
    let texts = self.texts
    var csv = CSVWriter()
    csv.row((markedIDs == nil ? [] : [ListOutput.markKey]) + columns.map(\.key))
    var text: [UInt8] = []
    for record in records {
      if let mark = mark(record) { csv.field(mark) }
      for column in texts {
        text.removeAll(keepingCapacity: true)
        column.append(record, to: &text)
        text.withUnsafeBufferPointer { csv.field(utf8: $0) }
      }
      csv.endRow()
    }
    try write { $0.write(csv.take()) }
  }

  func writeJSON(isLines: Bool) throws {
    var writer = RecordJSON(library: library)
    writer.marks = markedIDs.map { (ListOutput.markKey, $0) }
    let written = writer
    try write { stream in
      var json = JSONWriter(isLines ? .compact : .pretty)
      if !isLines { json.beginArray() }
      for record in records {
        if let fields {
          fields.write(record, withRelations: false, written, to: &json)
        } else if hasChosenColumns {
          written.write(record, columns, to: &json)
        } else {
          written.write(record, withRelations: false, to: &json)
        }
        if isLines { json.endLine() }
        stream.write(json.take())
      }
      if !isLines {
        json.endArray()
        json.endLine()
      }
      stream.write(json.take())
    }
  }

  func writeYAML() throws {
    try write { stream in for record in records { stream.write(RecordYAML.text(of: record, mark: mark(record))) } }
  }

  func writeIDs() throws {
    try write { stream in for record in records { stream.line(record.id.description) } }
  }

  /// The name of what says whether a record is marked.
  private static let markKey = "marked"

  /// Returns the mark of a record, for the formats that show texts.
  private var mark: @Sendable (Record) -> String? {
    let ids = markedIDs
    return { record in ids.map { CellStyle.mark($0.contains(record.id)) } }
  }

  /// What writes the columns as text.
  private var texts: [CellText] {
    let cells = Cells(library)
    return columns.map { CellText($0.attribute, cells) }
  }

  private func write(_ body: (Output) -> Void) throws {
    let stream = context.dataStream()
    body(stream)
    try stream.finish()
  }
}

/// The files themselves, as documents of one YAML stream.
enum RecordYAML {
  /// Returns `---`, the path as a comment, and the file's own text.
  static func text(of record: Record, mark: String? = nil) -> [UInt8] {
    var source = record.source[...]
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { source = source.dropFirst(3) }
    if source.starts(with: Array("---\n".utf8)) { source = source.dropFirst(4) }
    if source.starts(with: Array("---\r\n".utf8)) { source = source.dropFirst(5) }
    var text = Array("---\n# \(mark.map { $0 + " " } ?? "")\(VisibleText.line(record.path))\n".utf8)
    text += source
    if text.last != 0x0A { text.append(0x0A) }
    return text
  }
}
