import ArgumentParser
import ShelfEditor
import ShelfModel
import ShelfSystem
import ShelfText
import ShelfWording

/// `shelf schema`: JSON Schemas of the library's files.
struct SchemaCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print a JSON Schema of a kind's files, for editors and validators.",
    usage: "shelf schema <kind>\n       shelf schema --write <folder>",
    discussion: """
      The schemas (draft-07) hold the library's own fields; “library” is that of shelf.yaml. --write writes all of them, and \
      in .vscode the settings that use them if there are none: shelf schema --write .vscode/shelf
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("\(LibrarySchemas.names.joined(separator: ", ")).", valueName: "kind"),
    completion: .list(LibrarySchemas.names))
  var name: String?

  @Option(help: ArgumentHelp("Write all schemas into this folder.", valueName: "folder"), completion: .directory)
  var write: String?

  func run(in context: Context) throws {
    if let name, !LibrarySchemas.names.contains(name) {
      let nearest = Nearest.words(to: name, among: LibrarySchemas.names).first
      throw CommandError(
        .usage, "there is no schema “\(name)”",
        hint: nearest.map { "did you mean \($0)?" } ?? "the schemas are \(Wording.list(LibrarySchemas.names))")
    }
    guard (name == nil) != (write == nil) else {
      throw CommandError(
        .usage, "name a schema, or a folder with --write",
        hint: "the schemas are \(Wording.list(LibrarySchemas.names))")
    }
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    let schemas = LibrarySchemas(library.schema)
    if let name, let text = schemas.text(name) { return try context.write(text) }
    if let write { try SchemaFolder(write, root: library.root, context).write(schemas) }
  }
}

/// The folder that schemas are written to.
private struct SchemaFolder {
  private let path: String
  private let root: String
  private let context: Context

  init(_ path: String, root: String, _ context: Context) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.root = root
    self.context = context
  }

  func write(_ schemas: LibrarySchemas) throws {
    try checkLinks()
    _ = try context.fileSystem.makeDirectories(path)
    for name in LibrarySchemas.names {
      if let text = schemas.text(name) { try replace(path + "/" + name + ".json", text) }
    }
    context.note("wrote \(Wording.count(LibrarySchemas.names.count, "schema")) to \(path)")
    try writeSettings()
  }

  /// A folder in somebody else's library may be a link to anywhere.
  private func checkLinks() throws {
    var part = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      let above = context.fileSystem.resolve(part.isEmpty ? "." : part) ?? ""
      part += (part.isEmpty || part == "/" ? "" : "/") + name
      let isInLibrary = above == root || above.hasPrefix(root + "/")
      if isInLibrary, try context.fileSystem.status(part)?.type == .link {
        throw CommandError(.library, "it is a link", path: part)
      }
    }
  }

  /// Writes the settings beside the schemas, or tells what they are if there are some already.
  private func writeSettings() throws {
    let above = path.split(separator: "/").dropLast().last == ".vscode"
    guard above, let folder = context.fileSystem.resolve(path), folder.hasPrefix(root + "/") else {
      return try context.write(LibrarySchemas.settings(folder: path))
    }
    let settings = LibrarySchemas.settings(folder: String(folder.dropFirst(root.count + 1)))
    let file = String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.endIndex)) + "/settings.json"
    if try context.fileSystem.status(file) != nil {
      context.note("\(file) is left as it is; these are the settings to add")
      return try context.write(settings)
    }
    try context.fileSystem.createFile(file, settings, mode: nil, synced: false)
    context.note("wrote \(file)")
  }

  private func replace(_ file: String, _ bytes: [UInt8]) throws {
    if let status = try context.fileSystem.status(file), status.type != .file {
      throw CommandError(.library, "it is not a file", path: file)
    }
    try context.fileSystem.replaceFile(file, bytes, mode: nil)
  }
}
