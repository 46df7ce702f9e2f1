/// Joins the words of a command line into a query.
enum QueryWords {
  /// Returns the words joined by spaces, regardless of how the shell split them.
  static func text(_ words: [String]) -> String {
    words.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ")
  }
}
