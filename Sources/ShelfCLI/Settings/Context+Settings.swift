import ShelfModel
import ShelfTerminal
import ShelfWording

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
  /// Columns that only another library of theirs has are left out.
  ///
  /// - Parameter isTable: whether a table is asked for, which is for people wherever it goes.
  func listSettings(of kind: Kind, _ schema: Schema, isTable: Bool = false) -> Settings.ListSettings {
    guard terminal.isTerminal || isTable, var list = settings.lists[kind] else { return Settings.ListSettings() }
    list.columns = list.columns?.filter { (try? Column.read($0, of: kind, schema)) != nil }
    if list.columns?.isEmpty ?? false { list.columns = nil }
    list.sort = list.sort.flatMap { (try? Column.readOrder($0, of: kind, schema)) == nil ? nil : $0 }
    return list
  }

  /// Returns how ratings look, as the reader's settings say.
  ///
  /// - Parameter style: what an option says instead.
  func ratings(_ style: Stars? = nil) -> RatingLook {
    let settings = settings.ratings
    var look = RatingLook(style ?? settings.style ?? .stars)
    look.maximum = settings.maximum ?? look.maximum
    look.on = settings.on ?? look.on
    look.off = settings.off ?? look.off
    look.label = settings.label ?? look.label
    look.onColor = settings.color.map { .rgb($0) } ?? look.onColor
    look.offColor = settings.offColor.map { .rgb($0) }
    return look
  }

  /// Returns the arguments with the words of an alias in its place; a command is never taken for an alias.
  func withoutAlias(_ arguments: [String]) -> [String] {
    var arguments = arguments
    var replaced: Set<String> = []
    while let name = arguments.first, let words = settings.aliases[name], !CommandNames.isCommand(name),
      replaced.insert(name).inserted
    {
      arguments.replaceSubrange(0..<1, with: words)
    }
    return arguments
  }
}
