import ShelfSystem
import ShelfWording

/// The user's editor: `VISUAL` if it is set, or else `EDITOR`, or else `vi`.
struct Editor {
  private let command: String
  /// The line at which the editor opens the file, or nil for the first line.
  private let line: Int?
  private let environment: [String: String]

  init(_ context: Context) {
    environment = context.environment
    command = ["VISUAL", "EDITOR"].lazy.compactMap { context.environment[$0] }.first { !$0.isEmpty } ?? "vi"
    line = context.editorLine
  }

  /// Opens a file, and waits until the editor returns.
  ///
  /// - Throws: `Failure` if the editor cannot be run or fails.
  func open(_ path: String) throws {
    let program = ExternalProgram(
      "/bin/sh", ["-c", command + " \"$@\"", command] + arguments(path), environment: environment)
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

  /// The editors that accept a line as `+LINE` before the path.
  private static let withPlus: Set<String> = [
    "vi", "vim", "nvim", "gvim", "view", "nano", "emacs", "emacsclient", "kak", "micro", "joe", "ne", "mg", "jed",
  ]
  /// The editors that accept a line as `PATH:LINE`.
  private static let withColon: Set<String> = ["hx", "helix", "subl", "zed"]

  private func arguments(_ path: String) -> [String] {
    guard let line else { return [path] }
    let program = command.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? ""
    if Editor.withPlus.contains(program) { return ["+\(line)", path] }
    return [Editor.withColon.contains(program) ? "\(path):\(line)" : path]
  }

  struct Failure: Error {
    /// Whether the shell could not start the editor.
    let isMissing: Bool
    let error: CommandError
  }
}
