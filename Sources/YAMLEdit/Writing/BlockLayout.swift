/// The layout of a block scalar to write.
struct BlockLayout: Hashable {
  /// The column of the collection that contains the scalar. The indentation indicator in the header is relative to this
  /// column.
  var parentIndent: Int
  /// The column of the scalar's lines.
  var indent: Int
  /// Whether the header always contains an indentation indicator, even if it is unnecessary.
  var statesIndent = false
  /// The folded text (`>`) to replace, or nil if the lines must not be folded.
  var folded: FoldedText?

  init(parentIndent: Int, offset: Int) {
    self.parentIndent = parentIndent
    indent = parentIndent + offset
  }
}
