/// How a block scalar is to be laid out.
struct BlockLayout: Hashable {
  /// The column of the collection that holds the scalar; the digit in a header counts from here.
  var parentIndent: Int
  /// The column of the scalar's lines.
  var indent: Int
  /// Whether the header states the indentation even if that is unnecessary.
  var statesIndent = false
  /// The folded text (`>`) that is replaced; nil if lines are not folded.
  var folded: FoldedText?

  init(parentIndent: Int, offset: Int) {
    self.parentIndent = parentIndent
    indent = parentIndent + offset
  }
}
