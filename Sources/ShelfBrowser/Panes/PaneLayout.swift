import ShelfTerminal

/// One of the three panes.
package enum Pane: Int, CaseIterable, Sendable {
  case views, list, page
}

/// The positions of the panes: three side by side on a wide screen, two on a narrower one, or only the focused one.
struct PaneLayout: Hashable {
  private(set) var areas: [Pane: Area] = [:]
  /// Whether the screen has room for frames around the panes.
  let isFramed: Bool
  /// The row of the bottom line.
  let bottom: Int

  /// The minimum widths of a screen with three panes and with two, in columns.
  static let three = 100
  static let two = 60
  /// The minimum width of the page, which it keeps even if the list needs more space.
  private static let leastPage = 31
  /// The maximum width of the page, and thus of its text.
  private static let widestPage = 80
  static let minimum = Space(columns: 20, rows: 6)

  /// The widths that the panes need within their frames to show everything; nil if not yet known.
  struct Needs: Hashable {
    /// The width that shows all views in full.
    var views: Int?
    var list: ListColumns.Wanted?
    /// The width that shows the fields of most records without wrapping.
    var page: Int?
  }

  /// - Parameters:
  ///   - left: the width that the user has dragged the left pane to, if any.
  ///   - right: the width that the user has dragged the right pane to, if any.
  init(_ space: Space, focus: Pane, left: Int?, right: Int?, needs: Needs = Needs()) {
    isFramed = space.rows >= 10 && space.columns >= 34
    bottom = space.rows - 1
    let rows = space.rows - 1
    func area(_ column: Int, _ columns: Int) -> Area { Area(row: 0, column: column, rows: rows, columns: columns) }
    if space.columns < PaneLayout.two {
      areas[focus] = area(0, space.columns)
    } else if space.columns < PaneLayout.three {
      if focus == .views {
        let width = min(left ?? 26, space.columns - 30)
        areas[.views] = area(0, width)
        areas[.list] = area(width, space.columns - width)
      } else {
        let page = PaneLayout.page(in: space.columns, needs)
        let width = max(24, min(right ?? page, space.columns - 28))
        areas[.list] = area(0, space.columns - width)
        areas[.page] = area(space.columns - width, width)
      }
    } else {
      // Only a wide screen has room for longer view names than usual.
      let usual = min(28, space.columns / 5 + 2)
      let views = needs.views.map { max(18, min($0 + 2, max(usual, space.columns / 6))) } ?? usual
      let first = max(16, min(left ?? views, space.columns / 3))
      let page = PaneLayout.page(in: space.columns - first, needs)
      let last = max(24, min(right ?? page, space.columns - first - 30))
      areas[.views] = area(0, first)
      areas[.list] = area(first, space.columns - first - last)
      areas[.page] = area(space.columns - last, last)
    }
  }

  /// Returns the width of the page within the columns that it shares with the list.
  ///
  /// First the list gets the width that its most important columns need, then the page gets what its fields need, and
  /// then the list gets what its other columns need. Any remaining width goes to the page, whose long text then takes
  /// up fewer lines.
  private static func page(in room: Int, _ needs: Needs) -> Int {
    let usual = min(widestPage, room * 9 / 20)
    guard let list = needs.list else { return usual }
    func rest(_ list: Int) -> Int { room - list - ListTable.margin - 2 }
    // A page has a frame, and a space on each side.
    let wanted = min(usual, needs.page.map { $0 + 4 } ?? usual)
    return max(leastPage, min(wanted, rest(list.usual)), min(usual, rest(list.all)))
  }

  /// Returns the contents of a pane: the area within its frame, or below its title if there are no frames.
  func inner(_ pane: Pane) -> Area? {
    areas[pane].map { area in
      isFramed
        ? Area(
          row: area.row + 1, column: area.column + 1, rows: max(1, area.rows - 2), columns: max(1, area.columns - 2))
        : Area(row: area.row + 1, column: area.column, rows: max(1, area.rows - 1), columns: area.columns)
    }
  }
}
