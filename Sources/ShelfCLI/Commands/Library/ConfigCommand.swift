import ArgumentParser
import ShelfForms
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording
import YAMLEdit

/// `shelf config`: the user's own settings, which apply to every library.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show or change your settings: the default library, aliases, the look of lists.",
    discussion: """
      Your settings are in ~/.config/shelf/config.yaml (or under XDG_CONFIG_HOME), a file that you can also edit by hand. \
      The settings of a library are in its shelf.yaml. Nothing in a library changes your own settings.
      """,
    subcommands: [
      ListSettingsCommand.self, GetSettingCommand.self, SetSettingCommand.self, UnsetSettingCommand.self,
      EditSettingsCommand.self, UndoSettingsCommand.self,
    ])
}

/// `shelf config list`: lists the settings and their values.
struct ListSettingsCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the settings and their values.")

  @Flag(help: "Print the settings that you have set as JSON.")
  var json = false

  func run(in context: Context) throws {
    let file = try context.settingsFile()
    let values = try SettingsReader(file.source(), path: file.path).values()
    try context.print(
      SettingsReport(values, path: file.path, known: Setting.all.map { ($0.name, $0.help) }), json: json)
  }
}

/// `shelf config get`: prints the value of a setting, with exit status 1 if it is not set.
struct GetSettingCommand: ContextCommand {
  static let configuration = CommandConfiguration(commandName: "get", abstract: "Print the value of a setting.")

  @Argument(help: "The setting, such as book.columns.", completion: .list(Setting.completions))
  var name: String

  func run(in context: Context) throws {
    let file = try context.settingsFile()
    let keys = try Setting.keys(of: name)
    let reader = try SettingsReader(file.source(), path: file.path)
    if reader.hasSettings(under: keys) {
      guard keys == ["lookup"], try reader.settings().lookup.isOff else { throw ExitCode(1) }
      return try context.print("off")
    }
    guard let texts = try reader.shownValue(of: keys) else { throw ExitCode(1) }
    try context.print(VisibleText.line(texts.joined(separator: ",")))
  }
}

/// `shelf config set`: sets a setting, after checking that the whole file remains valid.
struct SetSettingCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set the value of a setting.",
    discussion: """
      shelf config set library ~/books
      shelf config set book.columns title,author,rating
      shelf config set aliases.q quote add

      `shelf -- NAME` runs a command that has the name of an alias.

      An API key cannot be given as an argument, where others could see it. shelf asks for it, or reads it from standard \
      input.
      """)

  @Argument(help: "The setting, such as book.columns.", completion: .list(Setting.completions))
  var name: String

  @Argument(
    parsing: .allUnrecognized, help: "The value; several words form one text.", completion: .values(of: .setting))
  var value: [String] = []

  func run(in context: Context) throws {
    // `set NAME=VALUE` also works, as in `shelf library`; no setting has an equals sign in its name.
    var (name, value) = (name, value)
    if let sign = name.firstIndex(of: "=") {
      value.insert(String(name[name.index(after: sign)...]), at: 0)
      name = String(name[..<sign])
    }
    let file = try context.settingsFile()
    let keys = try Setting.keys(of: name, value: value.joined(separator: " "))
    if keys.first == "aliases", let alias = keys.last, CommandTree.isReserved(alias) {
      throw CommandError(.usage, "“\(alias)” is a shelf command, and an alias cannot replace it")
    }
    let isPrompted = Setting.named(keys)?.isPrompted ?? false
    let text = isPrompted ? try secret(name, isGiven: !value.isEmpty, in: context) : value.joined(separator: " ")
    if value.isEmpty, !isPrompted {
      throw CommandError(
        .usage, "no value was given",
        hint: "`shelf config unset \(Wording.shellWord(VisibleText.line(name)))` removes a setting")
    }
    if keys.first == "aliases", let words = ShellWords.split(text), let first = words.first {
      // An alias may lead to another alias, but not to itself.
      let aliases = (try? file.read())?.aliases ?? [:]
      if aliases[first] == nil || first == keys.last {
        try context.commands.check(ParserArguments.withFullNames(words.filter { !$0.hasPrefix("--library") }))
      }
    }
    let isList = Setting.named(keys)?.isList ?? false
    let new = isList ? Value.list(Setting.items(of: text).map { Scalar($0) }) : .scalar(Scalar(text))
    let source = try file.source()
    // An edit would show the names of invalid settings in its errors. The reader hides them.
    _ = try SettingsReader(source, path: file.path)
    var edit = try SettingsEdit(source, path: file.path)
    try edit.setSetting(keys, to: new)
    let settings: Settings
    do throws(UnreadableFile) {
      // If the old text was valid, the new value must be the cause of an error in the new text.
      settings = try SettingsReader(edit.document.bytes, path: file.path).settings()
    } catch {
      do {
        _ = try file.read()
      } catch let error as UnreadableFile {
        throw CommandError(settings: error)
      }
      throw CommandError(.usage, error.reason)
    }
    try file.write(edit.document.bytes)
    if isPrompted {
      return try context.print("\(name) is kept in \(context.shown(file.path)), for you alone to read")
    }
    try context.print(VisibleText.line("\(name): \(isList ? Setting.items(of: text).joined(separator: ",") : text)"))
    if keys.first == "aliases", let alias = keys.last, context.commands.isCommand(alias) {
      context.warn(VisibleText.line(Context.text(aliasHidingCommand: alias)))
    }
    warn(of: settings, keys, in: context)
    warnOfKeys(settings, keys, in: context)
  }

  /// Prompts for a secret value without showing it, or reads it from standard input.
  private func secret(_ name: String, isGiven: Bool, in context: Context) throws -> String {
    if isGiven {
      throw CommandError(
        .usage, "an API key cannot be an argument, which other programs and the shell history can see",
        hint:
          "`shelf config set \(Wording.shellWord(VisibleText.line(name)))` prompts for it, or reads it from standard input"
      )
    }
    if context.canShowWidgets { return try context.show(SecretField("\(name) (not shown):")).trimmed }
    if context.isInteractive {
      throw CommandError(
        .usage, "this terminal would show the key", hint: "provide it on standard input, such as from a file")
    }
    return String(decoding: try context.readInput(limit: 64 << 10), as: UTF8.self).trimmed
  }

  /// Warns about browser actions that lose a key because the key was just bound to another action.
  private func warnOfKeys(_ settings: Settings, _ keys: [String], in context: Context) {
    guard keys.first == "keys", let name = keys.last, let new = try? KeyMap(settings.keys) else { return }
    var others = settings.keys
    let wanted = others.removeValue(forKey: name) ?? []
    guard let action = Action(rawValue: name), let old = try? KeyMap(others) else { return }
    for other in Action.allCases where other != action {
      let lost = old.names(of: other).filter { !new.names(of: other).contains($0) }
      if lost.isEmpty { continue }
      let rest = new.names(of: other)
      let left =
        rest.isEmpty
        ? "no longer has a key; bind one with `shelf config set keys.\(other.rawValue) KEY`"
        : "still has \(Wording.list(rest))"
      context.warn("\(Wording.list(lost)) was a key of “\(other.rawValue)” (\(other.help)), which \(left)")
    }
    let refused = wanted.filter { text in KeyName.key(text).map { new.action($0) != action } ?? false }
    for text in refused {
      let owner = KeyName.key(text).flatMap { new.action($0) }?.rawValue ?? ""
      context.warn("\(text) is still bound to “\(owner)”, as set in keys.\(owner)")
    }
  }

  /// Warns about columns and sort orders that the lists of this library do not have.
  ///
  /// They are allowed because they may be meant for another library, but they may also be typing errors.
  private func warn(of settings: Settings, _ keys: [String], in context: Context) {
    let schema = (try? context.workspace().read())?.schema ?? Schema()
    for (kind, list) in settings.lists where keys.first == kind.singular {
      do {
        if keys.last == "columns" {
          _ = try list.columns.map { try Column.read($0.joined(separator: ","), of: kind, schema) }
        }
        if keys.last == "sort" { _ = try list.sort.map { try Column.readOrder($0, of: kind, schema) } }
      } catch {
        guard var report = CommandError(error)?.report else { return }
        report.severity = .warning
        report.message += "; libraries without it ignore it"
        context.report(report)
      }
    }
  }
}

/// `shelf config unset`: removes a setting.
struct UnsetSettingCommand: ContextCommand {
  static let configuration = CommandConfiguration(commandName: "unset", abstract: "Remove a setting.")

  @Argument(help: "The setting, such as book.columns.", completion: .list(Setting.completions))
  var name: String

  @Flag(name: .shortAndLong, help: "Do not ask before removing an API key.")
  var yes = false

  func run(in context: Context) throws {
    let file = try context.settingsFile()
    let source = try file.source()
    let reader = try SettingsReader(source, path: file.path)
    // Unknown settings can also be removed, because every command fails as long as the file contains one.
    let written = name.split(separator: ".").map(String.init)
    var keys = try reader.hasEntry(written) ? written : Setting.keys(of: name)
    // This turns lookups on again; the other settings under `lookup` are kept.
    if keys == ["lookup"], reader.hasEntry(["lookup", "enabled"]) { keys = ["lookup", "enabled"] }
    guard reader.hasEntry(keys) else { return try context.print("\(name) is not set") }
    let parts = try reader.values().map(\.name).filter { $0.hasPrefix(name + ".") }
    if !parts.isEmpty, keys == written {
      throw CommandError(
        .usage, "“\(VisibleText.line(name))” is a group of settings", hint: "the settings are \(Wording.list(parts))")
    }
    if Setting.named(keys)?.isPrompted ?? false, !yes {
      try context.confirm(
        "Remove the key? `shelf config undo` restores it only until the next change.", "remove an API key",
        "Nothing was changed")
    }
    var edit = try SettingsEdit(source, path: file.path)
    try edit.remove(keys)
    try file.write(edit.document.bytes)
    try context.print("\(name) is no longer set")
  }
}

/// `shelf config edit`: opens the settings in an editor, and keeps the old text for `undo`.
struct EditSettingsCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Open your settings file in $VISUAL or $EDITOR.")

  func run(in context: Context) throws {
    let file = try context.settingsFile()
    if try file.source().isEmpty { try file.write(Array(Setting.template.utf8)) }
    let old = try file.source()
    // The editor may have saved a change before it failed.
    defer { if let new = try? file.source() { try? file.keep(old, before: new) } }
    do {
      try Editor(context).open(file.resolved)
      _ = try file.read()
    } catch let failure as Editor.Failure {
      throw failure.error
    } catch let error as UnreadableFile {
      throw CommandError(settings: error)
    }
  }
}

/// `shelf config undo`: restores the previous text of the settings; a second undo redoes the change.
struct UndoSettingsCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last change to your settings.",
    discussion: """
      The previous version is kept in config.yaml.previous, next to the settings. A second undo redoes the change. If \
      you have edited the settings since the change, nothing is undone.
      """)

  func run(in context: Context) throws {
    let file = try context.settingsFile()
    guard let previous = try file.previous() else {
      throw CommandError(.no, "shelf has not changed your settings; there is nothing to undo")
    }
    guard previous.isCurrent else {
      throw CommandError(
        .no, "your settings have been edited since shelf changed them; nothing was undone",
        hint: "the version before that change is in \(VisibleText.line(file.previousPath))")
    }
    do {
      try file.write(previous.bytes)
    } catch let error as UnreadableFile {
      throw CommandError(settings: error)
    }
    try context.print("Undid the last change to your settings; run `shelf config undo` again to redo it")
  }
}

extension Context {
  fileprivate func settingsFile() throws(CommandError) -> SettingsFile {
    guard let file = SettingsFile(environment, fileSystem: fileSystem) else {
      throw CommandError(.usage, "neither HOME nor XDG_CONFIG_HOME is set, so settings cannot be stored")
    }
    return file
  }
}
