import ShelfText

/// The rows of text wrapped to a width, with conversions between positions in the text and on the screen.
struct TextLayout {
  /// The range of characters in each row.
  let rows: [Range<Int>]
  private let width: Int

  init(_ characters: [Character], width: Int) {
    let width = max(width, 2)
    var rows: [Range<Int>] = []
    var (start, used) = (0, 0)
    /// The index after the last space in the row.
    var breakPlace: Int?
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character.isNewline {
        rows.append(start..<index)
        (start, used, breakPlace) = (index + 1, 0, nil)
        index += 1
        continue
      }
      let cells = TextLayout.width(of: character)
      // The cursor needs a cell after the last character. A space may extend beyond the width.
      if used + cells >= width, character != " ", index > start {
        let end = breakPlace ?? index
        rows.append(start..<end)
        (start, breakPlace) = (end, nil)
        used = characters[end..<index].reduce(0) { $0 + TextLayout.width(of: $1) }
        continue
      }
      used += cells
      index += 1
      if character == " " { breakPlace = index }
    }
    rows.append(start..<characters.count)
    self.rows = rows
    self.width = width
  }

  /// Returns the screen position of the cursor, given the index of the character after it.
  func place(of cursor: Int, in characters: [Character]) -> View.Place {
    let row = rows.lastIndex { $0.lowerBound <= cursor } ?? 0
    let end = min(cursor, rows[row].upperBound)
    let column = characters[rows[row].lowerBound..<end].reduce(0) { $0 + TextLayout.width(of: $1) }
    return View.Place(row: row, column: min(column, width - 1))
  }

  /// Returns the index of the character at a column of a row, or the end of the row if it is shorter.
  func cursor(row: Int, column: Int, in characters: [Character]) -> Int {
    var used = 0
    for index in rows[row] {
      used += TextLayout.width(of: characters[index])
      if used > column { return index }
    }
    let isWrapped = row < rows.count - 1 && rows[row].upperBound == rows[row + 1].lowerBound
    return rows[row].upperBound - (isWrapped && !rows[row].isEmpty ? 1 : 0)
  }

  func text(_ row: Int, of characters: [Character]) -> String {
    characters[rows[row]].map(TextLayout.visible).joined()
  }

  private static func width(of character: Character) -> Int { DisplayWidth.of(visible(character)) }

  /// Returns the displayed form of a character, such as the code point of a bidirectional control.
  private static func visible(_ character: Character) -> String {
    character == " " ? " " : VisibleText.source(String(character))
  }
}
