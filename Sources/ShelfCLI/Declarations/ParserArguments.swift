import ArgumentParser
import ShelfModel
import ShelfText
import ShelfWording

/// A command whose words are a query.
protocol QueryCommand: ParsableCommand {}

/// Rewrites a command line into a form that the argument parser can read, before the parser sees it.
///
/// shelf's syntax goes beyond swift-argument-parser in three ways. A few short forms span two words: `ls quotes` means
/// `quote list`. `doctor --fix` works with and without a value, but the parser has no optional values. And `-horror`,
/// which the parser reads as six one-letter options, negates a word of a query, or removes a genre.
///
/// `rewritten` replaces everything that can be expressed in the parser's syntax: full names, `--fix=safe`,
/// `--remove=Horror`. `marked` runs once the command is known. It puts a character in front of negated words, so that
/// the parser treats them as ordinary arguments. Commands with queries use `words` to remove the marks. They also
/// reject unknown options there, because their arguments are declared to collect whatever the parser does not recognize
/// (`.allUnrecognized`).
enum ParserArguments {
  /// The option that replaces the hyphen before the name of a genre or tag to remove.
  static let removal = "remove"

  /// Returns the arguments in the parser's syntax, except for words of queries, which `marked` handles.
  static func rewritten(_ arguments: [String]) -> [String] {
    withAssignments(withRemovals(withFixValue(withOrder(withFullNames(arguments)))))
  }

  /// Returns the arguments with the direction joined to the field, as in `--sort year desc`, which other programs
  /// accept.
  private static func withOrder(_ arguments: [String]) -> [String] {
    guard let sort = arguments.firstIndex(where: { ["--sort", "-s"].contains($0) }), sort + 2 < arguments.count,
      case (let field, let direction) = (arguments[sort + 1], arguments[sort + 2].lowercased()),
      ["asc", "desc", "ascending", "descending"].contains(direction), field.allSatisfy({ $0.isLetter })
    else { return arguments }
    return arguments[...sort] + ["\(field):\(direction.hasPrefix("d") ? "desc" : "asc")"]
      + arguments[(sort + 3)...]
  }

  /// Returns the arguments with short forms expanded: `ls quotes` and `quotes` become `quote list`, and `add quote
  /// TEXT` becomes `quote add TEXT`. `overdue`, `lent` and `borrowed` become `loans overdue`, `loans lent` and `loans
  /// borrowed`.
  ///
  /// If the word after the plural is a command of the kind, it remains a command; after `--` it is a word of the query.
  static func withFullNames(_ arguments: [String]) -> [String] {
    if let kind = Kind.allCases.first(where: { $0.plural == arguments.first }),
      !["--help", "-h", "--version"].contains(arguments.dropFirst().first),
      CommandTree.shelf.command(of: Array(arguments.prefix(2))).count == 1
    {
      return [kind.singular, "list"] + arguments.dropFirst()
    }
    if arguments.count > 1, arguments[0] == "help",
      ["ls", "list", "overdue", "lent", "borrowed"].contains(arguments[1])
    {
      return ["help"] + withFullNames(Array(arguments.dropFirst()))
    }
    guard let first = arguments.first else { return arguments }
    if ["overdue", "lent", "borrowed"].contains(first) { return ["loans"] + arguments }
    let rest = arguments.dropFirst()
    let kind = rest.first.flatMap { word in Kind.allCases.first { $0.singular == word || $0.plural == word } }
    if ["ls", "list"].contains(first) {
      return [(kind ?? .usual).singular, "list"] + rest.dropFirst(kind == nil ? 0 : 1)
    }
    // A kind alone after the verb may be the name of a record, unless a record is added.
    guard let kind, kind.singular == rest.first, CommandTree.shelf.isCommand(first),
      !Kind.allCases.contains(where: { $0.singular == first }),
      CommandTree.shelf.command(of: [kind.singular, first]).count == 2,
      first == "add" || rest.dropFirst().first.map({ !$0.hasPrefix("-") && !$0.contains("=") }) ?? false
    else { return arguments }
    return [kind.singular, first] + rest.dropFirst()
  }

  /// Returns the arguments with a value added to a bare `--fix`, because an option must either always or never have
  /// one.
  static func withFixValue(_ arguments: [String]) -> [String] {
    guard arguments.first == "doctor" else { return arguments }
    return arguments.map { $0 == "--fix" ? "--fix=safe" : $0 }
  }

  /// Returns the arguments with `-Horror` replaced with `--remove=Horror`, because the parser would read it as
  /// one-letter options.
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

  /// The mark of a word that is part of a query, but looks like an option to the parser.
  ///
  /// It is a private-use character, which people do not type.
  private static let mark: Character = "\u{E0D1}"

  /// Marks negated words of a query such as `-horror`.
  ///
  /// Values of `--where` are marked in the same way. Otherwise the parser would take these words for short options.
  static func marked(_ arguments: [String], of command: any ParsableCommand.Type) -> [String] {
    let takesQuery = command is any QueryCommand.Type
    var marked: [String] = []
    for (position, word) in arguments.enumerated() {
      if word == "--" { return marked + arguments[position...] }
      // As in other programs, a number may directly follow `-n`, so this is not a negated word.
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

  /// Returns a word without its mark, as it was typed.
  static func unmarked(_ word: String) -> String { word.first == mark ? String(word.dropFirst()) : word }

  /// Returns the words of a query without their marks.
  ///
  /// - Throws: `CommandError` for a word that is an option, because the command has no such option.
  static func words(_ arguments: [String], of command: String) throws(CommandError) -> [String] {
    var words: [String] = []
    var isLiteral = false
    for word in arguments {
      if word == "--", !isLiteral {
        isLiteral = true
      } else if ["--where", "-w"].contains(word), !isLiteral, command != "doctor" {
        // The query of these commands needs no option, but may follow the one of other commands.
        continue
      } else if isOption(word), !isLiteral {
        throw unknown(word, of: command)
      } else {
        words.append(unmarked(word))
      }
    }
    return words
  }

  /// Options that people may guess, and the corresponding options of shelf.
  static let synonyms = [
    "--for": "--until", "--on": "--date", "--day": "--date", "--person": "--from", "--fields": "--columns",
    "--order": "--sort", "--top": "--limit", "--max": "--limit", "--rate": "--rating", "--stars": "--rating",
    "--by": "--group", "--group-by": "--group", "--groupby": "--group", "--total": "--sum", "--sort-by": "--sort",
    "--order-by": "--sort", "--out": "--output", "--file": "--output", "--notes": "--note",
  ]

  private static let opposite = "for the opposite order, put a hyphen before the field: --sort -title"

  /// Hints about options that the lists of other programs have, but those of shelf do not, and an option of the
  /// commands that the hint applies to.
  private static let answers = [
    "--reverse": (opposite, of: "--sort"), "--desc": (opposite, of: "--sort"), "--descending": (opposite, of: "--sort"),
    "--count": ("`shelf stats` counts records; add | wc -l to count the lines of a list", of: "--group"),
    "--asc": (ascending, of: "--sort"), "--ascending": (ascending, of: "--sort"),
    "--available": ("the query -is:lent leaves out lent books", of: "--group"),
    "--all": ("a list without a query and without --limit shows everything", of: "--group"),
    "--since": (period, of: "--group"), "--after": (period, of: "--group"), "--from": (period, of: "--group"),
    "--until": (period, of: "--group"), "--before": (period, of: "--group"), "--to": (period, of: "--group"),
  ]

  private static let ascending =
    "lists are in ascending order, unless there is a hyphen before the field: --sort -title"

  private static let period =
    "give the field and the period in the query, such as year:1950.., completed:2026-03.. or added:..2025"

  /// Returns the parser's message about an unknown option.
  ///
  /// If the command has the option that the user means, the message names it, whereas the parser itself only compares
  /// letters.
  static func naming(_ message: String, in command: any ParsableCommand.Type) -> String {
    let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasSuffix("nknown option "),
      let meant = meant(by: String(parts[1]), CommandDeclaration(command))
    else { return message }
    return "\(parts[0])'\(parts[1])'. Did you mean '\(meant)'?"
  }

  /// Returns the option of a command that a user probably means by an unknown one, such as `--format csv` for `--csv`,
  /// or nil if the command has no such option.
  private static func meant(by option: String, _ declaration: CommandDeclaration) -> String? {
    if let other = synonyms[option] { return declaration.option(other) == nil ? nil : other }
    let name = String(option.dropFirst(2))
    let formats = declaration.option("--format")?.words ?? []
    return formats.contains(name) && OutputFormat.all.contains { $0.name == name } ? "--format \(name)" : nil
  }

  /// Returns the error for an unknown option that is named after a field, which only some commands have, or nil for any
  /// other message of the parser.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - schema: returns the schema of the library, which declares further fields.
  static func fieldMistake(
    _ message: String, in arguments: [String], of command: any ParsableCommand.Type,
    _ schema: () -> Schema = { Schema() }
  ) -> CommandError? {
    let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    if let error = explained(parts, in: arguments, of: command) { return error }
    guard parts.count == 3, parts[0].hasSuffix("nknown option "), parts[1].hasPrefix("--"),
      synonyms[String(parts[1])] == nil
    else { return nil }
    let schema = schema()
    guard
      let field = Kind.allCases.lazy.compactMap({ schema.field(named: String(parts[1].dropFirst(2)), of: $0) }).first,
      !field.isAutomatic
    else { return nil }
    let option = String(parts[1])
    let value = value(of: option, in: arguments) ?? "VALUE"
    let query = value.contains(" ") ? "\(field.key):\"\(value)\"" : "\(field.key):\(value)"
    let choosing = "to choose records by it, use --where \(Wording.shellWord(query))"
    let command = CommandDeclaration(command)
    // Setting the text would replace what is there.
    let setting =
      [FieldHandle.notes.key, FieldHandle.note.key].contains(field.key)
      ? "to add to it, use `shelf note BOOK \(Wording.shellWord(value))`"
      : "to set it, use `shelf set RECORD \(option) \(Wording.shellWord(value))`"
    let hints = (command.option("--where") == nil ? [] : [choosing]) + (field.has(.copies) ? [] : [setting])
    return CommandError(
      .usage, "“\(option)” is a field, not an option of this command",
      hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
  }

  /// Returns the value that follows an option on the command line, or nil if there is none.
  private static func value(of option: String, in arguments: [String]) -> String? {
    if let word = arguments.first(where: { $0.hasPrefix(option + "=") }) {
      return String(word.dropFirst(option.count + 1))
    }
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count,
      !arguments[index + 1].hasPrefix("-")
    else { return nil }
    return arguments[index + 1]
  }

  /// Returns the error for an option or a value that the command explains, or nil if it has no explanation.
  ///
  /// - Parameter parts: the parser's message, divided at the quotation marks: `Unknown option '--format'`, or `The
  ///   value 'markdown' is invalid for '--format <format>'`.
  private static func explained(
    _ parts: [Substring], in arguments: [String], of command: any ParsableCommand.Type
  ) -> CommandError? {
    guard let command = command as? any ExplainingCommand.Type, parts.count == 3 else { return nil }
    if parts[0].hasSuffix("nknown option ") {
      let option = String(parts[1])
      return command.explanation(of: option, value(of: option, in: arguments), in: arguments).map { hint in
        CommandError(.usage, "unknown option “\(option)”", hint: hint)
      }
    }
    if parts[0].hasSuffix("nexpected argument ") {
      return command.explanation(of: String(parts[1]), nil, in: arguments).map { hint in
        CommandError(.usage, "unexpected argument “\(parts[1])”", hint: hint)
      }
    }
    guard parts[0].hasSuffix("he value "), let start = parts[2].firstIndex(of: "'") else { return nil }
    let option = String(parts[2][start...].dropFirst().prefix { $0 != " " && $0 != "'" })
    return command.explanation(of: option, String(parts[1]), in: arguments).map { hint in
      CommandError(.usage, "“\(parts[1])” is not a value of \(option)", hint: hint)
    }
  }

  /// Returns the error for an option that a command does not have.
  ///
  /// - Parameter fields: the names of fields that are also options of the command.
  static func unknown(_ option: String, of command: String, fields: [String] = []) -> CommandError {
    let declaration = CommandDeclaration(
      CommandTree.shelf.command(of: command.split(separator: " ").map(String.init)).command)
    let answer = answers[option].flatMap { declaration.option($0.of) == nil ? nil : $0.0 }
    func nearest() -> String? {
      let names = declaration.arguments.filter(\.isShown).flatMap(\.longNames).map { String($0.dropFirst(2)) }
      // An option of lists is spelled correctly, so no similar one is meant.
      guard option.hasPrefix("--"), !fields.isEmpty,
        CommandDeclaration(CommandTree.shelf.command(of: ["book", "list"]).command).option(option) == nil
      else { return nil }
      return Nearest.words(to: String(option.dropFirst(2)), among: fields + names).first.map { "--\($0)" }
    }
    let help = "`shelf \(command) --help` shows the options; put a word that begins with a hyphen after --"
    let meant = answer == nil ? meant(by: option, declaration) ?? nearest() : nil
    return CommandError(
      .usage, "unknown option “\(option)”", hint: answer ?? meant.map { "did you mean \($0)?" } ?? help)
  }

  /// Returns whether a word is an option, as opposed to a negated word such as `-horror`.
  static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") || word.hasPrefix("-") && word.count == 2
  }
}

extension NameSpecification {
  /// Returns the names of an option: the name of the property, and a letter that the value may directly follow, as in
  /// `-r4`.
  static func joined(_ letter: Character) -> NameSpecification {
    [.customShort(letter, allowingJoined: true), .long]
  }
}
