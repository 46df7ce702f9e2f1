import ShelfForms
import ShelfModel
import ShelfTerminal

extension Context {
  /// Reads the reader's own settings, and does what they say.
  ///
  /// - Throws: `UnreadableFile` if one of them is not valid, `FileError`.
  mutating func takeSettings() throws {
    guard let file = SettingsFile(environment, fileSystem: fileSystem) else { return }
    settings = try file.read()
    if let pager = settings.pager { environment["PAGER"] = pager }
    if let color = settings.color { self.color = color }
  }

  /// Returns how the reader wants the list of a kind to look: nothing for a pipe, so that scripts do the same everywhere.
  ///
  /// - Parameter isTable: whether a table is asked for, which is for people wherever it goes.
  func listSettings(of kind: Kind, _ schema: Schema, isTable: Bool = false) -> Settings.ListSettings {
    terminal.isTerminal || isTable ? settings.list(of: kind, schema) : Settings.ListSettings()
  }

  /// Returns the arguments with the words of an alias in its place; a command is never taken for an alias.
  func withoutAlias(_ arguments: [String]) -> [String] {
    var arguments = arguments
    var replaced: Set<String> = []
    while let name = arguments.first, let words = settings.aliases[name], !commands.isCommand(name),
      replaced.insert(name).inserted
    {
      arguments.replaceSubrange(0..<1, with: words)
    }
    return arguments
  }
}
