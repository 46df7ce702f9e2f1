import ShelfTestSupport
import Testing

@testable import ShelfText

struct WordWrapTests {
  @Test(arguments: [
    ("", 10, [""]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 13, ["one two three"]),
    ("one  two", 8, ["one  two"]),
    ("extraordinary day", 5, ["extra", "ordin", "ary", "day"]),
    ("one\n\ntwo", 10, ["one", "", "two"]),
    ("  indented text here", 10, ["  indented", "text here"]),
    ("三体問題是小説", 6, ["三体問", "題是小", "説"]),
    ("読む。読む。", 6, ["読む。", "読む。"]),
    ("三体。三体", 4, ["三", "体。", "三体"]),
    ("彼は「三体」を", 6, ["彼は", "「三", "体」を"]),
    ("コーヒー", 6, ["コー", "ヒー"]),
    ("ab三cd", 3, ["ab", "三", "cd"]),
    ("ab", 0, ["a", "b"]),
    ("三体", 1, ["三", "体"]),
    ("trailing blanks    ", 15, ["trailing blanks"]),
  ])
  func breaksLines(text: String, width: Int, expected: [String]) {
    #expect(WordWrap.lines(text, width: width) == expected)
  }

  /// The widest character in these texts takes four cells.
  @Test(arguments: NastyTexts.all)
  func keepsToTheWidthAndLosesNoWord(nasty: NastyText) {
    let text = nasty.text
    let visible = VisibleText.lines(text)
    for width in [4, 7, 40] {
      let lines = WordWrap.lines(visible, width: width)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
      #expect(lines.joined().filter { !$0.isWhitespace } == visible.filter { !$0.isWhitespace })
    }
  }
}
