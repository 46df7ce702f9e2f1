/// Parses a one-line quoted scalar for `FlatScanner`.
struct FlatQuote {
  let text: FlatText
  /// The offset of the opening quote.
  let start: Int

  /// Decodes the scalar and returns the offset after its closing quote, or nil if it is multiline, not plain, or
  /// contains a rare escape.
  @inline(__always)
  func read(into decoded: inout [UInt8], _ value: inout TextRange) -> Int? {
    let quote = text.base[start]
    let escape = quote == ASCII.doubleQuote ? ASCII.backslash : quote
    var offset = start + 1
    // The offset up to which text has been copied to `decoded`, or -1 before the first escape, because text without
    // escapes does not need to be copied.
    var copied = -1
    let first = decoded.count
    while true {
      offset = text.find(quote, escape, from: offset)
      let byte = text[offset]
      if byte == escape, byte != quote || text[offset + 1] == quote {
        guard let character = unescaped(text[offset + 1], quote) else { return nil }
        copy((copied < 0 ? start + 1 : copied)..<offset, to: &decoded)
        decoded.append(character)
        offset += 2
        copied = offset
      } else if byte == quote {
        break
      } else {
        // This also rejects a line break, which is a control character.
        guard let next = text.skipCharacter(offset) else { return nil }
        offset = next
      }
    }
    if copied < 0 {
      value = offset == start + 1 ? .empty : TextRange(start + 1..<offset)
    } else {
      copy(copied..<offset, to: &decoded)
      value = TextRange(text.count + first..<text.count + decoded.count)
    }
    return offset + 1
  }

  private func unescaped(_ byte: UInt8, _ quote: UInt8) -> UInt8? {
    if quote == ASCII.singleQuote {
      return byte
    }
    switch byte {
    case ASCII.doubleQuote, ASCII.backslash, UInt8(ascii: "/"): return byte
    case UInt8(ascii: "n"): return ASCII.lineFeed
    case UInt8(ascii: "t"): return ASCII.tab
    default: return nil
    }
  }

  @inline(__always)
  private func copy(_ range: Range<Int>, to decoded: inout [UInt8]) {
    decoded.append(contentsOf: UnsafeBufferPointer(start: text.base + range.lowerBound, count: range.count))
  }
}
