/// What was painted below the prompt, and how to get from there to the next picture: moves from line to line, since where
/// on the screen the lines are is unknown.
package struct InlineFrame {
  private var lines: [StyledText] = []
  /// The row in which the cursor was left.
  private var row = 0
  private var column = 0
  private var width = 0

  package init() {}

  /// Returns what to write to show a picture in place of the last one.
  package mutating func show(_ view: View, width: Int, depth: ColorDepth) -> String {
    // A terminal that holds back the frame until it is whole does; the others ignore this.
    var text = "\u{1B}[?2026h\u{1B}[?25l"
    if width != self.width {
      text += erasing(at: width)
      lines = []
      row = 0
    }
    self.width = width
    text += "\r" + up(row)
    for (number, line) in view.lines.enumerated() {
      if number > 0 { text += "\r\n" }
      if !lines.indices.contains(number) || lines[number] != line {
        text += line.render(depth: depth) + "\u{1B}[K"
      }
    }
    if lines.count > view.lines.count { text += "\r\n\u{1B}[J" + up(1) }
    lines = view.lines
    row = max(0, view.lines.count - 1)
    column = 0
    text += "\r"
    if let cursor = view.cursor {
      text += up(row - cursor.row) + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "") + "\u{1B}[?25h"
      (row, column) = (cursor.row, cursor.column)
    }
    return text + "\u{1B}[?2026l"
  }

  /// Returns what to write to take the picture away; the cursor is then where its first line was.
  package mutating func erase() -> String {
    if lines.isEmpty { return "" }
    let text = "\r" + up(row) + "\u{1B}[J"
    self = InlineFrame()
    return text
  }

  /// Returns what takes the picture away after the terminal has got another width and wrapped its lines anew.
  private func erasing(at width: Int) -> String {
    if lines.isEmpty { return "" }
    let above = lines.prefix(row).reduce(0) { $0 + max(1, ($1.width + width - 1) / max(1, width)) }
    return "\r" + up(above + column / max(1, width)) + "\u{1B}[J"
  }

  private func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
}
