import ArgumentParser
import ShelfKit
import ShelfStore
import ShelfWording

/// The options and the common implementation of `undo` and `redo`.
struct UndoOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The number of changes, or the record whose last change to undo.", valueName: "n"),
    completion: .list([]))
  var changes: String?

  @Flag(help: "If a file has been edited since, change only the fields that the change set.")
  var merge = false

  @Flag(help: "Skip changes whose files have been edited since, or that were undone by other means.")
  var skip = false

  @Flag(name: .shortAndLong, help: "Do not ask before undoing changes made elsewhere.")
  var yes = false

  /// Undoes changes, or redoes changes that were undone.
  func run(_ direction: UndoPlan.Direction, _ change: ChangeOptions, in context: Context) throws {
    let count = changes.flatMap { Int($0) }
    if let count, count < 1 { throw CommandError(.usage, "the number of changes must be at least 1, not \(count)") }
    let name = count == nil ? changes : nil
    if let name, direction == .undos {
      throw CommandError(
        .usage, "“\(Wording.short(name))” is not a number of changes", hint: "`shelf redo` redoes the last undo")
    }
    try context.promptingForNames(name.map { [$0] } ?? []) { names in
      try run(direction, change, count ?? 1, of: names.first, in: context)
    }
  }

  private func run(
    _ direction: UndoPlan.Direction, _ change: ChangeOptions, _ count: Int, of name: String?, in context: Context
  ) throws {
    let context = try change.library.context(context)
    let workspace = try change.library.open(in: context)
    // The user may have to confirm changes that came from elsewhere, and the library must not be locked during that
    // prompt.
    let isSure = yes || change.isDryRun
    let isAsking = try !isSure && !workspace.fromElsewhere(workspace.journal.readHistory().entries).isEmpty
    context.memory.answers.allowsForeign = isSure
    var change = try CommandChange(workspace, change.policy(in: context, isAsking: isAsking), in: context)
    do {
      _ = try change.plan(UndoOrRedo(direction, count: count, of: name, merges: merge, skips: skip))
    } catch let failure as UndoPlan.Failure {
      guard direction == .changes, name == nil, let hint = recordHint(failure, context.finder(change.library)) else {
        throw failure
      }
      var error = CommandError(failure)
      error.report.hint = hint
      throw error
    }
    try change.commit()
  }

  /// Returns how to undo the last change of a record whose name, such as `1984`, was read as a number of changes.
  /// Returns nil if there is no such record, or if the history has this many changes.
  private func recordHint(_ failure: UndoPlan.Failure, _ finder: RecordFinder) -> String? {
    switch failure {
    case .tooFew, .library: break
    default: return nil
    }
    guard let changes, let record = try? finder.find(changes, nil, .exact) else { return nil }
    return "`shelf undo \(Wording.shellWord(record.path))` undoes the last change of \(Wording.name(record))"
  }
}
