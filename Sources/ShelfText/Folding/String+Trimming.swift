extension String {
  /// Returns the text without trailing characters of the given set.
  package func trimmingEnd(_ characters: String) -> String {
    var text = self[...]
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }

  /// Returns the text without leading characters of the given set.
  package func trimmingStart(_ characters: String) -> String { String(drop { characters.contains($0) }) }

  /// Returns the part before the first occurrence of the given text, or everything if there is none.
  package func range(before text: String) -> String {
    firstRange(of: text).map { String(self[..<$0.lowerBound]) } ?? self
  }

  /// Returns the start of the last occurrence of the given text, or nil if there is none.
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
