import ArgumentParser
import ShelfModel
import ShelfStore

/// `shelf KIND delete`: deletes a record, or all that match a query, and removes references to them.
struct DeleteCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "delete", abstract: "Delete \(K.kind.withArticle).",
      usage: K.usage("delete", "(<record> | --where <query>)"),
      discussion: "Shows what else changes and asks for confirmation, unless --yes is given.")
  }

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String?

  func run(in context: Context) throws {
    try context.offering(record) { try delete($0, in: context) }
  }

  private func delete(_ record: String?, in context: Context) throws {
    let isAsking = !bulk.yes && !change.isDryRun
    var change = try Change(change, in: context, isAsking: isAsking)
    let records = try bulk.records(named: record, K.kind, change.library, change.context)
    for record in records { try change.plan.delete(record) }
    if !records.isEmpty {
      warnOfUnreadable(change)
      if isAsking { try confirm(change.plan, records, change.context) }
    }
    try change.commit { plan in
      if records.isEmpty { return ["No \(K.kind.singular) matches; nothing to delete"] }
      return ["Deleted \(name(records))" + consequences(plan, records, [", with ", "; taken out of "])]
    }
  }

  /// Returns what is deleted, in words: `book “Dune”` or `12 books`.
  private func name(_ records: [Record]) -> String {
    !bulk.hasQuery && records.count == 1
      ? "\(K.kind.singular) \(Wording.name(records[0]))" : K.kind.counted(records.count)
  }

  /// Warns that references in unreadable files stay.
  private func warnOfUnreadable(_ change: Change) {
    let kinds = Set(change.library.schema.fields(referringTo: K.kind).map(\.kind))
    let count = change.library.unreadable.count { $0.kind.map(kinds.contains) ?? false }
    if count == 0 { return }
    change.context.warn("\(Wording.count(count, "file")) could not be read; references in there stay")
  }

  private func confirm(_ plan: EditPlan, _ records: [Record], _ context: Context) throws {
    let more = consequences(plan, records, [" with ", ", and take \(records.count == 1 ? "it" : "them") out of "])
    let what = bulk.hasQuery ? K.kind.counted(records.count) : Wording.name(records[0])
    try context.confirm("Delete \(name(records))\(more)?", "delete \(what)", "not deleted")
  }

  /// Returns what else changes: records deleted along, and records that lose the reference.
  private func consequences(_ plan: EditPlan, _ records: [Record], _ links: [String]) -> String {
    let paths = Set(records.map(\.path))
    let along = counts(plan.deleted.filter { !paths.contains($0.path) })
    let changed = counts(plan.changed)
    return (along.isEmpty ? "" : links[0] + (records.count == 1 ? "its " : "their ") + Wording.list(along))
      + (changed.isEmpty ? "" : links[1] + Wording.list(changed))
  }

  private func counts(_ records: [Record]) -> [String] {
    Kind.allCases.compactMap { kind in
      let count = records.count { $0.kind == kind }
      return count == 0 ? nil : kind.counted(count)
    }
  }
}
