import ShelfCells
import ShelfModel
import ShelfTerminal
import ShelfText

/// A record whose words are there to be read, such as a quote: the whole text, line by line, and under it where it is
/// from.
struct TextBlock {
  let terminal: Terminal
  /// The number of spaces before the text.
  var indent = 0

  /// Returns the lines of a record.
  ///
  /// - Parameters:
  ///   - text: the words; what is said instead if there are none.
  ///   - notes: what is said under them, each in its style.
  func lines(_ text: String, _ notes: [TextSpan]) -> [String] {
    words(text) + source(notes).map { margin(indent + 2) + $0 }
  }

  /// Returns the words. Where the text has lines of its own, as verse has, what does not fit in one goes on further to
  /// the right.
  func words(_ text: String) -> [String] {
    let lines = VisibleText.lines(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .reversed().drop { $0.allSatisfy(\.isWhitespace) }.reversed().map { $0 }
    let hanging = lines.count > 1 ? 4 : 0
    return lines.flatMap { line -> [String] in
      let line = TextBlock.trimmedEnd(line)
      guard let width = terminal.fittingWidth else { return [margin(indent) + line] }
      let indented = String(line.prefix { $0 == " " })
      let room = max(16, min(width, TextBlock.widest) - indent - indented.count)
      var rows = WordWrap.lines(String(line.dropFirst(indented.count)), width: room)
      if rows.count > 1, hanging > 0 {
        let first = rows[0]
        let rest = String(line.dropFirst(indented.count).dropFirst(first.count)).trimmed
        rows = [first] + WordWrap.lines(rest, width: max(12, room - hanging)).map { margin(hanging) + $0 }
      }
      return rows.map { $0.isEmpty ? "" : margin(indent) + indented + $0 }
    }
  }

  private static func trimmedEnd(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// Longer lines are hard to read.
  private static let widest = 100

  /// Returns the notes on one line if they have room there.
  private func source(_ notes: [TextSpan]) -> [String] {
    let dot = TextStyle.dim.apply(to: " · ", depth: terminal.depth)
    let room = terminal.fittingWidth.map { max(16, $0 - indent - 2) } ?? .max
    var rows: [[TextSpan]] = []
    var width = 0
    for note in notes {
      let text = DisplayWidth.truncate(VisibleText.line(note.text), to: room)
      let cells = DisplayWidth.of(text) + 3
      if rows.isEmpty || width + cells > room {
        rows.append([])
        width = -3
      }
      width += cells
      rows[rows.count - 1].append(TextSpan(text, note.style))
    }
    return rows.map { row in row.map { [$0].render(depth: terminal.depth) }.joined(separator: dot) }
  }

  private func margin(_ width: Int) -> String { String(repeating: " ", count: width) }
}
