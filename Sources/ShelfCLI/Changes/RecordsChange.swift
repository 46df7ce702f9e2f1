import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfStore
import ShelfWording

/// A command that changes named records, or all that a query finds.
///
/// Each declares these groups of options itself, for the reason that `ChangeOptions` gives.
protocol RecordsChangeCommand: ContextCommand {
  var change: ChangeOptions { get }
  var bulk: BulkOptions { get }
  var json: ChangedJSONOption { get }
}

extension RecordsChangeCommand {
  var options: RecordsChangeOptions { RecordsChangeOptions(change: change, bulk: bulk, json: json) }
}

/// The options of such a command.
struct RecordsChangeOptions {
  let change: ChangeOptions
  let bulk: BulkOptions
  let json: ChangedJSONOption
}

/// What such a command does: it finds the records, plans an act about them, asks, makes the change and tells what changed.
struct RecordsChange {
  /// nil if records of any kind are meant.
  let kind: Kind?
  let options: RecordsChangeOptions
  /// Whether the record in progress is meant where none is named.
  var takesCurrent = false
  /// The state of the records that are offered first.
  var first: FieldStates.Phase?
  /// Whether a value is read from standard input, so that nothing else is asked meanwhile.
  var readsInput = false

  /// Carries the command out.
  ///
  /// - Parameters:
  ///   - names: the names of the records; if there is none, or one that no record has, a terminal is asked.
  ///   - act: returns what is done to them.
  func run<A: Act>(_ names: [String], in context: Context, act: (Subjects, Change) throws -> A) throws {
    try context.offering(names, first: first) { try run(exactly: $0, in: context, act) }
  }

  private func run<A: Act>(exactly names: [String], in context: Context, _ act: (Subjects, Change) throws -> A) throws {
    let bulk = options.bulk
    let isAsking = bulk.isAsking(options.change)
    var change = try Change(options.change, in: context, isAsking: isAsking || readsInput)
    let isCurrent = takesCurrent && names.isEmpty && !bulk.hasQuery
    let subjects = isCurrent ? .current : try bulk.subjects(named: names, kind, change.library, change.context)
    let planned = try change.plan(act(subjects, change))
    if bulk.hasQuery, change.isDryRun, planned.changed.isEmpty, planned.created.isEmpty {
      // The difference alone would be silent.
      for line in OutcomeText(planned, localTime: nil, path: nil).summary(kind, isKnown: false) { context.note(line) }
    }
    if isAsking { try bulk.confirm(change, kind) }
    if options.json.isWanted {
      return try options.json.commit(
        change, planned.subjects.map(\.id), of: kind.map { [$0] } ?? planned.subjects.map(\.kind),
        isList: bulk.hasQuery || names.count > 1)
    }
    try change.commit { bulk.hasQuery ? $0.summary(kind, isKnown: isAsking) : $0.changes }
  }
}
