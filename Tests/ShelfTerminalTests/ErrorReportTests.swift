import ShelfTestSupport
import Testing

@testable import ShelfTerminal
@testable import ShelfText

struct ErrorReportTests {
  private func excerpt(_ source: String, marking mark: String) throws -> SourceExcerpt {
    let bytes = Array(source.utf8)
    let range = try #require(bytes.firstRange(of: Array(mark.utf8)))
    return SourceExcerpt(path: "books/dune.yaml", source: bytes, range: range)
  }

  private func render(_ report: ErrorReport, width: Int = 80, depth: ColorDepth = .none) -> String {
    report.render(width: width, depth: depth)
  }

  @Test func tellsWhatIsWrong() {
    #expect(render(ErrorReport(message: "not a library")) == "error: not a library\n")
    #expect(
      render(ErrorReport(message: "not a library", path: "/tmp/x", hint: "run shelf init"))
        == "error: /tmp/x: not a library\nhint: run shelf init\n")
    #expect(render(ErrorReport(severity: .warning, message: "odd")) == "warning: odd\n")
  }

  @Test func wrapsAtWordsOnATerminal() {
    let report = ErrorReport(
      message: "the file cannot be read", path: "books/a-very-long-name.yaml",
      hint: "`shelf doctor` shows what you can do")
    #expect(
      report.render(width: 20, depth: .none, wraps: true) == """
        error:
        books/a-very-long-name.yaml:
        the file cannot be
        read
        hint: `shelf doctor`
        shows what you can
        do

        """)
    #expect(report.render(width: 20, depth: .none).split(separator: "\n").count == 2)
    #expect(
      report.render(width: 20, depth: .trueColor, wraps: true).hasSuffix(
        "hint:\u{1B}[0m `shelf doctor`\nshows what you can\ndo\n"))
  }

  @Test func showsThePlace() throws {
    let report = ErrorReport(
      message: "there are no genre \"scifi\"",
      excerpt: try excerpt("id: 1\r\ngenres: [三体, scifi]\r\n", marking: "scifi"),
      hint: "did you mean \"Science Fiction\"?")
    #expect(
      render(report) == """
        error: books/dune.yaml:2:14: there are no genre "scifi"
          2 | genres: [三体, scifi]
            |                ^^^^^
        hint: did you mean "Science Fiction"?

        """)
  }

  @Test func alignsUnderTabsAndWhatIsShownInstead() throws {
    let tabs = try excerpt("\tgenres:\t\u{1B}x", marking: "x")
    #expect(tabs.column == 11)
    #expect(
      tabs.render(width: 80, depth: .none) == """
          1 |     genres:    ␛x
            |                 ^

        """)
  }

  @Test func showsWhatWasTyped() {
    let query = SourceExcerpt(text: "dune autor:herbert", range: 5..<10)
    #expect(
      render(ErrorReport(message: "there are no field \"autor\"", excerpt: query)) == """
        error: there are no field "autor"
            dune autor:herbert
                 ^^^^^

        """)
  }

  @Test func pointsBehindTheEnd() {
    let query = SourceExcerpt(text: "title:", range: 6..<6)
    #expect(query.render(width: 80, depth: .none) == "    title:\n          ^\n")
    let outside = SourceExcerpt(path: "a", source: [], range: 5..<9)
    #expect(outside.place == "a:1:1")
    #expect(outside.render(width: 80, depth: .none) == "  1 | \n    | ^\n")
  }

  @Test func marksOnlyTheFirstOfSeveralLines() {
    let source = Array("a: b\nc: d\n".utf8)
    let excerpt = SourceExcerpt(path: "a", source: source, range: 3..<8)
    #expect(excerpt.render(width: 80, depth: .none) == "  1 | a: b\n    |    ^\n")
  }

  @Test func countsNoColumnForAByteOrderMark() {
    let excerpt = SourceExcerpt(path: "a", source: [0xEF, 0xBB, 0xBF] + Array("ab".utf8), range: 4..<5)
    #expect(excerpt.place == "a:1:2")
    #expect(excerpt.render(width: 80, depth: .none) == "  1 | ab\n    |  ^\n")
  }

  @Test func cutsLongLinesAroundThePlace() throws {
    let long = String(repeating: "word ", count: 50) + "HERE" + String(repeating: " after", count: 50)
    let lines = try excerpt(long, marking: "HERE").render(width: 40, depth: .none).split(separator: "\n")
    #expect(lines == ["  1 | … word word word HERE after after…", "    |                  ^^^^"])
  }

  @Test(arguments: NastyTexts.all)
  func keepsToTheWidth(nasty: NastyText) {
    let text = nasty.text
    let source = Array((text + "MARK" + text).utf8)
    for offset in [0, text.utf8.count, source.count] {
      for width in [20, 40, 80] {
        let excerpt = SourceExcerpt(path: "a", source: source, range: offset..<min(offset + 4, source.count))
        let lines = excerpt.render(width: width, depth: .none).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
      }
    }
  }

  @Test func obeysNothing() throws {
    let report = ErrorReport(message: "\u{1B}[2J\nx", path: "a\u{7}", hint: "\u{202E}")
    #expect(render(report) == "error: a␇: ␛[2J⏎x\nhint: <U+202E>\n")
  }

  @Test func isColored() {
    let text = render(ErrorReport(message: "x", hint: "y"), depth: .sixteen)
    #expect(text == "\u{1B}[1;31merror:\u{1B}[0m x\n\u{1B}[1;36mhint:\u{1B}[0m y\n")
  }
}
