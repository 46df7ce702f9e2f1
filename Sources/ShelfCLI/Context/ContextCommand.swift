import ArgumentParser

/// A command without subcommands; the others are plain `ParsableCommand`s.
protocol ContextCommand: ParsableCommand {
  /// Runs the command.
  func run(in context: Context) throws
}

extension ContextCommand {
  /// Commands run through `run(in:)` alone.
  func run() throws { throw CleanExit.helpRequest(self) }
}
