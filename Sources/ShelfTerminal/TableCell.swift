import ShelfText

/// The contents of a table cell. Text that is added to a table becomes a single line without control characters.
package enum TableCell: Sendable {
  case text(String)
  case styled(String, TextStyle)
  /// Text in several styles.
  case spans(StyledText)
  /// Text that links to a URL.
  case link(String, TextStyle, to: String)
  /// Chips in the given order. Chips that do not fit are replaced with their number.
  case chips([Chip])

  package static let empty = TableCell.text("")
}

extension TableCell {
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

  /// The text for a Markdown table, with characters escaped that Markdown would interpret.
  var markdown: String { plain.map { "|\\*_`<[".contains($0) ? "\\\($0)" : String($0) }.joined() }

  /// The text for an HTML table.
  var html: String { HTMLEscape.text(plain) }

  private var plain: String {
    switch self {
    case .text(let text), .styled(let text, _), .link(let text, _, _): text
    case .spans(let spans): spans.plain
    case .chips(let chips): chips.map(\.label).joined(separator: ", ")
    }
  }

  /// Returns a prefix that is certain to fill the width, so that long text does not have to be measured as a whole.
  private func start(_ text: String, _ width: Int) -> String { String(text.prefix(4 * width + 64)) }
}

extension TableCell: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}
