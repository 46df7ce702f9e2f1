/// An option in a list.
package struct ListEntry: Hashable, Sendable {
  package let text: String
  /// The value that the text represents, such as the id of a record. The default is the text itself.
  package let value: String
  /// A detail that distinguishes similar options, such as the author of a title.
  package let note: String
  /// Whether typed text can also match the note. It can match a book's author, for example, but not a number of books.
  package let isFoundByNote: Bool
  package let style: TextStyle

  package init(
    _ text: String, value: String? = nil, note: String = "", isFoundByNote: Bool = true, style: TextStyle = .plain
  ) {
    self.isFoundByNote = isFoundByNote
    self.text = text
    self.value = value ?? text
    self.note = note
    self.style = style
  }
}
