import ShelfText

extension FieldType {
  /// Returns the choice that a person means, however they write it: `in-progress`, `In Progress` and `inProgress` are the
  /// same, in queries and in what is assigned. Files have to have the choice itself.
  package func choice(meant text: String) -> String? {
    guard case .choice(let words) = self else { return nil }
    if words.contains(text) { return text }
    let wanted = FieldType.folded(choice: text)
    return words.first { FieldType.folded(choice: $0) == wanted } ?? read([text])?.text
  }

  /// Returns the state that people call by another word, such as `reading`; nil if it is none of the choices.
  package func state(called word: String) -> String? {
    guard case .choice(let words) = self else { return nil }
    return FieldType.calledStates[FieldType.folded(choice: word)]?.first { words.contains($0) }
  }

  private static let calledStates = [
    "read": ["completed"], "finished": ["completed", "closed"], "done": ["completed", "closed"],
    "reading": ["inProgress"], "todo": ["open"],
  ]

  /// Returns a word as choices and states are compared.
  package static func folded(choice word: String) -> String { Folding.fold(word).filter { !" -_".contains($0) } }
}
