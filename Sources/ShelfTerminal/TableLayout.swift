/// The columns that a table shows in a given width, and the width of each.
///
/// Each column has a series of floors: its preferred width, its minimum and, if no column may be dropped, a few smaller
/// ones. The layout tries the floors in turn. For each floor, it takes the excess from the widest columns first, until
/// the table fits or all columns have reached the floor. If the table does not fit even with the last floor, the least
/// important column is dropped and the process starts again with the remaining columns. If only one column remains, it
/// is truncated.
package struct TableLayout: Hashable, Sendable {
  /// The indices of the shown columns, from left to right.
  package private(set) var shown: [Int]
  /// The widths of the shown columns.
  package private(set) var widths: [Int]

  /// The number of spaces between two columns.
  package static let gap = 2

  /// The minimum width of a column in a table that has to show all of its columns.
  private static let least = 4

  /// Fits columns into a width. If the width is nil, everything is shown in full.
  ///
  /// Flexible columns first shrink to their preferred width, always starting with the widest. Next, columns with
  /// `dropsBeforeShrinking` are dropped. Only then do columns shrink to their minimum, with `shrinksLast` columns at
  /// the end, and finally the least important columns are dropped. The last remaining column is truncated.
  ///
  /// If no column may be dropped, the next step instead truncates titles that are wider than the cells below them, then
  /// flexible columns, and finally all other columns, which are hard to understand when truncated.
  ///
  /// - Parameters:
  ///   - natural: the full widths of the columns.
  ///   - filled: their widths without the titles, or nil if the titles are as important as the cells.
  ///   - isWhole: whether to truncate columns to a few cells rather than drop them.
  package init(columns: [TableColumn], natural: [Int], filled: [Int]? = nil, width: Int?, isWhole: Bool = false) {
    shown = Array(columns.indices)
    widths = natural
    guard let width else { return }
    while true {
      let available = width - Self.gap * max(shown.count - 1, 0)
      let wanted = shown.map { natural[$0] }
      let minimum = shown.map { columns[$0].isFlexible ? min(natural[$0], max(columns[$0].minimum, 1)) : natural[$0] }
      let preferred = zip(shown, minimum).map { index, least in
        columns[index].isFlexible ? max(least, min(natural[index], columns[index].preferred ?? .max)) : natural[index]
      }
      func sparing(_ floor: [Int]) -> [Int] {
        zip(shown, floor).map { columns[$0].shrinksLast ? natural[$0] : $1 }
      }
      let isGivingWay = !isWhole && shown.contains { columns[$0].dropsBeforeShrinking }
      var floors = isGivingWay ? [sparing(preferred)] : [sparing(preferred), sparing(minimum), minimum]
      if isWhole {
        floors.append(zip(shown, minimum).map { min($1, max((filled ?? natural)[$0], Self.least)) })
        floors.append(zip(shown, floors[3]).map { columns[$0].isFlexible ? min($1, Self.least) : $1 })
        floors.append(minimum.map { min($0, Self.least) })
      }
      var widest = wanted
      for floor in floors {
        if let fitted = Self.shrink(widest, to: floor, total: available) {
          widths = fitted
          return
        }
        widest = floor
      }
      guard shown.count > 1 else {
        widths = wanted.map { min($0, max(available, 1)) }
        return
      }
      let candidates = shown.enumerated().filter { !isGivingWay || columns[$0.element].dropsBeforeShrinking }
      let least = candidates.min { left, right in
        let (one, two) = (columns[left.element].priority, columns[right.element].priority)
        return one == two ? left.offset > right.offset : one < two
      }
      if let least { shown.remove(at: least.offset) }
    }
  }

  /// Shrinks the widest columns until they fit within the total width. Returns the new widths, or nil if the minimum
  /// widths make that impossible.
  private static func shrink(_ widths: [Int], to floors: [Int], total: Int) -> [Int]? {
    let excess = widths.reduce(0, +) - total
    if excess <= 0 { return widths }
    guard floors.reduce(0, +) <= total else { return nil }
    // Find the largest maximum width with which all columns fit, and distribute the remaining cells to columns from the
    // left.
    func under(_ ceiling: Int) -> [Int] { zip(widths, floors).map { max($1, min($0, ceiling)) } }
    var (low, high) = (0, widths.max() ?? 0)
    while low < high {
      let middle = (low + high + 1) / 2
      if under(middle).reduce(0, +) <= total { low = middle } else { high = middle - 1 }
    }
    var result = under(low)
    var spare = total - result.reduce(0, +)
    for index in result.indices where spare > 0 && result[index] == low && widths[index] > low {
      result[index] += 1
      spare -= 1
    }
    return result
  }
}
