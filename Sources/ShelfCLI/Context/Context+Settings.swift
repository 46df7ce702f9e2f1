import ShelfForms
import ShelfModel
import ShelfTerminal

extension Context {
  /// Reads the user's settings, and applies the settings for the pager and color.
  ///
  /// - Throws: `UnreadableFile` if a setting is not valid, `FileError`.
  mutating func takeSettings() throws {
    guard let file = SettingsFile(environment, fileSystem: fileSystem) else { return }
    settings = try file.read()
    if let pager = settings.pager { environment["PAGER"] = pager }
    if let color = settings.color { self.color = color }
  }

  /// Returns the user's settings for the list of a kind.
  ///
  /// Returns no settings if the output is piped, so that scripts get the same output everywhere.
  ///
  /// - Parameter isTable: whether the user asked for a table, which is meant for people even when it is piped.
  func listSettings(of kind: Kind, _ schema: Schema, isTable: Bool = false) -> Settings.ListSettings {
    terminal.isTerminal || isTable ? settings.list(of: kind, schema) : Settings.ListSettings()
  }

  /// Returns the arguments with an alias expanded.
  ///
  /// No alias replaces a reserved command, and none is expanded twice. If the arguments begin with `--`, the next word
  /// is a command, not an alias.
  func withoutAlias(_ arguments: [String]) -> [String] {
    if arguments.first == "--" { return Array(arguments.dropFirst()) }
    var arguments = arguments
    var replaced: Set<String> = []
    while let name = arguments.first, let words = settings.aliases[name], !CommandTree.isReserved(name),
      replaced.insert(name).inserted
    {
      if commands.isCommand(name) { reportOnce(aliasHidingCommand: name) }
      arguments.replaceSubrange(0..<1, with: words)
    }
    return arguments
  }

  /// Prints a note that an alias hides a command, and how to run that command. The note appears only once per name.
  private func reportOnce(aliasHidingCommand name: String) {
    let reported = StateFile("aliases", environment, fileSystem: fileSystem)
    let names = reported?.lines ?? []
    if names.contains(name) { return }
    note(Context.text(aliasHidingCommand: name))
    // If this cannot be stored, the note merely appears again.
    try? reported?.write(names + [name])
  }

  /// Returns a note about how to run a command that an alias hides.
  static func text(aliasHidingCommand name: String) -> String {
    "`shelf \(name)` runs your alias; shelf's own command of that name is `shelf -- \(name)`, "
      + "and `shelf config unset aliases.\(name)` removes the alias"
  }
}
