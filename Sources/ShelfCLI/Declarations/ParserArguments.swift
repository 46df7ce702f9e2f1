import ArgumentParser
import ShelfModel
import ShelfWording

/// A command whose words are those of a query.
protocol QueryCommand: ParsableCommand {}

/// Rewrites the words of a command line to what the parser can read, once, before it reads them.
///
/// The parser has no options whose value may be left out, takes `-horror` for short options, and knows other names of
/// commands but none of several words.
enum ParserArguments {
  /// The option that a ticked name behind a hyphen becomes.
  static let removal = "remove"

  /// Returns the arguments in the parser's words; those of a query are still to be marked, which depends on the command.
  static func rewritten(_ arguments: [String]) -> [String] {
    withRemovals(withFixValue(withFullNames(arguments)))
  }

  /// Returns the arguments with what is short for other words replaced by these: `ls quotes` by `quote list`.
  static func withFullNames(_ arguments: [String]) -> [String] {
    if arguments.count > 1, arguments[0] == "help", ["ls", "list"].contains(arguments[1]) {
      return ["help"] + withFullNames(Array(arguments.dropFirst()))
    }
    guard let first = arguments.first, ["ls", "list"].contains(first) else { return arguments }
    let rest = arguments.dropFirst()
    let kind = rest.first.flatMap { word in Kind.allCases.first { $0.singular == word || $0.plural == word } }
    return [(kind ?? .usual).singular, "list"] + rest.dropFirst(kind == nil ? 0 : 1)
  }

  /// Returns the arguments with a value added to a bare `--fix`, since an option must either always or never have one.
  static func withFixValue(_ arguments: [String]) -> [String] {
    guard arguments.first == "doctor" else { return arguments }
    return arguments.map { $0 == "--fix" ? "--fix=safe" : $0 }
  }

  /// Returns the arguments with `-Horror` as `--remove=Horror`, since the parser takes it for options of one letter.
  private static func withRemovals(_ arguments: [String]) -> [String] {
    guard arguments.count > 2, let kind = Kind.allCases.first(where: { $0.singular == arguments[0] }),
      kind.fields.contains(where: { $0.key == arguments[1] && $0.type.target?.isMadeByName ?? false })
    else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments.prefix(2)
      + arguments[2..<max(2, end)].map { word in
        guard word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 2 else { return word }
        return "--\(removal)=" + word.dropFirst()
      } + arguments[max(2, end)...]
  }

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

  /// What one says in place of an option.
  private static let meant = ["--for": "--until", "--on": "--date", "--day": "--date", "--person": "--from"]

  /// Returns what the parser says of an option that a command does not have, with the one that is meant if it has that: the
  /// parser looks at letters alone.
  static func naming(_ message: String, in command: any ParsableCommand.Type) -> String {
    let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasSuffix("nknown option "), let option = meant[String(parts[1])],
      CommandDeclaration(command).option(option) != nil
    else { return message }
    return "\(parts[0])'\(parts[1])'. Did you mean '\(option)'?"
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

extension NameSpecification {
  /// Returns the property's name and a letter, right behind which the value may come: `-r4`.
  static func joined(_ letter: Character) -> NameSpecification {
    [.customShort(letter, allowingJoined: true), .long]
  }
}
