import ShelfText

extension Field {
  /// Returns the value of a Boolean field that a text represents, or nil for any other text.
  ///
  /// A field with states also accepts the words for them: for the `completed` field of an issue, `closed` and `done`
  /// mean true.
  package func flag(meant text: String) -> Bool? {
    if case .boolean(let flag)? = type.read([text]) { return flag }
    guard type == .boolean, case .state(_, let on, let off) = look.form else { return nil }
    let word = FieldType.state(called: text, among: [on, off])?.state ?? text
    return [(on, true), (off, false)].first { FieldType.folded(choice: $0.0) == FieldType.folded(choice: word) }?.1
  }
}

extension FieldType {
  /// Returns the choice that matches a word in a query or an assignment. Case, hyphens, underscores and spaces are
  /// ignored: `in-progress`, `In Progress` and `inProgress` are the same choice. In files, only case is ignored.
  package func choice(meant text: String) -> String? {
    guard case .choice(let words) = self else { return nil }
    if words.contains(text) { return text }
    let wanted = FieldType.folded(choice: text)
    return words.first { FieldType.folded(choice: $0) == wanted } ?? read([text])?.text
  }

  /// Returns the choice for which a word is a synonym, as `reading` is for `inProgress`, or nil if there is none.
  package func state(called word: String) -> String? {
    guard case .choice(let words) = self, let found = FieldType.state(called: word, among: words), !found.isNegated
    else { return nil }
    return found.state
  }

  /// Returns the choice for which a word is a synonym. If `isNegated` is true, the word means every other choice, as
  /// `unread` does.
  package static func state(called word: String, among words: [String]) -> (state: String, isNegated: Bool)? {
    guard let (states, isNegated) = calledStates[folded(choice: word)] else {
      // The words that imports know, except those that describe a book rather than its reading.
      return ReadingStatus(exclusiveShelf: word).flatMap { words.contains($0.rawValue) ? ($0.rawValue, false) : nil }
    }
    return states.first(where: words.contains).map { ($0, isNegated) }
  }

  private static let calledStates = [
    "finished": (["completed", "closed"], false), "done": (["completed", "closed"], false), "todo": (["open"], false),
    "unread": (["completed"], true), "unfinished": (["completed"], true),
  ]

  /// Normalizes a word for comparison with choices and states.
  package static func folded(choice word: String) -> String { Folding.fold(word).filter { !" -_".contains($0) } }
}
