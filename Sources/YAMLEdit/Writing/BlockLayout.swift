/// How a block scalar is to be laid out.
struct BlockLayout: Hashable {
  /// The column of the collection that holds the scalar; the digit in a header counts from here.
  var parentIndent: Int
  /// The column of the scalar's lines.
  var indent: Int
  /// Whether the header states the indentation even if that is unnecessary.
  var statesIndent = false
  /// The maximum length of folded lines (`>`); nil if lines are not folded.
  var foldedWidth: Int?

  init(parentIndent: Int) {
    self.parentIndent = parentIndent
    indent = parentIndent + 2
  }
}
