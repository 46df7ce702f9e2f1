/// A column of a table and how it gives way when the terminal is narrow.
struct TableColumn: Sendable {
  var title: String
  var alignment = Alignment.left
  /// The width in cells below which a flexible column is not shrunk.
  var minimum = 8
  /// The width to which a flexible column shrinks first, before any goes down to its minimum; nil: as wide as its cells.
  var preferred: Int?
  /// What is dropped when shrinking does not help: the lowest first and, of equals, the one further right.
  var priority = 0
  /// Whether the column may be shrunk at all, cutting texts with `…` and wrapping chips.
  var isFlexible = true
}
