import ArgumentParser
import ShelfKit
import ShelfMerging
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText

/// `shelf undo`: undoes the last changes.
struct UndoCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last change, or the last few.",
    discussion: """
      Works with or without git, for the changes that shelf made itself. A change whose files already hold what they \
      held before is passed over. If a file has been edited since, nothing is taken back: --merge takes back only the \
      fields that the change set, and keeps the edits; --skip leaves the change, and takes back the one before it. --redo \
      takes the last undo back.
      """)

  @OptionGroup var change: ChangeOptions

  @Argument(help: ArgumentHelp("The number of changes.", valueName: "n"))
  var count = 1

  @Flag(help: "Show the changes that can be taken back, the newest first.")
  var list = false

  @Flag(help: "Take back the last undo.")
  var redo = false

  @Flag(help: "Take back only fields if a file has been edited since.")
  var merge = false

  @Flag(help: "Pass over changes whose files have been edited since.")
  var skip = false

  @Flag(help: "Do not ask before changes from elsewhere are taken back.")
  var yes = false

  func run(in context: Context) throws {
    let context = try change.library.context(context)
    let workspace = try change.library.open(in: context)
    let damaged = try workspace.journal.damaged()
    if !damaged.isEmpty {
      let (are, changes) = damaged.count == 1 ? ("is", "a change") : ("are", "changes")
      let paths = VisibleText.line(CommandError.few(damaged))
      context.warn("\(paths) cannot be read as \(changes), and \(are) left out")
    }
    if list { return try print(workspace.journal.entries(), isWhole: damaged.isEmpty, context) }
    let foreign = yes || change.isDryRun ? [] : workspace.fromElsewhere(try workspace.journal.entries())
    let change = try Change(workspace, change.request(in: context, isAsking: !foreign.isEmpty), in: context)
    let plan = try UndoPlan(count, redo ? .undos : .changes, workspace.journal, choice(change.library))
    tell(plan, context)
    try confirm(plan.entries.filter { entry in foreign.contains { $0.sequence == entry.sequence } }, context)
    let outcome = try change.make(plan.changes, undoing: plan)
    if change.isDryRun { return }
    for entry in plan.entries {
      let files = Wording.count(entry.files.count, "file")
      try context.print(VisibleText.line("Took back “\(entry.command)” (\(files))"))
    }
    try change.commitToGit(outcome) { CommitMessage(undoing: plan.entries.map(\.command), isRedo: redo) }
  }

  /// Asks before it takes back what this library's own history does not vouch for.
  private func confirm(_ foreign: [JournalEntry], _ context: Context) throws {
    if foreign.isEmpty { return }
    for entry in foreign {
      let paths = entry.files.prefix(UndoCommand.namedFiles).map(\.path)
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

  private func print(_ entries: [JournalEntry], isWhole: Bool, _ context: Context) throws {
    if entries.isEmpty { return try context.print(isWhole ? "No changes yet." : "No change can be read.") }
    let holding = Set(UndoPlan.holding(entries).map(\.sequence))
    var table = Table(columns: [
      TableColumn(title: "Time", isFlexible: false),
      TableColumn(title: "Command", minimum: 20, preferred: 40, priority: 2),
      TableColumn(title: "Files", minimum: 12, preferred: 30, priority: 1),
    ])
    for entry in entries {
      let style: TextStyle = holding.contains(entry.sequence) ? .plain : .dim
      let state = holding.contains(entry.sequence) ? "" : " (taken back)"
      let more = entry.files.count > 1 ? " and \(entry.files.count - 1) more" : ""
      table.append([
        .styled(entry.time.description, style), .styled(entry.command + state, style),
        .styled(entry.files[0].path + more, style),
      ])
    }
    var bytes: [UInt8] = []
    table.render(into: &bytes, width: context.terminal.fittingWidth, depth: context.terminal.depth)
    try context.page(bytes)
  }
}
