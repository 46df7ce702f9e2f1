/// Writes lists of scalars.
struct ListWriter {
  /// The column of the dashes.
  var column: Int

  /// Returns the ways to write a list below its key, the best one first, the last one without block scalars.
  func renderings(of items: [Scalar]) -> [Rendering] {
    var writer = ScalarWriter()
    writer.block = BlockLayout(parentIndent: column)
    let best = items.flatMap { lines(of: $0, writer.renderings(of: $0)[0], gap: [ASCII.space]) }
    let safe = items.flatMap { lines(of: $0, ScalarWriter().renderings(of: $0)[0], gap: [ASCII.space]) }
    let renderings = [Rendering(inline: [], lines: best), Rendering(inline: [], lines: safe)]
    return best == safe ? Array(renderings.prefix(1)) : renderings
  }

  /// Returns the lines of one item.
  func lines(of item: Scalar, _ rendering: Rendering, gap: [UInt8]) -> [[UInt8]] {
    let margin = [UInt8](repeating: ASCII.space, count: column)
    return [margin + [ASCII.dash] + gap + rendering.inline + CommentText.written(item.comment)] + rendering.lines
  }

  /// Returns a list in brackets on one line; comments have no room there.
  static func inBrackets(_ items: [Scalar]) -> Rendering {
    let writer = ScalarWriter(isInFlow: true)
    let texts = items.map { writer.renderings(of: $0)[0].inline }
    return Rendering(inline: [ASCII.openBracket] + texts.joined(separator: Array(", ".utf8)) + [ASCII.closeBracket])
  }
}
