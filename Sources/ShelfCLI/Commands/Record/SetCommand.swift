import ArgumentParser
import ShelfModel
import ShelfStore

/// `shelf KIND set`: assigns fields of one record, or of all that match a query.
struct SetCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "set", abstract: "Assign fields of one \(K.kind.singular).",
      usage: K.usage("set", "(<record> | --where <query>) <field=value> ..."),
      discussion: """
        field=value sets, field= clears, list+=item adds, list-=item removes.\
        \(FieldHelp.longTexts(of: K.kind) { field, _ in "\(field.key)=" }) All assignments are made together or not at all.

        \(FieldHelp.fields(of: K.kind))
        """)
  }

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("What to assign.", valueName: "field=value"))
  var assignments: [String] = []

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  func run(in context: Context) throws {
    try context.offering(record) { try set($0, in: context) }
  }

  private func set(_ record: String?, in context: Context) throws {
    // If a query chooses the records, the first word is an assignment too.
    let assignments = (bulk.hasQuery ? [record].compactMap { $0 } : []) + assignments
    if assignments.isEmpty, bulk.hasQuery || record != nil {
      throw CommandError(
        .usage, "nothing was assigned", hint: "write field=value, such as \(K.kind.titleKey)=…")
    }
    let isAsking = bulk.isAsking(change)
    var change = try Change(change, in: context, isAsking: isAsking || Context.readsInput(assignments))
    let records = try bulk.records(
      named: bulk.hasQuery ? nil : record, K.kind, change.library, change.context)
    var reader = AssignmentReader(
      context.finder(change.library), today: context.today, creatingWith: create ? context.newID : nil)
    var read: [Assignment] = []
    for text in assignments { read.append(try reader.read(try context.filledIn(text, change.library, K.kind), K.kind)) }
    if !records.isEmpty { for missing in reader.missing { try change.plan.create(missing) } }
    for record in records { try change.plan.change(record, read) }
    let all = BulkChange(kind: K.kind, records: records)
    if isAsking { try all.confirm(change.plan, change.context) }
    try change.commit { plan in
      created(plan) + (bulk.hasQuery ? all.report(plan) : records.flatMap { report(plan, $0) })
    }
  }

  private func created(_ plan: EditPlan) -> [String] {
    plan.created.map { "Added \($0.kind.singular) “\(Wording.short(plan.names[$0.id] ?? ""))”  \($0.path)" }
  }

  private func report(_ plan: EditPlan, _ record: Record) -> [String] {
    let phrases = FieldChangeText(plan: plan, record: record).phrases()
    var lines = [
      "\(Wording.name(record)): " + (phrases.isEmpty ? "nothing to change" : phrases.joined(separator: ", "))
    ]
    let title = plan.library.schema.title(of: K.kind)
    if plan.texts(of: title, in: record).old != plan.texts(of: title, in: record).new {
      let referring = Kind.allCases.reduce(0) { $0 + plan.library.count(of: $1, referringTo: record) }
      if referring > 0 {
        lines.append(
          "\(referring == 1 ? "1 file still shows" : "\(referring) files still show") the old name next to the reference"
        )
      }
    }
    return lines
  }
}

extension EditPlan {
  /// Adds a genre or tag that an assignment named and that did not exist.
  mutating func create(_ missing: (kind: Kind, id: RecordID, name: String)) throws(EditError) {
    try create(missing.kind, missing.id, [.set(library.schema.title(of: missing.kind), to: missing.name)])
  }
}
