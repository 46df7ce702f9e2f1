import ShelfKit
import ShelfModel
import ShelfSystem
import ShelfTerminal
import ShelfText
import ShelfWording

/// `shelf doctor --watch`: examines the library again whenever a file changes, and reports new and fixed problems.
struct DoctorWatch {
  private let options: DoctorOptions
  private let workspace: Workspace
  private let context: Context

  init(_ options: DoctorOptions, _ workspace: Workspace, in context: Context) {
    self.options = options
    self.workspace = workspace
    self.context = context
  }

  /// Runs until Ctrl-C.
  func run() throws {
    Interruption.listen()
    let watch = workspace.watch { Interruption.isRequested }
    var before = try report()
    let output = Output(descriptor: context.output)
    DoctorText(before, terminal: context.terminal, shown: context.shown).write(to: output)
    output.line(dim("Watching \(workspace.root). Press Ctrl-C to stop."))
    try output.finish()
    while watch.wait() != nil {
      do {
        let now = try report()
        write(now, before, to: output)
        before = now
      } catch let error as LibraryError {
        // An unreadable manifest does not end the watch, because the user may be in the middle of editing it.
        context.report(CommandError(error).report)
      }
      try output.finish()
    }
    output.line()
    try output.finish()
  }

  private func report() throws -> DoctorReport { try DoctorRun(options, workspace, in: context).report() }

  /// Reports new and fixed problems.
  private func write(_ now: DoctorReport, _ before: DoctorReport, to output: Output) {
    let known = Set(before.findings.map(\.identity))
    let present = Set(now.findings.map(\.identity))
    let text = DoctorText(now, terminal: context.terminal, shown: context.shown)
    let appeared = now.findings.filter { !known.contains($0.identity) }
    let mended = before.findings.filter { !present.contains($0.identity) }
    if appeared.isEmpty && mended.isEmpty { return }
    output.line()
    for finding in mended {
      let label = TextStyle(bold: true, foreground: .named(.green)).apply(to: "mended:", depth: context.terminal.depth)
      output.line(
        "\(label) \(VisibleText.line("\(context.shown(finding.path)): \(finding.message)")) \(dim("[\(finding.check.code)]"))"
      )
    }
    for finding in appeared { output.write(text.render(finding)) }
    for line in text.summary.prefix(1) { output.line(line) }
  }

  private func dim(_ text: String) -> String { TextStyle.dim.apply(to: text, depth: context.terminal.depth) }
}
