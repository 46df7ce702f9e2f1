/// The line breaks that libyaml recognizes: LF, CRLF, a lone CR, NEL, LS and PS.
///
/// Editors and git recognize only the first two. So these functions are for parsing structure, and `Place` is for
/// showing positions to people.
enum LineBreak {
  /// Returns the length of the line break that starts at the offset, or 0 if there is none.
  @inline(__always)
  static func length(at offset: Int, in source: UnsafeBufferPointer<UInt8>) -> Int {
    guard offset < source.count else { return 0 }
    switch source[offset] {
    case ASCII.lineFeed:
      return 1
    case ASCII.carriageReturn:
      return offset + 1 < source.count && source[offset + 1] == ASCII.lineFeed ? 2 : 1
    case 0xC2:
      return offset + 1 < source.count && source[offset + 1] == 0x85 ? 2 : 0
    case 0xE2:
      let isSeparator =
        offset + 2 < source.count && source[offset + 1] == 0x80 && (source[offset + 2] & 0xFE) == 0xA8
      return isSeparator ? 3 : 0
    default:
      return 0
    }
  }

  /// Returns the length of the line break that ends at the offset, or 0 if there is none.
  static func length(before offset: Int, in source: UnsafeBufferPointer<UInt8>) -> Int {
    guard offset > 0 else { return 0 }
    switch source[offset - 1] {
    case ASCII.lineFeed:
      return offset > 1 && source[offset - 2] == ASCII.carriageReturn ? 2 : 1
    case ASCII.carriageReturn:
      return 1
    case 0x85:
      return offset > 1 && source[offset - 2] == 0xC2 ? 2 : 0
    case 0xA8, 0xA9:
      return offset > 2 && source[offset - 2] == 0x80 && source[offset - 3] == 0xE2 ? 3 : 0
    default:
      return 0
    }
  }

  static func start(ofLineAt offset: Int, in source: UnsafeBufferPointer<UInt8>) -> Int {
    var start = offset
    while start > 0, length(before: start, in: source) == 0 {
      start -= 1
    }
    return start
  }

  /// Returns the end of the line that contains the offset, before its line break.
  static func end(ofLineAt offset: Int, in source: UnsafeBufferPointer<UInt8>) -> Int {
    var end = offset
    while end < source.count, length(at: end, in: source) == 0 {
      end += 1
    }
    return end
  }

  /// Returns the column of the offset as libyaml counts it: in code points, from 0.
  static func column(of offset: Int, in source: UnsafeBufferPointer<UInt8>) -> Int {
    var start = start(ofLineAt: offset, in: source)
    if start == 0, source.starts(with: ASCII.byteOrderMark) {
      start = min(3, offset)
    }
    return source[start..<offset].count { $0 & 0xC0 != 0x80 }
  }

  /// Returns the next offset that is not in white space or a comment.
  static func skip(from offset: Int, in source: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = offset
    while offset < source.count {
      if ASCII.isBlank(source[offset]) {
        offset += 1
        continue
      }
      let length = length(at: offset, in: source)
      if length > 0 {
        offset += length
      } else if source[offset] == ASCII.hash {
        offset = end(ofLineAt: offset, in: source)
      } else {
        break
      }
    }
    return offset
  }
}
