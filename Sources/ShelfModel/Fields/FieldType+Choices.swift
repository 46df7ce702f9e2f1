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
    guard case .choice(let words) = self, let found = FieldType.state(called: word, among: words), !found.isDenied
    else { return nil }
    return found.state
  }

  /// Returns the state among some that people call by another word; if `isDenied`, the word means all other states.
  package static func state(called word: String, among words: [String]) -> (state: String, isDenied: Bool)? {
    guard let (states, isDenied) = calledStates[folded(choice: word)] else { return nil }
    return states.first(where: words.contains).map { ($0, isDenied) }
  }

  private static let calledStates = [
    "read": (["completed"], false), "finished": (["completed", "closed"], false),
    "done": (["completed", "closed"], false), "reading": (["inProgress"], false), "todo": (["open"], false),
    "unread": (["completed"], true), "unfinished": (["completed"], true),
  ]

  /// Returns a word as choices and states are compared.
  package static func folded(choice word: String) -> String { Folding.fold(word).filter { !" -_".contains($0) } }
}
