import ShelfTerminal
import ShelfText

/// A record that consists mainly of text, such as a quote: the whole text, line by line, with its source below it.
package struct TextBlock {
  private let terminal: Terminal
  /// The number of spaces before the text.
  private let indent: Int

  package init(terminal: Terminal, indent: Int = 0) { (self.terminal, self.indent) = (terminal, indent) }

  /// Returns the lines of a record.
  ///
  /// - Parameters:
  ///   - text: the text, or a replacement if there is none.
  ///   - notes: the source and other remarks, shown below the text.
  package func lines(_ text: String, _ notes: [StyledText]) -> [StyledText] {
    words(text) + source(notes).map { $0.indented(by: indent + 2) }
  }

  /// Returns the lines of the text.
  ///
  /// In multiline text, such as verse, the continuation of a line that does not fit is indented further.
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

  /// The maximum width of a line in terminal cells. Longer lines are hard to read.
  package static let widest = 80

  /// Returns the notes on as few lines as possible.
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
