import ArgumentParser
import ShelfKit
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
    let subjects = try bulk.subjects(named: names, S.scope, change.library, change.context)
    let planned = try change.plan(DeleteRecords(subjects, of: S.scope))
    if isAsking, !planned.subjects.isEmpty { try confirm(planned, change.context) }
    try change.commit { [$0.deletion(S.scope, isCounted: bulk.hasQuery)] }
  }

  private func confirm(_ planned: Outcome, _ context: Context) throws {
    let records = planned.subjects
    if bulk.hasQuery || records.count > 1, context.isInteractive {
      try context.preview(
        records.map { record in
          let along = Kind.allCases.compactMap { kind -> String? in
            let count = planned.library?.count(of: kind, referringTo: record) ?? 0
            return count == 0 ? nil : kind.counted(count)
          }
          return (Wording.name(record), along.isEmpty ? [] : ["with what refers to it: " + Wording.list(along)])
        })
    }
    let text = OutcomeText(planned, localTime: context.localTime, path: nil)
    let what = !bulk.hasQuery && records.count == 1 ? Wording.name(records[0]) : text.counted(S.scope)
    try context.confirm(
      text.deletionQuestion(S.scope, isCounted: bulk.hasQuery), "delete \(what)", "Nothing was deleted")
  }
}
