import ShelfTestSupport
import Testing

@testable import ShelfBrowser
@testable import ShelfTerminal
@testable import ShelfText

/// Tests screen updates by applying them to a minimal model of a terminal.
struct ScreenUpdateTests {
  /// A model of a terminal that interprets only the escape sequences that updates contain.
  private struct Paper {
    var cells: [[String]]
    var row = 0
    var column = 0

    init(_ columns: Int, _ rows: Int) {
      cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    mutating func write(_ text: String) {
      var rest = text[...]
      while let character = rest.popFirst() {
        guard character == "\u{1B}" else {
          let width = DisplayWidth.of(character)
          if width == 0 { continue }
          cells[row][column] = String(character)
          for more in 1..<max(1, width) + 1 where more < width { cells[row][column + more] = "" }
          column += width
          continue
        }
        let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
        let numbers = rest[..<end].dropFirst().split(separator: ";").compactMap { Int($0) }
        switch rest[end] {
        case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
        case "J": self = Paper(cells[0].count, cells.count)
        default: break
        }
        rest = rest[rest.index(after: end)...]
      }
    }

    func shows(_ screen: Screen) -> Bool {
      (0..<screen.rows).allSatisfy { row in
        cells[row] == screen.row(row).map { $0.text.replacing("\u{2068}", with: "").replacing("\u{2069}", with: "") }
      }
    }
  }

  private func screen(_ lines: [String], columns: Int = 30) -> Screen {
    var screen = Screen(columns: columns, rows: 4)
    for (row, line) in lines.enumerated() { screen.put(line, row: row, column: 0) }
    return screen
  }

  @Test func onlyWhatDiffersIsWritten() {
    let old = screen(["one", "two", "three"])
    let new = screen(["one", "twö", "three"])
    let text = ScreenUpdate.text(from: old, to: new, depth: .none)
    #expect(text.contains("\u{1B}[2;3Hö"))
    #expect(!text.contains("one") && !text.contains("three"))
    #expect(ScreenUpdate.text(from: new, to: new, depth: .none) == "")
  }

  @Test func aFrameIsShownAtOnce() {
    let text = ScreenUpdate.text(from: nil, to: screen(["one"]), depth: .none)
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
  }

  @Test func whatIsWideIsFollowedByAMove() {
    let text = ScreenUpdate.text(from: nil, to: screen(["三体 x"]), depth: .none)
    #expect(text.contains("三\u{1B}[1;3H体\u{1B}[1;5H "))
  }

  @Test func whatIsReadFromTheRightIsIsolated() {
    var made = Screen(columns: 20, rows: 1)
    made.put(StyledText("שלום") + StyledText(" x"), row: 0, column: 2)
    let row = made.row(0).map(\.text).joined()
    #expect(row == "  \u{2068}שלום\u{2069} x            ")
    #expect(made.plain == "  שלום x")
    // In a list, each cell has its own isolate characters, so the columns keep their order.
    var list = Screen(columns: 20, rows: 1)
    list.put(StyledText("ספר") + StyledText("  ") + StyledText("עמוס עוז"), row: 0, column: 0)
    #expect(list.row(0).map(\.text).joined() == "\u{2068}ספר\u{2069}  \u{2068}עמוס עוז\u{2069}       ")
  }

  @Test func whatHasNoWidthStaysWithItsLetter() {
    var made = Screen(columns: 6, rows: 1)
    made.put("e\u{301}x", row: 0, column: 0)
    #expect(made[0, 0].text == "e\u{301}" && made[0, 1].text == "x")
  }

  /// Some terminals join the characters on both sides of a zero-width joiner, even across cells.
  @Test func aJoinerDoesNotReachTheNextCell() {
    var made = Screen(columns: 12, rows: 1)
    made.put("width\u{200D}join", row: 0, column: 0)
    #expect(made.plain == "widthjoin")
    made.put("👨\u{200D}👩 x", row: 0, column: 0)
    #expect(made[0, 0].text == "👨\u{200D}👩")
  }

  /// A byte order mark is within the range of Arabic presentation forms, but needs no isolate characters.
  @Test func aByteOrderMarkIsNothing() {
    var made = Screen(columns: 6, rows: 1)
    made.put("\u{FEFF}bom", row: 0, column: 1)
    #expect(made.row(0).map(\.text) == [" ", "b", "o", "m", " ", " "])
  }

  /// An update that replaces right-to-left text also replaces the isolate characters around it.
  @Test func isolatesGoWithTheirText() {
    var old = Screen(columns: 10, rows: 1)
    old.put("x", row: 0, column: 0)
    old.put("שלום", row: 0, column: 2)
    var made = Screen(columns: 10, rows: 1)
    made.put("x abcd", row: 0, column: 0)
    #expect(ScreenUpdate.text(from: old, to: made, depth: .none).contains("x"))
  }

  @Test func halfAWideCharacterIsNothing() {
    var made = Screen(columns: 6, rows: 1)
    made.put("三体三", row: 0, column: 0)
    made.clear(Area(row: 0, column: 1, rows: 1, columns: 2))
    #expect(made.row(0).map(\.text) == [" ", " ", " ", " ", "三", ""])
    made.put("abcd三", row: 0, column: 1, width: 5)
    #expect(made.plain == " abcd…")
  }

  @Test func anyScreenLeadsToAnyOther() {
    var generator = SeededGenerator(seed: UInt64.random(in: 0 ... .max))
    let pieces = ["a", "bc ", "三", "é", "😀", "  ", "x", "ﬁ", "שלום"]
    func random() -> Screen {
      var screen = Screen(columns: 17, rows: 5)
      for _ in 0..<12 {
        screen.put(
          pieces.randomElement(using: &generator)!, [.plain, .bold, .dim].randomElement(using: &generator)!,
          row: Int.random(in: 0..<5, using: &generator), column: Int.random(in: 0..<17, using: &generator))
      }
      return screen
    }
    var paper = Paper(17, 5)
    var old: Screen?
    for _ in 0..<300 {
      let new = random()
      paper.write(ScreenUpdate.text(from: old, to: new, depth: .none))
      #expect(paper.shows(new), "\(new.plain)")
      old = new
    }
  }
}
