import ShelfModel
import ShelfTerminal
import ShelfText
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

  func stars(quarters: Int?) -> StyledText { ratings.spans(quarters: quarters) }

  /// Returns a dot of a colour; nothing where there are no colours.
  func dot(_ color: Color) -> StyledText {
    depth == .none ? StyledText() : StyledText("●", TextStyle(foreground: .rgb(color.asMark))) + StyledText(" ")
  }

  /// Returns a label on a colour of its own; between brackets where there are no colours.
  func chip(_ label: String, _ color: Color) -> StyledText {
    depth == .none ? StyledText("[\(label)]") : StyledText(" \(label) ", .on(color.asGround, depth: depth))
  }

  /// A cell that would like to be wider than this does not get it in any case.
  private static let widest = 400

  /// Returns how wide a cell would like to be.
  static func width(_ cell: TableCell) -> Int {
    switch cell {
    case .text(let text), .styled(let text, _), .link(let text, _, _):
      DisplayWidth.of(VisibleText.line(String(text.prefix(widest))))
    case .spans(let spans): spans.width
    case .chips(let chips): Chip.width(of: chips)
    }
  }
}
