import Testing

@testable import ShelfTerminal
@testable import ShelfText

struct ColorTests {
  @Test(arguments: [
    ("000000", Color.white), ("FFFFFF", .black), ("00FF00", .black), ("FF0000", .black), ("0000FF", .white),
    ("7B2D8E", .white), ("C9A227", .black), ("777777", .black), ("757575", .white),
  ])
  func choosesTextThatReadsBetter(hex: String, expected: Color) throws {
    let color = try #require(Color(hex))
    #expect(color.readableText == expected)
    #expect(color.contrast(with: expected) >= 4.5)
  }

  @Test func measuresContrastAsWCAGDoes() throws {
    #expect(abs(Color.black.contrast(with: .white) - 21) < 1e-9)
    #expect(abs(try #require(Color("FF0000")).contrast(with: .white) - 3.998) < 1e-3)
  }

  @Test func everyColorHasReadableText() {
    for step in stride(from: 0, to: 1 << 24, by: 9973) {
      let color = Color(
        red: UInt8(step >> 16), green: UInt8(step >> 8 & 0xFF), blue: UInt8(step & 0xFF))
      #expect(color.contrast(with: color.readableText) >= 4.5)
    }
  }

  @Test func findsTheNearestOfThePalette() throws {
    for number in UInt8(16)...255 {
      // Some grays occur twice in the palette, so the colors are compared instead of their numbers.
      let color = ColorPalette.rgb(number)
      #expect(ColorPalette.rgb(ColorPalette.nearest256(to: color)) == color)
    }
    #expect(ColorPalette.nearest256(to: try #require(Color("FE0102"))) == 196)
    #expect(ColorPalette.nearest256(to: try #require(Color("7F8081"))) == 244)
    #expect(ColorPalette.nearest16(to: try #require(Color("FF0000"))) == 9)
    #expect(ColorPalette.nearest16(to: .black) == 0)
  }

  @Test func spellsStyles() throws {
    let style = TextStyle(bold: true, foreground: .named(.red), background: .rgb(try #require(Color("00FF00"))))
    #expect(style.apply(to: "x", depth: .none) == "x")
    #expect(style.apply(to: "x", depth: .sixteen) == "\u{1B}[1;31;102mx\u{1B}[0m")
    #expect(style.apply(to: "x", depth: .palette) == "\u{1B}[1;38;5;161;48;5;46mx\u{1B}[0m")
    #expect(style.apply(to: "x", depth: .trueColor) == "\u{1B}[1;38;2;215;38;61;48;2;0;255;0mx\u{1B}[0m")
    #expect(style.apply(to: "", depth: .trueColor) == "")
    #expect(TextStyle.plain.apply(to: "x", depth: .trueColor) == "x")
    #expect(TextStyle.color(.brightBlack).apply(to: "x", depth: .sixteen) == "\u{1B}[90mx\u{1B}[0m")
  }
}
