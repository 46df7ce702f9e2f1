extension String {
  /// Returns the text without certain characters at its end.
  package func trimmingEnd(_ characters: String) -> String {
    var text = self[...]
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }

  /// Returns the text without certain characters at its start.
  package func trimmingStart(_ characters: String) -> String { String(drop { characters.contains($0) }) }

  /// Returns what comes before a text; all of it if that does not occur.
  package func range(before text: String) -> String {
    firstRange(of: text).map { String(self[..<$0.lowerBound]) } ?? self
  }

  /// Returns where a text begins for the last time.
  package func range(ofLast text: String) -> String.Index? {
    var found: String.Index?
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      found = range.lowerBound
      rest = rest[range.upperBound...]
    }
    return found
  }
}
