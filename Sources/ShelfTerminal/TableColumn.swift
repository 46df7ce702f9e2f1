import ShelfText

/// A column of a table and how it shrinks when the terminal is narrow.
package struct TableColumn: Sendable {
  package var title: String
  package var alignment = Alignment.left
  /// The width in cells below which a flexible column is not shrunk.
  package var minimum = 8
  /// The width to which a flexible column shrinks first, before any shrinks to its minimum; nil for the width of its
  /// cells.
  package var preferred: Int?
  /// The priority for staying when shrinking is not enough: the lowest is dropped first and, of equals, the one further
  /// right.
  package var priority = 0
  /// Whether the column keeps its full width until every other is as narrow as it may be.
  package var shrinksLast = false
  /// Whether the column is dropped before any other shrinks below its preferred width.
  package var givesWay = false
  /// Whether the column may be shrunk at all, cutting texts with `…` and wrapping chips.
  package var isFlexible = true

  package init(
    title: String, alignment: Alignment = Alignment.left, minimum: Int = 8, preferred: Int? = nil, priority: Int = 0,
    shrinksLast: Bool = false, givesWay: Bool = false, isFlexible: Bool = true
  ) {
    self.title = title
    self.alignment = alignment
    self.minimum = minimum
    self.preferred = preferred
    self.priority = priority
    self.shrinksLast = shrinksLast
    self.givesWay = givesWay
    self.isFlexible = isFlexible
  }
}
