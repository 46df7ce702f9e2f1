/// Tells texts in which a word begins as something typed does from those that have it in the middle of a word.
package enum WordBeginnings {
  /// Returns whether something that was typed is in a text where a word begins: `shin` in `the shining`, not in
  /// `fishing`.
  ///
  /// - Parameters:
  ///   - typed: folded.
  ///   - text: folded.
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
