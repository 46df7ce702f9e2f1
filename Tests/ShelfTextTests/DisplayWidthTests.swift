import ShelfTestSupport
import Testing

@testable import ShelfText

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Zoë", 3), ("e\u{301}", 1), ("三体", 4), ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("ｱ", 1), ("👩‍🚀", 2), ("👨‍👩‍👧‍👦!", 3), ("🇩🇪🇯🇵", 4), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("👍🏽", 2), ("★☆", 2), ("…", 1),
    ("\u{200B}", 0), ("हि", 2), ("␛⏎", 2), ("©", 1),
  ])
  func countsCells(text: String, cells: Int) {
    #expect(DisplayWidth.of(text) == cells)
  }

  @Test(arguments: NastyTexts.all)
  func isTheSumOfTheCharacters(nasty: NastyText) {
    let text = nasty.text
    let visible = VisibleText.line(text)
    #expect(DisplayWidth.of(visible) == visible.reduce(0) { $0 + DisplayWidth.of($1) })
    #expect(DisplayWidth.of(visible) <= visible.utf8.count)
  }

  @Test(arguments: [
    ("Dune", 4, "Dune"), ("Dune", 3, "Du…"), ("Dune", 1, "…"), ("Dune", 0, ""), ("Dune", -1, ""), ("", 3, ""),
    ("三体問題", 8, "三体問題"), ("三体問題", 7, "三体問…"), ("三体問題", 6, "三体…"), ("三体", 2, "…"), ("三体", 1, "…"),
    ("a word", 3, "a…"), ("e\u{301}cole", 3, "e\u{301}c…"), ("👨‍👩‍👧‍👦👩‍🚀", 3, "👨‍👩‍👧‍👦…"),
  ])
  func truncates(text: String, cells: Int, expected: String) {
    #expect(DisplayWidth.truncate(text, to: cells) == expected)
  }

  @Test(arguments: NastyTexts.all)
  func neverTruncatesToMoreThanFits(nasty: NastyText) {
    let text = nasty.text
    let visible = VisibleText.line(text)
    for cells in 0...12 {
      #expect(DisplayWidth.of(DisplayWidth.truncate(visible, to: cells)) <= cells)
      let (start, width) = DisplayWidth.prefix(of: visible, fitting: cells)
      #expect(width <= cells)
      #expect(width == DisplayWidth.of(String(start)))
    }
  }

  @Test func pads() {
    #expect(DisplayWidth.pad("三", to: 4) == "三  ")
    #expect(DisplayWidth.pad("7", to: 3, alignment: .right) == "  7")
    #expect(DisplayWidth.pad("long", to: 2) == "long")
  }
}
