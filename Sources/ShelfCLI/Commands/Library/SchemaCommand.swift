import ArgumentParser
import ShelfEditor
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// `shelf schema`: JSON Schemas of the library's files.
struct SchemaCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema for a kind of record, for editors and validators.",
    usage: "shelf schema <kind>\n       shelf schema --write <folder>",
    discussion: """
      The schemas (draft-07) include the library's custom fields. The schema “library” is for shelf.yaml.

      --write writes all schemas and, in .vscode, settings that use them if there are no settings yet: \
      shelf schema --write .vscode/shelf

      Outside a library, the schemas contain no custom fields.
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
        .usage, "unknown schema “\(name)”",
        hint: nearest.map { "did you mean \($0)?" } ?? "the schemas are \(Wording.list(LibrarySchemas.names))")
    }
    guard (name == nil) != (write == nil) else {
      throw CommandError(
        .usage, "specify a schema, or a folder with --write",
        hint: "the schemas are \(Wording.list(LibrarySchemas.names))")
    }
    let context = try library.context(context)
    if let name {
      guard let text = LibrarySchemas(try schema(in: context)).text(name) else { return }
      return try context.write(text)
    }
    guard let write else { return }
    let library = try self.library.load(in: context)
    let schemas = LibrarySchemas(library.schema)
    let written = try SchemaFolder(write, root: library.root, context.fileSystem).write(schemas)
    context.note("wrote \(Wording.count(written.schemas, "schema")) to \(written.folder)")
    switch written.settings {
    case .written(let file): context.note("wrote \(file)")
    case .there(let file, let settings):
      context.note("\(file) was not changed; add these settings to it")
      try context.write(settings)
    case .elsewhere(let settings): try context.write(settings)
    }
  }

  /// Returns the schema of the library or, outside a library, the schema without custom fields.
  private func schema(in context: Context) throws -> Schema {
    do { return try library.load(in: context).schema } catch LibraryError.noLibraryFound { return Schema() }
  }
}
