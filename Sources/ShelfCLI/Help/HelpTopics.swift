import ShelfForms
import ShelfTerminal
import ShelfWording

extension HelpTopic {
  static let all = [
    QueryHelp.topic, RecordsHelp.topic, DatesHelp.topic, FormatsHelp.topic, ScriptsHelp.topic,
    SettingsHelp.topic, KeysHelp.topic,
  ]

  /// One line for each topic, for the program's help.
  static var lines: String { all.map { "`shelf help \($0.name)`: \($0.summary)" }.joined(separator: ".\n") + "." }

  /// Returns the topic that `help NAME` asks for, or nil.
  static func named(in arguments: [String]) -> HelpTopic? {
    guard arguments.count == 2, arguments[0] == "help" else { return nil }
    return all.first { $0.name == arguments[1] }
  }
}

extension HelpTopic {
  /// Returns whether the arguments ask for help about something that is not a command, such as a program or a format,
  /// and the guide mentions it.
  static func isInGuide(_ arguments: [String]) -> Bool {
    guard arguments.first == "help", arguments.count > 1, !arguments.contains(where: { $0.hasPrefix("-") }),
      CommandTree.shelf.path(askedAbout: arguments).isEmpty,
      CommandTree.shelf.command(of: ParserArguments.withFullNames(Array(arguments.dropFirst()))).count == 0
    else { return false }
    let words = arguments.dropFirst().joined(separator: " ")
    return GuidePage.named(arguments[1]) != nil || !GuideSearch(words).matches(in: GuidePage.all).isEmpty
  }
}

extension Context {
  func page(_ topic: HelpTopic) throws {
    let terminal = terminal
    try page(Array(topic.page(width: min(terminal.width, 100), depth: terminal.depth).utf8))
  }
}
