import ShelfTestSupport
import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfForms
@testable import ShelfModel

/// Every action has a key, and every key either performs its action or explains why it cannot.
struct BrowserKeyTests {
  /// The keys that bring the browser into a state where an action has an effect. Actions that have an effect in the
  /// initial state are left out.
  private static let before: [Action: [String]] = [
    .up: ["down"], .pageUp: ["end"], .halfPageUp: ["end"], .nextMatch: ["/", "d", "u", "enter"],
    .previousMatch: ["/", "d", "u", "enter"], .top: ["end"], .right: ["left"], .back: ["right"], .clear: ["space"],
    .close: ["left"] + Array(repeating: "down", count: 9) + ["right", "right"], .undo: ["2"], .redo: ["2", "u"],
    .saveFilter: ["f", "down", "enter", "esc"], .rate5: ["2"],
  ]

  /// Returns everything that an action can change: the screen without the note on the bottom line, the files, the
  /// requested commands, and whether the browser has quit.
  private func state(_ session: BrowserSession) throws -> [String] {
    let files = try session.library.paths().filter { !$0.hasPrefix(".shelf/") }
    var silent = session.browser
    silent.note = nil
    let screen = BrowserView.screen(silent)
    return [
      screen.plain, "\(screen.hashValue)", "\(session.commands)", "\(session.hasQuit)",
      files.map { session.library[$0] ?? "" }.joined(),
    ]
  }

  @Test(arguments: Action.allCases)
  func everyActionDoesSomething(_ action: Action) throws {
    let library = try TestLibrary()
    library[SmallLibrary.emma]?.replace("rating: 3", with: "rating: 9")
    if action == .history {
      library.useGit()
      try library.git("init", "--quiet")
      try library.commit("Start")
    }
    let session = try BrowserSession(library, columns: 110, rows: 30)
    try session.examine()
    for key in BrowserKeyTests.before[action, default: []] { session.press(key) }
    let before = try state(session)
    let key = try #require(action.keys.first)
    session.press(key)
    if action == .lookUp { return #expect(session.bottom.contains("has no ISBN to look up")) }
    // Redrawing does not change the screen.
    if action == .redraw { return #expect(session.redraws == 1) }
    let isOther = try state(session) != before
    #expect(isOther, "\(action)")
  }

  @Test func everyKeyHasOneMeaning() {
    let names = Action.allCases.flatMap(\.keys)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { KeyName.key($0) != nil })
  }

  /// Only the visible part of a title is processed, regardless of its length.
  @Test func anEndlessTitleCostsLittle() throws {
    let library = try TestLibrary()
    library["books/long-b0000009.yaml"] =
      "id: b0000009-0000-4000-8000-000000000000\ntitle: \(String(repeating: "An endless title ", count: 60_000))\n"
    let session = try BrowserSession(library, columns: 110, rows: 30)
    for _ in 0..<5 where session.browser.list.current?.title.hasPrefix("An endless") != true { session.press("down") }
    let time = ProcessorTime()
    for _ in 0..<3 { session.press("down", "up") }
    let screen = session.screen
    #expect(time.seconds < 20)
    #expect(screen.contains("An endless title An endless"), "\(screen.prefix(4000))")
  }
}
