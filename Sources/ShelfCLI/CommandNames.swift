import ArgumentParser
import ShelfModel
import ShelfText

/// Finds unknown words where a command is expected, before the parser calls them unexpected arguments.
enum CommandNames {
  /// Checks the words up to a command without subcommands, or an option.
  static func check(_ arguments: [String]) throws(CommandError) {
    var path = "shelf"
    var command: any ParsableCommand.Type = Shelf.self
    for (position, word) in arguments.enumerated() {
      if position == 0, word == "help" { continue }
      let known = command.configuration.subcommands
      if known.isEmpty || word.hasPrefix("-") { return }
      guard let next = known.first(where: { $0.configuration.commandName == word }) else {
        throw CommandError(.usage, "unknown command “\(path) \(word)”", hint: hint(word, path, known))
      }
      path += " " + word
      command = next
    }
  }

  /// Returns whether a word is a command of its own, or a group of them.
  static func isCommand(_ word: String) -> Bool {
    word == "help" || names(of: Shelf.configuration.subcommands).contains(word)
  }

  /// Returns the nearest command; if there is none, one of that name one level below.
  private static func hint(_ word: String, _ path: String, _ known: [any ParsableCommand.Type]) -> String {
    let groups = known.filter { names(of: $0.configuration.subcommands).contains(word) }
    // Records are what people mean more often than anything else.
    let group = groups.first { Kind(singular: $0.configuration.commandName ?? "") != nil } ?? groups.first
    let below = group?.configuration.commandName.map { "\($0) \(word)" }
    guard let meant = Nearest.words(to: word, among: names(of: known)).first ?? below else {
      return "see `\(path) --help`"
    }
    return "did you mean `\(path) \(meant)`?"
  }

  private static func names(of commands: [any ParsableCommand.Type]) -> [String] {
    commands.compactMap { $0.configuration.commandName }
  }
}
