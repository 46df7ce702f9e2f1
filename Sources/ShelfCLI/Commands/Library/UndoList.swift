import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// What `undo --list` shows: the changes of the history, the newest first.
struct UndoList {
  private let asJSON: Bool

  init(asJSON: Bool) { self.asJSON = asJSON }

  func show(_ options: UndoOptions, in context: Context) throws {
    let context = try options.change.library.context(context)
    let workspace = try options.change.library.open(in: context)
    let history = try workspace.journal.readHistory()
    UndoOptions.warn(of: history.damaged, context)
    if asJSON { return try printJSON(history.entries, context) }
    if !context.terminal.isTerminal { return try printTSV(history.entries, context) }
    try printTable(history.entries, isWhole: history.damaged.isEmpty, context)
  }

  /// Writes an array of objects; times are in UTC, and paths start from the library.
  private func printJSON(_ entries: [JournalEntry], _ context: Context) throws {
    let holding = Set(UndoPlan.holding(entries).map(\.sequence))
    var json = JSONWriter(.pretty)
    json.array { json in
      for entry in entries {
        json.object { json in
          json.member("time", entry.time.description)
          json.member("command", entry.command)
          json.key("takenBack")
          json.value(!holding.contains(entry.sequence))
          json.key("files")
          json.value(entry.files.map(\.path))
        }
      }
    }
    json.endLine()
    try context.write(json.take())
  }

  /// Writes a line for each: the time in UTC, the command, whether it is taken back, and the paths from the library on.
  private func printTSV(_ entries: [JournalEntry], _ context: Context) throws {
    let holding = Set(UndoPlan.holding(entries).map(\.sequence))
    var tsv = TSVWriter()
    for entry in entries {
      let state = holding.contains(entry.sequence) ? "" : "taken back"
      tsv.row([entry.time.description, entry.command, state, entry.files.map(\.path).joined(separator: "; ")])
    }
    try context.write(tsv.take())
  }

  private func printTable(_ entries: [JournalEntry], isWhole: Bool, _ context: Context) throws {
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
      let more = entry.files.count > 1 ? " and \(Wording.number(entry.files.count - 1)) more" : ""
      table.append([
        .styled(context.localTime.text(of: entry.time), style), .styled(entry.command + state, style),
        .styled(context.shown(entry.files[0].path) + more, style),
      ])
    }
    var bytes: [UInt8] = []
    table.render(into: &bytes, width: context.terminal.fittingWidth, depth: context.terminal.depth)
    try context.page(bytes)
  }
}
