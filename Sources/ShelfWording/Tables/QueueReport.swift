import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText

/// What `queue` prints.
package struct QueueReport: TableReport {
  private let records: [Record]
  private let library: Library

  package init(of library: Library) {
    records = library.queue
    self.library = library
  }

  package var emptyText: String? {
    records.isEmpty ? "The queue is empty. Put a book into it: shelf queue add TITLE" : nil
  }

  package func table(_ terminal: Terminal) -> [UInt8] {
    let cells = Cells(library)
    var table = Table(columns: [
      TableColumn(title: "", alignment: .right, priority: 9, isFlexible: false),
      TableColumn(title: "Title", minimum: 16, preferred: 32, priority: 10),
      TableColumn(title: "Author", minimum: 10, preferred: 20, priority: 6),
      TableColumn(title: "Status", priority: 7, isFlexible: false),
      TableColumn(title: "Pages", alignment: .right, priority: 4, isFlexible: false),
      TableColumn(title: "ID", minimum: 8, priority: 3, givesWay: true, isFlexible: false),
    ])
    for (place, record) in records.enumerated() {
      let state = library.schema.field(.state, of: record.kind).map { CellStyle().tableCell(cells.cell($0, record)) }
      table.append([
        .styled("\(place + 1)", .dim), .styled(record.title.isEmpty ? "no title" : record.title, .bold),
        .text(library.value(.maker, of: record)?.text ?? ""), state ?? .empty,
        .text(library.value(.extent, of: record)?.text ?? ""), .styled(record.id.short, .dim),
      ])
    }
    var bytes: [UInt8] = []
    table.render(into: &bytes, width: terminal.fittingWidth, depth: terminal.depth)
    bytes +=
      ("\n" + TextStyle.dim.apply(to: Kind.book.counted(records.count), depth: terminal.depth) + "\n").utf8
    return bytes
  }

  package func tsv() -> [UInt8] {
    var tsv = TSVWriter()
    let cells = Cells(library)
    for (place, record) in records.enumerated() {
      let state = library.schema.field(.state, of: record.kind).map { cells.cell($0, record).separated }
      tsv.row([
        "\(place + 1)", record.id.description, record.title, library.value(.maker, of: record)?.text ?? "", state ?? "",
      ])
    }
    return tsv.take()
  }

  package func json(isLines: Bool) -> [UInt8] {
    let writer = RecordJSON(library: library)
    var json = JSONWriter(isLines ? .compact : .pretty)
    if !isLines { json.beginArray() }
    for record in records {
      writer.write(record, withRelations: false, to: &json)
      if isLines { json.endLine() }
    }
    if !isLines {
      json.endArray()
      json.endLine()
    }
    return json.take()
  }
}
