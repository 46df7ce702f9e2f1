import ArgumentParser
import ShelfStore
import ShelfTerminal
import ShelfText

/// `shelf undo`: undoes the last changes.
struct UndoCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the last change, or the last few.",
    discussion: """
      Works with or without git, for the changes that shelf made itself. It refuses if a file has been changed since. \
      --redo takes the last undo back.
      """)

  @OptionGroup var change: ChangeOptions

  @Argument(help: ArgumentHelp("The number of changes.", valueName: "n"))
  var count = 1

  @Flag(help: "Show the changes that can be taken back, the newest first.")
  var list = false

  @Flag(help: "Take back the last undo.")
  var redo = false

  func run(in context: Context) throws {
    let context = try change.library.context(context)
    let workspace = try change.library.open(in: context)
    if list { return try print(workspace.journal.entries(), context) }
    let change = try Change(workspace, change.request(in: context), in: context)
    let plan = try UndoPlan(count, redo ? .undos : .changes, workspace.journal)
    let outcome = try change.make(plan.changes, undoing: plan)
    if change.isDryRun { return }
    for entry in plan.entries {
      let files = Wording.count(entry.files.count, "file")
      try context.print(VisibleText.line("Took back “\(entry.command)” (\(files))"))
    }
    try change.commitToGit(outcome) { CommitMessage(undoing: plan.entries.map(\.command), isRedo: redo) }
  }

  private func print(_ entries: [JournalEntry], _ context: Context) throws {
    if entries.isEmpty { return try context.print("No changes yet.") }
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
