/// A user interface element that handles keys and renders itself, independently of any terminal.
///
/// A widget is a value that contains its complete state. Tests press keys and compare the view; a command runs a widget
/// below the prompt with `InlineScreen`, and the browser shows the same widget in an overlay.
package protocol Widget {
  associatedtype Value

  mutating func take(_ key: Key) -> Reaction<Value>

  /// Applies the text from the user's editor, or does nothing if it is nil because the user left the text unchanged.
  mutating func take(edited text: String?)

  /// The kind of text field that the user is typing into, or nil if every key may be a command.
  var typing: Typing? { get }

  /// Adapts to a space before the widget is rendered in it.
  mutating func fit(_ space: Space)

  /// Renders the widget for a space.
  func view(_ space: Space) -> View
}

extension Widget {
  package mutating func take(edited text: String?) {}

  package var typing: Typing? { nil }

  package mutating func fit(_ space: Space) {}
}

/// The size available to a widget, in cells.
package struct Space: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A widget's reaction to a key.
package enum Reaction<Value> {
  /// The widget has handled the key, or ignores it.
  case taken, ignored
  case done(Value)
  /// The user has left the widget without an answer.
  case cancelled
  /// The caller must open text in the user's editor.
  case edit(String)
  /// The caller must look up values for the fields of a form.
  case fill
}

extension Reaction: Equatable where Value: Equatable {}
extension Reaction: Sendable where Value: Sendable {}
