import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// What `shelf` alone prints in a library.
struct OverviewOutput {
  let library: Library
  let context: Context

  private var overview: Overview {
    Overview(library, today: context.today, now: context.now, localTime: context.localTime)
  }

  func show() throws {
    if context.terminal.isTerminal {
      let page = OverviewPage(
        overview, of: library, terminal: context.terminal, today: context.today,
        hints: .init(noRecords: "Add the first book: shelf book add \"TITLE\" --author NAME"))
      let hint = WordWrap.lines("`shelf browse` shows it in three panes.", width: context.terminal.width)
      try context.page(page.lines().map(\.text) + [StyledText()] + hint.map { StyledText($0, .dim) })
    } else {
      try context.write(table())
    }
    context.warnOfUnreadable(library, Kind.allCases, "not counted")
  }

  /// Returns the overview as tab-separated values, for a program.
  private func table() -> [UInt8] {
    let overview = overview
    var tsv = TSVWriter()
    func row(_ fields: [String]) {
      for field in fields { tsv.field(field) }
      tsv.endRow()
    }
    row(["library", library.manifest.name])
    for kind in Kind.allCases { row([kind.plural, String(library.records.count { $0.kind == kind })]) }
    if let goal = library.manifest.goals[context.today.year], let done = overview.goal?.count {
      row(["goal", String(context.today.year), String(done), String(goal)])
    }
    for loan in overview.overdue {
      row([
        "overdue", loan.record.id.description, loan.record.title, loan.isBorrowed ? "borrowed" : "lent", loan.person,
        loan.due?.description ?? "",
      ])
    }
    let progress = library.schema.field(.progress, of: .book)
    for book in overview.reading {
      row(["reading", book.id.description, book.title] + (progress.map { Array(book.texts(of: $0).prefix(1)) } ?? []))
    }
    let series = library.schema.field(.series, of: .book)
    for book in overview.next {
      row(["next", book.id.description, book.title] + (series.map { Array(book.texts(of: $0).prefix(1)) } ?? []))
    }
    for count in overview.filters { row(["filter", VisibleText.line(count.name), OverviewPage.text(of: count)]) }
    for count in overview.tags { row(["tag", VisibleText.line(count.name), OverviewPage.text(of: count)]) }
    return tsv.take()
  }

  /// Shows the overview; false if there is no library here and the usual help is shown instead.
  static func show(in context: Context) throws -> Bool {
    let options = try LibraryOptions.parse([])
    do {
      let library = try options.load(in: context)
      try OverviewOutput(library: library, context: context).show()
      return true
    } catch LibraryError.noLibraryFound {
      return false
    }
  }
}
