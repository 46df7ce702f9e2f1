import ShelfText

/// What keys do, in one line: a hint is there as a whole or not at all.
package struct KeyHints {
  package struct Hint {
    let text: String
    /// Hints of a higher rank give way first.
    let rank: Int
  }

  private var hints: [Hint]

  package init(_ hints: [Hint]) { self.hints = hints }

  /// Returns the hints that there is room for, in their order.
  package func line(_ width: Int) -> String {
    var hints = hints
    while let first = hints.first {
      let text = hints.dropFirst().reduce(first.text) { $0 + " · " + $1.text }
      if DisplayWidth.of(text) <= width { return text }
      let least = hints.map(\.rank).max() ?? 0
      if let place = hints.lastIndex(where: { $0.rank == least }) { hints.remove(at: place) }
    }
    return ""
  }
}

extension KeyHints.Hint {
  /// What the user has to know to get on.
  package static func main(_ text: String) -> KeyHints.Hint { KeyHints.Hint(text: text, rank: 0) }

  package static func usual(_ text: String) -> KeyHints.Hint { KeyHints.Hint(text: text, rank: 1) }

  /// What is handy.
  package static func more(_ text: String) -> KeyHints.Hint { KeyHints.Hint(text: text, rank: 2) }

  /// What the user finds without being told.
  package static func least(_ text: String) -> KeyHints.Hint { KeyHints.Hint(text: text, rank: 3) }
}
