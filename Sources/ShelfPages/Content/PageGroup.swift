import ShelfModel
import ShelfText

/// Books that share an author, a genre or a series.
struct PageGroup: Sendable {
  let name: String
  /// The positions of the books, in display order.
  var books: [Int]
  let path: SitePath
  /// The id of a genre, or nil for any other group.
  var id: RecordID?
  /// The key for finding the group; for a genre, this is also its class in the stylesheet.
  let key: String
  /// The heading of the group in a list of authors: a letter, or `noLetter`.
  var letter = ""
  /// The heading for names that begin with a digit or a sign instead of a letter.
  static let noLetter = "#"
  /// A genre's name in the form that URLs use.
  var slug = ""
  /// The color of a genre, or nil for any other group.
  var color: Color?
  /// The positions of a series' books within the series, in the order of `books`.
  var positions: [SeriesPosition?] = []
}
