import Foundation
import ShelfTestSupport
import Testing

/// Runs the transcripts in the README and the manual, and compares the outputs with the pages.
///
/// A transcript is a fenced code block tagged `console`. A line that starts with `$ ` is a command, and it continues on
/// the lines directly below that start with `> `. Everything up to the next command is its output, including errors.
/// All commands of a page run in one shell, in a folder with a copy of `sample-library`. Their output goes to a
/// pseudo-terminal with 100 columns, without colors or a pager, at a fixed time; their standard input is empty.
///
/// A line `...` in a transcript matches any number of lines. UUIDs and words of 7 to 9 or 40 hexadecimal digits match
/// one another, because ids and commits differ in every run. The home folder appears as `~`.
///
/// A page is skipped if its first line names a program that is not installed; CI installs all of them.
///
/// With `SHELF_UPDATE_TOUR=1`, the outputs are written to the pages instead of being compared.
@Suite struct TourTests {
  static let renewal = "SHELF_UPDATE_TOUR=1 scripts/test --filter TourTests"

  @Test(arguments: Project.pages)
  func pageShowsWhatTheProgramPrints(_ path: String) throws {
    let file = Project.root.appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    let page = Page(text: text)
    guard !page.commands.isEmpty, page.programs.allSatisfy({ TestMachine.program($0) != nil }) else { return }

    let playground = try Playground()
    defer { playground.remove() }
    let outputs = try playground.run(page.commands.map(\.script))

    if ProcessInfo.processInfo.environment["SHELF_UPDATE_TOUR"] == "1" {
      try page.showing(outputs).write(to: file, atomically: true, encoding: .utf8)
      return
    }
    for (command, output) in zip(page.commands, outputs) where !Output.matches(expected: command.output, actual: output)
    {
      let difference = Difference.describe(expected: command.output, actual: output)
      Issue.record(
        """
        \(path):\(command.line): the page is out of date
        $ \(command.script)
        \(difference)
        To renew the page: \(Self.renewal)
        """)
    }
  }
}
