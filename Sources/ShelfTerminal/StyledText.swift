import ShelfText

/// A line of text that consists of pieces, each with its own style.
///
/// Control characters are replaced with visible ones, so no piece contains characters that a terminal would interpret.
package struct StyledText: Hashable, Sendable {
  package struct Piece: Hashable, Sendable {
    package let text: String
    package let style: TextStyle
    /// The URL that the piece links to, on terminals that support links.
    package var address: String?
  }

  package private(set) var pieces: [Piece] = []
  /// The width in cells.
  package private(set) var width = 0

  /// - Parameter address: the URL that the text links to.
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

  /// Appends spaces until the line is this many cells wide.
  package mutating func pad(to cells: Int) {
    if width < cells { append(String(repeating: " ", count: cells - width)) }
  }

  /// Returns the line if it fits, or else its start followed by `…`.
  package func truncated(to cells: Int) -> StyledText {
    if width <= cells { return self }
    var line = StyledText()
    for piece in pieces {
      let room = cells - line.width
      if DisplayWidth.of(piece.text) < room {
        line.append(piece.text, piece.style)
        continue
      }
      // The ellipsis has to appear even if this piece fits and only the next piece does not.
      line.append(DisplayWidth.truncate(piece.text + "  ", to: room), piece.style)
      break
    }
    return line
  }

  /// The style of search matches.
  package static let mark = TextStyle(bold: true, foreground: .named(.yellow))

  /// Returns the line with the given character ranges in the style of search matches.
  package func marked(_ ranges: [Range<Int>]) -> StyledText {
    if ranges.isEmpty { return self }
    var line = StyledText()
    var position = 0
    for piece in pieces {
      // Keep the background color of the text, such as that of a chip.
      var rest = piece.text[...]
      while let first = rest.first {
        let isMarked = ranges.contains { $0.contains(position) }
        var run = String(first)
        rest.removeFirst()
        position += 1
        while let next = rest.first, ranges.contains(where: { $0.contains(position) }) == isMarked {
          run.append(next)
          rest.removeFirst()
          position += 1
        }
        line.append(run, isMarked && piece.style.background == nil ? StyledText.mark : piece.style)
      }
    }
    return line
  }

  /// Joins lines, with a separator between them.
  package static func joined(_ lines: some Sequence<StyledText>, separator: StyledText = StyledText()) -> StyledText {
    var sum = StyledText()
    for (index, line) in lines.enumerated() {
      if index > 0 { sum.append(separator) }
      sum.append(line)
    }
    return sum
  }

  /// Returns the line indented by spaces. An empty line stays empty.
  package func indented(by cells: Int) -> StyledText {
    pieces.isEmpty ? self : StyledText(String(repeating: " ", count: cells)) + self
  }

  /// The line without trailing spaces.
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

  /// Returns the line with escape sequences.
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
  /// Returns the start of the text up to a column. A wide character that extends beyond the column is omitted.
  package static func prefix(of text: String, cells: Int) -> String {
    String(DisplayWidth.prefix(of: text, fitting: cells).text)
  }
}
