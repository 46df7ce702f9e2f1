import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfText
import ShelfWording

/// The `--json` option of a command that changes records: prints the changed records as JSON instead of the usual
/// messages.
struct ChangedJSONOption: ParsableArguments {
  @Option(
    defaultAsFlag: "",
    help: ArgumentHelp(
      "Print the records as JSON, with all fields or only these.", valueName: "field,field"),
    completion: .values(of: .columns))
  var json: String?

  var isRequested: Bool { json != nil }

  /// Makes a change, and prints the records as they are afterwards.
  ///
  /// - Parameter isList: whether there can be several records, in which case the JSON is an array.
  func commit(_ change: CommandChange, _ ids: [RecordID], of kinds: [Kind], isList: Bool) throws {
    if change.isDryRun {
      throw CommandError(
        .usage, "--dry-run and --json cannot be combined", hint: "remove --json to see the diff")
    }
    // Unknown field names are rejected before anything changes.
    let fields = try JSONFields(json ?? "", of: kinds, change.library.schema)
    let outcome = try change.write { _ in [] }
    let library = outcome.after ?? change.library
    try print(ids.compactMap { library.record($0) }, fields, library, change.context, isList: isList)
    try change.commitToGit(outcome)
  }

  /// Prints records without changing them.
  ///
  /// - Parameter isList: whether there can be several records, in which case the JSON is an array.
  func write(
    _ records: [Record], of kinds: [Kind], _ library: Library, isList: Bool, _ context: Context
  ) throws {
    try print(records, JSONFields(json ?? "", of: kinds, library.schema), library, context, isList: isList)
  }

  private func print(
    _ records: [Record], _ fields: JSONFields, _ library: Library, _ context: Context, isList: Bool
  ) throws {
    let writer = RecordJSON(library: library)
    var json = JSONWriter(.pretty)
    if isList { json.beginArray() }
    for record in records { fields.write(record, writer, to: &json) }
    if isList { json.endArray() }
    json.endLine()
    try context.write(json.take())
  }
}
