import ArgumentParser
import ShelfKit
import ShelfStore
import ShelfWording

/// The options and the common implementation of `undo` and `redo`.
struct UndoOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The number of changes.", valueName: "n"), completion: .list([]))
  var count = 1

  @Flag(help: "If a file has been edited since, change only the fields that the change set.")
  var merge = false

  @Flag(help: "Skip changes whose files have been edited since, or that were undone by other means.")
  var skip = false

  @Flag(name: .shortAndLong, help: "Do not ask before undoing changes made elsewhere.")
  var yes = false

  /// Undoes changes, or redoes changes that were undone.
  func run(_ direction: UndoPlan.Direction, _ change: ChangeOptions, in context: Context) throws {
    if count < 1 { throw CommandError(.usage, "the number of changes must be at least 1, not \(count)") }
    let context = try change.library.context(context)
    let workspace = try change.library.open(in: context)
    // The user may have to confirm changes that came from elsewhere, and the library must not be locked during that
    // prompt.
    let isSure = yes || change.isDryRun
    let isAsking = try !isSure && !workspace.fromElsewhere(workspace.journal.readHistory().entries).isEmpty
    context.memory.answers.allowsForeign = isSure
    var change = try CommandChange(workspace, change.policy(in: context, isAsking: isAsking), in: context)
    _ = try change.plan(UndoOrRedo(direction, count: count, merges: merge, skips: skip))
    try change.commit()
  }
}
