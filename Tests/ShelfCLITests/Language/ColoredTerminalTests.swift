import ShelfTestSupport
import Testing

@testable import ShelfCLI
@testable import ShelfModel

/// Tests that, on a terminal with colors, shelf's own escape sequences take effect instead of being printed as text.
struct ColoredTerminalTests {
  /// The lines to run: all commands, except those that take over the terminal, talk to another program, or run a
  /// program that the user chose.
  private static let lines = HostileFolderTests.lines.filter { line in
    !["lsp", "browse", "edit", "merge-driver", "completions", "complete", "publish"].contains { line.contains($0) }
  }

  @Test(arguments: lines) func noCodeIsShown(_ line: [String]) throws {
    let library = try TestLibrary(
      SmallLibrary.files.merging([
        "shelf.yaml": "format: 1\ngoal: {2026: 20}\nqueue:\n  - b0000002-0000-4000-8000-000000000000\n"
      ]) {
        $1
      })
    library.useGit()
    try library.git("init", "--quiet")
    try library.commit("Begin")
    // With this terminal type, prompts are plain lines, so the end of the input ends them.
    library.environment["TERM"] = "dumb"
    library.environment["XDG_CONFIG_HOME"] = library.absolute("config")
    let screen = try library.runOnTerminal("--color always", line)
    #expect(!screen.contains("\u{241B}"), "\(screen)")
  }

  @Test func theGoalHasABar() throws {
    let library = try TestLibrary(["shelf.yaml": "format: 1\ngoal: {2026: 20}\n"])
    let screen = try library.runOnTerminal("--color always goal")
    #expect(
      screen.contains("\u{1B}[") && screen.contains("─") && screen.contains("0 of 20 books, 17 behind"), "\(screen)")
  }
}
