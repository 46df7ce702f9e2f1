/// Tells the words of a query from unknown options.
enum QueryArguments {
  /// Returns the words; anything that looks like an option is unknown.
  static func words(_ arguments: [String], of command: String) throws(CommandError) -> [String] {
    var words: [String] = []
    var isLiteral = false
    for word in arguments {
      if word == "--", !isLiteral {
        isLiteral = true
      } else if isOption(word), !isLiteral {
        let hint = "`shelf \(command) --help` shows the options; words go after --"
        throw CommandError(.usage, "unknown option “\(word)”", hint: hint)
      } else {
        words.append(word)
      }
    }
    return words
  }

  /// Returns whether a word is an option rather than something negated, such as `-horror`.
  private static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") || word.hasPrefix("-") && word.count == 2
  }
}
