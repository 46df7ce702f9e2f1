import ShelfText

/// The way ratings are displayed, according to the user's settings.
package struct RatingLook: Hashable, Sendable {
  package var style = RatingStyle.stars
  /// The number that represents the best rating.
  package var maximum = 5
  /// The characters for filled stars (`on`) and empty stars (`off`).
  package var on = "★"
  package var off = "☆"
  /// The text before the rating.
  package var label = ""
  package var onColor: TextStyle.Ink = .named(.yellow)
  /// The color of empty stars, or nil to dim them.
  package var offColor: TextStyle.Ink?

  package init(_ style: RatingStyle = .stars) { self.style = style }

  /// The text for an unrated record.
  package var unrated = RatingLook.unrated

  /// The default text for an unrated record.
  package static let unrated = "unrated"

  /// Returns a rating as styled text, such as `★★★★¼` or `4.25/5`. Faces are rounded to whole stars.
  ///
  /// - Parameter quarters: the rating in quarters of a star, up to 20, or nil if there is none.
  package func spans(quarters: Int?) -> StyledText {
    let label = self.label.isEmpty ? StyledText() : StyledText(self.label + " ", .dim)
    guard let quarters else { return unrated.isEmpty ? StyledText() : label + StyledText(unrated, .dim) }
    let best = max(1, maximum)
    let shown = min(max(quarters, 0), 20) * best / 5
    let (whole, sign) = (shown / 4, StarText.signs[shown % 4])
    let on = TextStyle(foreground: onColor)
    let off = offColor.map { TextStyle(foreground: $0) } ?? .dim
    switch style {
    case .stars where best <= RatingLook.maxStars:
      let missing = best - whole - (sign.isEmpty ? 0 : 1)
      return label + StyledText(String(repeating: self.on, count: whole) + sign, on)
        + StyledText(String(repeating: self.off, count: missing), off)
    case .stars, .numeral: return label + StyledText(StarText.decimal(shown), on) + StyledText("/\(best)", off)
    case .face: return label + StyledText(RatingLook.faces[min(max(quarters + 2, 0) / 4, 5)])
    }
  }

  /// Returns a rating in quarters of a star as plain text.
  package func text(quarters: Int?) -> String { spans(quarters: quarters).plain }

  /// The maximum number of stars to display. Above it, ratings are displayed as numbers, which are easier to read.
  private static let maxStars = 12

  private static let faces = ["😩", "🙁", "😕", "😐", "🙂", "😍"]
}

/// The styles of ratings.
package enum RatingStyle: String, CaseIterable, Sendable {
  /// `★★★☆☆`
  case stars
  /// `3/5`
  case numeral
  /// An emoji, from miserable to delighted, two cells wide.
  case face
}
