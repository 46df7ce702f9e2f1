import ArgumentParser
import ShelfForms
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// Completes the word that the user is typing.
///
/// Each time the user presses Tab, the completion script of the shell runs `shelf complete` with the words up to the
/// cursor. This type follows the words down the tree of commands, past `--library` and `--color` at the start. If they
/// lead to a group, its subcommands are the candidates; if they lead to a command, `CommandCompleter` takes over. At
/// the end, only candidates that start with the typed word remain, regardless of case and accents.
///
/// Because the user is waiting, the library is read only if candidates depend on it. Nothing is reported: if there is
/// an error earlier in the line, there are just no candidates.
struct Completer {
  /// The words before the one to complete, without the name of the program.
  private let words: [String]
  private let root: any ParsableCommand.Type
  private let current: String
  /// Returns the library, or nil if there is none. The library is read only if candidates depend on it.
  private let load: () -> Library?

  init(_ words: [String], of commands: CommandTree, load: @escaping () -> Library?) {
    root = commands.root
    self.words = ParserArguments.withFullNames(Array(words.dropFirst().dropLast()))
    current = words.count > 1 ? words[words.count - 1] : ""
    self.load = load
  }

  /// Returns the candidates that start with the typed word, regardless of case and accents.
  func candidates() -> [Candidate] {
    let wanted = Folding.fold(current)
    let all = words.isEmpty || words == ["help"] ? commands(of: root) : candidatesInCommand()
    var seen: Set<String> = []
    let fitting = all.filter { candidate in
      // The typed text may occur anywhere in the name of a tag.
      (wanted.isEmpty || current.hasPrefix("#") && candidate.text.hasPrefix("#")
        || Folding.fold(candidate.text).hasPrefix(wanted)) && seen.insert(candidate.text).inserted
    }
    return Array(fitting.prefix(Suggestions.maxCount))
  }

  // MARK: - Commands and options

  private func commands(of command: any ParsableCommand.Type) -> [Candidate] {
    let shown = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let names = shown.compactMap { command in
      command.configuration.commandName.map { Candidate($0, note: command.configuration.abstract) }
    }
    if current.hasPrefix("-") { return options(of: command) }
    return command == root
      ? names + (words.isEmpty ? ["help"] : HelpTopic.all.map(\.name)).map { Candidate($0) } : names
  }

  private func candidatesInCommand() -> [Candidate] {
    var command: any ParsableCommand.Type = root
    var path: [String] = []
    var rest = words[...]
    while let word = rest.first {
      if word == "--library" || word == "--color", path.isEmpty {
        if rest.count == 1 { return word == "--color" ? ColorChoice.allCases.map { Candidate($0.rawValue) } : [] }
        rest = rest.dropFirst(2)
        continue
      }
      if word.hasPrefix("--library=") || word.hasPrefix("--color="), path.isEmpty {
        rest.removeFirst()
        continue
      }
      guard let next = CommandTree.named(word, in: command) else { break }
      path.append(word)
      command = next
      rest.removeFirst()
    }
    if !command.configuration.subcommands.isEmpty { return rest.isEmpty ? commands(of: command) : [] }
    let kind =
      path.first.flatMap { name in Kind.allCases.first { $0.singular == name || $0.plural == name } }
      ?? (command as? any KindVerb.Type).map { $0.kind } ?? (command as? any AddingCommand.Type).map { $0.kind }
    return CommandCompleter(
      command: command, declaration: CommandDeclaration(command), kind: kind, current: current, load: load
    ).candidates(after: Array(rest)) + (current.hasPrefix("-") ? options(of: command) : [])
  }

  /// Returns the options of a command that its help shows.
  private func options(of command: any ParsableCommand.Type) -> [Candidate] {
    let shown = CommandDeclaration(command).arguments.filter(\.isShown)
    let names = shown.flatMap { argument in argument.longNames.map { Candidate($0, note: argument.help) } }
    // Every command inherits `--version` from the root command.
    return names.filter { $0.text != "--help" } + [Candidate("--version"), Candidate("--help")]
  }
}

extension Candidate {
  /// Returns the candidate preceded by some text in the same word, such as a key.
  func following(_ start: String) -> Candidate { Candidate(start + text, note: note) }
}
