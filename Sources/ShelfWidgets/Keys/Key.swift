/// What somebody pressed on the keyboard, or pasted.
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
}
