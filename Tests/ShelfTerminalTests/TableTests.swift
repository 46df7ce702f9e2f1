import ShelfTestSupport
import Testing

@testable import ShelfTerminal
@testable import ShelfText

struct TableTests {
  private let columns = [
    TableColumn(title: "Title", minimum: 6, priority: 3),
    TableColumn(title: "Author", minimum: 5, preferred: 8, priority: 2),
    TableColumn(title: "Pages", alignment: .right, priority: 1, isFlexible: false),
  ]

  private func table(_ rows: [[TableCell]]) -> Table {
    var table = Table(columns: columns)
    for row in rows { table.append(row) }
    return table
  }

  private func text(_ table: Table, width: Int?, depth: ColorDepth = .none) -> String {
    String(decoding: table.render(width: width, depth: depth), as: UTF8.self)
  }

  @Test func isAsWideAsItsCells() {
    let table = table([["Dune", "Frank Herbert", "612"], ["三体", "刘慈欣", "1302"]])
    #expect(
      text(table, width: nil) == """
        Title  Author         Pages
        Dune   Frank Herbert    612
        三体   刘慈欣          1302

        """)
    #expect(text(table, width: 27) == text(table, width: nil))
  }

  @Test func shrinksToThePreferredWidthFirst() {
    let table = table([["The Dispossessed", "Ursula K. Le Guin", "341"]])
    #expect(
      text(table, width: 33) == """
        Title             Author    Pages
        The Dispossessed  Ursula…     341

        """)
    #expect(
      text(table, width: 24) == """
        Title     Author   Pages
        The Dis…  Ursula…    341

        """)
  }

  @Test func dropsTheLeastImportantWhenNothingElseHelps() {
    let table = table([["The Dispossessed", "Ursula K. Le Guin", "341"]])
    #expect(table.layout(width: 20).shown == [0, 1, 2])
    #expect(table.layout(width: 19).shown == [0, 1])
    #expect(table.hiddenTitles(width: 19) == ["Pages"])
    #expect(table.hiddenTitles(width: 12) == ["Author", "Pages"])
    #expect(table.hiddenTitles(width: nil) == [])
    #expect(text(table, width: 3) == "Ti…\nTh…\n")
    #expect(text(table, width: 0) == "…\n…\n")
  }

  @Test func dropsTheRightmostOfEquals() {
    let columns = ["A", "B", "C"].map { TableColumn(title: $0, isFlexible: false) }
    var table = Table(columns: columns)
    table.append(["aaaa", "bbbb", "cccc"])
    #expect(table.layout(width: 10).shown == [0, 1])
  }

  @Test func leavesNoBlanksAtLineEnds() {
    let table = table([["Dune"], ["Emma", "Jane Austen"], [], ["", "", "7"]])
    #expect(
      text(table, width: nil) == """
        Title  Author       Pages
        Dune
        Emma   Jane Austen

                                7

        """)
  }

  @Test func stylesCells() {
    let table = table([[.styled("Dune", .dim), "x", .rating(quarters: nil)]])
    #expect(
      text(table, width: nil, depth: .sixteen) == """
        \u{1B}[1mTitle\u{1B}[0m  \u{1B}[1mAuthor\u{1B}[0m    \u{1B}[1mPages\u{1B}[0m
        \u{1B}[2mDune\u{1B}[0m   x       \u{1B}[2munrated\u{1B}[0m

        """)
  }

  @Test func wrapsChips() throws {
    let chips = ["Fantasy", "Horror", "Poetry"].map { Chip($0, color: .white) }
    var table = Table(columns: [
      TableColumn(title: "Title", isFlexible: false), TableColumn(title: "Genres", minimum: 6),
      TableColumn(title: "Year", alignment: .right, isFlexible: false),
    ])
    table.append(["Dune", .chips(chips), "1965"])
    table.append(["Emma", .chips([]), "1815"])
    #expect(
      text(table, width: 40) == """
        Title  Genres                       Year
        Dune   [Fantasy] [Horror] [Poetry]  1965
        Emma                                1815

        """)
    #expect(
      text(table, width: 31) == """
        Title  Genres              Year
        Dune   [Fantasy] [Horror]  1965
               [Poetry]
        Emma                       1815

        """)
    #expect(
      text(table, width: 20) == """
        Title  Genres   Year
        Dune   [Fant…]  1965
               [Horr…]
               [Poet…]
        Emma            1815

        """)
  }

  @Test func obeysNothing() {
    var table = Table(columns: [TableColumn(title: "A\u{1B}")])
    table.append(["x\u{1B}[2Jy\nz"])
    table.append([.styled("\u{9B}", .bold)])
    #expect(text(table, width: nil) == "A␛\nx␛[2Jy⏎z\n<U+009B>\n")
  }

  @Test func isOnlyItsTitlesWithoutRows() {
    #expect(text(table([]), width: 80) == "Title  Author  Pages\n")
    #expect(text(Table(columns: []), width: 80) == "\n")
  }

  @Test(arguments: [ColorDepth.none, .trueColor])
  func neverExceedsTheWidth(depth: ColorDepth) throws {
    var table = Table(columns: [
      TableColumn(title: "Title", minimum: 10, preferred: 20, priority: 3),
      TableColumn(title: "見出し", alignment: .right, minimum: 3, priority: 2),
      TableColumn(title: "Genres", minimum: 7, preferred: 20, priority: 1),
    ])
    for (index, nasty) in NastyTexts.texts.enumerated() {
      let others = NastyTexts.texts[index...].prefix(4).map { Chip(String($0.prefix(30)), color: .white) }
      table.append([.text(nasty), .styled(nasty, .bold), .chips(others)])
    }
    for width in [1, 2, 3, 5, 10, 17, 24, 33, 48, 79, 80, 200] {
      let plain = withoutStyles(text(table, width: width, depth: depth))
      for line in plain.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(DisplayWidth.of(String(line)) <= width)
        #expect(depth != .none || line.last != " ")
      }
    }
  }

  /// Takes out the sequences that begin and end styles.
  private func withoutStyles(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "\u{1B}["), let end = rest[start.upperBound...].firstIndex(of: "m") {
      result += rest[..<start.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  @Test func takesManyRows() {
    var table = Table(columns: columns)
    table.reserveRows(20_000)
    for row in 0..<20_000 { table.append([.text("Title \(row)"), "Author", .text("\(row)")]) }
    let bytes = table.render(width: 80, depth: .none)
    #expect(bytes.count { $0 == 0x0A } == 20_001)
    #expect(table.rowCount == 20_000)
  }
}
