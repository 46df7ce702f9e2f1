/// A line and a column in text, both counted from 1.
///
/// Lines end with LF or CRLF, as in editors and git. Columns count Unicode scalars. A byte order mark at the start of
/// the text is not counted.
public struct Place: Hashable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the position of a byte offset. An offset past the end counts as the end.
  public init<Bytes: RandomAccessCollection>(of offset: Int, in bytes: Bytes)
  where Bytes.Element == UInt8, Bytes.Index == Int {
    let start = bytes.startIndex
    let end = start + Swift.max(0, Swift.min(offset, bytes.count))
    var line = 1
    var lineStart = start
    for index in start..<end where bytes[index] == ASCII.lineFeed {
      line += 1
      lineStart = index + 1
    }
    if lineStart == start, bytes.starts(with: ASCII.byteOrderMark) {
      lineStart = Swift.min(start + 3, end)
    }
    var column = 1
    for index in lineStart..<end where bytes[index] & 0xC0 != 0x80 {
      column += 1
    }
    self.init(line: line, column: column)
  }
}
