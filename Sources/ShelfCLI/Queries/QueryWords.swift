/// Makes the text of a query from the words of a command line.
///
/// The shell takes quotation marks away, so a word with spaces in it stands for what was in quotation marks: `"mind
/// killer"` is a phrase, and `genre:"science fiction"` one genre. A word with more of the language in it than one key
/// is taken as it is.
enum QueryWords {
  /// Returns the words joined by spaces.
  static func text(_ words: [String]) -> String {
    words.filter { !$0.allSatisfy(\.isWhitespace) }.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let pieces = word.split(whereSeparator: \.isWhitespace)
    guard pieces.count > 1, !word.contains(where: { "\"()\\".contains($0) }), pieces.allSatisfy(isPlain),
      pieces.dropFirst().allSatisfy({ key(of: $0) == nil })
    else { return word }
    guard let key = key(of: pieces[0]) else { return "\"\(word.trimmed)\"" }
    let value = word.trimmed.dropFirst(key.count)
    switch value.first {
    case "<", ">", "/": return word
    case "=": return "\(key)=\"\(value.dropFirst())\""
    default: return "\(key)\"\(value)\""
    }
  }

  /// Returns whether a piece is not an operator and does not begin with one.
  private static func isPlain(_ piece: Substring) -> Bool {
    !["and", "or", "not", "AND", "OR", "NOT"].contains(piece) && !(piece.count > 1 && "-#/".contains(piece.prefix(1)))
  }

  /// Returns the key with its colon, if a value follows.
  private static func key(of piece: Substring) -> Substring? {
    guard let colon = piece.firstIndex(of: ":"), piece.index(after: colon) < piece.endIndex,
      piece.first?.isLetter ?? false,
      piece[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) })
    else { return nil }
    return piece[...colon]
  }
}
