/// Reads the top level of a flat mapping without libyaml, which takes ten times as long.
///
/// Almost every record is *plain*: each of its lines is empty, a comment, part of a block scalar, an item of a list
/// below its key, or an unindented key with a scalar, a one-line list or nothing. Such a record does not require a
/// general parser. The scanner goes through the bytes once, key by key: `readKey` finds the end of the key, and
/// `readValue` looks at the first byte of the value to choose the routine that reads it. The result consists of ranges
/// of the source. Only block scalars and quoted text with escapes are copied, to `decoded`. `FlatText` defines which
/// characters a plain file may contain.
///
/// The scanner never reports an error. At the first byte that does not fit, it returns nil, and `MappingReader` starts
/// over with libyaml, which either accepts the file or reports the error. So if the scanner is too strict, this only
/// costs time, but it must read all text that it accepts exactly as `NodeBuilder` does. A differential test compares
/// the two.
struct FlatScanner {
  /// The hashes of the keys so far. If two hashes are equal, libyaml reads the text, and the keys themselves are
  /// compared.
  private var keys: [UInt64] = []

  /// Reads text into entries and decoded text. Returns nil if the text is not plain. In that case, the contents of both
  /// arrays are meaningless.
  mutating func read(
    _ source: UnsafeBufferPointer<UInt8>, limits: Limits, entries: inout [MappingReader.Entry],
    decoded: inout [UInt8]
  ) -> MappingReader.Root? {
    guard let base = source.baseAddress, !source.isEmpty else { return .empty }
    // A mapping that contains a list is two levels deep.
    guard source.count <= limits.bytes, limits.depth >= 2 else { return nil }
    keys.removeAll(keepingCapacity: true)
    let text = FlatText(base: base, count: source.count)
    let hasMark = source.count >= 3 && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF
    guard var line = nextLine(from: hasMark ? 3 : 0, text) else { return nil }
    if line.column == 0, isDocumentStart(line.start, text) {
      guard let end = text.lineEnd(after: line.start + 3), let next = nextLine(from: text.nextLine(end), text) else {
        return nil
      }
      line = next
    }
    while line.start < text.count {
      guard line.column == 0, let key = readKey(line.start, text),
        let next = readValue(of: key, text, &entries, &decoded)
      else { return nil }
      line = next
    }
    return entries.isEmpty ? .empty : .mapping
  }

  /// A line with content: the offset of its first character other than a space, and the number of spaces before that
  /// character.
  private struct Line {
    var start: Int
    var column: Int
  }

  /// Skips empty lines and comments. Returns nil at a character that is not plain.
  @inline(__always)
  private func nextLine(from offset: Int, _ text: FlatText) -> Line? {
    var offset = offset
    while true {
      let start = text.skipSpaces(offset)
      if start == text.count {
        return Line(start: start, column: 0)
      }
      if text.base[start] == ASCII.hash {
        guard let end = text.textEnd(start) else { return nil }
        offset = text.nextLine(end)
      } else if text.isLineEnd(start) {
        offset = text.nextLine(start)
      } else {
        return Line(start: start, column: start - offset)
      }
    }
  }

  private func isDocumentStart(_ offset: Int, _ text: FlatText) -> Bool {
    text[offset] == ASCII.dash && text[offset + 1] == ASCII.dash && text[offset + 2] == ASCII.dash
  }

  // MARK: - Keys

  /// Reads a key: letters, digits, `_` and `-`, then a `:` and a space or the end of the line.
  @inline(__always)
  private mutating func readKey(_ start: Int, _ text: FlatText) -> Range<Int>? {
    var (end, number) = text.skipLetters(start)
    while isKeyByte(text[end]) {
      // Different keys with the same hash are unlikely, and harmless because libyaml then reads the text.
      number = (number << 7 | number >> 57) ^ UInt64(text.base[end])
      end += 1
    }
    let length = end - start
    // libyaml limits a key to 1,024 characters.
    guard length > 0, length < 1000, text.base[start] != ASCII.dash, text[end] == ASCII.colon,
      text[end + 1] == ASCII.space || text.isLineEnd(end + 1)
    else { return nil }
    let maximum = 64
    guard keys.count < maximum, !keys.contains(number) else { return nil }
    keys.append(number)
    return start..<end
  }

  @inline(__always)
  private func isKeyByte(_ byte: UInt8) -> Bool {
    // The bytes that a key may contain, as bit sets of the bytes from 0 to 63 and from 64 to 127.
    let low: UInt64 = 0x03FF_2000_0000_0000
    let high: UInt64 = 0x07FF_FFFE_87FF_FFFE
    return byte < 0x80 && (byte < 0x40 ? low : high) >> UInt64(byte & 0x3F) & 1 != 0
  }

  // MARK: - Values

  /// Reads the value of a key and returns the next line with content.
  @inline(__always)
  private func readValue(
    of key: Range<Int>, _ text: FlatText, _ entries: inout [MappingReader.Entry], _ decoded: inout [UInt8]
  ) -> Line? {
    let name = TextRange(key)
    let start = text.skipSpaces(key.upperBound + 1)
    var value = TextRange.empty
    var end: Int
    switch text[start] {
    case _ where text.isLineEnd(start), ASCII.hash:
      guard let lineEnd = text.lineEnd(after: key.upperBound + 1),
        let line = nextLine(from: text.nextLine(lineEnd), text)
      else { return nil }
      if line.start < text.count, text.base[line.start] == ASCII.dash {
        return readItems(of: name, line, text, &entries, &decoded)
      }
      entries.append(MappingReader.Entry(key: name, value: .empty, shape: .scalar, index: 0))
      return line
    case ASCII.pipe, ASCII.greater:
      guard let next = FlatBlock(text: text, start: start).read(into: &decoded, &value) else { return nil }
      entries.append(MappingReader.Entry(key: name, value: value, shape: .scalar, index: 0))
      return nextLine(from: next, text)
    case ASCII.openBracket:
      guard let next = readBrackets(of: name, start, text, &entries, &decoded) else { return nil }
      end = next
    default:
      guard let next = readScalar(start, text, &decoded, &value) else { return nil }
      entries.append(MappingReader.Entry(key: name, value: value, shape: .scalar, index: 0))
      end = next
    }
    guard let lineEnd = text.lineEnd(after: end) else { return nil }
    return nextLine(from: text.nextLine(lineEnd), text)
  }

  /// Reads the items of a block list, starting with the line of the first dash, and returns the next line with content.
  private func readItems(
    of name: TextRange, _ first: Line, _ text: FlatText, _ entries: inout [MappingReader.Entry],
    _ decoded: inout [UInt8]
  ) -> Line? {
    var line = first
    var index: Int32 = 0
    while line.start < text.count, line.column == first.column, text.base[line.start] == ASCII.dash {
      // A dash alone on its line is an empty item or starts a nested collection, and `---` ends the document.
      guard text[line.start + 1] == ASCII.space else { return nil }
      var value = TextRange.empty
      let start = text.skipSpaces(line.start + 1)
      guard !text.isLineEnd(start), text.base[start] != ASCII.hash,
        let end = readScalar(start, text, &decoded, &value), let lineEnd = text.lineEnd(after: end),
        let next = nextLine(from: text.nextLine(lineEnd), text)
      else { return nil }
      entries.append(MappingReader.Entry(key: name, value: value, shape: .item, index: index))
      index += 1
      line = next
    }
    return line
  }

  /// Reads a one-line list in brackets, and returns the offset after it.
  private func readBrackets(
    of name: TextRange, _ start: Int, _ text: FlatText, _ entries: inout [MappingReader.Entry],
    _ decoded: inout [UInt8]
  ) -> Int? {
    var offset = text.skipSpaces(start + 1)
    if text[offset] == ASCII.closeBracket {
      entries.append(MappingReader.Entry(key: name, value: .empty, shape: .emptyList, index: 0))
      return offset + 1
    }
    var index: Int32 = 0
    while true {
      var value = TextRange.empty
      let isQuoted = text[offset] == ASCII.doubleQuote || text[offset] == ASCII.singleQuote
      guard
        let end = isQuoted
          ? readScalar(offset, text, &decoded, &value) : readPlainInBrackets(offset, text, &value)
      else { return nil }
      entries.append(MappingReader.Entry(key: name, value: value, shape: .item, index: index))
      index += 1
      offset = text.skipSpaces(end)
      switch text[offset] {
      case ASCII.closeBracket: return offset + 1
      case ASCII.comma: offset = text.skipSpaces(offset + 1)
      default: return nil
      }
    }
  }

  // MARK: - Scalars

  /// Reads a one-line plain or quoted scalar, and returns the offset after it.
  @inline(__always)
  private func readScalar(
    _ start: Int, _ text: FlatText, _ decoded: inout [UInt8], _ value: inout TextRange
  ) -> Int? {
    switch text.base[start] {
    case ASCII.doubleQuote, ASCII.singleQuote:
      FlatQuote(text: text, start: start).read(into: &decoded, &value)
    case ASCII.dash where text[start + 1] == ASCII.space || text.isLineEnd(start + 1):
      nil
    case 0x26, 0x2A, 0x21, 0x7C, 0x3E, 0x25, 0x40, 0x60, 0x3F, 0x3A, 0x2C, 0x5B, 0x5D, 0x7B, 0x7D, 0x23:
      // & * ! | > % @ ` ? : , [ ] { } #
      nil
    default:
      readPlain(start, text, &value)
    }
  }

  @inline(__always)
  private func readPlain(_ start: Int, _ text: FlatText, _ value: inout TextRange) -> Int? {
    var offset = start
    while true {
      offset = text.find(ASCII.colon, ASCII.hash, from: offset)
      if text.isLineEnd(offset) {
        break
      }
      switch text.base[offset] {
      case ASCII.colon:
        // If a tab follows, the next iteration rejects it.
        guard text[offset + 1] != ASCII.space, !text.isLineEnd(offset + 1) else { return nil }
        offset += 1
      case ASCII.hash:
        if text.base[offset - 1] == ASCII.space {
          return finishPlain(start, offset, text, &value)
        }
        offset += 1
      default:
        guard let next = text.skipCharacter(offset) else { return nil }
        offset = next
      }
    }
    return finishPlain(start, offset, text, &value)
  }

  /// Stores the value of a plain scalar without trailing spaces, and returns its end.
  @inline(__always)
  private func finishPlain(_ start: Int, _ end: Int, _ text: FlatText, _ value: inout TextRange) -> Int {
    var end = end
    while text.base[end - 1] == ASCII.space {
      end -= 1
    }
    // A plain `~` represents the absence of a value.
    let isNull = end == start + 1 && text.base[start] == ASCII.tilde
    value = TextRange(start..<(isNull ? start : end))
    return end
  }

  /// Reads a plain item that consists of letters, digits and the few other characters that have no special meaning in
  /// brackets.
  private func readPlainInBrackets(_ start: Int, _ text: FlatText, _ value: inout TextRange) -> Int? {
    var offset = start
    while true {
      let byte = text[offset]
      switch byte {
      case _ where isKeyByte(byte) && (byte != ASCII.dash || offset > start):
        offset += 1
      case ASCII.space where offset > start, 0x2E where offset > start, 0x2F:
        offset += 1
      case 0x80...:
        guard let next = text.skipCharacter(offset) else { return nil }
        offset = next
      default:
        return offset > start ? finishPlain(start, offset, text, &value) : nil
      }
    }
  }
}
