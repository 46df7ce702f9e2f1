import ShelfStore
import ShelfTerminal

/// A change to a file as a unified diff.
package enum DiffText {
  /// Returns the lines of the diff, colored for a terminal.
  package static func lines(_ change: FileChange) -> [StyledText] {
    var lines = UnifiedDiff.text(of: change).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.map { line in
      let style: TextStyle =
        switch line.utf8.first {
        case UInt8(ascii: "@"): .color(.cyan)
        case _ where line.hasPrefix("--- ") || line.hasPrefix("+++ "): .bold
        case UInt8(ascii: "-"): .color(.red)
        case UInt8(ascii: "+"): .color(.green)
        default: .plain
        }
      return StyledText(String(line), style)
    }
  }
}
