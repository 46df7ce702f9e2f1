/// Converts libyaml's marks, which count code points, to byte offsets.
///
/// The marks mostly move forward, so the cursor continues counting from the previous one. ASCII text needs no counting.
struct Cursor {
  private let source: UnsafeBufferPointer<UInt8>
  private let isASCII: Bool
  private let first: Int
  private var index = 0
  private var offset: Int

  init(_ source: UnsafeBufferPointer<UInt8>) {
    self.source = source
    // libyaml does not count a byte order mark at the start.
    first = source.starts(with: ASCII.byteOrderMark) ? 3 : 0
    offset = first
    isASCII = Self.isASCII(source, from: first)
  }

  /// Returns the byte offset of the code point with the given index, and moves the cursor there.
  @inline(__always)
  mutating func advance(to index: Int) -> Int {
    offset = peek(index)
    self.index = index
    return offset
  }

  /// Returns the byte offset of the code point with the given index without moving the cursor.
  @inline(__always)
  func peek(_ index: Int) -> Int {
    isASCII ? min(first + index, source.count) : count(to: index)
  }

  private func count(to index: Int) -> Int {
    var offset = offset
    var missing = index - self.index
    if missing < 0 {
      offset = first
      missing = index
    }
    while missing > 0, offset < source.count {
      offset += 1
      while offset < source.count, source[offset] & 0xC0 == 0x80 {
        offset += 1
      }
      missing -= 1
    }
    return offset
  }

  private static func isASCII(_ source: UnsafeBufferPointer<UInt8>, from first: Int) -> Bool {
    let raw = UnsafeRawBufferPointer(source)
    var offset = first
    while offset + 8 <= raw.count {
      if raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
        return false
      }
      offset += 8
    }
    while offset < raw.count {
      if raw[offset] >= 0x80 {
        return false
      }
      offset += 1
    }
    return true
  }
}
