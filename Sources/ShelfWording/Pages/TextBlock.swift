import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfText

/// A record whose words are there to be read, such as a quote: the whole text, line by line, and under it where it is
/// from.
package struct TextBlock {
  private let terminal: Terminal
  /// The number of spaces before the text.
  private let indent: Int

  package init(terminal: Terminal, indent: Int = 0) { (self.terminal, self.indent) = (terminal, indent) }

  /// Returns the lines of a record.
  ///
  /// - Parameters:
  ///   - text: the words; what is said instead if there are none.
  ///   - notes: what is said under them, each in its style.
  package func lines(_ text: String, _ notes: [StyledText]) -> [StyledText] {
    words(text) + source(notes).map { $0.indented(by: indent + 2) }
  }

  /// Returns the words. Where the text has lines of its own, as verse has, what does not fit in one goes on further to
  /// the right.
  package func words(_ text: String) -> [StyledText] { rows(of: text).map { StyledText($0) } }

  private func rows(of text: String) -> [String] {
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
  package static let widest = 80

  /// Returns the notes on one line if they have room there.
  private func source(_ notes: [StyledText]) -> [StyledText] {
    let room = terminal.fittingWidth.map { max(16, $0 - indent - 2) } ?? .max
    var rows: [[StyledText]] = []
    var width = 0
    for note in notes {
      let text = note.truncated(to: room)
      let cells = text.width + 3
      if rows.isEmpty || width + cells > room {
        rows.append([])
        width = -3
      }
      width += cells
      rows[rows.count - 1].append(text)
    }
    return rows.map { StyledText.joined($0, separator: StyledText(" · ", .dim)) }
  }

  private func margin(_ width: Int) -> String { String(repeating: " ", count: width) }
}
