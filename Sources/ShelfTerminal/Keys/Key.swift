/// A key that the user pressed, or a text that was pasted.
package enum Key: Hashable, Sendable {
  /// A character as it was typed; what combines with the one before comes on its own.
  case text(String)
  /// A text that was pasted at once, its lines ended by line feeds.
  case paste(String)
  /// A letter or sign with Ctrl, in lower case.
  case control(Character)
  /// A letter or sign with Alt, or after Escape.
  case alt(Character)
  case enter, altEnter, tab, backTab, escape
  case backspace, altBackspace, delete
  case up, down, left, right, wordLeft, wordRight, home, end, pageUp, pageDown
  case function(Int)
  case mouse(Mouse)
}

/// A press, movement or scroll of the mouse, and its cell of the screen.
package struct Mouse: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, drag, release, wheelUp, wheelDown
  }

  package var action: Action
  /// From 0, at the top.
  package var row: Int
  /// From 0, on the left.
  package var column: Int

  package init(_ action: Action, row: Int, column: Int) {
    self.action = action
    self.row = row
    self.column = column
  }
}
