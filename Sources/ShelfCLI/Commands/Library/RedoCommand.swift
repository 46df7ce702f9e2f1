import ArgumentParser

/// `shelf redo`: redoes the change that was last undone.
struct RedoCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo what the last undo, or the last few, undid.",
    discussion: """
      Redoes each undo as a whole, with the same options as `shelf undo`. After another change, there is nothing to redo.
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: UndoOptions

  func run(in context: Context) throws { try options.run(.undos, change, in: context) }
}
