import ShelfTestSupport
import Testing

@testable import ShelfText

struct VisibleTextTests {
  @Test(arguments: [
    ("", ""),
    ("plain – Zoë 三体", "plain – Zoë 三体"),
    ("\u{1B}[31mred", "␛[31mred"),
    ("\u{0}\u{7F}", "␀␡"),
    ("\u{9B}31m", "<U+009B>31m"),
    ("\u{202E}evil\u{2069}", "<U+202E>evil<U+2069>"),
    ("a\tb", "a b"),
    ("one\ntwo", "one⏎two"),
    ("one\r\n\r\n two\n", "one⏎ two"),
    ("\n", ""),
    ("\none", "one"),
    ("a\u{2028}b\u{85}c", "a⏎b⏎c"),
    ("a\n\u{7}", "a⏎␇"),
    ("ends with ⏎", "ends with ⏎"),
  ])
  func showsTextOnOneLine(text: String, expected: String) {
    #expect(VisibleText.line(text) == expected)
  }

  @Test(arguments: [
    ("one\ntwo\n", "one\ntwo\n"),
    ("one\r\n\rtwo\u{2029}", "one\n\ntwo\n"),
    ("\ta", "    a"),
    ("\u{1B}]0;title\u{7}", "␛]0;title␇"),
  ])
  func keepsLinesWhereAskedTo(text: String, expected: String) {
    #expect(VisibleText.lines(text) == expected)
  }

  @Test func dropsNothingOfSource() {
    #expect(VisibleText.source("\ra\r\u{2028}\t") == "⏎a⏎⏎    ")
  }

  @Test(arguments: NastyTexts.all)
  func leavesNothingToObey(nasty: NastyText) {
    let text = nasty.text
    for visible in [VisibleText.line(text), VisibleText.lines(text), VisibleText.source(text)] {
      #expect(!visible.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
      #expect(
        !visible.unicodeScalars.contains {
          (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
        })
    }
    let line = VisibleText.line(text)
    #expect(!line.contains("\n"))
    #expect(VisibleText.line(line) == line)
  }

  @Test func keepsWhatWritingNeeds() {
    let marks = "\u{200F}שלום\u{200E} نور\u{200C}ها 👨‍👩‍👧"
    #expect(VisibleText.line(marks) == marks)
  }
}
