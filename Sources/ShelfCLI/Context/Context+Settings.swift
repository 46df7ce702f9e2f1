import ShelfForms
import ShelfModel
import ShelfTerminal

extension Context {
  /// Reads the user's settings, and applies the pager and the colour.
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
  /// For a pipe, returns none, so that scripts get the same output everywhere.
  ///
  /// - Parameter isTable: whether the user asked for a table, which is for people even in a pipe.
  func listSettings(of kind: Kind, _ schema: Schema, isTable: Bool = false) -> Settings.ListSettings {
    terminal.isTerminal || isTable ? settings.list(of: kind, schema) : Settings.ListSettings()
  }

  /// Returns the arguments with an alias expanded.
  ///
  /// A command is never treated as an alias, and no alias is expanded twice.
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
