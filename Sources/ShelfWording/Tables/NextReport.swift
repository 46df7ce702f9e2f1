import ShelfModel
import ShelfQuery
import ShelfTerminal

extension Report where Row == (record: Record, reason: NextReads.Reason) {
  /// Returns the report of `next`.
  ///
  /// - Parameter count: the total number of suggestions, of which `rows` may contain only some.
  package static func next(_ rows: [Row], of count: Int, _ layout: ListLayout) -> Report {
    let library = layout.library
    var report = Report(
      "a list of suggestions", rows: rows,
      columns: [
        .title { $0.record },
        ReportColumn("author", TableColumn(title: "Author", minimum: 10, preferred: 20, priority: 6)) {
          library.textCell(.creator, $0.record)
        },
        ReportColumn("pages", TableColumn(title: "Pages", alignment: .right, priority: 4, isFlexible: false)) {
          library.cell(.extent, $0.record)
        },
        ReportColumn("reason", TableColumn(title: "Reason", priority: 7, isFlexible: false)) { .text($0.reason.name) },
        ReportColumn(
          "why", TableColumn(title: "Why", minimum: 14, preferred: 30, priority: 8),
          { .text(Wording.reason($0.reason)) }, look: { .styled(Wording.reason($0.reason), .dim) }),
        .id(priority: 3) { $0.record },
      ], books: (layout, { $0.record }))
    report.tableKeys = ["title", "author", "pages", "why", "id"]
    report.dataKeys = ["id", "title", "author", "reason", "why"]
    report.jsonKeys = report.dataKeys
    report.optionalKeys = ["pages"]
    report.whenEmpty =
      "There is nothing to read next. Put a book on the shelf, or in the queue: shelf queue add TITLE"
    report.summary = { rows in
      count > rows.count ? "\(Wording.number(rows.count)) of \(Kind.book.counted(count))" : ""
    }
    return report
  }
}

extension NextReads.Reason {
  /// The name of the reason in output for programs.
  fileprivate var name: String {
    switch self {
    case .queue: "queue"
    case .series: "series"
    case .borrowed: "borrowed"
    case .recommended: "recommended"
    case .shelf: "shelf"
    case .wanted: "wanted"
    }
  }
}

extension Wording {
  /// Returns the reason why a book is suggested: "2 in the queue", "next in Dune, 2", "recommended by Tomasz".
  package static func reason(_ reason: NextReads.Reason) -> String {
    switch reason {
    case .queue(let place): "\(place) in the queue"
    case .series(let place): "next in \(place.name)" + (place.position.map { ", \($0)" } ?? "")
    case .borrowed(let loan): self.loan(loan)
    case .recommended(let name): "recommended by \(name)"
    case .shelf(let day): day.map { "on the shelf since \($0)" } ?? "on the shelf"
    case .wanted(let name?, _): "wanted, recommended by \(name)"
    case .wanted(nil, let day): day.map { "wanted since \($0)" } ?? "wanted"
    }
  }
}
