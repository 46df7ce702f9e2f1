/// One of several things to choose from.
package struct ListEntry: Hashable, Sendable {
  package let text: String
  /// What it stands for, if the text alone does not say that, such as the id of a record.
  package let value: String
  /// What tells it from others, such as the author of a title.
  package let note: String
  /// Whether it is looked for by its note as well, as a book is by its author; a number of books is not a name.
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
