import ShelfSystem

/// The program that shows long text one screen at a time.
package struct Pager: Hashable, Sendable {
  /// The command for the shell to run.
  package let command: String

  /// `less`, which ends at once if the text fits, shows colours and leaves the text on the screen; if there is no
  /// `less`, there is no pager, and no complaint.
  package static let standard = Pager(command: "command -v less >/dev/null && exec less -FRX || exit 127")

  /// Writes text to the output, through a pager if it is longer than the screen.
  package static func show(_ text: [UInt8], on output: Output, terminal: Terminal, environment: [String: String]) {
    let lines = text.count { $0 == 0x0A }
    if lines >= terminal.height, let pager = Pager(terminal: terminal, environment: environment) {
      output.flush()
      if pager.run(Hyperlink.removed(from: text), environment: environment) { return }
    }
    output.write(text)
  }

  /// Chooses the pager, or none: for a pipe, on a terminal that cannot move its cursor, or if `PAGER` is empty or
  /// `cat`.
  package init?(terminal: Terminal, environment: [String: String]) {
    guard terminal.isTerminal, environment["TERM"].map({ !$0.isEmpty && $0 != "dumb" }) ?? false else { return nil }
    switch environment["PAGER"] {
    case nil: self = .standard
    case "", "cat": return nil
    case let command?: self.init(command: command)
    }
  }

  package init(command: String) {
    self.command = command
  }

  /// Runs the pager on a text until it ends, and returns whether the program exists.
  package func run(_ text: [UInt8], environment: [String: String]) -> Bool {
    // What git sets too: a bare `PAGER=less` then shows colours and ends at once when the text fits.
    let additions = ["LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c"]
    let program = ExternalProgram(
      "/bin/sh", ["-c", command], environment: environment.merging(additions) { given, _ in given })
    // The shell's statuses for a command that does not exist or cannot be run.
    guard let status = try? program.run(feeding: text) else { return false }
    return status != 126 && status != 127
  }
}
