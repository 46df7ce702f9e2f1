/// Writes texts as block scalars.
struct BlockWriter {
  var layout: BlockLayout

  /// Returns the ways to write the text, best first: folded if the old text was folded, and literal.
  func renderings(of text: [UInt8]) -> [Rendering] {
    let lines = text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map(Array.init)
    var renderings: [Rendering] = []
    if let folded = layout.folded {
      renderings.append(rendering(of: lines, indicator: ASCII.greater) { folded.lines(of: $0) })
    }
    renderings.append(rendering(of: lines, indicator: ASCII.pipe) { $0 })
    return renderings
  }

  /// Lays out the lines. Trailing empty lines represent trailing line breaks and are never folded.
  private func rendering(
    of lines: [[UInt8]], indicator: UInt8, body: ([[UInt8]]) -> [[UInt8]]
  ) -> Rendering {
    let finalBreaks = lines.reversed().prefix { $0.isEmpty }.count
    let text = Array(lines.dropLast(finalBreaks))
    let startsWithBlank = text.first { !$0.isEmpty }?.first.map(ASCII.isBlank) ?? false
    var header = [indicator]
    var indent = layout.indent
    if startsWithBlank || layout.statesIndent {
      if indent - layout.parentIndent > 9 {
        indent = layout.parentIndent + 2
      }
      header += Array(String(indent - layout.parentIndent).utf8)
    }
    switch finalBreaks {
    case 0: header.append(ASCII.dash)
    case 1: break
    default: header.append(ASCII.plus)
    }
    let margin = [UInt8](repeating: ASCII.space, count: indent)
    let written = body(text).map { $0.isEmpty ? [] : margin + $0 }
    return Rendering(inline: header, lines: written + Array(repeating: [], count: max(0, finalBreaks - 1)))
  }
}
