import Testing

@testable import ShelfTerminal
@testable import ShelfText

struct ChipTests {
  let fantasy: Chip
  let horror: Chip
  let literature: Chip

  init() throws {
    fantasy = Chip("Fantasy", color: try #require(Color("00FF00")))
    horror = Chip("Horror", color: try #require(Color("000000")))
    literature = Chip("日本文学", color: try #require(Color("FFC0CB")))
  }

  @Test func standsOnItsColor() {
    #expect(fantasy.render(depth: .trueColor) == "\u{1B}[38;2;0;0;0;48;2;0;255;0m Fantasy \u{1B}[0m")
    #expect(horror.render(depth: .palette) == "\u{1B}[38;5;231;48;5;238m Horror \u{1B}[0m")
    #expect(horror.render(depth: .sixteen) == "\u{1B}[30;100m Horror \u{1B}[0m")
    #expect(fantasy.render(depth: .none) == "[Fantasy]")
  }

  /// Black on a black terminal, or white on a white one, would hide the edges of a chip.
  @Test func standsOutFromTheGroundOfTheTerminal() {
    for color in [Color.black, .white, Color(red: 10, green: 0, blue: 30), Color(red: 250, green: 250, blue: 240)] {
      #expect(color.asBackground.contrast(with: .black) > 2)
      #expect(color.asBackground.contrast(with: .white) > 1.3)
      #expect(color.asDot.contrast(with: .black) >= 2.9 && color.asDot.contrast(with: .white) >= 2.9)
    }
    for color in [Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255), .fallback] {
      #expect(color.asBackground == color)
    }
  }

  @Test func obeysNothingInItsLabel() {
    #expect(Chip("\u{1B}[2J", color: .white).render(depth: .none) == "[␛[2J]")
  }

  @Test(arguments: [(9, "[Fantasy]"), (8, "[Fanta…]"), (3, "[…]"), (2, "F…"), (1, "…"), (0, ""), (-1, "")])
  func isCutToAWidth(width: Int, expected: String) {
    #expect(fantasy.render(depth: .none, width: width) == expected)
  }

  @Test func fillsItsWidthWhenCut() {
    #expect(literature.width == 10)
    for width in 0...10 {
      #expect(DisplayWidth.of(literature.render(depth: .none, width: width)) == width)
    }
  }

  @Test func wrapsOnlyWhereARowDoesNotFit() {
    let chips = [fantasy, horror, literature]
    func rows(_ width: Int) -> [Int] { Chip.rows(of: chips, fitting: width).map(\.count) }
    #expect(Chip.width(of: chips) == 29)
    #expect(rows(29) == [3])
    #expect(rows(28) == [2, 1])
    #expect(rows(18) == [2, 1])
    #expect(rows(10) == [1, 1, 1])
    #expect(rows(0) == [1, 1, 1])
    #expect(Chip.rows(of: [], fitting: 10).isEmpty)
    #expect(Chip.width(of: [Chip]()) == 0)
  }

  @Test func standsBesideOthers() {
    #expect(Chip.text([fantasy, horror], depth: .none).plain == "[Fantasy] [Horror]")
    #expect(Chip.text([Chip](), depth: .none).plain == "")
  }

  /// Colored text is legible on both black and white, with a contrast of at least 3, which WCAG 2.2 requires for
  /// graphics and large text.
  @Test(arguments: TextStyle.Name.allCases)
  func coloredTextIsLegible(_ name: TextStyle.Name) throws {
    guard let color = name.legible else { return }
    for shown in [color, ColorPalette.rgb(ColorPalette.nearest256(to: color))] {
      #expect(shown.contrast(with: .black) >= 3, "\(shown)")
      #expect(shown.contrast(with: .white) >= 3, "\(shown)")
    }
    let style = TextStyle.color(name)
    #expect(style.start(depth: .trueColor) == "\u{1B}[38;2;\(color.red);\(color.green);\(color.blue)m")
    #expect(style.start(depth: .palette) == "\u{1B}[38;5;\(ColorPalette.nearest256(to: color))m")
    #expect(style.start(depth: .sixteen).count <= 5)
  }
}
