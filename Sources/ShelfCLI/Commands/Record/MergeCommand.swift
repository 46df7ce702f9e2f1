import ArgumentParser
import ShelfKit
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfWording

/// `shelf KIND merge` and `shelf merge`: merges one record into another.
struct MergeCommand<S: RecordScope>: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "merge", abstract: "Merge \(S.withArticle) into another one.",
      usage: S.usage("merge", "<record> <into>"),
      discussion: """
        The second \(S.noun) keeps its id and its file. It gets what only the first one has, lists are joined, and \
        everything that referred to the first one then refers to it. The file of the first one is deleted; `shelf undo` \
        restores both.

        If both have a value, shelf asks which one to keep. With --yes, and in a script, the second \(S.noun) keeps its \
        own.\(hasCopies ? " For two copies of one book, --copies adds up the copies and keeps the loans of both." : "")
        """)
  }

  @OptionGroup var change: ChangeOptions
  @OptionGroup var json: ChangedJSONOption

  @Argument(help: "The record to merge: its id, the start of its id, its file, or its title.")
  var record: String?

  @Argument(help: "The record that remains.")
  var into: String?

  @Flag(name: .shortAndLong, help: "Do not ask; keep the values of the second record.")
  var yes = false

  @Flag(
    help: ArgumentHelp(
      "They are copies of one book: add up the copies.", visibility: Self.hasCopies ? .default : .hidden))
  var copies = false

  /// Whether records of the scope have a number of copies.
  private static var hasCopies: Bool { S.kinds.contains { $0.field(.copies) != nil } }

  func run(in context: Context) throws {
    guard let record, let into else {
      throw CommandError(
        .usage, record == nil ? "no records to merge were specified" : "no record to merge it into was specified",
        hint: "write `\(S.usage("merge", "RECORD INTO").replacing(" [<options>]", with: ""))`")
    }
    try context.promptingForNames([record, into], takesBeginnings: false) { _ in
      try merge(record, into: into, in: context)
    }
  }

  private func merge(_ record: String, into kept: String, in context: Context) throws {
    let isAsking = !yes && !change.isDryRun
    var change = try CommandChange(change, in: context, isAsking: isAsking)
    var act = MergeRecords(record, into: kept, of: S.scope)
    act.asks = isAsking && change.context.isInteractive
    act.addsCopies = copies ? true : nil
    let planned = try change.plan(act)
    if isAsking, case .merged(let result) = planned.result { try confirm(result, change.library, change.context) }
    if json.isRequested, case .merged(let result) = planned.result {
      return try json.commit(change, [result.kept.id], of: [result.kept.kind], isList: false)
    }
    try change.commit { $0.lines }
  }

  /// Asks for confirmation if the merge would lose comments of the first record, or values that the user has not
  /// decided about.
  private func confirm(_ result: MergedRecord, _ library: Library, _ context: Context) throws {
    let fields = context.isInteractive ? [] : result.decisions.map(\.field)
    if fields.isEmpty, !result.hasRemarks { return }
    let editions = EditionNotes(library)
    let (merged, kept) = (context.name(result.merged, editions), context.name(result.kept, editions))
    if result.hasRemarks { context.note("the comments in \(context.shown(result.merged.path)) are not kept") }
    try context.confirm(
      "Merge \(merged) into \(kept)?",
      fields.isEmpty
        ? "merge \(merged)"
        : "merge two \(result.kept.kind.plural) with different values of \(Wording.list(fields))",
      "Nothing was changed",
      fields.isEmpty ? "--dry-run shows what would change" : "\(kept) then keeps its own values")
  }
}
