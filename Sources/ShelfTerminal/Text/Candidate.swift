/// A text that completes what is being typed.
package struct Candidate: Hashable, Sendable {
  package let text: String
  /// What tells it from others, such as the author of a title.
  package let note: String

  package init(_ text: String, note: String = "") {
    self.text = text
    self.note = note
  }
}
