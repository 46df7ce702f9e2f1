import ShelfText

/// A field for a secret, which shows a bullet for each character.
package struct SecretField: Widget {
  private let question: String
  private var line = LineEditor()

  package init(_ question: String) { self.question = question }

  package mutating func take(_ key: Key) -> Reaction<String> {
    switch key {
    case .enter: return line.text.isEmpty ? .taken : .done(line.text)
    case .escape, .control("c"), .control("g"): return .cancelled
    case .control("d") where line.text.isEmpty: return .cancelled
    default: return line.take(key) ? .taken : .ignored
    }
  }

  package func view(_ space: Space) -> View {
    var text = StyledText(DisplayWidth.truncate(question, to: max(8, space.columns / 2)), Ink.title)
    let room = max(1, space.columns - text.width - 2)
    text.append(" " + String(repeating: "•", count: min(line.characters.count, room)), Ink.hint)
    return View([text], cursor: View.Place(row: 0, column: min(text.width, space.columns - 1)))
  }
}
