/// Makes the text of a query from the words of a command line.
enum QueryWords {
  /// Returns the words joined by spaces, whatever the shell took for one word.
  static func text(_ words: [String]) -> String {
    words.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " ")
  }
}
