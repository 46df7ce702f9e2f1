import Foundation
import ShelfTestSupport
import Testing

@testable import ShelfBrowser
@testable import ShelfCLI
@testable import ShelfForms
@testable import ShelfModel
@testable import ShelfTerminal

/// Feeds the browser a long sequence of random keys, mouse events and terminal sizes.
///
/// The sequence is generated from a seed, which every failure prints and which can be set with `SHELF_SEED`. Some
/// requests are delayed while more keys arrive, as with a slow disk. The screen is rendered after each message. At the
/// end, doctor must find no more errors than before, and undoing every change must restore the files byte for byte.
/// `SHELF_FULL=1` presses 20,000 keys instead of 1,200.
struct BrowserRandomTests {
  @Test func anyKeysLeaveASoundLibrary() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["SHELF_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
    var generator = SeededGenerator(seed: seed)
    let library = try TestLibrary()
    library["shelf.yaml"]? += "undo: {entries: 100000, megabytes: 1000}\n"
    let before = try library.tree()
    let errors = try count(library)
    let session = try BrowserSession(library, columns: 100, rows: 24)
    // Excludes the actions that start an editor or a command, contact a remote, or quit.
    let names = Action.allCases.filter { ![.edit, .command, .sync, .quit].contains($0) }.flatMap(\.keys)
    let keys = names.compactMap { KeyName.key($0) }
    var pressed: [String] = []
    for _ in 0..<(environment["SHELF_FULL"] == "1" ? 20_000 : 1200) {
      let message: BrowserMessage
      switch Int.random(in: 0..<20, using: &generator) {
      case 0: message = .key(.text(["x", "é", "三", "\"", "(", "#", "y"].randomElement(using: &generator)!))
      case 1:
        message = .resized(
          Space(columns: .random(in: 10...140, using: &generator), rows: .random(in: 3...50, using: &generator)))
      case 2:
        let action: Mouse.Action = [.press, .press, .drag, .release, .wheelUp, .wheelDown].randomElement(
          using: &generator)!
        message = .key(
          .mouse(
            Mouse(action, row: .random(in: 0..<24, using: &generator), column: .random(in: 0..<100, using: &generator))
          ))
      case 3: message = .key(.enter)
      case 4: message = .key([.control("s"), .control("u"), .delete, .altEnter].randomElement(using: &generator)!)
      default: message = .key(keys.randomElement(using: &generator)!)
      }
      pressed.append("\(message)")
      session.take(message)
      // Sometimes a change is slow, and the next keys are pressed before it is complete.
      if Int.random(in: 0..<30, using: &generator) == 0 { session.isSlow.toggle() }
      if !session.begun.isEmpty, Int.random(in: 0..<4, using: &generator) == 0 { session.finish() }
      if Int.random(in: 0..<50, using: &generator) == 0 { session.take(.tick) }
      let screen = BrowserView.screen(session.browser)
      if let cursor = screen.cursor { #expect(cursor.row < screen.rows, "seed \(seed)") }
    }
    session.isSlow = false
    while !session.begun.isEmpty { session.finish() }
    #expect(!session.browser.isWaiting, "seed \(seed)")
    let said = try library.run("doctor")
    #expect(try count(library) <= errors, "seed \(seed)\n\(said)")
    var steps = 0
    while try library.run("undo", ["--yes"]).contains("Undid"), steps < 5000 { steps += 1 }
    let after = try library.tree().filter { $0.value.contains("Regular") }
    #expect(after == before.filter { $0.value.contains("Regular") }, "seed \(seed), \(steps) steps")
  }

  /// Returns the number of errors that doctor finds.
  private func count(_ library: TestLibrary) throws -> Int {
    try library.run("doctor", ["--format", "json"]).components(separatedBy: "\"severity\": \"error\"").count
  }
}
