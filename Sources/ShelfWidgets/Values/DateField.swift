import ShelfTerminal

/// A day: typed, or reached from today by single days.
package struct DateField: Widget {
  private var editor: LineEditor
  private let today: String
  private let step: (String, Int) -> String?

  /// - Parameters:
  ///   - today: how today is written.
  ///   - step: returns the day that is some days after another; nil if what is written there is not a day.
  package init(_ text: String = "", today: String, step: @escaping (String, Int) -> String?) {
    editor = LineEditor(text)
    self.today = today
    self.step = step
  }

  package var text: String { editor.text }

  package mutating func take(_ key: Key) -> Reaction<String> {
    switch key {
    case .enter: return .done(editor.text)
    case .escape, .control("c"), .control("g"): return .cancelled
    case .text("t"): editor.set(today)
    case .text("y"): editor.set(step(today, -1) ?? today)
    case .text("+"), .text("="): move(1)
    case .text("-") where editor.text.isEmpty || step(editor.text, 0) != nil: move(-1)
    default: return editor.take(key) ? .taken : .ignored
    }
    return .taken
  }

  package func view(_ space: Space) -> View {
    var line = StyledText(editor.text)
    line.append(
      editor.text.isEmpty ? "t today · y yesterday · or 2024-05-31, 2024-05, 2024" : "   − + a day", Ink.hint)
    return View([line.truncated(to: space.columns)], cursor: View.Place(row: 0, column: editor.cursor))
  }

  private mutating func move(_ days: Int) {
    // The first press is today, from where one goes on.
    editor.set(editor.text.isEmpty ? today : step(editor.text, days) ?? editor.text)
  }
}
