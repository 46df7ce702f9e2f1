import ArgumentParser
import ShelfStore
import ShelfWording

/// `shelf undo`: undoes the last changes.
struct UndoCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last change, the last few, or the last change to a record.",
    discussion: """
      Undoes changes that shelf itself made, with or without git. `shelf undo 3` undoes the last three changes, and \
      `shelf undo dune` the last change to a record, which may also be one that you deleted.

      If a file has been edited since, or the change was undone by other means, such as `git checkout`, nothing is \
      undone. --merge undoes only the fields that the change set, and keeps the edits. --skip skips the change and undoes \
      the one before it.

      `shelf redo` redoes what the last undo undid.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: UndoOptions

  @Flag(name: .shortAndLong, help: "List the changes that can be undone, newest first.")
  var list = false

  @Flag(help: "With --list, print JSON.")
  var json = false

  @Flag(help: "Redo the last undo, like `shelf redo`.")
  var redo = false

  func validate() throws {
    if json, !list { throw ValidationError("--json requires --list") }
  }

  func run(in context: Context) throws {
    if list { return try show(in: context) }
    try options.run(redo ? .undos : .changes, change, in: context)
  }

  private func show(in context: Context) throws {
    let context = try change.library.context(context)
    let journal = try change.library.open(in: context).journal
    let history = try journal.readHistory()
    context.warn(ofDamaged: history.damaged)
    let report = Report.changes(
      history.entries, inEffect: UndoPlan.inEffect(history.entries, journal), isWhole: history.damaged.isEmpty,
      localTime: context.localTime, shown: context.shown)
    try context.print(report, json: json)
  }
}

extension UndoCommand: ExplainingCommand {
  static func explanation(of option: String, _ value: String?, in arguments: [String]) -> String? {
    option == "--all" ? "`shelf undo --list` shows the changes, and `shelf undo N` undoes the last N" : nil
  }
}
