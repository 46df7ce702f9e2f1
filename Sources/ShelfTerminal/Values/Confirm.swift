import ShelfText

/// A yes-or-no question, answered with a word and Enter.
package struct Confirm: Widget {
  private let question: String
  private let standard: Bool
  private var editor = LineEditor()
  private var complaint: String?

  /// - Parameter standard: the answer if the user presses Enter without typing anything.
  package init(_ question: String, default standard: Bool = false) {
    self.question = question
    self.standard = standard
  }

  package var typing: Typing? { .line }

  package mutating func take(_ key: Key) -> Reaction<Bool> {
    switch key {
    case .enter:
      if let answer = YesOrNo(editor.text.trimmed, default: standard) { return .done(answer.isYes) }
      editor.set("")
      complaint = YesOrNo.complaint
      return .taken
    case .escape, .control("c"), .control("g"): return .cancelled
    case .control("d") where editor.text.isEmpty: return .cancelled
    default:
      guard editor.take(key) else { return .ignored }
      complaint = nil
      return .taken
    }
  }

  package func view(_ space: Space) -> View {
    var lines = WordWrap.lines(VisibleText.line(question), width: max(8, space.columns - 8)).map {
      StyledText($0, Ink.title)
    }
    let last = lines.count - 1
    lines[last].append(standard ? " [Y/n] " : " [y/N] ", Ink.hint)
    let start = lines[last].width
    let layout = TextLayout(editor.characters, width: max(2, space.columns - start))
    let place = layout.place(of: editor.cursor, in: editor.characters)
    for index in layout.rows.indices {
      let text = StyledText(layout.text(index, of: editor.characters))
      if index == 0 { lines[last].append(text) } else { lines.append(text.indented(by: start)) }
    }
    if let complaint { lines.append(StyledText(complaint, Ink.complaint)) }
    return View(
      lines.map { $0.truncated(to: space.columns) },
      cursor: View.Place(row: last + place.row, column: min(start + place.column, space.columns - 1)))
  }
}
