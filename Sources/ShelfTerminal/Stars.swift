/// The ways to show a rating from 0 to 5; nil means that there is no rating yet.
package enum Stars: String, CaseIterable, Sendable {
  /// `★★★☆☆`
  case stars
  /// `3/5`
  case numeral
  /// An emoji, from miserable to delighted, two cells wide.
  case face

  package static let unrated = "unrated"

  /// Returns a rating in quarters of a star as text: `★★★★¼`, `4.25/5`; a face has no quarters.
  package func text(quarters: Int?) -> String {
    guard let quarters, quarters % 4 != 0, (0...20).contains(quarters) else {
      return text(quarters.map { $0 % 4 == 0 ? $0 / 4 : $0 })
    }
    let (whole, part) = (quarters / 4, quarters % 4)
    return switch self {
    case .stars:
      String(repeating: "★", count: whole) + Stars.parts[part].sign + String(repeating: "☆", count: 4 - whole)
    case .numeral: "\(whole)\(Stars.parts[part].digits)/5"
    case .face: Stars.faces[(quarters + 2) / 4]
    }
  }

  /// The quarters as signs and as digits.
  private static let parts = [("", ""), ("¼", ".25"), ("½", ".5"), ("¾", ".75")].map { (sign: $0.0, digits: $0.1) }

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
