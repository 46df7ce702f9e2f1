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
    #expect(table.hidden(width: 19) == [2])
    #expect(table.hidden(width: 12) == [1, 2])
    #expect(table.hidden(width: nil) == [])
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
    let table = table([[.styled("Dune", .bold), "x", .spans(StyledText("6", .color(.cyan)) + StyledText("12"))]])
    #expect(
      text(table, width: nil, depth: .sixteen) == """
        \u{1B}[2mTitle\u{1B}[0m  \u{1B}[2mAuthor\u{1B}[0m  \u{1B}[2mPages\u{1B}[0m
        \u{1B}[1mDune\u{1B}[0m   x         \u{1B}[36m6\u{1B}[0m12

        """)
  }

  /// A narrow table drops dispensable columns before it truncates other columns.
  @Test func dropsWhatGivesWayBeforeItCuts() {
    let columns = [
      TableColumn(title: "ID", priority: 2, dropsBeforeShrinking: true, isFlexible: false),
      TableColumn(title: "Title", minimum: 8, preferred: 12, priority: 3),
      TableColumn(title: "Quotes", priority: 1, dropsBeforeShrinking: true, isFlexible: false),
    ]
    func hidden(_ width: Int, isWhole: Bool = false) -> [Int] {
      var table = Table(columns: columns, isWhole: isWhole)
      table.append(["3f2b8c1e", "The Dispossessed", "12 quotes"])
      return table.hidden(width: width)
    }
    #expect(hidden(33) == [])
    #expect(hidden(32) == [2])
    #expect(hidden(22) == [2])
    #expect(hidden(21) == [0, 2])
    #expect(hidden(5) == [0, 2])
    // If the user names the columns, they are truncated as far as possible before one of them is dropped.
    #expect(hidden(16, isWhole: true) == [])
    #expect(hidden(15, isWhole: true) == [2])
  }

  /// Below the minimum widths, headings wider than their cells are truncated first, then flexible cells, and dates
  /// last.
  @Test func cutsWhatSaysLeastFirst() {
    var table = Table(
      columns: [
        TableColumn(title: "Title", minimum: 8, preferred: 12, priority: 3),
        TableColumn(title: "Publisher", minimum: 8, priority: 2), TableColumn(title: "Added", isFlexible: false),
      ], isWhole: true)
    table.append(["The Dispossessed", .empty, "2026-11-22"])
    #expect(table.layout(width: 39).widths == [16, 9, 10])
    #expect(table.layout(width: 32).widths == [9, 9, 10])
    #expect(table.layout(width: 26).widths == [8, 4, 10])
    #expect(table.layout(width: 22).widths == [4, 4, 10])
    #expect(table.layout(width: 18).widths == [4, 4, 6])
  }

  @Test func leadsToAFileAndIsCutAllTheSame() {
    var table = Table(columns: [TableColumn(title: "Title", minimum: 4)])
    let address = Hyperlink.address(ofFile: "/b/o%k\u{1B}]8;;\u{7}三.yaml")
    table.append([.link("Dispossessed", .plain, to: address)])
    #expect(address == "file:///b/o%25k%1B%5D8%3B%3B%07%E4%B8%89.yaml")
    #expect(
      text(table, width: 5, depth: .none) == "Title\n\u{1B}]8;;\(address)\u{1B}\\Disp…\u{1B}]8;;\u{1B}\\\n")
    #expect(
      String(decoding: Hyperlink.removed(from: table.render(width: 5, depth: .none)), as: UTF8.self) == "Title\nDisp…\n"
    )
  }

  @Test func countsChipsWithoutRoom() throws {
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
        Dune   [Fantasy] +2        1965
        Emma                       1815

        """)
    #expect(
      text(table, width: 20) == """
        Title  Genres   Year
        Dune   [F…] +2  1965
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

  /// Removes the escape sequences of styles.
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

extension Table {
  /// Returns the table with escape sequences, as UTF-8.
  fileprivate func render(width: Int?, depth: ColorDepth) -> [UInt8] {
    var output: [UInt8] = []
    render(into: &output, width: width, depth: depth)
    return output
  }
}
