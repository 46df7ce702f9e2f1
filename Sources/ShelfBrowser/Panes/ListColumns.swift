/// The widths of the list's columns.
///
/// Columns are ordered by importance, and a list shows as many of the most important columns as fit. So a wider list
/// never hides a column that a narrower list shows. The title, the rating and the author are shown even at their
/// minimum width; a less important column is added only if most titles and names are not truncated. The remaining width
/// goes to the title first, and then to the other columns.
struct ListColumns: Hashable {
  /// The importance of a column, and the widths that it needs.
  struct Need: Hashable {
    /// The importance, which is highest for the title.
    let rank: Int
    /// The width that is enough for most rows.
    let usual: Int
    /// The width that is enough for all rows.
    let most: Int
    /// Whether the column is still useful if its text is truncated.
    var isFlexible = false
    /// Whether the column contains long text, such as quotations.
    var isText = false

    /// The minimum width of the column, if it is shown.
    fileprivate var least: Int {
      isFlexible ? min(usual, rank == ListColumns.titleRank ? ListColumns.leastTitle : ListColumns.least) : usual
    }

    /// The width that the column keeps when less important columns are added: enough for most rows or, for titles, for
    /// all rows up to `longTitle`.
    fileprivate var good: Int {
      rank == ListColumns.titleRank ? max(usual, min(most, ListColumns.longTitle)) : isFlexible ? usual : least
    }
  }

  /// The importance of titles.
  static let titleRank = 12
  /// The importance of the column that the list is sorted by.
  static let orderRank = 11
  /// The importance of ratings and priorities.
  static let weightRank = 10
  /// The importance of authors, and of the book of a quote.
  static let nameRank = 9
  /// The importance of states. Less important columns are added only if the others keep their `good` width.
  static let leastRank = 7
  /// The importance of a column that is empty in all rows.
  static let emptyRank = 0

  private static let longTitle = 44

  /// The indices of the columns that are shown, from left to right.
  private(set) var shown: [Int] = []
  private(set) var widths: [Int] = []

  static let gap = 2
  /// The minimum width of a truncated column.
  private static let least = 12
  /// The width that is enough for the names of most people.
  private static let usualName = 16
  /// The minimum width of a title next to another column.
  private static let leastTitle = 18

  init(_ needs: [Need], width: Int) {
    let order = ListColumns.order(needs)
    guard let first = order.first else { return }
    let last = order.indices.last { ListColumns.room(for: order[...$0], needs) <= width }
    let columns = order[...(last ?? 0)]
    var widths: [Int: Int] = [:]
    for column in columns { widths[column] = min(width, needs[column].least) }
    var left = width - widths.values.reduce(0, +) - ListColumns.gap * (columns.count - 1)
    func widen(_ column: Int, to wanted: Int) {
      guard let width = widths[column], width < wanted, left > 0 else { return }
      let more = min(wanted - width, left)
      widths[column] = width + more
      left -= more
    }
    // Long texts are widened to three fifths of the list before the names next to them get more than their minimum.
    // Titles are widened only after names of ordinary length fit in full.
    if needs[first].isText {
      widen(first, to: min(needs[first].usual, width * 3 / 5))
    } else {
      for column in columns.dropFirst() where needs[column].rank >= ListColumns.leastRank {
        widen(column, to: min(needs[column].usual, ListColumns.usualName))
      }
      widen(first, to: needs[first].usual)
    }
    for column in columns.dropFirst() where needs[column].rank >= ListColumns.leastRank {
      widen(column, to: needs[column].usual)
    }
    widen(first, to: needs[first].good)
    for column in columns { widen(column, to: needs[column].usual) }
    for column in columns { widen(column, to: needs[column].most) }
    shown = needs.indices.filter { widths[$0] != nil }
    self.widths = shown.map { widths[$0] ?? 0 }
  }

  /// Returns the indices of the columns, the most important one first.
  private static func order(_ needs: [Need]) -> [Int] {
    needs.indices.sorted { (needs[$1].rank, $0) < (needs[$0].rank, $1) }
  }

  /// Returns the minimum width of a list that shows these columns, which are sorted by importance.
  private static func room(for columns: ArraySlice<Int>, _ needs: [Need]) -> Int {
    let rank = columns.last.map { needs[$0].rank } ?? titleRank
    return columns.reduce(gap * (columns.count - 1)) { width, column in
      let need = needs[column]
      if rank >= nameRank || need.rank < nameRank { return width + need.least }
      return width + (rank < leastRank ? need.good : max(need.least, need.usual))
    }
  }

  /// The preferred widths of a list.
  struct Wanted: Hashable {
    /// The width that shows most titles, ratings and authors in full.
    var usual = 0
    /// The width that shows most values of all columns in full.
    var all = 0
  }

  static func wanted(_ needs: [Need]) -> Wanted {
    func sum(_ needs: [Need], _ width: (Need) -> Int) -> Int {
      needs.reduce(gap * max(0, needs.count - 1)) { $0 + width($1) }
    }
    let filled = needs.filter { $0.rank > emptyRank }
    return Wanted(
      usual: sum(needs.filter { $0.rank >= nameRank }, \.usual), all: sum(filled) { max($0.usual, $0.good) })
  }

  func column(at position: Int) -> Int? {
    var start = 0
    for (index, width) in zip(shown, widths) {
      if position < start + width + ListColumns.gap { return position >= start ? index : nil }
      start += width + ListColumns.gap
    }
    return nil
  }
}
