/// The content of one table cell; texts are made visible and put on one line when they are added to the table.
package enum TableCell: Sendable {
  case text(String)
  case styled(String, TextStyle)
  /// Pieces in styles of their own, one after the other.
  case spans(StyledText)
  /// A text that leads to an address.
  case link(String, TextStyle, to: String)
  /// Chips in the order given; those for which there is no room are counted.
  case chips([Chip])

  package static let empty = TableCell.text("")
}

extension TableCell {
  /// Returns the cell as styled text in a width.
  package func text(width: Int, depth: ColorDepth) -> StyledText {
    switch self {
    case .text(let text): return StyledText(start(text, width)).truncated(to: width)
    case .styled(let text, let style), .link(let text, let style, _):
      return StyledText(start(text, width), style).truncated(to: width)
    case .spans(let spans): return spans.truncated(to: width)
    case .chips(let chips):
      let row = Chip.fitting(chips, Chip.width(of: chips), width)
      var line = Chip.text(chips.prefix(row.shown), depth: depth, width: row.room)
      if row.shown < chips.count, row.room < width { line.append(" +\(chips.count - row.shown)", .dim) }
      return line.truncated(to: width)
    }
  }

  /// Returns the start of a text, which may be of any length, that is enough for a width.
  private func start(_ text: String, _ width: Int) -> String { String(text.prefix(4 * width + 64)) }
}

extension TableCell: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}
