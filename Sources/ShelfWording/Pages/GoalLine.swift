import ShelfQuery
import ShelfTerminal

/// A line about the progress toward the reading goal of a year.
package struct GoalLine {
  private let done: Int
  private let goal: Int
  private let expected: Int
  private let terminal: Terminal

  /// - Parameter row: a row of the statistics section about goals.
  package init(_ row: Statistics.Row, terminal: Terminal) {
    done = row.count
    goal = row[.goal] ?? 0
    expected = row[.expected] ?? 0
    self.terminal = terminal
  }

  /// The bar followed by words: `━━━━────  12 of 40 books, 23 behind`.
  package var text: StyledText {
    let width = max(4, min(GoalLine.widest, terminal.width - 40))
    let filled = goal == 0 ? 0 : min(width, done * width / goal)
    return StyledText(String(repeating: "━", count: filled), .color(done >= expected ? .green : .yellow))
      + StyledText(String(repeating: "─", count: width - filled), .dim) + StyledText("  " + words)
  }

  /// The line without the bar.
  package var words: String {
    let state =
      if done >= goal {
        done == goal ? "reached" : "\(done - goal) over"
      } else if expected == goal {
        "\(goal - done) short"
      } else if done < expected {
        "\(expected - done) behind"
      } else if done > expected {
        "\(done - expected) ahead"
      } else { expected == 0 ? "" : "on schedule" }
    return "\(Wording.number(done)) of \(Wording.count(goal, "book"))" + (state.isEmpty ? "" : ", " + state)
  }

  /// The maximum width of the bar, in terminal cells.
  private static let widest = 24
}
