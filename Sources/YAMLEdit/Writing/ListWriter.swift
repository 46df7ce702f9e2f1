/// Writes lists of scalars.
struct ListWriter {
  /// The column of the dashes or, for items in brackets on separate lines, of the items.
  var column: Int
  var style = WritingStyle()

  init(column: Int, style: WritingStyle = WritingStyle()) {
    self.column = column
    self.style = style
  }

  /// Returns the ways to write a list below its key, best first. The last one uses no block scalars.
  func renderings(of items: [Scalar]) -> [Rendering] {
    let plain = ScalarWriter(quotes: style.quotes)
    var writer = plain
    writer.block = BlockLayout(parentIndent: column, offset: style.blockOffset)
    let best = items.flatMap { lines(of: $0, writer.renderings(of: $0)[0], gap: [ASCII.space]) }
    let safe = items.flatMap { lines(of: $0, plain.renderings(of: $0)[0], gap: [ASCII.space]) }
    let renderings = [Rendering(inline: [], lines: best), Rendering(inline: [], lines: safe)]
    return best == safe ? Array(renderings.prefix(1)) : renderings
  }

  func lines(of item: Scalar, _ rendering: Rendering, gap: [UInt8]) -> [[UInt8]] {
    let margin = [UInt8](repeating: ASCII.space, count: column)
    return [margin + [ASCII.dash] + gap + rendering.inline + CommentText.written(item.comment)] + rendering.lines
  }

  /// Returns a list in brackets: on one line or, if any item has a comment, with a separate line for each item.
  func inBrackets(_ items: [Scalar]) -> Rendering {
    let writer = ScalarWriter(isInFlow: true, quotes: style.quotes)
    let texts = items.map { writer.renderings(of: $0)[0].inline }
    let comments = items.map { CommentText.written($0.comment) }
    if comments.allSatisfy(\.isEmpty) {
      return Self.inBrackets(texts)
    }
    return inBrackets(Array(zip(texts, comments)))
  }

  /// Returns items that are already written as text in brackets, each on a separate line with its comment.
  ///
  /// The closing bracket is indented like the items, because the specification requires it to be further to the right
  /// than the key.
  func inBrackets(_ items: [(text: [UInt8], comment: [UInt8])], endsInComma: Bool = false) -> Rendering {
    let margin = [UInt8](repeating: ASCII.space, count: column)
    let lines = items.enumerated().map { index, item in
      margin + item.text + (index + 1 < items.count || endsInComma ? [ASCII.comma] : []) + item.comment
    }
    return Rendering(inline: [ASCII.openBracket], lines: lines + [margin + [ASCII.closeBracket]])
  }

  /// Returns items that are already written as text in brackets on one line, without comments.
  static func inBrackets(_ texts: [[UInt8]]) -> Rendering {
    Rendering(inline: [ASCII.openBracket] + texts.joined(separator: Array(", ".utf8)) + [ASCII.closeBracket])
  }
}
