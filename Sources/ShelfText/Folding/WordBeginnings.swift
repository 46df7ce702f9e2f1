/// Finds typed text at the start of a word rather than within one.
package enum WordBeginnings {
  /// Returns whether a word in the text starts with the typed text: `shin` matches `the shining`, but not `fishing`.
  ///
  /// - Parameters:
  ///   - typed: the typed text, folded.
  ///   - text: the text to search, folded.
  package static func contains(_ typed: String, in text: String) -> Bool {
    let scalars = text.unicodeScalars
    var isInWord = false
    for index in scalars.indices {
      if !isInWord, text.utf8[index...].starts(with: typed.utf8) { return true }
      let properties = scalars[index].properties
      isInWord = properties.isAlphabetic || properties.numericType != nil
    }
    return false
  }
}
