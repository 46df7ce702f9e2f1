import ShelfTerminal

/// What is written to a terminal to get from one screen to the next: only the cells that differ, all at once.
package enum ScreenUpdate {
  /// Returns the text to write.
  ///
  /// - Parameter old: what the terminal shows; nil if that is not known.
  package static func text(from old: Screen?, to new: Screen, depth: ColorDepth) -> String {
    let old = old.flatMap { $0.columns == new.columns && $0.rows == new.rows ? $0 : nil }
    var body = old == nil ? "\u{1B}[0m\u{1B}[2J" : ""
    for row in 0..<new.rows {
      let cells = new.row(row)
      if let old, old.row(row) == cells { continue }
      var isWhole = old == nil
      // A terminal that orders letters itself has ordered the row as a whole.
      if cells.contains(where: { Isolation.isIn($0.text) }) { isWhole = true }
      if let old, old.row(row).contains(where: { Isolation.isIn($0.text) }) { isWhole = true }
      body += changes(cells, isWhole ? nil : old?.row(row), row, depth)
    }
    // A terminal that holds back the frame until it is whole does; the others ignore this.
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
    /// The column that the terminal will write in next; nil if it has to be told.
    var place: Int?
    for (column, index) in new.indices.enumerated() {
      let cell = new[index]
      if let old, old[old.startIndex + column] == cell { continue }
      // The second half of a wide character came with the first.
      if cell.text.isEmpty { continue }
      if place != column { text += move(row, column) }
      if style != cell.style {
        if let style, style != .plain { text += TextStyle.reset }
        // What can show panes can show bold and exchanged text, by which a selection is seen.
        text += depth == .none ? cell.style.uncolored.start(depth: .sixteen) : cell.style.start(depth: depth)
        style = cell.style
      }
      // Where a terminal takes less room for it, nothing old is left beside it.
      if cell.text.unicodeScalars.count > 1, column + 1 < new.count, new[index + 1].text.isEmpty {
        text += "  " + move(row, column)
      }
      text += cell.text
      // Terminals do not agree on how wide some characters are.
      let isASCII = cell.text.utf8.count == 1
      place = isASCII ? column + 1 : nil
    }
    if let style, style != .plain { text += TextStyle.reset }
    return text
  }

  private static func move(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
