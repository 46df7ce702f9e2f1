import ShelfModel
import ShelfText

/// The books of an author, a genre or a series.
struct PageGroup: Sendable {
  let name: String
  /// The positions of the books, in display order.
  var books: [Int]
  let path: SitePath
  /// The id of a genre, or nil for any other group.
  var id: RecordID?
  /// The key that identifies the group. For a genre, this is also the class in the stylesheet.
  let key: String
  /// The heading of the group in a list of authors: a letter, or `noLetter`.
  var letter = ""
  /// The heading for names that do not begin with a letter.
  static let noLetter = "#"
  /// The name of a genre in the form for URLs.
  var slug = ""
  /// The color of a genre, or nil for any other group.
  var color: Color?
  /// The positions of a series' books within the series, in the order of `books`.
  var positions: [SeriesPosition?] = []
}
