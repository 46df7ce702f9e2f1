/// Something that takes keys and shows what became of them, without knowing of a terminal.
///
/// The whole of its state is in its value, so a test can press keys and compare what is shown, and a browser can show it
/// in a pane of its screen as a command shows it below the prompt.
package protocol Widget {
  associatedtype Value

  /// Takes a key.
  mutating func take(_ key: Key) -> Reaction<Value>

  /// Takes back what an editor made of the text that was handed to it; nil if it was left alone.
  mutating func take(edited text: String?)

  /// What characters are typed into at the moment; nil where each is a key of its own meaning.
  var typing: Typing? { get }

  /// Is told of the space that there is, before it is shown there.
  mutating func fit(_ space: Space)

  /// Returns what is shown in a space.
  func view(_ space: Space) -> View
}

extension Widget {
  package mutating func take(edited text: String?) {}

  package var typing: Typing? { nil }

  package mutating func fit(_ space: Space) {}
}

/// The space that a widget has.
package struct Space: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// What a key led to.
package enum Reaction<Value> {
  /// The widget has taken the key, or has no use for it.
  case taken, ignored
  case done(Value)
  /// It was left without an answer.
  case cancelled
  /// A text is to be edited in the person's own editor.
  case edit(String)
  /// Fields are to be filled in by the code that shows the form.
  case fill
}

extension Reaction: Equatable where Value: Equatable {}
extension Reaction: Sendable where Value: Sendable {}
