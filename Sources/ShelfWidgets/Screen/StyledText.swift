import ShelfTerminal
import ShelfText

/// One line of text in pieces, each with its style. It holds nothing that a terminal would obey.
package struct StyledText: Hashable, Sendable {
  package struct Piece: Hashable, Sendable {
    package let text: String
    package let style: TextStyle
  }

  package private(set) var pieces: [Piece] = []
  /// The width in cells.
  package private(set) var width = 0

  package init(_ text: String = "", _ style: TextStyle = .plain) { append(text, style) }

  /// The text without its styles.
  package var plain: String { pieces.map(\.text).joined() }

  package mutating func append(_ text: String, _ style: TextStyle = .plain) {
    if text.isEmpty { return }
    let visible = VisibleText.line(text)
    pieces.append(Piece(text: visible, style: style))
    width += DisplayWidth.of(visible)
  }

  package mutating func append(_ other: StyledText) {
    pieces += other.pieces
    width += other.width
  }

  /// Appends spaces up to a number of cells.
  package mutating func pad(to cells: Int) {
    if width < cells { append(String(repeating: " ", count: cells - width)) }
  }

  /// Returns the line itself if it fits, else its start and `…`.
  package func truncated(to cells: Int) -> StyledText {
    if width <= cells { return self }
    var line = StyledText()
    for piece in pieces {
      let room = cells - line.width
      if DisplayWidth.of(piece.text) < room {
        line.append(piece.text, piece.style)
        continue
      }
      // What is cut has to show that it is, even where the piece alone would fit.
      line.append(DisplayWidth.truncate(piece.text + "  ", to: room), piece.style)
      break
    }
    return line
  }

  /// Returns the line as it is written to a terminal.
  package func render(depth: ColorDepth) -> String {
    pieces.map { $0.style.apply(to: $0.text, depth: depth) }.joined()
  }

  package static func + (a: StyledText, b: StyledText) -> StyledText {
    var sum = a
    sum.append(b)
    return sum
  }
}

extension StyledText {
  /// Returns the start of a text up to a column; a character that is cut in half is left out.
  static func prefix(of text: String, cells: Int) -> String {
    String(DisplayWidth.prefix(of: text, fitting: cells).text)
  }
}
