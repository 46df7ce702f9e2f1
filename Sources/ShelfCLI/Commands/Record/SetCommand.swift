import ArgumentParser
import ShelfModel
import ShelfStore

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

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: ArgumentHelp("What to assign.", valueName: "field=value"))
  var assignments: [String] = []

  @Flag(help: "Create \(Kind.madeByName) that do not exist yet.")
  var create = false

  @OptionGroup var json: ChangedJSONOption

  func run(in context: Context) throws {
    let words = try SetWords(
      [record].compactMap { $0 } + assignments, hasQuery: bulk.hasQuery, S.kinds)
    try context.offering(words.names) { try set($0, words.assignments, in: context) }
  }

  private func set(_ names: [String], _ assignments: [String], in context: Context) throws {
    let isAsking = bulk.isAsking(change)
    var change = try Change(change, in: context, isAsking: isAsking || Context.readsInput(assignments))
    let records = try bulk.records(named: names, S.scope, change.library, change.context)
    try assign(assignments, to: records, &change)
    let all = BulkChange(kind: S.scope, records: records)
    if isAsking { try all.confirm(change.plan, change.context) }
    if json.isWanted {
      return try json.commit(
        change, records.map(\.id), of: S.scope.map { [$0] } ?? records.map(\.kind),
        isList: bulk.hasQuery || names.count > 1)
    }
    try change.commit { plan in
      created(plan, context)
        + (bulk.hasQuery ? all.report(plan, isKnown: isAsking) : records.flatMap { report(plan, $0, context) })
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
        read[kind, default: []].append(try reader.read(filled, kind))
      }
    }
    if !records.isEmpty { for missing in reader.missing { try change.plan.create(missing) } }
    for record in records { try change.plan.change(record, read[record.kind] ?? []) }
  }

  private func created(_ plan: EditPlan, _ context: Context) -> [String] {
    plan.created.map {
      "Added \($0.kind.singular) “\(Wording.short(plan.names[$0.id] ?? ""))”  \(context.shown($0.path))"
    }
  }

  private func report(_ plan: EditPlan, _ record: Record, _ context: Context) -> [String] {
    let phrases = FieldChangeText(plan: plan, record: record, localTime: context.localTime).phrases()
    var lines = [
      "\(Wording.name(record)): " + (phrases.isEmpty ? "nothing to change" : phrases.joined(separator: ", "))
    ]
    let title = plan.library.schema.title(of: record.kind)
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
