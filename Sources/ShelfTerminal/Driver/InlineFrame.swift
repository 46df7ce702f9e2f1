/// The lines currently painted below the shell prompt, and the escape sequences that replace these lines with the next
/// frame.
///
/// The position of the lines on the screen is unknown, so all cursor movements are relative. The cursor moves up to the
/// first line, and only lines that have changed are written again. When the width changes, the terminal rewraps the old
/// lines. To erase all of them, their new number is computed from their widths.
package struct InlineFrame {
  private var lines: [StyledText] = []
  /// The cursor's current row within the frame.
  private var row = 0
  private var column = 0
  private var width = 0

  package init() {}

  /// Returns the text that replaces the previous frame.
  package mutating func show(_ view: View, width: Int, depth: ColorDepth) -> String {
    // Starts a synchronized update; terminals that do not support it ignore this.
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

  /// Returns the text that erases the frame and moves the cursor to the start of its first line.
  package mutating func erase() -> String {
    if lines.isEmpty { return "" }
    let text = "\r" + up(row) + "\u{1B}[J"
    self = InlineFrame()
    return text
  }

  /// Returns the text that erases the frame after the terminal has changed its width and rewrapped the lines.
  private func erasing(at width: Int) -> String {
    if lines.isEmpty { return "" }
    let above = lines.prefix(row).reduce(0) { $0 + max(1, ($1.width + width - 1) / max(1, width)) }
    return "\r" + up(above + column / max(1, width)) + "\u{1B}[J"
  }

  private func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
}
