import ShelfSystem
import ShelfWording

/// The user's editor: `VISUAL` if it is set, or else `EDITOR`, or else `vi`.
struct Editor {
  private let command: String
  private let environment: [String: String]

  init(_ context: Context) {
    environment = context.environment
    command = ["VISUAL", "EDITOR"].lazy.compactMap { context.environment[$0] }.first { !$0.isEmpty } ?? "vi"
  }

  /// Opens a file, and waits until the editor returns.
  ///
  /// - Throws: `Failure` if the editor cannot be run or fails.
  func open(_ path: String) throws {
    let program = ExternalProgram("/bin/sh", ["-c", command + " \"$@\"", command, path], environment: environment)
    let status = try program.run()
    guard status == 0 else {
      // The shell returns 126 for a command that it cannot run, and 127 for a command that it cannot find.
      let isMissing = status == 126 || status == 127
      let error = CommandError(
        .no, "the editor “\(command)” \(isMissing ? "cannot be run" : "exited with status \(status)")",
        hint: isMissing ? "set VISUAL or EDITOR to yours" : nil)
      throw Failure(isMissing: isMissing, error: error)
    }
  }

  struct Failure: Error {
    /// Whether the shell could not start the editor.
    let isMissing: Bool
    let error: CommandError
  }
}
