/// A completion of the text that is being typed.
package struct Candidate: Hashable, Sendable {
  package let text: String
  /// A detail that distinguishes similar candidates, such as the author of a title.
  package let note: String

  package init(_ text: String, note: String = "") {
    self.text = text
    self.note = note
  }
}
