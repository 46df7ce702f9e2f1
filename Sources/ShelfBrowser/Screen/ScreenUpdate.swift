import ShelfTerminal

/// Generates the escape sequences that turn one screen into the next.
///
/// Rows that are equal are skipped, and within a row only the cells that differ are written, each preceded by a cursor
/// move unless the cursor is already there. After any character outside ASCII the position is treated as unknown, since
/// terminals disagree about the widths of some characters. A row with right-to-left text, before or after, is written
/// as a whole. If the terminal's contents are unknown, or its size has changed, the screen is cleared and painted
/// completely.
///
/// Each update is a synchronized update (private mode 2026), so terminals that support it never show half a frame.
package enum ScreenUpdate {
  /// Returns the text to write.
  ///
  /// - Parameter old: the terminal's current contents, or nil if they are unknown.
  package static func text(from old: Screen?, to new: Screen, depth: ColorDepth) -> String {
    let old = old.flatMap { $0.columns == new.columns && $0.rows == new.rows ? $0 : nil }
    var body = old == nil ? "\u{1B}[0m\u{1B}[2J" : ""
    for row in 0..<new.rows {
      let cells = new.row(row)
      if let old, old.row(row) == cells { continue }
      var isWhole = old == nil
      // A terminal that reorders right-to-left text has reordered the row as a whole.
      if cells.contains(where: { Isolation.affects($0.text) }) { isWhole = true }
      if let old, old.row(row).contains(where: { Isolation.affects($0.text) }) { isWhole = true }
      body += changes(cells, isWhole ? nil : old?.row(row), row, depth)
    }
    // Starts a synchronized update; terminals that do not support it ignore this.
    var text = body.isEmpty ? "" : "\u{1B}[?2026h\u{1B}[?25l" + body + "\u{1B}[0m"
    if let cursor = new.cursor {
      text += move(cursor.row, min(cursor.column, new.columns - 1)) + "\u{1B}[?25h"
    } else if old?.cursor != nil || old == nil {
      text += "\u{1B}[?25l"
    }
    return body.isEmpty ? (old?.cursor == new.cursor ? "" : text) : text + "\u{1B}[?2026l"
  }

  private static func changes(
    _ new: ArraySlice<Screen.Cell>, _ old: ArraySlice<Screen.Cell>?, _ row: Int, _ depth: ColorDepth
  ) -> String {
    var text = ""
    var style: TextStyle?
    /// The column where the terminal's cursor is, or nil if that is uncertain.
    var place: Int?
    for (column, index) in new.indices.enumerated() {
      let cell = new[index]
      if let old, old[old.startIndex + column] == cell { continue }
      // The second half of a wide character was written with the first.
      if cell.text.isEmpty { continue }
      if place != column { text += move(row, column) }
      if style != cell.style {
        if let style, style != .plain { text += TextStyle.reset }
        // Without colors, bold and reverse video remain, because they show the selection and every supported terminal
        // has them.
        text += depth == .none ? cell.style.uncolored.start(depth: .sixteen) : cell.style.start(depth: depth)
        style = cell.style
      }
      // If the terminal draws this sequence in a single column, the second column must not show an old character.
      if cell.text.unicodeScalars.count > 1, column + 1 < new.count, new[index + 1].text.isEmpty {
        text += "  " + move(row, column)
      }
      text += cell.text
      // Terminals disagree about the widths of some characters, so the position is certain only after ASCII.
      let isASCII = cell.text.utf8.count == 1
      place = isASCII ? column + 1 : nil
    }
    if let style, style != .plain { text += TextStyle.reset }
    return text
  }

  private static func move(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
