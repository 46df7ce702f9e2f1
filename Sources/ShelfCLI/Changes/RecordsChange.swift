import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfWording

/// The options of a command that changes named records, or all that a query finds.
struct RecordsChangeOptions: ParsableArguments {
  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @OptionGroup var json: ChangedJSONOption
}

/// What such a command does: it finds the records, plans, asks, makes the change and tells what changed.
struct RecordsChange {
  /// nil if records of any kind are meant.
  let kind: Kind?
  let options: RecordsChangeOptions
  /// Whether a value is read from standard input, so that nothing else is asked meanwhile.
  var readsInput = false

  /// Carries the command out.
  ///
  /// - Parameters:
  ///   - names: the names of the records; if there is none, or one that no record has, a terminal is asked.
  ///   - plan: adds edits of the records to the change's plan.
  ///   - more: what else is said of a record after its line.
  func run(
    _ names: [String], in context: Context, more: (EditPlan, Record) -> [String] = { _, _ in [] },
    plan: (inout Change, [Record]) throws -> Void
  ) throws {
    try context.offering(names) { try run(exactly: $0, in: context, more, plan) }
  }

  private func run(
    exactly names: [String], in context: Context, _ more: (EditPlan, Record) -> [String],
    _ plan: (inout Change, [Record]) throws -> Void
  ) throws {
    let bulk = options.bulk
    let isAsking = bulk.isAsking(options.change)
    var change = try Change(options.change, in: context, isAsking: isAsking || readsInput)
    let records = try bulk.records(named: names, kind, change.library, change.context)
    try plan(&change, records)
    let all = BulkChange(kind: kind, records: records, context: change.context)
    if isAsking { try all.confirm(change.plan) }
    if options.json.isWanted {
      return try options.json.commit(
        change, records.map(\.id), of: kind.map { [$0] } ?? records.map(\.kind),
        isList: bulk.hasQuery || names.count > 1)
    }
    try change.commit { plan in
      if bulk.hasQuery { return created(plan, context) + all.report(plan, isKnown: isAsking) }
      return created(plan, context)
        + records.flatMap {
          [FieldChangeText(plan: plan, record: $0, localTime: context.localTime).line] + more(plan, $0)
        }
    }
  }

  private func created(_ plan: EditPlan, _ context: Context) -> [String] {
    plan.created.map {
      "Added \($0.kind.singular) “\(Wording.short(plan.names[$0.id] ?? ""))”  \(context.shown($0.path))"
    }
  }
}
