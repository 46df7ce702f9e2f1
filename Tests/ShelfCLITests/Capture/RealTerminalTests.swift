import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests the form in a real terminal (tmux): the contents of the screen, and the state of the terminal afterwards.
@Suite(.enabled(if: Screen.isThere, "tmux is not installed"))
struct RealTerminalTests {
  private let library: TestLibrary
  private let screen: Screen

  init() throws {
    library = try TestLibrary()
    screen = try Screen(in: library.root, columns: 60, rows: 16)
    // Starts a shell with a known prompt and records the state of the terminal.
    try screen.waits(for: "$")
    try screen.type("stty -a | sed 1d >before; clear\n")
    // Keys typed before the prompt appears would be echoed at an unpredictable position.
    while (library["before"] ?? "").isEmpty { usleep(20_000) }
    try screen.waitsForPrompt()
  }

  /// Checks that the shell has control of the terminal again, in its original state.
  private func expectSoundTerminal() throws {
    try screen.waitsForPrompt()
    try screen.type("stty -a | sed 1d | cmp - before && echo as it was\n")
    try screen.waits(for: "\nas it was")
  }

  @Test func theFormIsShownAndLeavesNoTrace() throws {
    try screen.type("shelf book add\n")
    try screen.waits(for: "Ctrl-S save")
    try screen.type("三体 II")
    try screen.waits(for: "三体 II")
    #expect(
      try screen.text() == """
        $ shelf book add
        New book
        ▸ Title           三体 II
          Author
          Status          on shelf
          Rating
          Genres
          Save
          More fields…
        Enter next · Ctrl-S save · Esc leave · Ctrl-R look it up
        """)
    #expect(try screen.cursor() == "25 2")
    try screen.press("Escape", "Escape")
    try screen.waits(for: "$ shelf book add\n$")
    #expect(try screen.text() == "$ shelf book add\n$")
    try expectSoundTerminal()
  }

  @Test func aNarrowerWindowIsPaintedAnew() throws {
    try screen.type("shelf book add\n")
    try screen.waits(for: "Ctrl-S save")
    try screen.type("A title that is long enough to be wrapped")
    try screen.waits(for: "wrapped")
    try screen.resize(columns: 40, rows: 16)
    try screen.waits(for: "▸ Title           A title that is long")
    #expect(try screen.text().components(separatedBy: "▸ Title").count == 2)
    #expect(try screen.text().contains("\n                  enough to be wrapped\n"))
    try screen.press("C-c")
    try screen.waitsForPrompt()
    #expect(try !screen.text().contains("New book"))
    try expectSoundTerminal()
  }

  @Test(arguments: ["TERM", "INT", "HUP"])
  func signalsLeaveTheTerminalAsItWas(_ signal: String) throws {
    try screen.type("shelf book add\n")
    try screen.waits(for: "Ctrl-S save")
    try screen.type("Dune")
    try screen.waits(for: "Dune")
    try screen.signal(signal)
    try expectSoundTerminal()
  }

  /// Text typed into a form is saved to disk within a fraction of a second, and the next form for the same kind of
  /// record offers it.
  @Test(arguments: ["KILL", "SEGV", "TERM", "USR1"])
  func aFormOutlivesTheProgram(_ signal: String) throws {
    try screen.type("shelf quote add\n")
    try screen.waits(for: "Ctrl-S save")
    try screen.type("A long thought")
    try screen.waits(for: "A long thought")
    let folder = library.absolute(".shelf/drafts")
    /// Returns whether the text itself is on disk, and not just its folder.
    func isKept() -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.contains { name in
        let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        return text?.contains("A long thought") ?? false
      }
    }
    if signal != "TERM" { wait { isKept() } }
    try screen.signal(signal)
    if signal == "TERM" { try screen.waits(for: "offers it again") }
    if signal == "KILL" { try screen.type("\nstty sane; tput reset\n") } else { try expectSoundTerminal() }
    try screen.type("clear; shelf book add\n")
    try screen.waits(for: "Ctrl-S save")
    try screen.press("Escape")
    try screen.waitsForPrompt()
    try screen.type("clear; shelf quote add\n")
    try screen.waits(for: "There is an unsaved quote")
    try screen.type("\n")
    try screen.waits(for: "▸ Text")
    try screen.waits(for: "A long thought")
    try screen.press("C-s")
    try screen.waits(for: "Added quote")
    wait { !FileManager.default.fileExists(atPath: folder) }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  /// Waits until a condition is true, for at most a minute.
  private func wait(until isSo: () -> Bool) {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !isSo(), Date() < deadline { usleep(20_000) }
  }

  /// Text pasted into a terminal without bracketed paste is treated as a single paste, even if it is long.
  ///
  /// If a signal arrives in the middle of it, no text that has arrived is lost.
  @Test func aPasteWithoutMarksIsTakenAsAWhole() throws {
    let text = String(repeating: "The spice must flow, whatever. ", count: 330)
    try screen.type("shelf quote add\n")
    try screen.waits(for: "Ctrl-S save")
    try screen.type(text + "the end")
    try screen.waits(for: "The spice")
    try screen.signal("TERM")
    try screen.waits(for: "saved in")
    try screen.waitsForPrompt()
    let folder = library.absolute(".shelf/drafts")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    let kept = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    #expect(kept.contains(text + "the end"), "\(kept.count)")
  }

  @Test func itStopsAndGoesOn() throws {
    try screen.type("shelf book add\n")
    try screen.waits(for: "Ctrl-S save")
    try screen.type("Dune")
    try screen.waits(for: "Dune")
    try screen.press("C-z")
    try screen.waits(for: "Stopped")
    try expectSoundTerminal()
    try screen.type("clear; fg\n")
    try screen.waits(for: "▸ Title           Dune")
    #expect(try screen.text().components(separatedBy: "New book").count == 2)
    try screen.press("C-c")
    try expectSoundTerminal()
  }

  /// Ctrl-O opens the user's editor, and the form continues with the edited text.
  @Test func theEditorIsOpened() throws {
    try library.writeProgram("editor", "#!/bin/sh\nprintf 'One.\\nTwo.\\n' >\"$1\"\n")
    try screen.type("VISUAL=./editor shelf quote add\n")
    try screen.waits(for: "Enter new line")
    try screen.press("C-o")
    try screen.waits(for: "Two.")
    try screen.press("C-s")
    try screen.waits(for: "Added quote")
    #expect(library["quotes/emma-b0000003"] == nil)
    #expect(try library.paths().contains { library[$0]?.contains("text: |-\n  One.\n  Two.\n") == true })
    #expect(try !library.paths().contains { $0.contains("drafts") })
    try expectSoundTerminal()
  }
}
