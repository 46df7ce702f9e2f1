import ShelfText

/// A piece of text in one style.
package struct TextSpan: Hashable, Sendable {
  package var text: String
  package var style: TextStyle

  package init(_ text: String, _ style: TextStyle = .plain) {
    self.text = text
    self.style = style
  }
}

extension [TextSpan] {
  /// Returns the pieces one after the other; their texts must already be visible text.
  package func render(depth: ColorDepth) -> String { map { $0.style.apply(to: $0.text, depth: depth) }.joined() }

  /// Returns the pieces as visible text on one line.
  var visible: [TextSpan] { map { TextSpan(VisibleText.line($0.text), $0.style) } }

  /// Returns the start that fits in a number of cells, with `…` if it is not the whole.
  func truncated(to cells: Int) -> [TextSpan] {
    var spans: [TextSpan] = []
    var room = cells
    for span in self {
      let width = DisplayWidth.of(span.text)
      // A piece that fits but leaves no room for the next is cut too, so that something says that there is more.
      let text = DisplayWidth.truncate(span.text, to: room)
      spans.append(TextSpan(text, span.style))
      room -= width
      if room <= 0 { break }
    }
    return spans
  }
}
