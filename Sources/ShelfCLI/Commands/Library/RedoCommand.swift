import ArgumentParser

/// `shelf redo`: makes again what the last undo took back.
struct RedoCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo what the last undo took back, or the last few.",
    discussion: """
      It takes undos back, each as a whole, as `shelf undo` takes back changes, and takes the same options. After \
      another change there is nothing to redo.
      """)

  @OptionGroup var options: UndoOptions

  func run(in context: Context) throws { try options.run(.undos, in: context) }
}
