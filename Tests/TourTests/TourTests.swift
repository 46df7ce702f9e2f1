import Foundation
import ShelfTestSupport
import Testing

/// Runs the transcripts of the README and the manual: what a page shows is what the program prints.
///
/// A transcript is a fenced block tagged `console`. In it, a line that starts with `$ ` is a command, lines right
/// after it that start with `> ` continue it, and what follows up to the next command is its output, errors included.
/// All commands of a page run in one shell, in a folder that holds a copy of `sample-library`; their output goes to a
/// pseudo-terminal of 100 columns, without colours or a pager, at a fixed time. Standard input is empty.
///
/// A line `...` in a transcript stands for any lines. Words of 7, 8 or 40 hexadecimal digits and UUIDs match any
/// others, because ids and commits are new in each run, and the home folder shows as `~`.
///
/// A page whose first line names programs that this machine lacks is left out; CI installs them.
///
/// `SHELF_UPDATE_TOUR=1` writes what the program prints into the pages instead of comparing.
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
