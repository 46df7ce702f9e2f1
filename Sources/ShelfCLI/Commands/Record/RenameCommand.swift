import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// `shelf KIND rename` and `shelf rename`: renames a record everywhere.
struct RenameCommand<S: RecordScope>: ContextCommand {
  static var configuration: CommandConfiguration {
    let values =
      S.scope == nil || S.scope == .book
      ? " If no record has that name, a person, a series, a publisher or another value that shelf suggests is renamed in "
        + "all books."
      : ""
    return CommandConfiguration(
      commandName: "rename", abstract: "Rename \(S.withArticle), also where other files show the name.",
      usage: S.usage("rename", "<record> <new-name>"),
      discussion: "The new name also replaces the old one in comments after references, in saved filters, and in the "
        + "queries for published pages.\(values)\n\n"
        + "If the two names are fields, such as place and location, the values move from the first field to the second, in "
        + "all \(S.scope?.plural ?? "books") or in those that match --where. A record that has another value there stops "
        + "the change.")
  }

  @OptionGroup var change: ChangeOptions
  @OptionGroup var bulk: BulkOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(help: "The record (its id, the start of its id, its file, or its title), and the new name.")
  var names: [String] = []

  func run(in context: Context) throws {
    var names = names
    // A name is renamed wherever it occurs, so the field in `shelf rename author OLD NEW` adds nothing.
    if names.count == 3, names[0] == "person" || Schema().field(named: names[0], of: S.scope ?? .book) != nil {
      names.removeFirst()
    }
    guard names.count == 2 else {
      throw CommandError(
        .usage,
        names.isEmpty
          ? "no name was given" : names.count == 1 ? "no new name was given" : "more than two names were given",
        hint: "write `\(S.usage("rename", "OLD NEW").replacing(" [<options>]", with: ""))`, "
          + "with quotation marks around names of several words")
    }
    let newName = names[1]
    if bulk.hasQuery { return try move(names[0], to: newName, in: context) }
    try context.promptingForNames([names[0]]) { words in
      var change = try CommandChange(change, in: context)
      let planned = try change.plan(RenameRecord(words[0], to: newName, of: S.scope))
      if json.isRequested {
        return try json.commit(
          change, planned.subjects.map(\.id), of: planned.subjects.map(\.kind), isList: planned.subjects.count > 1)
      }
      try change.commit {
        planned.subjects.count > 1 ? $0.summary(planned.subjects[0].kind, isKnown: false) : $0.changes
      }
    }
  }

  /// Moves the values of a field to another field, in the records that the query finds.
  private func move(_ key: String, to newKey: String, in context: Context) throws {
    let options = RecordsChangeOptions(change: change, bulk: bulk, json: json)
    try RecordsChangeRun(kind: S.scope, options: options).run([], in: context) { subjects, change in
      guard case .records(let records) = subjects else { throw CommandError(.usage, "no query was given") }
      return RenameField(key, to: newKey, of: records.first?.kind ?? S.scope ?? .book, in: records)
    }
  }
}
