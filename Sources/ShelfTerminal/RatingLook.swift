import ShelfText

/// How ratings look to one reader.
package struct RatingLook: Hashable, Sendable {
  package var style = Stars.stars
  /// The number that the best rating is shown as.
  package var maximum = 5
  /// What stands for a star that was given, and for one that was not.
  package var on = "★"
  package var off = "☆"
  /// What comes before the rating.
  package var label = ""
  package var onColor: TextStyle.Ink = .named(.yellow)
  /// Nil for a faint one.
  package var offColor: TextStyle.Ink?

  package init(_ style: Stars = .stars) { self.style = style }

  /// What is said if there is no rating yet.
  package var unrated = RatingLook.unrated

  /// What is usually said if there is no rating yet.
  package static let unrated = "unrated"

  /// Returns a rating in quarters of a star, of which the best has 20: `★★★★¼`, `4.25/5`; a face has no quarters.
  ///
  /// - Parameter quarters: nil if there is no rating.
  package func spans(quarters: Int?) -> StyledText {
    let label = self.label.isEmpty ? StyledText() : StyledText(self.label + " ", .dim)
    guard let quarters else { return unrated.isEmpty ? StyledText() : label + StyledText(unrated, .dim) }
    let best = max(1, maximum)
    let shown = min(max(quarters, 0), 20) * best / 5
    let (whole, sign) = (shown / 4, StarText.signs[shown % 4])
    let on = TextStyle(foreground: onColor)
    let off = offColor.map { TextStyle(foreground: $0) } ?? .dim
    switch style {
    case .stars where best <= RatingLook.mostStars:
      let missing = best - whole - (sign.isEmpty ? 0 : 1)
      return label + StyledText(String(repeating: self.on, count: whole) + sign, on)
        + StyledText(String(repeating: self.off, count: missing), off)
    case .stars, .numeral: return label + StyledText(StarText.decimal(shown), on) + StyledText("/\(best)", off)
    case .face: return label + StyledText(RatingLook.faces[min(max(quarters + 2, 0) / 4, 5)])
    }
  }

  /// Returns a rating in quarters of a star as text.
  package func text(quarters: Int?) -> String { spans(quarters: quarters).plain }

  /// More stars than this are given as a number, since people do not count them.
  private static let mostStars = 12

  private static let faces = ["😩", "🙁", "😕", "😐", "🙂", "😍"]
}
