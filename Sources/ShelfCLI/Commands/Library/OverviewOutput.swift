import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The output of `shelf` without arguments, in a library.
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
      let hint = WordWrap.lines("`shelf browse` shows the library in three panes.", width: context.terminal.width)
      try context.page(page.lines().map(\.text) + [StyledText()] + hint.map { StyledText($0, .dim) })
    } else {
      try context.write(overview.tsv(of: library, today: context.today))
    }
    context.warnOfUnreadable(library, Kind.allCases, "not counted")
  }

  /// Shows the overview and returns true. If there is no library, returns false, and the caller prints the first steps.
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
