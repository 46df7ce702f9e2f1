/// Writes texts as block scalars.
struct BlockWriter {
  var layout: BlockLayout

  /// Returns the ways to write the text, folded before literal if lines are to be folded.
  func renderings(of text: [UInt8]) -> [Rendering] {
    let lines = text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map(Array.init)
    var renderings: [Rendering] = []
    if let width = layout.foldedWidth {
      renderings.append(rendering(of: lines, indicator: ASCII.greater) { folded($0, width: width - layout.indent) })
    }
    renderings.append(rendering(of: lines, indicator: ASCII.pipe) { $0 })
    return renderings
  }

  /// Lays out the lines; the empty ones at the end stand for final line breaks and are never folded.
  private func rendering(
    of lines: [[UInt8]], indicator: UInt8, body: ([[UInt8]]) -> [[UInt8]]
  ) -> Rendering {
    let finalBreaks = lines.reversed().prefix { $0.isEmpty }.count
    let text = Array(lines.dropLast(finalBreaks))
    let startsWithBlank = text.first { !$0.isEmpty }?.first == ASCII.space
    var header = [indicator]
    var indent = layout.indent
    if startsWithBlank || layout.statesIndent {
      if !(1...9).contains(indent - layout.parentIndent) {
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

  /// Returns lines that fold to the given ones.
  ///
  /// A single line break between two lines is read as a space, so there has to be one more; but line breaks beside a
  /// line that starts with a space are read as they are.
  private func folded(_ lines: [[UInt8]], width: Int) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var previous: [UInt8]?
    for line in lines {
      if !line.isEmpty {
        if let previous, previous.first != ASCII.space, line.first != ASCII.space {
          result.append([])
        }
        previous = line
      }
      result += line.first == ASCII.space ? [line] : wrapped(line, width: width)
    }
    return result
  }

  /// Breaks a line at single spaces if it would be longer than the width.
  private func wrapped(_ line: [UInt8], width: Int) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var current: [UInt8] = []
    for word in words(of: line) {
      if !current.isEmpty, current.count + 1 + word.count > width {
        result.append(current)
        current = []
      }
      current += (current.isEmpty ? [] : [ASCII.space]) + word
    }
    return result + [current]
  }

  /// Returns the parts between single spaces; several spaces in a row stay inside a part.
  private func words(of line: [UInt8]) -> [[UInt8]] {
    var words: [[UInt8]] = [[]]
    for (index, byte) in line.enumerated() {
      let isSingle =
        byte == ASCII.space && index > 0 && index + 1 < line.count && !ASCII.isBlank(line[index - 1])
        && !ASCII.isBlank(line[index + 1])
      if isSingle {
        words.append([])
      } else {
        words[words.count - 1].append(byte)
      }
    }
    return words
  }
}
