import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfWording

/// A command that changes named records, or all records that a query finds.
protocol RecordsChangeCommand: ContextCommand {
  var change: ChangeOptions { get }
  var bulk: BulkOptions { get }
  var json: ChangedJSONOption { get }
}

extension RecordsChangeCommand {
  var options: RecordsChangeOptions { RecordsChangeOptions(change: change, bulk: bulk, json: json) }
}

struct RecordsChangeOptions {
  let change: ChangeOptions
  let bulk: BulkOptions
  let json: ChangedJSONOption
}

/// The steps of a command that changes records, from names to outcome.
///
/// First it finds the records: the records that the user named, the matches of `--where`, or the record in progress if
/// the command allows that. The command's closure then makes an act for them, which is planned. If a query chose the
/// records, the user sees what would change and confirms it. Finally all changes are written in one transaction, and
/// the outcome is printed, or the records themselves with `--json`. All of this runs inside
/// `Context.promptingForNames`, so a missing or ambiguous name leads to a prompt and a new attempt.
struct RecordsChangeRun {
  /// The kind of the records, or nil for any kind.
  let kind: Kind?
  let options: RecordsChangeOptions
  /// Whether the command applies to the record in progress if the user names none.
  var takesCurrent = false
  /// Whether, on a terminal, the beginning of a word in a title is enough to name a record.
  var takesBeginnings = true
  /// The records that the command is likely to apply to, for a prompt.
  var offer: RecordOffer?
  /// Whether a value comes from standard input.
  ///
  /// In that case the library is not locked while standard input is read, because that may take time.
  var readsInput = false

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - names: the names of the records; shelf prompts if the list is empty, or a name is unknown or ambiguous.
  ///   - act: returns the act for the records.
  func run<A: Act>(_ names: [String], in context: Context, act: (Subjects, CommandChange) throws -> A) throws {
    try context.promptingForNames(names, offering: offer, takesBeginnings: takesBeginnings) {
      try run(exactly: $0, in: context, act)
    }
  }

  private func run<A: Act>(exactly names: [String], in context: Context, _ act: (Subjects, CommandChange) throws -> A)
    throws
  {
    let bulk = options.bulk
    let isAsking = bulk.isAsking(options.change)
    var change = try CommandChange(options.change, in: context, isAsking: isAsking || readsInput)
    context.memory.answers.allowsOrphans = bulk.yes
    let isCurrent = takesCurrent && names.isEmpty && !bulk.hasQuery
    let subjects = isCurrent ? .current : try bulk.subjects(named: names, kind, change.library, change.context)
    let planned = try change.plan(act(subjects, change))
    if bulk.hasQuery, change.isDryRun, planned.changed.isEmpty, planned.created.isEmpty {
      // A dry run prints only the diff, which is empty if nothing changes.
      for line in OutcomeText(planned, localTime: nil, path: nil).summary(kind, isKnown: false) { context.note(line) }
    }
    if isAsking { try bulk.confirm(change, kind) }
    if options.json.isRequested {
      return try options.json.commit(
        change, planned.subjects.map(\.id), of: kind.map { [$0] } ?? planned.subjects.map(\.kind),
        isList: bulk.hasQuery || names.count > 1)
    }
    try change.commit { bulk.hasQuery ? $0.summary(kind, isKnown: isAsking) : $0.changes }
  }
}
