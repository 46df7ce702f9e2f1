import ArgumentParser

/// `shelf redo`: makes again what the last undo took back.
struct RedoCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Make again what the last undo took back, or the last few.",
    discussion: "It takes undos back as `shelf undo` takes back changes, and takes the same options.")

  @OptionGroup var options: UndoOptions

  func run(in context: Context) throws { try options.run(.undos, in: context) }
}
