/// Parses a block scalar that is the value of a top-level key for `FlatScanner`.
struct FlatBlock {
  let text: FlatText
  /// The offset of the `|` or `>`.
  let start: Int

  /// Decodes the scalar and returns the start of the line after it, or nil if `FlatScanner` has to leave it to libyaml.
  ///
  /// As in libyaml, a line break is written only when the next line shows whether the break is folded into a space.
  func read(into decoded: inout [UInt8], _ value: inout TextRange) -> Int? {
    let isLiteral = text.base[start] == ASCII.pipe
    let (chomping, stated, indicators) = readIndicators()
    guard let header = text.lineEnd(after: indicators) else { return nil }
    var line = text.nextLine(header)
    var emptyLines = 0
    var indent = stated
    if stated == 0 {
      guard let first = firstLine(after: header, counting: &emptyLines) else { return nil }
      line = first
      indent = text.skipSpaces(line) - line
      // A tab is not allowed directly after the indentation that is measured.
      guard indent > 0, text[line + indent] != ASCII.tab else { return nil }
    }
    let first = decoded.count
    var hasBreak = false
    var startedBlank = false
    while line < text.count {
      let content = min(text.skipSpaces(line), line + indent)
      if text.isLineEnd(content) {
        if content == text.count {
          line = content
          break
        }
        emptyLines += 1
        line = text.nextLine(content)
        continue
      }
      if content < line + indent {
        break
      }
      let startsBlank = ASCII.isBlank(text.base[content])
      guard let end = text.textEnd(content) else { return nil }
      if hasBreak {
        let isFolded = !isLiteral && !startedBlank && !startsBlank
        if !isFolded {
          decoded.append(ASCII.lineFeed)
        } else if emptyLines == 0 {
          decoded.append(ASCII.space)
        }
      }
      appendLineFeeds(emptyLines, to: &decoded)
      decoded.append(contentsOf: UnsafeBufferPointer(start: text.base + content, count: end - content))
      hasBreak = end < text.count
      startedBlank = startsBlank
      emptyLines = 0
      line = text.nextLine(end)
    }
    if chomping != ASCII.dash, hasBreak {
      decoded.append(ASCII.lineFeed)
    }
    if chomping == ASCII.plus {
      appendLineFeeds(emptyLines, to: &decoded)
    }
    value = decoded.count == first ? .empty : TextRange(text.count + first..<text.count + decoded.count)
    return line
  }

  /// Returns the chomping indicator and the indentation indicator, each 0 if absent, and the offset after them.
  private func readIndicators() -> (chomping: UInt8, stated: Int, end: Int) {
    var chomping: UInt8 = 0
    var stated = 0
    var offset = start + 1
    // The indicators can be in either order. A repeated indicator is an error, which the caller detects in the rest of
    // the line.
    while true {
      let byte = text[offset]
      if chomping == 0, byte == ASCII.dash || byte == ASCII.plus {
        chomping = byte
      } else if stated == 0, byte > ASCII.zero, byte <= ASCII.nine {
        stated = Int(byte - ASCII.zero)
      } else {
        return (chomping, stated, offset)
      }
      offset += 1
    }
  }

  /// Returns the start of the first non-empty line. Returns nil if there is no such line or if it contains only spaces,
  /// which would affect the indentation.
  private func firstLine(after header: Int, counting emptyLines: inout Int) -> Int? {
    var line = text.nextLine(header)
    while line < text.count, text.isLineEnd(line) {
      line = text.nextLine(line)
      emptyLines += 1
    }
    return line < text.count && !text.isLineEnd(text.skipSpaces(line)) ? line : nil
  }

  @inline(__always)
  private func appendLineFeeds(_ count: Int, to decoded: inout [UInt8]) {
    for _ in 0..<count {
      decoded.append(ASCII.lineFeed)
    }
  }
}
