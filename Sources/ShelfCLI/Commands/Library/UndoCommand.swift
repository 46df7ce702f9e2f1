import ArgumentParser
import ShelfWording

/// `shelf undo`: undoes the last changes.
struct UndoCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last change, or the last few.",
    discussion: """
      Works with or without git, for the changes that shelf made itself. If a change was undone by other means, such as \
      `git checkout`, or a file has been edited since, nothing is taken back: --merge takes back only the \
      fields that the change set, and keeps the edits; --skip passes over the change, and takes back the one before it. \
      `shelf redo` redoes what the last undo took back.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: UndoOptions

  @Flag(name: .shortAndLong, help: "Show the changes that can be taken back, the newest first.")
  var list = false

  @Flag(help: "With --list: JSON.")
  var json = false

  @Flag(help: "Take back the last undo, as `shelf redo` does.")
  var redo = false

  func validate() throws {
    if json, !list { throw ValidationError("--json goes with --list") }
  }

  func run(in context: Context) throws {
    if list { return try show(in: context) }
    try options.run(redo ? .undos : .changes, change, in: context)
  }

  private func show(in context: Context) throws {
    let context = try change.library.context(context)
    let history = try change.library.open(in: context).journal.readHistory()
    context.warn(ofDamaged: history.damaged)
    let report = Report.changes(
      history.entries, isWhole: history.damaged.isEmpty, localTime: context.localTime, shown: context.shown)
    try context.print(report, json: json)
  }
}
