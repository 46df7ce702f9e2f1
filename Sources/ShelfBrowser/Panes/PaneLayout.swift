import ShelfTerminal

/// One of the three panes.
package enum Pane: Int, CaseIterable, Sendable {
  case views, list, page
}

/// The positions of the panes: three side by side on a wide screen, two on a narrower one, or only the focused one.
struct PaneLayout: Hashable {
  private(set) var areas: [Pane: Area] = [:]
  /// Whether there is room for frames.
  let isFramed: Bool
  /// The row of the bottom line.
  let bottom: Int

  /// The minimum numbers of columns for three panes and for two.
  static let three = 100
  static let two = 60
  /// The width of the page that it does not give up to the list.
  private static let leastPage = 33
  static let minimum = Space(columns: 20, rows: 6)

  /// - Parameters:
  ///   - left: the width that the user has dragged the left pane to, if any.
  ///   - right: the width that the user has dragged the right pane to, if any.
  ///   - wanted: the width within the frame at which the list does not truncate names, if it is known. The page gives
  ///     up space for it.
  init(_ space: Space, focus: Pane, left: Int?, right: Int?, wanted: Int? = nil) {
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
        let usual = space.columns * 9 / 20
        let narrow = wanted.map { min(usual, max(PaneLayout.leastPage, space.columns - $0 - 2)) } ?? usual
        let width = max(24, min(right ?? narrow, space.columns - 28))
        areas[.list] = area(0, space.columns - width)
        areas[.page] = area(space.columns - width, width)
      }
    } else {
      let first = max(16, min(left ?? min(28, space.columns / 5 + 2), space.columns / 3))
      let usual = min(80, space.columns * 7 / 20)
      let narrow =
        wanted.map { min(usual, max(PaneLayout.leastPage, space.columns * 6 / 20, space.columns - first - $0 - 2)) }
        ?? usual
      let last = max(24, min(right ?? narrow, space.columns - first - 30))
      areas[.views] = area(0, first)
      areas[.list] = area(first, space.columns - first - last)
      areas[.page] = area(space.columns - last, last)
    }
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
