import ShelfModel
import ShelfTerminal
import ShelfText

/// The appearance of values, for this user's settings and this terminal.
package struct BrowserLook: Sendable {
  package var depth: ColorDepth
  package var ratings: RatingLook
  package var localTime: LocalTime

  package init(depth: ColorDepth, ratings: RatingLook = RatingLook(), localTime: LocalTime = .utc) {
    self.depth = depth
    self.ratings = ratings
    self.localTime = localTime
  }

  /// The appearance of ratings in a list, where an unrated record gets an empty cell.
  var listRatings: RatingLook {
    var look = ratings
    look.unrated = ""
    return look
  }

  func stars(quarters: Int?) -> StyledText { ratings.spans(quarters: quarters) }

  /// Returns a colored dot, or an empty text if the terminal has no colors.
  func dot(_ color: Color) -> StyledText {
    depth == .none ? StyledText() : StyledText("●", TextStyle(foreground: .rgb(color.asDot))) + StyledText(" ")
  }

  /// Returns a label on a colored background, or in brackets if the terminal has no colors.
  func chip(_ label: String, _ color: Color) -> StyledText {
    depth == .none ? StyledText("[\(label)]") : StyledText(" \(label) ", .on(color.asBackground, depth: depth))
  }

  /// The maximum number of characters to measure in a cell; no column can be wider.
  private static let widest = 400

  /// Returns a cell of the list. Labels become colored dots with names, since many colored backgrounds would distract
  /// from the titles.
  func text(_ cell: TableCell, width: Int) -> StyledText {
    guard case .chips(let chips) = cell else { return cell.text(width: width, depth: depth) }
    var line = StyledText()
    for (index, chip) in chips.enumerated() {
      let label = dot(chip.color) + StyledText(chip.label)
      let gap = index == 0 ? "" : depth == .none ? ", " : "  "
      let left = chips.count - index - 1
      let room = width - line.width - (left == 0 ? 0 : 2 + String(left).utf8.count)
      if index > 0, gap.count + label.width > room {
        line.append(" +\(left + 1)", .dim)
        break
      }
      line.append(gap)
      line.append(label)
    }
    return line.truncated(to: width)
  }

  /// Returns the natural width of a cell of the list.
  func width(_ cell: TableCell) -> Int {
    switch cell {
    case .text(let text), .styled(let text, _), .link(let text, _, _):
      DisplayWidth.of(VisibleText.line(String(text.prefix(BrowserLook.widest))))
    case .spans(let spans): spans.width
    case .chips(let chips):
      // A label with its dot is as wide as a chip. Without colors, there is no dot.
      chips.isEmpty ? 0 : chips.reduce(2 * (chips.count - 1)) { $0 + $1.width } - (depth == .none ? 2 * chips.count : 0)
    }
  }
}
