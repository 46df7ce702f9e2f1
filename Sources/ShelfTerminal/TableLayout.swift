/// The columns that a table shows in a given width, and how wide each is.
package struct TableLayout: Hashable, Sendable {
  /// The indexes of the shown columns, from the left.
  package private(set) var shown: [Int]
  /// The widths of the shown columns.
  package private(set) var widths: [Int]

  /// The number of spaces between two columns.
  package static let gap = 2

  /// The width below which no column that the user wants is cut.
  private static let least = 4

  /// Fits columns into a width; nil fits everything.
  ///
  /// Flexible columns shrink to their preferred width first, always the widest before the others. Then those are dropped
  /// that give way, and only after that do columns shrink to their minimum, at the end those that shrink last, and the
  /// least important of the rest are dropped. The last column is cut if need be.
  ///
  /// Where none is to be dropped, titles that are wider than everything under them are cut next, then the flexible columns,
  /// and last those of which a part says little.
  ///
  /// - Parameters:
  ///   - natural: how wide the columns are in full.
  ///   - filled: how wide they are without their titles; nil if their titles count as much.
  ///   - isWhole: whether any column is rather cut to a few cells than dropped.
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
      let isGivingWay = !isWhole && shown.contains { columns[$0].givesWay }
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
      let candidates = shown.enumerated().filter { !isGivingWay || columns[$0.element].givesWay }
      let least = candidates.min { left, right in
        let (one, two) = (columns[left.element].priority, columns[right.element].priority)
        return one == two ? left.offset > right.offset : one < two
      }
      if let least { shown.remove(at: least.offset) }
    }
  }

  /// Returns widths with the total asked for, taken from the widest first, or nil if the floors are too high.
  private static func shrink(_ widths: [Int], to floors: [Int], total: Int) -> [Int]? {
    let excess = widths.reduce(0, +) - total
    if excess <= 0 { return widths }
    guard floors.reduce(0, +) <= total else { return nil }
    // The highest ceiling under which everything fits; the remainder goes to the columns from the left.
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
