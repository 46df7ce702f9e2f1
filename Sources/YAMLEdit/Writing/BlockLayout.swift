/// The layout for a block scalar that is to be written.
struct BlockLayout: Hashable {
  /// The column of the collection that contains the scalar. The digit in a header is relative to this column.
  var parentIndent: Int
  /// The column of the scalar's lines.
  var indent: Int
  /// Whether the header states the indentation even if it does not have to.
  var statesIndent = false
  /// The folded text (`>`) that is replaced, or nil if the lines must not be folded.
  var folded: FoldedText?

  init(parentIndent: Int, offset: Int) {
    self.parentIndent = parentIndent
    indent = parentIndent + offset
  }
}
