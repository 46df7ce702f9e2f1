import ArgumentParser

/// A command that runs in a context.
///
/// Groups of subcommands are plain `ParsableCommand`s.
protocol ContextCommand: ParsableCommand {
  func run(in context: Context) throws
}

extension ContextCommand {
  /// Shows help, as a fallback.
  ///
  /// `Shelf.run` calls `run(in:)` instead.
  func run() throws { throw CleanExit.helpRequest(self) }
}
