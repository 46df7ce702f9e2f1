import ArgumentParser
import ShelfWording

/// A command whose words are those of a query.
protocol QueryCommand: ParsableCommand {}

/// Tells the words of a query from options.
enum QueryArguments {
  /// Comes before a word that looks like an option to the parser, and is part of a query. It is never typed: it is a
  /// character of the private use area.
  private static let mark: Character = "\u{E0D1}"

  /// Marks what is part of a query, such as `-horror`, and the value of `--where` whatever it begins with: the parser
  /// would take them for short options.
  static func marked(_ arguments: [String], of command: any ParsableCommand.Type) -> [String] {
    let takesQuery = command is any QueryCommand.Type
    var marked: [String] = []
    for (position, word) in arguments.enumerated() {
      if word == "--" { return marked + arguments[position...] }
      // A number right behind its option, as other programs take it; no word is negated that starts so.
      if word.hasPrefix("-n"), word.count > 2, word.dropFirst(2).allSatisfy(\.isNumber) {
        marked += ["-n", String(word.dropFirst(2))]
        continue
      }
      let isValue = marked.last.map { ["--where", "-w"].contains($0) } ?? false
      let isNegated = word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2
      marked.append(isNegated && (takesQuery || isValue) ? "\(mark)\(word)" : word)
    }
    return marked
  }

  /// Returns a word as it was typed.
  static func unmarked(_ word: String) -> String { word.first == mark ? String(word.dropFirst()) : word }

  /// Returns the words; anything that looks like an option is unknown.
  static func words(_ arguments: [String], of command: String) throws(CommandError) -> [String] {
    var words: [String] = []
    var isLiteral = false
    for word in arguments {
      if word == "--", !isLiteral {
        isLiteral = true
      } else if isOption(word), !isLiteral {
        throw unknown(word, of: command)
      } else {
        words.append(unmarked(word))
      }
    }
    return words
  }

  /// Returns the error for an option that a command does not have.
  static func unknown(_ option: String, of command: String, nearest: String? = nil) -> CommandError {
    let help = "`shelf \(command) --help` shows the options; words go after --"
    return CommandError(.usage, "unknown option “\(option)”", hint: nearest.map { "did you mean \($0)?" } ?? help)
  }

  /// Returns whether a word is an option rather than something negated, such as `-horror`.
  static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") || word.hasPrefix("-") && word.count == 2
  }
}
