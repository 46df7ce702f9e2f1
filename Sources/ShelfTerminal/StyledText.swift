import ShelfText

/// One line of text in pieces, each with its style. It holds nothing that a terminal would obey.
package struct StyledText: Hashable, Sendable {
  package struct Piece: Hashable, Sendable {
    package let text: String
    package let style: TextStyle
    /// What it leads to on a terminal that has links.
    package var address: String?
  }

  package private(set) var pieces: [Piece] = []
  /// The width in cells.
  package private(set) var width = 0

  /// - Parameter address: what the text leads to.
  package init(_ text: String = "", _ style: TextStyle = .plain, to address: String? = nil) {
    append(text, style)
    if address != nil, !pieces.isEmpty { pieces[0].address = address }
  }

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

  /// Returns lines one after the other, with something between them.
  package static func joined(_ lines: some Sequence<StyledText>, separator: StyledText = StyledText()) -> StyledText {
    var sum = StyledText()
    for (index, line) in lines.enumerated() {
      if index > 0 { sum.append(separator) }
      sum.append(line)
    }
    return sum
  }

  /// Returns the line behind a number of spaces; an empty line stays empty.
  package func indented(by cells: Int) -> StyledText {
    pieces.isEmpty ? self : StyledText(String(repeating: " ", count: cells)) + self
  }

  /// The line without spaces at its end.
  package var trimmedEnd: StyledText {
    var pieces = pieces
    while let last = pieces.popLast() {
      guard let end = last.text.lastIndex(where: { $0 != " " }) else { continue }
      var line = StyledText()
      for piece in pieces { line.append(piece.text, piece.style) }
      line.append(String(last.text[...end]), last.style)
      return line
    }
    return StyledText()
  }

  /// Returns the line as it is written to a terminal.
  package func render(depth: ColorDepth) -> String {
    pieces.map { piece in
      let text = piece.style.apply(to: piece.text, depth: depth)
      return piece.address.map { Hyperlink.text(text, to: $0) } ?? text
    }.joined()
  }

  package static func + (a: StyledText, b: StyledText) -> StyledText {
    var sum = a
    sum.append(b)
    return sum
  }

  package static func += (a: inout StyledText, b: StyledText) { a.append(b) }
}

extension StyledText {
  /// Returns the start of a text up to a column; a character that is cut in half is left out.
  package static func prefix(of text: String, cells: Int) -> String {
    String(DisplayWidth.prefix(of: text, fitting: cells).text)
  }
}
