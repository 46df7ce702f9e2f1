import ShelfModel
import ShelfTerminal
import ShelfText
import ShelfWidgets
import ShelfWording

/// How things look to one reader on one terminal.
package struct BrowserLook: Sendable {
  package var depth: ColorDepth
  package var ratings: RatingLook
  package var localTime: LocalTime

  package init(depth: ColorDepth, ratings: RatingLook = RatingLook(), localTime: LocalTime = .utc) {
    self.depth = depth
    self.ratings = ratings
    self.localTime = localTime
  }

  /// How ratings look in a list, where nothing stands for no rating.
  var listRatings: RatingLook {
    var look = ratings
    look.unrated = ""
    return look
  }

  func stars(quarters: Int?) -> StyledText { text(ratings.spans(quarters: quarters)) }

  func text(_ spans: [TextSpan]) -> StyledText {
    spans.reduce(into: StyledText()) { $0.append($1.text, $1.style) }
  }

  /// Returns a label on a colour of its own; between brackets where there are no colours.
  func chip(_ label: String, _ color: Color) -> StyledText {
    depth == .none ? StyledText("[\(label)]") : StyledText(" \(label) ", .on(color.asGround, depth: depth))
  }

  /// Returns a cell of a table in a width.
  func text(_ cell: TableCell, width: Int) -> StyledText {
    switch cell {
    case .text(let text): return StyledText(start(text, width)).truncated(to: width)
    case .styled(let text, let style), .link(let text, let style, _):
      return StyledText(start(text, width), style).truncated(to: width)
    case .spans(let spans): return text(spans).truncated(to: width)
    case .chips(let chips):
      let row = Chip.fitting(chips, Chip.width(of: chips), width)
      var line = StyledText()
      for (index, chip) in chips.prefix(row.shown).enumerated() {
        if index > 0 { line.append(" ") }
        let label = chip.width > row.room ? DisplayWidth.truncate(chip.label, to: max(1, row.room - 2)) : chip.label
        line.append(self.chip(label, chip.color))
      }
      if row.shown < chips.count, row.room < width { line.append(" +\(chips.count - row.shown)", .dim) }
      return line.truncated(to: width)
    }
  }

  /// Returns the start of a text, which may be of any length, that is enough for a width.
  private func start(_ text: String, _ width: Int) -> String { String(text.prefix(4 * width + 64)) }

  /// A cell that would like to be wider than this does not get it in any case.
  private static let widest = 400

  /// Returns how wide a cell would like to be.
  static func width(_ cell: TableCell) -> Int {
    switch cell {
    case .text(let text), .styled(let text, _), .link(let text, _, _):
      DisplayWidth.of(VisibleText.line(String(text.prefix(widest))))
    case .spans(let spans): spans.reduce(0) { $0 + DisplayWidth.of($1.text) }
    case .chips(let chips): Chip.width(of: chips)
    }
  }
}
