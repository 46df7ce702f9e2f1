import ShelfModel
import ShelfQuery
import ShelfTerminal

extension Report where Row == (place: Int, record: Record) {
  package static func queue(_ layout: ListLayout) -> Report {
    let library = layout.library
    var report = Report(
      "the queue", rows: library.queue.enumerated().map { (place: $0 + 1, record: $1) },
      columns: [
        ReportColumn(
          "place", TableColumn(title: "", alignment: .right, priority: 9, isFlexible: false),
          { .number($0.place) }, look: { .styled("\($0.place)", .dim) }),
        .title { $0.record },
        ReportColumn(
          "author", TableColumn(title: "Author", minimum: 10, preferred: 20, priority: 6),
          { library.textCell(.creator, $0.record) }, writeJSON: { $1.value(library.cell(.creator, $0.record)) }),
        ReportColumn("status", TableColumn(title: "Status", priority: 7, isFlexible: false)) {
          library.cell(.state, $0.record)
        },
        ReportColumn("pages", TableColumn(title: "Pages", alignment: .right, priority: 4, isFlexible: false)) {
          library.cell(.extent, $0.record)
        },
        .id(priority: 3) { $0.record },
      ], books: (layout, { $0.record }))
    report.dataKeys = ["place", "id", "title", "author", "status"]
    report.whenEmpty = "The queue is empty. Put a book in it: shelf queue add TITLE"
    report.summary = { Kind.book.counted($0.count) }
    let writer = RecordJSON(library: library)
    report.writeRow = { row, json in writer.write(row.record, withRelations: false, to: &json) }
    return report
  }
}
