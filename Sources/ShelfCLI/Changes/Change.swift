import ShelfKit

/// A change on its way from a plan to the disk, the same way for every command.
struct Change {
  var library: Library
  var plan: EditPlan
  let context: Context
  let isDryRun: Bool

  init(_ options: ChangeOptions, in context: Context) throws {
    self.context = try options.library.context(context)
    library = try options.library.load(in: context)
    isDryRun = options.isDryRun
    plan = EditPlan(library, now: context.now)
  }

  /// Writes the plan's changes and then prints what `message` says; with `--dry-run` prints the diff instead.
  func commit(_ message: (EditPlan) -> [String]) throws {
    let changes = plan.changes
    if isDryRun {
      try context.page(Array(changes.map { diff($0) }.joined().utf8))
      return
    }
    try Transaction(
      changes, at: library.root, fileSystem: context.fileSystem, name: context.processName
    ).commit()
    do {
      for line in message(plan) { try context.print(VisibleText.line(line)) }
    } catch let error as OutputError {
      throw CommandError(.library, "the change is made, but \(error)")
    }
  }

  private func diff(_ change: FileChange) -> String {
    let depth = context.terminal.depth
    return UnifiedDiff.text(of: change).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text = context.terminal.isTerminal ? VisibleText.line(String(line)) : String(line)
      let style: TextStyle =
        switch line.utf8.first {
        case UInt8(ascii: "@"): .color(.cyan)
        case _ where line.hasPrefix("--- ") || line.hasPrefix("+++ "): .bold
        case UInt8(ascii: "-"): .color(.red)
        case UInt8(ascii: "+"): .color(.green)
        default: .plain
        }
      return style.apply(to: text, depth: depth)
    }.joined(separator: "\n")
  }
}
