import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfText

extension Overview {
  /// Returns the overview as tab-separated values, for programs.
  ///
  /// - Parameter today: the user's local date.
  package func tsv(of library: Library, today: CalendarDate) -> [UInt8] {
    var tsv = TSVWriter()
    func row(_ fields: [String]) {
      for field in fields { tsv.field(field) }
      tsv.endRow()
    }
    row(["library", library.manifest.name])
    for kind in Kind.allCases { row([kind.plural, String(library.records.count { $0.kind == kind })]) }
    if let goal = library.manifest.goals[today.year], let done = self.goal?.count {
      row(["goal", String(today.year), String(done), String(goal)])
    }
    for (label, entries) in [("overdue", overdue), ("due", due)] {
      for entry in entries {
        let loan = entry.loan.map { [$0.isBorrowed ? "borrowed" : "lent", $0.person] } ?? ["", ""]
        row([label, entry.record.id.description, entry.record.title] + loan + [entry.day.description])
      }
    }
    let progress = library.schema.field(.progress, of: .book)
    for book in reading {
      row(["reading", book.id.description, book.title] + (progress.map { Array(book.texts(of: $0).prefix(1)) } ?? []))
    }
    let series = library.schema.field(.series, of: .book)
    for book in next {
      row(["next", book.id.description, book.title] + (series.map { Array(book.texts(of: $0).prefix(1)) } ?? []))
    }
    for count in filters { row(["filter", VisibleText.line(count.name), OverviewPage.text(of: count)]) }
    for count in tags { row(["tag", VisibleText.line(count.name), OverviewPage.text(of: count)]) }
    return tsv.take()
  }
}
