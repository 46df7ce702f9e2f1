import ShelfStore
import ShelfTerminal
import ShelfText

/// A change of a file as the terminal shows it.
enum DiffText {
  /// Returns the diff of one file, in colour where there is colour.
  static func render(_ change: FileChange, _ context: Context) -> String {
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
