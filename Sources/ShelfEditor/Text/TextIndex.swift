import ShelfRPC
import ShelfText

/// The lines of a text, for conversion between byte offsets and positions.
///
/// LF, CRLF and a lone CR end a line (Language Server Protocol 3.17, Text Documents), unlike in `YAMLEdit.Place`. A
/// byte order mark at the start has no position, since editors do not show it. Positions beyond the end of a line are
/// clamped to its end, and positions beyond the last line to the end of the text.
struct TextIndex: Sendable {
  let bytes: [UInt8]
  let encoding: PositionEncoding
  private let starts: [Int]

  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.bytes = bytes
    self.encoding = encoding
    var starts = [bytes.starts(with: OpenText.mark) ? OpenText.mark.count : 0]
    bytes.withUnsafeBufferPointer { bytes in
      for (offset, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
        if byte == 0x0D, offset + 1 < bytes.count, bytes[offset + 1] == 0x0A { continue }
        starts.append(offset + 1)
      }
    }
    self.starts = starts
  }

  var lineCount: Int { starts.count }

  /// Returns the range of a line without its line ending.
  func line(_ line: Int) -> Range<Int> {
    let start = starts[line]
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// Returns whether a line starts with a key rather than a space, a list item or a comment. An empty line does not
  /// start with a key.
  func beginsField(_ line: Int) -> Bool {
    bytes[self.line(line)].first.map { ![0x20, 0x09, UInt8(ascii: "-"), UInt8(ascii: "#")].contains($0) } ?? false
  }

  /// Returns the zero-based number of the line that contains an offset.
  func line(of offset: Int) -> Int { max(0, starts.partitionPoint { $0 <= offset } - 1) }

  func offset(of position: TextPosition) -> Int {
    guard position.line < starts.count else { return bytes.count }
    let line = line(position.line)
    var (offset, count) = (line.lowerBound, 0)
    while offset < line.upperBound {
      let (length, units) = character(at: offset)
      if count + units > position.character { break }
      count += units
      offset = min(offset + length, line.upperBound)
    }
    return offset
  }

  func position(of offset: Int) -> TextPosition {
    let offset = max(0, min(offset, bytes.count))
    let number = line(of: offset)
    let line = line(number)
    let end = min(offset, line.upperBound)
    var (next, count) = (line.lowerBound, 0)
    while next < end {
      let (length, units) = character(at: next)
      if next + length > end { break }
      count += units
      next += length
    }
    return TextPosition(line: number, character: count)
  }

  /// Returns the length of the character at an offset, in bytes and in units of the encoding. Each byte of invalid
  /// UTF-8 is treated as one character.
  private func character(at offset: Int) -> (length: Int, units: Int) {
    let byte = bytes[offset]
    let length = byte < 0xC2 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 1
    let isWhole =
      offset + length <= bytes.count && bytes[offset + 1..<offset + length].allSatisfy { $0 & 0xC0 == 0x80 }
    guard isWhole else { return (1, 1) }
    return (length, encoding == .utf8 ? length : length == 4 ? 2 : 1)
  }

  /// Returns a `Range` of the protocol.
  func json(_ range: Range<Int>) -> JSON {
    ["start": position(of: range.lowerBound).json, "end": position(of: range.upperBound).json]
  }

  /// Parses a `Range`, and swaps its ends if they are in reverse order.
  func range(_ json: JSON?) -> Range<Int>? {
    guard let start = TextPosition(json?["start"]), let end = TextPosition(json?["end"]) else { return nil }
    let (a, b) = (offset(of: min(start, end)), offset(of: max(start, end)))
    return a..<b
  }
}
