import ShelfText

/// The widths of the list's columns.
///
/// Columns are chosen by need: the title first, then each further column in the order of importance if the title keeps
/// its minimum. Less important columns make room before a name is truncated. Remaining room goes to truncated
/// columns, in the same order.
struct ListColumns: Hashable {
  /// The needs of a column.
  struct Need: Hashable {
    /// The importance: the title has the highest.
    let rank: Int
    /// The width that is enough for most rows.
    let usual: Int
    /// The width that is enough for all rows.
    let most: Int
    /// Whether the column is useful if its text is truncated.
    var isFlexible = false

    /// The width that is enough for all but extremely long values. Names get it before less important columns are
    /// added.
    var good: Int { rank == ListColumns.nameRank ? max(usual, min(most, ListColumns.longName)) : usual }
  }

  /// The importance of authors, below that of titles.
  static let nameRank = 9
  /// The importance of the last column that is added before names get their good width.
  static let leastRank = 7
  private static let longName = 28

  /// The indices of the columns that are shown, in their order.
  private(set) var shown: [Int] = []
  /// The widths of the shown columns.
  private(set) var widths: [Int] = []

  static let gap = 2
  /// The minimum width of a truncated column.
  private static let least = 12

  init(_ needs: [Need], width: Int) {
    let order = needs.indices.sorted { (needs[$1].rank, $0) < (needs[$0].rank, $1) }
    guard let first = order.first else { return }
    var widths: [Int: Int] = [first: min(width, needs[first].usual, max(ListColumns.leastTitle, width * 2 / 5))]
    var left = width - widths[first, default: 0]
    func widen(_ column: Int, to wanted: Int) {
      guard let width = widths[column], width < wanted, left > 0 else { return }
      let more = min(wanted - width, left)
      widths[column] = width + more
      left -= more
    }
    for column in order.dropFirst() {
      let need = needs[column]
      if need.rank < ListColumns.leastRank { for column in order { widen(column, to: needs[column].good) } }
      if need.usual + ListColumns.gap <= left {
        widths[column] = need.usual
      } else if need.isFlexible, left >= ListColumns.least + ListColumns.gap {
        widths[column] = left - ListColumns.gap
      } else {
        continue
      }
      left -= widths[column, default: 0] + ListColumns.gap
    }
    for column in order { widen(column, to: needs[column].good) }
    for column in order { widen(column, to: needs[column].most) }
    shown = needs.indices.filter { widths[$0] != nil }
    self.widths = shown.map { widths[$0] ?? 0 }
  }

  /// The minimum width of a title next to another column.
  private static let leastTitle = 18

  /// Returns the width at which the most important columns are not truncated in most rows.
  static func wanted(_ needs: [Need]) -> Int {
    let important = needs.filter { $0.rank >= leastRank }
    return important.reduce(0) { $0 + $1.good } + gap * max(0, important.count - 1)
  }

  /// Returns the column at a position in a row.
  func column(at position: Int) -> Int? {
    var start = 0
    for (index, width) in zip(shown, widths) {
      if position < start + width + ListColumns.gap { return position >= start ? index : nil }
      start += width + ListColumns.gap
    }
    return nil
  }
}
