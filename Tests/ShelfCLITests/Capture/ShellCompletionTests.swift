import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Tests completion in actual shells, each in a real terminal.
@Suite(.enabled(if: Screen.isThere, "tmux is not installed"))
struct ShellCompletionTests {
  /// A shell. Only installed shells are tested.
  enum Shell: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case bash, zsh, fish

    var testDescription: String { rawValue }

    /// The command that starts the shell without the user's settings.
    var command: [String] {
      switch self {
      case .bash: ["bash", "--norc", "--noprofile"]
      case .zsh: ["zsh", "-f"]
      case .fish: ["fish", "--no-config"]
      }
    }

    /// The line that loads the completions into the shell.
    var preparation: String {
      switch self {
      case .bash: "source <(shelf completions bash); clear; echo ready\n"
      case .zsh: "autoload -Uz compinit; compinit -u -D; source <(shelf completions zsh); clear; echo ready\n"
      case .fish: "function fish_prompt; printf '$ '; end; shelf completions fish | source; clear; echo ready\n"
      }
    }

    static var installed: [Shell] { allCases.filter { TestMachine.program($0.rawValue) != nil } }
  }

  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
    library["genres/fantasy.yaml"] = "id: e0000009-0000-4000-8000-000000000000\nname: fantasy\n"
    library["tags/winter.yaml"] = "id: a0000009-0000-4000-8000-000000000000\nname: winter reading\n"
    library["issues/snow.yaml"] =
      "id: f0000009-0000-4000-8000-000000000000\ntitle: Snow\ntags: [a0000009-0000-4000-8000-000000000000]\n"
  }

  private func start(_ shell: Shell) throws -> Screen {
    let screen = try Screen(in: library.root, columns: 100, rows: 30, shell: shell.command)
    try screen.waits(for: shell == .fish ? "@" : "$")
    try screen.type(shell.preparation)
    // Keys typed before the prompt appears would be echoed at an unpredictable position.
    try screen.waits(for: "\nready\n")
    // The first completion makes the shell load its functions.
    try screen.type("shelf comple")
    try screen.press("Tab")
    try screen.waits(for: "\n$ shelf completions")
    try screen.press("C-u")
    return screen
  }

  /// Types a line, presses Tab, and waits for the expected result.
  private func complete(_ line: String, until expected: String, _ screen: Screen) throws {
    try screen.press("C-u")
    try screen.type(line)
    try screen.press("Tab")
    try screen.waits(for: expected)
  }

  @Test(arguments: Shell.installed)
  func completesTitles(_ shell: Shell) throws {
    let screen = try start(shell)
    // fish replaces the typed quotation mark, and escapes the spaces in the title with backslashes instead.
    func quoted(_ mark: String) -> String { shell == .fish ? "Dune\\ Messiah" : "\(mark)Dune Messiah\(mark)" }
    try complete("shelf book show emm", until: "$ shelf book show Emma", screen)
    try complete("shelf book show --format json emm", until: "--format json Emma", screen)
    try complete("shelf --library \(library.root) book show emm", until: "book show Emma", screen)
    try complete("shelf log emm", until: "$ shelf log Emma", screen)
    try complete("shelf doctor emm", until: "$ shelf doctor Emma", screen)
    try complete("shelf book set -m message emm", until: "-m message Emma", screen)
    try complete("shelf book show 'dune m", until: "$ shelf book show \(quoted("'"))", screen)
    try complete("shelf book show \"dune m", until: "$ shelf book show \(quoted("\""))", screen)
    try complete("shelf book show dune\\ m", until: "$ shelf book show Dune\\ Messiah", screen)
  }

  /// If the candidates share no prefix that is longer than the typed text, the shell keeps that text and lists all
  /// candidates.
  @Test(arguments: Shell.installed)
  func nothingIsDeleted(_ shell: Shell) throws {
    let screen = try start(shell)
    try screen.type("shelf book add X --genre f")
    try screen.press("Tab")
    if shell == .bash { try screen.press("Tab") }
    try screen.waits(for: "fantasy")
    let text = try screen.text()
    #expect(text.contains("$ shelf book add X --genre f"))
    // fish lists only candidates that match the case of the typed text.
    if shell != .fish { #expect(text.contains("Fiction")) }
  }

  /// Descriptions next to the candidates distinguish them.
  @Test(arguments: Shell.installed)
  func candidatesAreDescribed(_ shell: Shell) throws {
    let screen = try start(shell)
    try screen.type("shelf book show du")
    // bash lists the candidates only if Tab has nothing left to insert.
    try screen.press("Tab")
    try screen.waits(for: "Dune")
    try screen.press("Tab", "Tab")
    try screen.waits(for: "Frank Herbert")
  }

  /// A completed tag is a query that finds the records with the tag.
  @Test(arguments: Shell.installed)
  func tagsFindSomething(_ shell: Shell) throws {
    let screen = try start(shell)
    // In fish, a number sign starts a comment.
    try screen.type("shelf issue list --columns title \(shell == .fish ? "'#wi" : "#wi")")
    try screen.press("Tab")
    try screen.waits(for: "winter")
    try screen.press("Enter")
    try screen.waits(for: "Snow")
  }

  @Test(arguments: Shell.installed)
  func optionsAreOptions(_ shell: Shell) throws {
    let screen = try start(shell)
    try screen.type("shelf init --")
    try screen.press("Tab", "Tab")
    try screen.waits(for: "--sample")
    #expect(try !screen.text().contains("\n`"))
  }
}
