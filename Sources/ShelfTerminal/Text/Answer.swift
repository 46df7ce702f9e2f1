import ShelfText

/// A question that is answered with a line of text.
package struct Answer: Widget {
  private let question: String
  /// The text shown while nothing has been typed.
  private let hint: String
  /// Returns the reason why an answer is invalid, or nil if it is valid.
  private let check: (String) -> String?
  private var editor = LineEditor()
  private var complaint: String?

  /// - Parameter complaint: the reason why an earlier answer was invalid.
  package init(
    _ question: String, hint: String = "", complaint: String? = nil,
    check: @escaping (String) -> String? = { _ in nil }
  ) {
    (self.question, self.hint, self.complaint, self.check) = (question, hint, complaint, check)
  }

  package var typing: Typing? { .line }

  package mutating func take(_ key: Key) -> Reaction<String> {
    switch key {
    case .enter:
      let text = editor.text.trimmed
      complaint = check(text)
      return complaint == nil ? .done(text) : .taken
    case .escape, .control("c"), .control("g"): return .cancelled
    default:
      guard editor.take(key) else { return .ignored }
      complaint = nil
      return .taken
    }
  }

  package func view(_ space: Space) -> View {
    var lines = WordWrap.lines(VisibleText.line(question), width: max(8, space.columns)).map {
      StyledText($0, Ink.title)
    }
    let layout = TextLayout(editor.characters, width: max(2, space.columns - 2))
    let place = layout.place(of: editor.cursor, in: editor.characters)
    let row = lines.count
    for index in layout.rows.indices {
      lines.append(
        StyledText(index == 0 ? "› " : "  ", Ink.focus) + StyledText(layout.text(index, of: editor.characters)))
    }
    if editor.text.isEmpty { lines[row].append(hint, Ink.hint) }
    if let complaint { lines += WordWrap.lines(complaint, width: space.columns).map { StyledText($0, Ink.complaint) } }
    return View(
      lines.map { $0.truncated(to: space.columns) },
      cursor: View.Place(row: row + place.row, column: 2 + place.column))
  }
}
