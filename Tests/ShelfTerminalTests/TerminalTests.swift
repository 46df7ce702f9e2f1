import ShelfTestSupport
import Testing

@testable import ShelfTerminal

struct TerminalTests {
  @Test func prefersTheTerminalsOwnSize() {
    let size = Terminal.Size(columns: 132, rows: 50)
    let variables = ["COLUMNS": "60", "LINES": "20"]
    let measured = Terminal(isTerminal: true, size: size, environment: variables)
    #expect((measured.width, measured.height) == (132, 50))
    let told = Terminal(isTerminal: true, size: Terminal.Size(columns: 0, rows: 0), environment: variables)
    #expect((told.width, told.height) == (60, 20))
    for wrong in ["", "0", "-3", "wide"] {
      #expect(Terminal(isTerminal: true, environment: ["COLUMNS": wrong]).width == 80)
    }
  }

  @Test func fitsOnlyWhatSomebodyWatches() {
    #expect(Terminal(isTerminal: true).fittingWidth == 80)
    #expect(Terminal(isTerminal: false, environment: ["COLUMNS": "60"]).fittingWidth == nil)
  }

  @Test(arguments: [
    (ColorChoice.auto, true, ["TERM": "xterm"], ColorDepth.sixteen),
    (.auto, true, ["TERM": "xterm-256color"], .palette),
    (.auto, true, ["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
    (.auto, true, ["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
    (.auto, true, ["TERM": "dumb", "COLORTERM": "truecolor"], .none),
    (.auto, true, [:], .none),
    (.auto, false, ["TERM": "xterm"], .none),
    (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], .none),
    (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], .sixteen),
    (.auto, false, ["TERM": "xterm", "CLICOLOR_FORCE": "1"], .sixteen),
    (.auto, false, ["TERM": "xterm", "CLICOLOR_FORCE": "0"], .none),
    (.auto, false, ["TERM": "xterm", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"], .none),
    (.auto, false, ["TERM": "xterm", "FORCE_COLOR": "1"], .sixteen),
    (.auto, false, ["FORCE_COLOR": "yes"], .sixteen),
    (.auto, false, ["TERM": "xterm", "FORCE_COLOR": "2"], .palette),
    (.auto, false, ["TERM": "xterm", "FORCE_COLOR": "3"], .trueColor),
    (.auto, true, ["TERM": "xterm", "FORCE_COLOR": "0"], .none),
    (.auto, false, ["TERM": "xterm", "FORCE_COLOR": ""], .none),
    (.auto, false, ["TERM": "xterm", "FORCE_COLOR": "1", "NO_COLOR": "1"], .none),
    (.never, true, ["TERM": "xterm", "FORCE_COLOR": "3"], .none),
    (.always, false, ["TERM": "xterm-256color", "NO_COLOR": "1"], .palette),
    (.always, false, [:], .sixteen),
    (.never, true, ["TERM": "xterm", "CLICOLOR_FORCE": "1"], .none),
  ])
  func decidesOnColor(choice: ColorChoice, isTerminal: Bool, environment: [String: String], expected: ColorDepth) {
    #expect(Terminal(isTerminal: isTerminal, environment: environment, color: choice).depth == expected)
  }

  /// A pipe never gets links, even if it gets colors.
  @Test func linksOnlyOnATerminal() {
    #expect(Terminal(isTerminal: true, environment: ["TERM": "xterm"]).hasLinks)
    #expect(!Terminal(isTerminal: false, environment: ["TERM": "xterm", "FORCE_COLOR": "3"]).hasLinks)
    #expect(!Terminal(isTerminal: true, environment: ["TERM": "xterm"], color: .never).hasLinks)
    for name in ["", "dumb", "linux"] { #expect(!Terminal(isTerminal: true, environment: ["TERM": name]).hasLinks) }
  }

  @Test func asksTheTerminalForItsSize() throws {
    let terminal = try PseudoTerminal(columns: 93, rows: 31)
    let current = Terminal.current(descriptor: terminal.end, environment: ["TERM": "xterm", "COLUMNS": "20"])
    #expect(current.isTerminal)
    #expect((current.width, current.height) == (93, 31))
    #expect(current.depth == .sixteen)
    let pipe = try SystemPipe()
    #expect(!Terminal.current(descriptor: pipe.writing, environment: ["TERM": "xterm"]).isTerminal)
  }
}
