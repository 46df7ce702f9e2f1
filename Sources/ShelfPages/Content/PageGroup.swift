import ShelfModel
import ShelfText

/// Books that have something in common: an author, a genre, a series.
struct PageGroup: Sendable {
  let name: String
  /// Positions of the books, in the order in which they are shown.
  var books: [Int]
  let path: SitePath
  /// What the group is found by, and a genre's class in the stylesheet.
  let key: String
  /// The words of a genre's name, by which an address names it.
  var words = ""
  /// The colour of a genre.
  var color: Color?
  /// The places of the books of a series, in the same order.
  var positions: [SeriesPosition?] = []
}
