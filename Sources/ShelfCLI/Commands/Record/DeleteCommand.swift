import ArgumentParser
import ShelfModel
import ShelfStore
import ShelfWording

/// `shelf KIND delete`, and `shelf delete`: deletes records, or all that match a query, and removes references to them.
struct DeleteCommand<S: RecordScope>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "delete", abstract: "Delete \(S.withArticle), or several.",
      usage: S.usage("delete", "(<record> ... | --where <query>)"),
      discussion: "Shows what else changes and asks for confirmation, unless --yes is given.", aliases: ["rm"])
  }

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    try context.offering(record) { try delete($0, in: context) }
  }

  private func delete(_ names: [String], in context: Context) throws {
    let isAsking = !bulk.yes && !change.isDryRun
    var change = try Change(change, in: context, isAsking: isAsking)
    let records = try bulk.records(named: names, S.scope, change.library, change.context)
    for record in records { try change.plan.delete(record) }
    if !records.isEmpty {
      warnOfUnreadable(records, change)
      if isAsking { try confirm(change.plan, records, change.context) }
    }
    try change.commit { plan in
      if records.isEmpty { return ["No \(S.noun) matches; nothing to delete"] }
      return ["Deleted \(name(records))" + consequences(plan, records, [", with ", "; taken out of "])]
    }
  }

  /// How many records are named one by one.
  private static var named: Int { 5 }

  /// Returns what is deleted, in words: `book “Dune”`, `“Dune” and “Emma”`, or `12 books`.
  private func name(_ records: [Record]) -> String {
    if bulk.hasQuery || records.count > DeleteCommand.named { return counted(records) }
    return records.count == 1
      ? "\(records[0].kind.singular) \(Wording.name(records[0]))" : Wording.list(records.map(Wording.name))
  }

  /// Returns how many records there are, as of their kind if they have one.
  private func counted(_ records: [Record]) -> String {
    let kinds = Set(records.map(\.kind))
    return (kinds.count == 1 ? kinds.first : S.scope).counted(records.count)
  }

  /// Warns that references in unreadable files stay.
  private func warnOfUnreadable(_ records: [Record], _ change: Change) {
    let kinds = Set(Set(records.map(\.kind)).flatMap { change.library.schema.fields(referringTo: $0).map(\.kind) })
    let count = change.library.unreadable.count { $0.kind.map(kinds.contains) ?? false }
    if count == 0 { return }
    change.context.warn("\(Wording.count(count, "file")) could not be read; references in there stay")
  }

  private func confirm(_ plan: EditPlan, _ records: [Record], _ context: Context) throws {
    if bulk.hasQuery || records.count > 1, context.isInteractive {
      try context.preview(
        records.map { record in
          let along = Kind.allCases.compactMap { kind -> String? in
            let count = context.memory.library?.count(of: kind, referringTo: record) ?? 0
            return count == 0 ? nil : kind.counted(count)
          }
          return (Wording.name(record), along.isEmpty ? [] : ["with what refers to it: " + Wording.list(along)])
        })
    }
    let more = consequences(plan, records, [" with ", ", and take \(records.count == 1 ? "it" : "them") out of "])
    let isOne = !bulk.hasQuery && records.count == 1
    let what = isOne ? Wording.name(records[0]) : counted(records)
    try context.confirm("Delete \(name(records))\(more)?", "delete \(what)", "Nothing was deleted")
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
