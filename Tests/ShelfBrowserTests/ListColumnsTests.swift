import ShelfTestSupport
import Testing

@testable import ShelfBrowser

/// Tests which columns a list shows and how wide they are.
struct ListColumnsTests {
  /// The needs of columns for titles, authors, states, ratings, genres and numbers.
  private let needs = [
    ListColumns.Need(rank: ListColumns.titleRank, usual: 30, most: 60, isFlexible: true),
    ListColumns.Need(rank: ListColumns.nameRank, usual: 20, most: 48, isFlexible: true),
    ListColumns.Need(rank: ListColumns.leastRank, usual: 11, most: 11),
    ListColumns.Need(rank: ListColumns.weightRank, usual: 6, most: 6),
    ListColumns.Need(rank: 5, usual: 24, most: 40, isFlexible: true),
    ListColumns.Need(rank: 1, usual: 9, most: 9),
  ]

  private let text = ListColumns.Need(
    rank: ListColumns.titleRank, usual: 48, most: 300, isFlexible: true, isText: true)

  private func widths(_ width: Int) -> [Int: Int] {
    let columns = ListColumns(needs, width: width)
    return Dictionary(uniqueKeysWithValues: zip(columns.shown, columns.widths))
  }

  /// A column that a list shows at one width is also shown at every greater width, whatever space the columns need.
  @Test func columnsDropOutInOneOrder() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let needs = (0..<Int.random(in: 1...8, using: &random)).map { number in
        let usual = Int.random(in: 1...40, using: &random)
        return ListColumns.Need(
          rank: number == 0 ? ListColumns.titleRank : Int.random(in: 0...11, using: &random), usual: usual,
          most: usual + Int.random(in: 0...40, using: &random), isFlexible: Bool.random(using: &random))
      }
      var before: Set<Int> = []
      for width in 1...400 {
        let columns = ListColumns(needs, width: width)
        #expect(before.isSubset(of: columns.shown), "\(needs) \(width)")
        let sum = columns.widths.reduce(ListColumns.gap * (columns.shown.count - 1), +)
        #expect(sum <= width, "\(needs) \(width)")
        before = Set(columns.shown)
      }
      #expect(before.count == needs.count)
    }
  }

  @Test func theTitleGetsTheRoomFirst() {
    #expect(widths(26) == [0: 18, 3: 6])
    #expect(widths(40) == [0: 18, 1: 12, 3: 6])
    #expect(widths(44) == [0: 18, 1: 16, 3: 6])
    #expect(widths(60) == [0: 30, 1: 20, 3: 6])
    // Next to a long text, a column gets only the space that it needs; the text gets the rest.
    #expect(ListColumns([text, needs[1]], width: 40).widths == [24, 14])
    // The title gets the remaining space.
    #expect(widths(75) == [0: 32, 1: 20, 2: 11, 3: 6])
    // The least important columns are shown only if titles and authors fit in most rows.
    #expect(widths(100)[4] == nil && widths(110)[4] ?? 0 >= 12 && widths(110)[0] ?? 0 >= 44)
    #expect(widths(250) == [0: 60, 1: 48, 2: 11, 3: 6, 4: 40, 5: 9])
  }

  /// As a list becomes narrower, empty columns disappear first, and the column that the list is sorted by disappears
  /// last.
  @Test func sortedAndEmptyColumns() {
    var needs = needs
    needs[5] = ListColumns.Need(rank: ListColumns.orderRank, usual: 9, most: 9)
    needs[3] = ListColumns.Need(rank: ListColumns.emptyRank, usual: 6, most: 6)
    #expect(ListColumns(needs, width: 30).shown == [0, 5])
    #expect(ListColumns(needs, width: 45).shown == [0, 1, 5])
    #expect(!ListColumns(needs, width: 110).shown.contains(3))
    #expect(ListColumns(needs, width: 200).shown.contains(3))
  }
}
