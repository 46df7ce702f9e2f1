import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfWording

/// `shelf KIND delete` and `shelf delete`: deletes records, and removes the references to them.
struct DeleteCommand<S: RecordScope>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "delete", abstract: "Delete \(S.scope.map { "one or more \($0.plural)" } ?? "one or more records").",
      usage: S.usage("delete", "(<record> ... | --where <query> | --all)"),
      discussion: "Shows what else would change and asks for confirmation, unless you use --yes.", aliases: ["rm"])
  }

  @OptionGroup var change: ChangeOptions

  @OptionGroup var bulk: BulkOptions

  @Flag(help: "Delete \(S.scope.map { "every \($0.singular)" } ?? "every record, so that the library is empty").")
  var all = false

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: [String] = []

  func run(in context: Context) throws {
    if all, bulk.hasQuery || !record.isEmpty {
      throw CommandError(
        .usage, "--all and \(bulk.hasQuery ? "--where" : "a name") cannot be combined", hint: "use only one")
    }
    try context.promptingForNames(record, takesBeginnings: false) { try delete($0, in: context) }
  }

  private func delete(_ names: [String], in context: Context) throws {
    let isAsking = !bulk.yes && !change.isDryRun
    var change = try CommandChange(change, in: context, isAsking: isAsking)
    let subjects =
      all
      ? everything(change.library, change.context)
      : try bulk.subjects(named: names, S.scope, change.library, change.context)
    let planned = try change.plan(DeleteRecords(subjects, of: S.scope))
    if !isCounted { try change.context.refuseCopies(names, of: planned.subjects, in: change.library) }
    if isAsking, !planned.subjects.isEmpty { try confirm(planned, change.context) }
    if all, planned.subjects.isEmpty { change.context.note("the library has no \(S.scope?.plural ?? "records")") }
    try change.commit { planned.subjects.isEmpty ? [] : [$0.deletion(S.scope, isCounted: isCounted)] }
  }

  /// Whether messages give the number of records instead of their names, because the user did not name the records.
  private var isCounted: Bool { bulk.hasQuery || all }

  private func everything(_ library: Library, _ context: Context) -> Subjects {
    context.warnOfUnreadable(library, S.kinds, "not deleted")
    return .records(
      S.kinds.flatMap { RecordOrder.standard(of: $0, library.schema).sort(Array(library.records(of: $0)), of: library) }
    )
  }

  private func confirm(_ planned: Outcome, _ context: Context) throws {
    let records = planned.subjects
    if isCounted || records.count > 1, context.isInteractive {
      try context.preview(
        records.map { record in
          let along = Kind.allCases.compactMap { kind -> String? in
            let count = planned.library?.count(of: kind, referringTo: record) ?? 0
            return count == 0 ? nil : kind.counted(count)
          }
          // If everything is deleted, there is no need to mention the consequences.
          let isSaid = !along.isEmpty && !(all && S.scope == nil)
          let name = S.scope == nil ? "\(record.kind.singular) \(Wording.name(record))" : Wording.name(record)
          return (name, !isSaid ? [] : ["together with records that refer to it: " + Wording.list(along)])
        })
    }
    let text = OutcomeText(planned, localTime: context.localTime, path: nil)
    let what = !isCounted && records.count == 1 ? Wording.name(records[0]) : text.counted(S.scope)
    try context.confirm(
      text.deletionQuestion(S.scope, isCounted: isCounted), "delete \(what)", "Nothing was deleted")
  }
}
