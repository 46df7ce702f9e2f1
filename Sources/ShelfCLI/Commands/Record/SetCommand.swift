import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfWording

/// `shelf KIND set`, and `shelf set`: assigns fields of one record, of several, or of all that match a query.
struct SetCommand<S: RecordScope>: ContextCommand {
  static var configuration: CommandConfiguration {
    let fields = S.scope.map { "\n\n" + FieldHelp.fields(of: $0) } ?? ""
    let longTexts = FieldHelp.longTexts(of: S.scope ?? .book) { field, _ in "\(field.key)=" }
    return CommandConfiguration(
      commandName: "set", abstract: "Assign fields of \(S.withArticle), or of several.",
      usage: S.usage("set", "(<record> ... | --where <query>) <field=value> ..."),
      discussion: """
        field=value sets, field= clears, list+=item adds, list-=item removes. A comma is part of a value: a list of \
        several takes an assignment for each, such as genres=Horror genres+=Fantasy.\(longTexts) All assignments are \
        made together or not at all, to all records or to none.\(fields)
        """)
  }

  @OptionGroup var options: RecordsChangeOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("What to assign.", valueName: "field=value"))
  var assignments: [String] = []

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  @Flag(
    name: .customLong(OwnerChoice.refusalName(of: S.scope)),
    help: ArgumentHelp(
      "Say that it is knowingly from none.", visibility: OwnerChoice.owner(of: S.scope) == nil ? .hidden : .default))
  var noOwner = false

  func run(in context: Context) throws {
    let refusal = noOwner ? OwnerChoice.owner(of: S.scope).map { ["\($0.key)=~"] } ?? [] : []
    let words = try SetWords(
      [record].compactMap { $0 } + assignments + refusal, hasQuery: options.bulk.hasQuery, S.kinds)
    let change = RecordsChange(kind: S.scope, options: options, readsInput: Context.readsInput(words.assignments))
    try change.run(words.names, in: context, more: oldNames) { change, records in
      try assign(words.assignments, to: records, &change)
    }
  }

  /// Adds the assignments to the plan, read for the kind of each record.
  private func assign(_ assignments: [String], to records: [Record], _ change: inout Change) throws {
    let context = change.context
    var reader = AssignmentReader(
      context.finder(change.library), today: context.today, localTime: context.localTime,
      creatingWith: create ? context.newID : nil)
    var read: [Kind: [Assignment]] = [:]
    // What comes from standard input can be read only once.
    var texts: [String: String] = [:]
    // A query that finds nothing has to be about something all the same.
    for kind in Set(records.map(\.kind) + [S.scope].compactMap { $0 }).sorted(by: { $0.rawValue < $1.rawValue }) {
      for text in assignments {
        let filled = try texts[text] ?? context.filledIn(text, change.library, kind)
        if filled != text { texts[text] = filled }
        let assignment = try reader.read(filled, kind)
        try SetCommand.refuseSecond(assignment, after: read[kind] ?? [])
        read[kind, default: []].append(assignment)
      }
    }
    if !records.isEmpty { for missing in reader.missing { try change.plan.create(missing) } }
    for record in records { try change.plan.change(record, read[record.kind] ?? []) }
  }

  /// Refuses to set a field that was set before in the same command, which would be lost.
  private static func refuseSecond(_ assignment: Assignment, after earlier: [Assignment]) throws(CommandError) {
    let field = assignment.field
    guard assignment.operation == .set, earlier.contains(where: { $0.field.index == field.index }) else { return }
    throw CommandError(
      .usage, "“\(field.key)” is set twice",
      hint: field.type.isList ? "\(field.key)+=VALUE adds to what the first one sets" : "leave out one of them")
  }

  /// Says that references still show the old name of a record that is called something else now.
  private func oldNames(_ plan: EditPlan, _ record: Record) -> [String] {
    let title = plan.texts(of: plan.library.schema.title(of: record.kind), in: record)
    let count = Kind.allCases.reduce(0) { $0 + plan.library.count(of: $1, referringTo: record) }
    if title.old == title.new || count == 0 { return [] }
    return [
      "\(count == 1 ? "1 file still shows" : "\(count) files still show") the old name next to the reference"
    ]
  }
}
