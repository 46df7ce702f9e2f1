/// The styles of ratings.
package enum RatingStyle: String, CaseIterable, Sendable {
  /// `★★★☆☆`
  case stars
  /// `3/5`
  case numeral
  /// An emoji, from miserable to delighted, two cells wide.
  case face
}
