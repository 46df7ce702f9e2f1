import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfWording

/// `shelf filter`: the saved queries of the library.
struct FilterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter", abstract: "Save queries under a name, for --filter.",
    subcommands: [
      SaveFilterCommand.self, ListFiltersCommand.self, RenameFilterCommand.self, DeleteFilterCommand.self,
    ])
}

/// `shelf filter save`: saves a query under a name.
struct SaveFilterCommand: ContextCommand, QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Save a query under a name.",
    usage: "shelf filter save <name> <query> ... [<options>]",
    discussion: """
      Begin the query with \(Kind.list("or", \.singular)) to limit the filter to that kind: \
      shelf filter save lent issue '#lending' is:open
      """)

  @OptionGroup var change: ChangeOptions

  @Argument(
    help: "The filter's name. An existing filter with this name is replaced.", completion: .values(of: .savedFilter))
  var name: String

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The query.", valueName: "query"))
  var words: [String] = []

  func run(in context: Context) throws {
    let words = try ParserArguments.words(words, of: "filter save")
    var change = try CommandChange(change, in: context)
    _ = try change.plan(SaveFilter(name, QueryWords.text(words, change.library.schema)))
    try change.commit()
  }
}

/// `shelf filter list`: lists the filters and the numbers of records that they match.
struct ListFiltersCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the filters, and how many records each matches.", aliases: ["ls"])

  @OptionGroup var library: LibraryOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run(in context: Context) throws {
    let context = try library.context(context)
    let library = try self.library.load(in: context)
    context.warnOfFilters(library)
    let reader = QueryReader(library: library, context: context)
    let rows = library.manifest.allFilters.map { filter in (filter: filter, count: try? reader.count(filter)) }
    try context.print(Report.filters(rows), json: json)
  }
}

/// `shelf filter rename`: renames a saved filter.
struct RenameFilterCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a saved filter.", usage: "shelf filter rename <name> <new-name>"
  )

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The filter's name.", completion: .values(of: .savedFilter))
  var name: String

  @Argument(help: "The new name.")
  var newName: String

  func run(in context: Context) throws {
    var change = try CommandChange(change, in: context)
    context.warnOfFilters(change.library)
    _ = try change.plan(RenameFilter(name, to: newName))
    try change.commit()
  }
}

/// `shelf filter delete`: deletes a saved filter.
struct DeleteFilterCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a saved filter, but no records.", aliases: ["rm"])

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The filter's name.", completion: .values(of: .savedFilter))
  var name: String

  func run(in context: Context) throws {
    var change = try CommandChange(change, in: context)
    context.warnOfFilters(change.library)
    _ = try change.plan(DeleteFilter(name))
    try change.commit()
  }
}
