import ArgumentParser
import ShelfKit

/// `shelf KIND delete`: deletes a record, and takes it out of the records that refer to it.
struct DeleteCommand<K: RecordKind>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "delete", abstract: "Delete \(K.kind.withArticle).", usage: K.usage("delete", "<record>"),
      discussion: "Says what else changes and asks, unless --yes says that it may.")
  }

  @OptionGroup var change: ChangeOptions

  @Argument(help: "The record: its id, the start of its id, its file, or its title.")
  var record: String

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run(in context: Context) throws {
    let isAsking = !yes && !change.isDryRun
    var change = try Change(change, in: context, isAsking: isAsking)
    let record = try context.finder(change.library).find(record, K.kind)
    try change.plan.delete(record)
    warnOfUnreadable(change)
    if isAsking { try confirm(change.plan, record, change.context) }
    try change.commit { plan in
      [
        "Deleted \(K.kind.singular) \(Wording.name(record))"
          + consequences(plan, record, [", with ", "; taken out of "])
      ]
    }
  }

  /// References that cannot be read stay where they are.
  private func warnOfUnreadable(_ change: Change) {
    let kinds = Set(change.library.schema.fields(referringTo: K.kind).map(\.kind))
    let count = change.library.unreadable.count { $0.kind.map(kinds.contains) ?? false }
    if count == 0 { return }
    change.context.warn("\(count == 1 ? "1 file" : "\(count) files") could not be read; references in there stay")
  }

  private func confirm(_ plan: EditPlan, _ record: Record, _ context: Context) throws {
    guard context.isInteractive else {
      throw CommandError(
        .usage, "nobody can be asked whether to delete \(Wording.name(record))", hint: "--yes says that it may")
    }
    let more = consequences(plan, record, [" with ", ", and take it out of "])
    let stream = Output(descriptor: context.output)
    var prompt = Prompt(input: context.input, output: stream, terminal: context.terminal)
    guard try prompt.confirm("Delete \(K.kind.singular) \(Wording.name(record))\(more)?") else {
      throw CommandError(.no, "not deleted")
    }
  }

  /// Returns what else changes: records that go along, and records that the reference is taken out of.
  private func consequences(_ plan: EditPlan, _ record: Record, _ links: [String]) -> String {
    let along = counts(plan.deleted.filter { $0.path != record.path })
    let changed = counts(plan.changed)
    return (along.isEmpty ? "" : links[0] + "its " + Wording.list(along))
      + (changed.isEmpty ? "" : links[1] + Wording.list(changed))
  }

  private func counts(_ records: [Record]) -> [String] {
    Kind.allCases.compactMap { kind in
      let count = records.count { $0.kind == kind }
      return count == 0 ? nil : kind.counted(count)
    }
  }
}
