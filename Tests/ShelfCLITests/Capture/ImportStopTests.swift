import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfCLI

/// Ctrl-C stops an import that is waiting, in a real terminal, and leaves the library unchanged.
@Suite(.enabled(if: Screen.isThere, "tmux is not installed"))
struct ImportStopTests {
  private let library: TestLibrary
  private let screen: Screen
  private let before: [String: String]

  init() throws {
    library = try TestLibrary()
    library["export.csv"] = "Book Id,Title,Author,My Rating\n1,Gardens,Anna Smith,4\n"
    before = try library.tree()
    screen = try Screen(in: library.root, columns: 80, rows: 16)
    try screen.waits(for: "$")
  }

  /// Presses Ctrl-C, waits for the prompt, and checks that the import did not change the library.
  ///
  /// - Parameter isWaiting: whether the import waits without output, so that only the list of running processes shows
  /// that it has started.
  private func expectStop(ofWaiting isWaiting: Bool = false) throws {
    let deadline = Date(timeIntervalSinceNow: 60)
    while isWaiting, try screen.programs().isEmpty, Date() < deadline { usleep(20_000) }
    // Gives the import time to parse its arguments and start to wait. An earlier signal would also stop it.
    if isWaiting { usleep(300_000) }
    try screen.press("C-c")
    try screen.waitsForPrompt()
    try screen.type("clear; shelf list gardens; echo done as $?\n")
    try screen.waits(for: "done as")
    #expect(try !screen.text().contains("Anna Smith"))
    #expect(try library.tree() == before)
  }

  @Test func forStandardInput() throws {
    try screen.type("shelf import goodreads -\n")
    try expectStop(ofWaiting: true)
  }

  @Test func forAnotherProgramThatHasTheLibrary() throws {
    try FileManager.default.createDirectory(
      atPath: library.absolute(".shelf"), withIntermediateDirectories: true)
    let lock = open(library.absolute(".shelf/lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
    defer { close(lock) }
    try screen.type("shelf import goodreads export.csv --yes\n")
    try expectStop(ofWaiting: true)
  }
}
