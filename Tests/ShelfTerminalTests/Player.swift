@testable import ShelfTerminal

/// A wrapper around a widget. Tests use it to press keys and inspect the view.
@dynamicMemberLookup
final class Player<W: Widget> {
  private var widget: W

  init(_ widget: W) { self.widget = widget }

  subscript<Value>(dynamicMember path: KeyPath<W, Value>) -> Value { widget[keyPath: path] }

  /// Presses keys one after another, and returns the reaction to the last one.
  @discardableResult func press(_ keys: Key...) -> Reaction<W.Value> {
    var reaction = Reaction<W.Value>.ignored
    for key in keys { reaction = widget.take(key) }
    return reaction
  }

  func type(_ text: String) { for character in text { press(.text(String(character))) } }

  func take(edited text: String?) { widget.take(edited: text) }

  func fit(_ space: Space) { widget.fit(space) }

  func view(_ space: Space) -> View { widget.view(space) }

  /// Returns the view as text, with `▏` for the cursor.
  func screen(_ columns: Int = 60, _ rows: Int = 20) -> String {
    widget.view(Space(columns: columns, rows: rows)).plain
  }
}

extension View {
  /// The lines without styles, and with `▏` for the cursor.
  var plain: String {
    lines.enumerated().map { row, line in
      var text = line.plain
      if let cursor, cursor.row == row {
        text += String(repeating: " ", count: max(0, cursor.column - line.width))
        let start = StyledText.prefix(of: text, cells: cursor.column)
        text = start + "▏" + text.dropFirst(start.count)
      }
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }
}
