/// The ways to show a rating from 0 to 5; nil means that there is no rating yet.
package enum Stars: String, CaseIterable, Sendable {
  /// `★★★☆☆`
  case stars
  /// `3/5`
  case numeral
  /// An emoji, from miserable to delighted, two cells wide.
  case face

  package static let unrated = "unrated"

  /// Returns the rating as text; one out of range is shown as a plain number.
  package func text(_ rating: Int?) -> String {
    guard let rating else { return Stars.unrated }
    guard (0...5).contains(rating) else { return "\(rating)" }
    return switch self {
    case .stars: String(repeating: "★", count: rating) + String(repeating: "☆", count: 5 - rating)
    case .numeral: "\(rating)/5"
    case .face: Stars.faces[rating]
    }
  }

  /// Returns the style of a rating: golden, and faint if there is none.
  package static func style(_ rating: Int?) -> TextStyle {
    rating == nil ? .dim : .color(.yellow)
  }

  private static let faces = ["😩", "🙁", "😕", "😐", "🙂", "😍"]
}
