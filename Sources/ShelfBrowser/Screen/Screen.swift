import ShelfTerminal
import ShelfText

/// The contents of a terminal as a grid of cells, each with a character and a style.
///
/// A character that is two columns wide is stored in the first of its cells, and the second cell is empty. Painting
/// over either half blanks the other half (`mend`), as terminals do. Characters without a width, such as combining
/// marks, are appended to the cell before them. Right-to-left text is enclosed in directional isolates, so that the
/// terminal cannot reorder the text next to it.
package struct Screen: Hashable, Sendable {
  package struct Cell: Hashable, Sendable {
    /// The character, or an empty string for the second half of a wide character.
    package var text: String
    package var style: TextStyle

    static let blank = Cell(text: " ", style: .plain)
  }

  package let columns: Int
  package let rows: Int
  package private(set) var cells: [Cell]
  /// The position of the text cursor, or nil if no text is being typed.
  package var cursor: View.Place?

  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  package subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  package func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// The text of all rows without trailing spaces, and with `▏` for the cursor, for comparisons in tests.
  package var plain: String {
    (0..<rows).map { row in
      var text = ""
      for column in 0..<columns {
        if let cursor, cursor.row == row, cursor.column == column { text += "▏" }
        text += self[row, column].text
      }
      if let cursor, cursor.row == row, cursor.column >= columns { text += "▏" }
      text.unicodeScalars.removeAll { Isolation.marks.contains($0) }
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }

  // MARK: - Painting

  /// Paints a line of text, truncated to a width.
  mutating func put(_ text: StyledText, row: Int, column: Int, width: Int? = nil) {
    guard (0..<rows).contains(row), column < columns else { return }
    let end = min(columns, column + (width ?? columns))
    let text = text.width > end - column ? text.truncated(to: end - column) : text
    let first = column
    var column = column
    for piece in text.pieces {
      let start = column
      defer {
        // Keeps right-to-left text from reordering its neighbors.
        if column > start, Isolation.isNeeded(piece.text) {
          cells[row * columns + start].text = "\u{2068}" + cells[row * columns + start].text
          append("\u{2069}", row, column - 1)
        }
      }
      for character in piece.text {
        let cells = DisplayWidth.of(character)
        if cells == 0 {
          // On its own, a zero-width space, joiner or byte order mark has no effect, but some terminals give it a
          // column.
          if column > first, character != "\u{200B}", character != "\u{200D}", character != "\u{FEFF}" {
            append(character, row, column - 1)
          }
          continue
        }
        if column + cells > end { break }
        mend(row, column)
        mend(row, column + cells)
        set(Joiner.trimmed(character), piece.style, row, column)
        for more in 1..<max(cells, 1) + 1 where more < cells { set("", piece.style, row, column + more) }
        column += cells
      }
    }
  }

  mutating func put(_ text: String, _ style: TextStyle = .plain, row: Int, column: Int, width: Int? = nil) {
    put(StyledText(text, style), row: row, column: column, width: width)
  }

  mutating func clear(_ area: Area) {
    for row in area.row..<min(area.row + area.rows, rows) where row >= 0 {
      for column in area.column..<min(area.column + area.columns, columns) where column >= 0 {
        if column == area.column { mend(row, column) }
        if column == area.column + area.columns - 1 { mend(row, column + 1) }
        cells[row * columns + column] = .blank
      }
    }
  }

  /// Blanks both halves of a wide character whose second half is in this column, because that half is being
  /// overwritten.
  private mutating func mend(_ row: Int, _ column: Int) {
    guard column > 0, column < columns, self[row, column].text.isEmpty else { return }
    cells[row * columns + column - 1] = .blank
    cells[row * columns + column] = .blank
  }

  /// Highlights part of a row in reverse video, except for cells that already have a background color.
  mutating func select(row: Int, column: Int, width: Int) {
    guard (0..<rows).contains(row) else { return }
    for column in max(0, column)..<max(max(0, column), min(column + width, columns)) {
      let style = self[row, column].style
      if style.background == nil {
        cells[row * columns + column].style = TextStyle(bold: style.bold, reverse: true)
      }
    }
  }

  private mutating func set(_ text: String, _ style: TextStyle, _ row: Int, _ column: Int) {
    cells[row * columns + column] = Cell(text: text, style: style)
  }

  /// Appends a character without a width to the one before it.
  private mutating func append(_ character: Character, _ row: Int, _ column: Int) {
    var place = row * columns + column
    while cells[place].text.isEmpty, place > row * columns { place -= 1 }
    cells[place].text.append(character)
  }
}

/// A rectangle of cells.
package struct Area: Hashable, Sendable {
  package var row: Int
  package var column: Int
  package var rows: Int
  package var columns: Int

  package func contains(row: Int, column: Int) -> Bool {
    (self.row..<self.row + rows).contains(row) && (self.column..<self.column + columns).contains(column)
  }
}

/// The zero-width joiner (U+200D), which some terminals apply across cells.
private enum Joiner {
  private static let scalar: Unicode.Scalar = "\u{200D}"

  /// Returns a character without a trailing joiner, because the next character is in a separate cell.
  static func trimmed(_ character: Character) -> String {
    var text = String(character)
    while text.unicodeScalars.count > 1, text.unicodeScalars.last == scalar { text.unicodeScalars.removeLast() }
    return text
  }
}

/// Directional isolates, which keep right-to-left text from affecting its surroundings (Unicode Standard Annex #9).
enum Isolation {
  static let marks: Set<Unicode.Scalar> = ["\u{2068}", "\u{2069}"]

  /// Returns whether a cell contains a right-to-left character or the start or end of an isolate.
  static func affects(_ cell: String) -> Bool {
    isNeeded(cell) || cell.utf8.count > 1 && cell.unicodeScalars.contains { marks.contains($0) }
  }

  /// Returns whether the text contains characters of right-to-left scripts.
  static func isNeeded(_ text: String) -> Bool {
    text.utf8.contains { $0 >= 0xD6 }
      && text.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
      }
  }
}
