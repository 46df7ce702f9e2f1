import ShelfSystem

/// The program that shows long text one screen at a time.
package struct Pager: Hashable, Sendable {
  /// The shell command.
  package let command: String

  /// `less` with options to quit immediately if the text fits, to keep colors and to leave the text on the screen.
  ///
  /// If `less` is not installed, no pager runs and no error is shown.
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

  /// Chooses the pager.
  ///
  /// Returns nil if the output is not a terminal, if the terminal cannot move its cursor, or if `PAGER` is empty or
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

  /// Runs the pager on the text and waits for it to exit. Returns false if the pager cannot be run.
  package func run(_ text: [UInt8], environment: [String: String]) -> Bool {
    // As with git, `LESS` and `LV` make a bare `PAGER=less` or `PAGER=lv` keep colors. `LESS` also makes less quit
    // immediately if the text fits.
    let additions = ["LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c"]
    let program = ExternalProgram(
      "/bin/sh", ["-c", command], environment: environment.merging(additions) { given, _ in given })
    guard let status = try? program.run(feeding: text) else { return false }
    // The shell exits with 126 if the command is not executable, and with 127 if it is not found.
    return status != 126 && status != 127
  }
}
