import ShelfText

/// A column of a table, and its behavior if the table does not fit.
package struct TableColumn: Sendable {
  package var title: String
  package var alignment = Alignment.left
  /// The minimum width in cells of a flexible column.
  package var minimum = 8
  /// The width in cells to which a flexible column shrinks before any column shrinks further, or nil for its natural
  /// width.
  package var preferred: Int?
  /// The importance of the column if columns must be dropped.
  ///
  /// The column with the lowest priority is dropped first. Among equals, the rightmost column is dropped first.
  package var priority = 0
  /// Whether the column keeps its full width until all others have shrunk to their minimum.
  package var shrinksLast = false
  /// Whether the column is dropped before any other column shrinks below its preferred width.
  package var dropsBeforeShrinking = false
  /// Whether the column can shrink at all, which truncates text with `…` and omits chips.
  package var isFlexible = true

  package init(
    title: String, alignment: Alignment = Alignment.left, minimum: Int = 8, preferred: Int? = nil, priority: Int = 0,
    shrinksLast: Bool = false, dropsBeforeShrinking: Bool = false, isFlexible: Bool = true
  ) {
    self.title = title
    self.alignment = alignment
    self.minimum = minimum
    self.preferred = preferred
    self.priority = priority
    self.shrinksLast = shrinksLast
    self.dropsBeforeShrinking = dropsBeforeShrinking
    self.isFlexible = isFlexible
  }
}
