/// A key press, a paste, or a mouse event.
package enum Key: Hashable, Sendable {
  /// A typed character. A combining character arrives separately from its base.
  case text(String)
  /// Pasted text, with line feeds between its lines.
  case paste(String)
  /// A character typed with Ctrl. Letters are in lowercase.
  case control(Character)
  /// A character typed with Alt, or after Escape.
  case alt(Character)
  case enter, altEnter, tab, backTab, escape
  case backspace, altBackspace, delete
  case up, down, left, right, wordLeft, wordRight, home, end, pageUp, pageDown
  case function(Int)
  case mouse(Mouse)
}

/// A mouse event and the cell where it occurred.
package struct Mouse: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, drag, release, wheelUp, wheelDown
  }

  package var action: Action
  /// The zero-based row, counted from the top.
  package var row: Int
  /// The zero-based column, counted from the left.
  package var column: Int

  package init(_ action: Action, row: Int, column: Int) {
    self.action = action
    self.row = row
    self.column = column
  }
}
