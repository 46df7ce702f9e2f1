import ArgumentParser

/// A command that people give an option, a value of an option, or an argument that belongs to another command.
protocol ExplainingCommand: ParsableCommand {
  /// Returns a hint about an option or an argument that the command does not have, or about a value that its option
  /// does not take, or nil if there is nothing to explain.
  ///
  /// - Parameter arguments: all arguments, which begin with the name of the command.
  static func explanation(of option: String, _ value: String?, in arguments: [String]) -> String?
}
