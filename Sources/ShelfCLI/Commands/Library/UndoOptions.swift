import ArgumentParser
import ShelfKit
import ShelfMerging
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The options of `undo` and `redo`, and what both do.
struct UndoOptions: ParsableArguments {
  @OptionGroup var change: ChangeOptions

  @Argument(help: ArgumentHelp("How many to take back.", valueName: "n"), completion: .list([]))
  var count = 1

  @Flag(help: "Take back only fields if a file has been edited since.")
  var merge = false

  @Flag(help: "Pass over changes whose files have been edited since.")
  var skip = false

  @Flag(name: .shortAndLong, help: "Do not ask before changes from elsewhere are taken back.")
  var yes = false

  /// Takes back changes, or undos.
  func run(_ aim: UndoPlan.Aim, in context: Context) throws {
    let context = try change.library.context(context)
    let workspace = try change.library.open(in: context)
    let history = try workspace.journal.readHistory()
    UndoOptions.warn(of: history.damaged, context)
    let entries = history.entries
    let foreign = yes || change.isDryRun ? [] : workspace.fromElsewhere(entries)
    let change = try Change(workspace, change.request(in: context, isAsking: !foreign.isEmpty), in: context)
    let plan = try UndoPlan(count, aim, workspace.journal, choice(change.library), known: history)
    tell(plan, context)
    if !foreign.isEmpty, workspace.tracksJournal {
      context.note("git tracks .shelf, so nobody can tell what was made here; `shelf doctor` says how to end that")
    }
    try confirm(plan.entries.filter { entry in foreign.contains { $0.sequence == entry.sequence } }, context)
    let outcome = try change.make(plan.changes, undoing: plan)
    if change.isDryRun { return }
    for entry in plan.entries {
      let files = Wording.count(entry.files.count, "file")
      let commands = commands(of: entry, aim, entries).map { "“\($0)”" }
      let deed = aim == .undos ? "Made \(Wording.list(commands)) again" : "Took back \(Wording.list(commands))"
      try context.print(VisibleText.line("\(deed) (\(files))"))
    }
    try change.commitToGit(outcome) {
      CommitMessage(undoing: plan.entries.flatMap { commands(of: $0, aim, entries) }, isRedo: aim == .undos)
    }
  }

  /// Returns what an entry is named by: a redo by what is made again.
  private func commands(of entry: JournalEntry, _ aim: UndoPlan.Aim, _ entries: [JournalEntry]) -> [String] {
    let again = aim == .undos ? entries.filter { entry.undoes.contains($0.sequence) }.map(\.command) : []
    return again.isEmpty ? [entry.command] : again
  }

  /// Says which entries of the history cannot be read.
  static func warn(of damaged: [String], _ context: Context) {
    if damaged.isEmpty { return }
    let (are, changes) = damaged.count == 1 ? ("is", "a change") : ("are", "changes")
    let paths = VisibleText.line(CommandError.few(damaged))
    context.warn("\(paths) cannot be read as \(changes), and \(are) left out")
  }

  /// Asks before it takes back what this library's own history does not vouch for.
  private func confirm(_ foreign: [JournalEntry], _ context: Context) throws {
    if foreign.isEmpty { return }
    for entry in foreign {
      let paths = entry.files.prefix(UndoOptions.namedFiles).map(\.path)
      let more = entry.files.count - paths.count
      let files = Wording.list(paths + (more > 0 ? ["\(more) more"] : []))
      context.note(VisibleText.line("“\(entry.command)” was not made here; it changed \(files)"))
    }
    try context.confirm(
      "The history came from elsewhere, with a copy of the library. Take this back?",
      "take back what was changed elsewhere", "nothing was taken back")
  }

  private static let namedFiles = 5

  private func choice(_ library: Library) -> UndoPlan.Choice {
    var choice = UndoPlan.Choice { path, ours, base, theirs in
      guard let kind = Kind.of(path: path) else { return .conflict(fields: []) }
      let result = RecordMerge(of: kind, library.schema).merge(ours: ours, base: base, theirs: theirs)
      return result.isClean && result.textReason == nil
        ? .bytes(result.bytes) : .conflict(fields: result.conflicts.map(\.key))
    }
    (choice.skips, choice.merges) = (skip, merge)
    choice.moved = { mark in
      let found = library.records.filter {
        JournalEntry.size(mark) == $0.source.count && JournalEntry.mark($0.source) == mark
      }
      return found.count == 1 ? found[0].path : nil
    }
    return choice
  }

  private func tell(_ plan: UndoPlan, _ context: Context) {
    for entry in plan.settled {
      context.note(VisibleText.line("“\(entry.command)” had been taken back by other means"))
    }
    for (entry, obstacles) in plan.skipped {
      let places = CommandError.few(obstacles.map(Wording.obstacle))
      context.note(VisibleText.line("“\(entry.command)” stays: \(places) since then"))
    }
  }
}
