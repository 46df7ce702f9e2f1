/// The rendering of a widget: its lines and the position of the cursor.
package struct View: Hashable, Sendable {
  package struct Place: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  package var lines: [StyledText]
  /// The position of the text cursor, or nil if no text is being typed.
  package var cursor: Place?

  package init(_ lines: [StyledText] = [], cursor: Place? = nil) {
    self.lines = lines
    self.cursor = cursor
  }

  /// Returns the part of the view that fits into a height and includes the given row.
  package func window(height: Int, around row: Int) -> View {
    if lines.count <= height { return self }
    let start = max(0, min(row - height / 2, lines.count - height))
    let shown = Array(lines[start..<min(start + height, lines.count)])
    let place = cursor.flatMap { place in
      (start..<start + height).contains(place.row) ? Place(row: place.row - start, column: place.column) : nil
    }
    return View(shown, cursor: place)
  }
}
