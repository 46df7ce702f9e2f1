/// A field for a date, which can be typed, or changed one day at a time, starting with today.
package struct DateField: Widget {
  private var editor: LineEditor
  /// Whether the user has typed the text. If so, the shortcuts for today and yesterday must not replace it.
  private var isTyped = false
  private let today: String
  private let step: (String, Int) -> String?

  /// - Parameters:
  ///   - today: the current date as text.
  ///   - step: returns the date this many days later, or nil if the text is not a complete date.
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
    case .text("t") where mayBeSet: editor.set(today)
    case .text("y") where mayBeSet: editor.set(step(today, -1) ?? today)
    case .text("+"), .text("="): move(1)
    case .text("-") where editor.text.isEmpty || step(editor.text, 0) != nil: move(-1)
    default:
      let old = editor.text
      guard editor.take(key) else { return .ignored }
      if editor.text != old { isTyped = true }
    }
    return .taken
  }

  package func view(_ space: Space) -> View {
    var line = StyledText(editor.text)
    let hints: [KeyHints.Hint] =
      editor.text.isEmpty
      ? [.usual("t today"), .more("y yesterday"), .least("or 2024-05-31, 2024-05, 2024")]
      : [.usual("− + a day")] + (mayBeSet ? [.more("t today")] : [])
    let gap = editor.text.isEmpty ? "" : "   "
    line.append(gap + KeyHints(hints).line(space.columns - line.width - gap.count), Ink.hint)
    return View([line.truncated(to: space.columns)], cursor: View.Place(row: 0, column: editor.cursor))
  }

  /// Whether a shortcut may replace the text, which must be empty or not typed by the user.
  private var mayBeSet: Bool { !isTyped || editor.text.isEmpty }

  private mutating func move(_ days: Int) {
    // In an empty field, the first step sets today's date. Further steps start from that date.
    editor.set(editor.text.isEmpty ? today : step(editor.text, days) ?? editor.text)
  }
}
