import ShelfText

/// Key hints on one line. If there is not enough room, whole hints are omitted, starting with the least important.
package struct KeyHints {
  package struct Hint {
    let text: String
    /// The rank by importance, where 0 is the most important. Hints with the highest rank are omitted first.
    let rank: Int
  }

  private var hints: [Hint]

  package init(_ hints: [Hint]) { self.hints = hints }

  /// Returns as many hints as fit, in their original order.
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
  /// A hint that the user needs in order to continue.
  package static func main(_ text: String) -> KeyHints.Hint { KeyHints.Hint(text: text, rank: 0) }

  package static func usual(_ text: String) -> KeyHints.Hint { KeyHints.Hint(text: text, rank: 1) }

  /// A hint that is useful but not necessary.
  package static func more(_ text: String) -> KeyHints.Hint { KeyHints.Hint(text: text, rank: 2) }

  /// A hint for something that users discover on their own.
  package static func least(_ text: String) -> KeyHints.Hint { KeyHints.Hint(text: text, rank: 3) }
}
