import ShelfTerminal
import ShelfText

/// A question that is answered with yes or no.
package struct Confirm: Widget {
  private let question: String
  private let standard: Bool

  /// - Parameter standard: what Enter alone means.
  package init(_ question: String, default standard: Bool = false) {
    self.question = question
    self.standard = standard
  }

  package mutating func take(_ key: Key) -> Reaction<Bool> {
    switch key {
    case .text("y"), .text("Y"): .done(true)
    case .text("n"), .text("N"): .done(false)
    case .enter: .done(standard)
    case .escape, .control("c"), .control("d"), .control("g"): .cancelled
    default: .ignored
    }
  }

  package func view(_ space: Space) -> View {
    var lines = WordWrap.lines(VisibleText.line(question), width: max(8, space.columns - 8)).map {
      StyledText($0, Ink.title)
    }
    let last = lines.count - 1
    lines[last].append(standard ? " [Y/n] " : " [y/N] ", Ink.hint)
    return View(lines, cursor: View.Place(row: last, column: min(lines[last].width, space.columns - 1)))
  }
}
