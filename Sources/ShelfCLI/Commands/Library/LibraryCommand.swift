import ArgumentParser
import ShelfForms
import ShelfKit
import ShelfModel
import ShelfText
import ShelfWording
import YAMLEdit

/// `shelf library`: the settings of a library.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Show or change settings of a library: its name, git, merging, goals, custom fields.",
    discussion: """
      These settings are in shelf.yaml, a file that you can also edit by hand. `shelf filter` saves queries there. For your \
      own settings, use `shelf config`.
      """,
    subcommands: [
      ListLibrarySettingsCommand.self, SetLibrarySettingCommand.self, UnsetLibrarySettingCommand.self,
    ])
}

/// `shelf library list`: lists the settings of the library and their values.
struct ListLibrarySettingsCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the library's settings and their values.", aliases: ["ls"])

  @OptionGroup var library: LibraryOptions

  func run(in context: Context) throws {
    let context = try library.context(context)
    let workspace = try self.library.open(in: context)
    _ = try workspace.read()
    let source = try context.fileSystem.contents(
      of: workspace.root + "/" + Manifest.fileName, limit: Limits().bytes)
    let values = ListLibrarySettingsCommand.values(in: try Document(source))
    let known = LibrarySetting.all.map { setting in
      (setting.name, setting.help + (setting.choices.isEmpty ? "" : ": " + setting.choices.joined(separator: ", ")))
    }
    try context.print(SettingsReport(values, path: Manifest.fileName, known: known))
  }

  /// Returns the settings that can be set by name, with their values, in the order in which the file lists them.
  private static func values(in document: Document) -> [(name: String, texts: [String])] {
    let known = Set(LibrarySetting.all.compactMap(\.keys.first))
    guard let root = document.node(at: []) else { return [] }
    func values(_ node: Int, _ name: String) -> [(name: String, texts: [String])] {
      if document.nodes[node].kind == .mapping {
        return document.entries(of: node).flatMap { key, value in
          values(value, name + "." + (document.text(of: key) ?? ""))
        }
      }
      let items = document.nodes[node].kind == .sequence ? document.items(of: node) : [node]
      return [(name, [items.compactMap(document.text).joined(separator: ", ")])]
    }
    return document.entries(of: root).flatMap { key, value in
      document.text(of: key).flatMap { known.contains($0) ? values(value, $0) : nil } ?? []
    }
  }
}

/// `shelf library set`: sets one or more settings in one change.
struct SetLibrarySettingCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set settings of the library.",
    discussion: """
      shelf library set git.commit=true
      shelf library set name="Books and papers" merge=newest
      shelf library set fields.book.shelfmark.type=text
      """)

  @OptionGroup var change: ChangeOptions

  @Argument(
    help: ArgumentHelp("A setting and its value.", valueName: "name=value"),
    completion: .values(of: .librarySetting))
  var settings: [String]

  func run(in context: Context) throws {
    // `set NAME VALUE` also works, as in `shelf config`.
    let isPair = settings.count > 1 && !settings.contains { $0.contains("=") }
    let settings = isPair ? [settings[0] + "=" + settings.dropFirst().joined(separator: " ")] : settings
    let inputs = try settings.map { text throws(CommandError) in
      guard let sign = text.firstIndex(of: "=") else {
        throw CommandError(
          .usage, "“\(Wording.short(text))” has no value", hint: "write \(VisibleText.line(text))=VALUE")
      }
      return ChangeLibrarySettings.Input(String(text[..<sign]), String(text[text.index(after: sign)...]))
    }
    var change = try CommandChange(change, in: context)
    _ = try change.plan(ChangeLibrarySettings(inputs))
    try change.commit()
  }
}

/// `shelf library unset`: removes settings.
struct UnsetLibrarySettingCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Remove settings of the library.")

  @OptionGroup var change: ChangeOptions

  @Argument(help: ArgumentHelp("A setting, such as git.commit.", valueName: "name"))
  var names: [String]

  func run(in context: Context) throws {
    var change = try CommandChange(change, in: context)
    _ = try change.plan(ChangeLibrarySettings(names.map { .init($0, nil) }))
    try change.commit()
  }
}
