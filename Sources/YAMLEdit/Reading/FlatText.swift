/// The bytes of a plain file, with functions that find the ends of lines and comments and check every byte on the way.
///
/// At a byte that a plain file cannot contain, the functions return nil, and their callers leave the file to libyaml.
/// Such bytes are control characters, most tabs, lone carriage returns, Unicode line breaks, byte order marks within
/// the text, and invalid UTF-8. Raw pointers are used because this is the innermost loop of reading a library. Every
/// offset is checked against `count`.
struct FlatText {
  let base: UnsafePointer<UInt8>
  let count: Int

  /// Returns the byte at the offset. At the end, returns 0, which no plain file contains.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    offset < count ? base[offset] : 0
  }

  /// Returns the next offset that is not a space.
  @inline(__always)
  func skipSpaces(_ offset: Int) -> Int {
    var offset = offset
    while offset < count, base[offset] == ASCII.space {
      offset += 1
    }
    return offset
  }

  /// Returns whether a line ends at the offset.
  @inline(__always)
  func isLineEnd(_ offset: Int) -> Bool {
    offset == count || base[offset] == ASCII.lineFeed
      || base[offset] == ASCII.carriageReturn && self[offset + 1] == ASCII.lineFeed
  }

  /// Returns the start of the next line, given the end of a line.
  @inline(__always)
  func nextLine(_ offset: Int) -> Int {
    offset == count ? count : base[offset] == ASCII.lineFeed ? offset + 1 : offset + 2
  }

  /// Returns the end of the line if only spaces and a comment follow the offset, or nil otherwise.
  @inline(__always)
  func lineEnd(after offset: Int) -> Int? {
    let next = skipSpaces(offset)
    if isLineEnd(next) {
      return next
    }
    guard base[next] == ASCII.hash, next > offset else { return nil }
    return textEnd(next)
  }

  /// Returns the end of the line after any text, which may contain tabs, or nil if it contains a character that is not
  /// plain.
  @inline(__always)
  func textEnd(_ offset: Int) -> Int? {
    var offset = offset
    while true {
      offset = find(ASCII.lineFeed, ASCII.lineFeed, from: offset)
      if isLineEnd(offset) {
        return offset
      }
      if base[offset] == ASCII.tab {
        offset += 1
      } else {
        guard let next = skipCharacter(offset) else { return nil }
        offset = next
      }
    }
  }

  /// Returns the offset of the next byte that is one of the two given ones, a control character or not ASCII, or the
  /// end of the text.
  ///
  /// Checks eight bytes at a time. The lowest flag is always correct, because borrows and carries propagate only to
  /// higher bytes.
  @inline(__always)
  func find(_ first: UInt8, _ second: UInt8, from offset: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let firsts = ones &* UInt64(first)
    let seconds = ones &* UInt64(second)
    var offset = offset
    while offset + 8 <= count {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
      let control = (word &- ones &* 0x20) & ~word
      let isFirst = ((word ^ firsts) &- ones) & ~(word ^ firsts)
      let isSecond = ((word ^ seconds) &- ones) & ~(word ^ seconds)
      let found = (control | isFirst | isSecond | word | (word &+ ones)) & highs
      if found != 0 {
        return offset + found.trailingZeroBitCount / 8
      }
      offset += 8
    }
    while offset < count {
      let byte = base[offset]
      if byte < 0x20 || byte >= 0x7F || byte == first || byte == second {
        return offset
      }
      offset += 1
    }
    return count
  }

  /// Skips letters, eight bytes at a time. Returns the offset after them, and a hash of the letters that does not
  /// depend on their position in the text.
  @inline(__always)
  func skipLetters(_ offset: Int) -> (end: Int, number: UInt64) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var offset = offset
    var number: UInt64 = 0
    while offset + 8 <= count {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
      let lowercase = word | ones &* 0x20
      // The first addition sets the high bit of bytes from `a` on, and the second that of bytes after `z`.
      let fromA = lowercase &+ ones &* 0x1F
      let afterZ = lowercase &+ ones &* 0x05
      let others = ~(fromA & ~afterZ) & highs | word & highs
      if others == 0 {
        number = (number &* 31) ^ word
        offset += 8
        continue
      }
      // The lowest flag is always correct, because carries propagate only to higher bytes, and letters cause none.
      let letters = others.trailingZeroBitCount / 8
      number = (number &* 31) ^ (word & ((1 << UInt64(letters * 8)) &- 1))
      return (offset + letters, number)
    }
    // Hash the last bytes of the text like those of a full word, so that a key has the same hash everywhere.
    var word: UInt64 = 0
    var letters = 0
    while offset + letters < count, (0x61...0x7A).contains(base[offset + letters] | 0x20) {
      word |= UInt64(base[offset + letters]) << UInt64(letters * 8)
      letters += 1
    }
    return (offset + letters, (number &* 31) ^ word)
  }

  /// Returns the offset after a character that is not ASCII, or nil for control characters and other characters that a
  /// plain file cannot contain.
  @inline(__always)
  func skipCharacter(_ offset: Int) -> Int? {
    self[offset] < 0xC2 ? nil : skipLongCharacter(offset)
  }

  private func skipLongCharacter(_ offset: Int) -> Int? {
    let second = self[offset + 1]
    let third = self[offset + 2]
    func isTrail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
    switch base[offset] {
    case 0xC2:
      // The code points below U+00A0 are control characters, including NEL.
      return second >= 0xA0 && second < 0xC0 ? offset + 2 : nil
    case 0xC3...0xDF:
      return isTrail(second) ? offset + 2 : nil
    case 0xE0:
      return second >= 0xA0 && isTrail(second) && isTrail(third) ? offset + 3 : nil
    case 0xE2:
      let isSeparator = second == 0x80 && (third == 0xA8 || third == 0xA9)
      return isTrail(second) && isTrail(third) && !isSeparator ? offset + 3 : nil
    case 0xED:
      return second < 0xA0 && isTrail(second) && isTrail(third) ? offset + 3 : nil
    case 0xEF:
      let isMark = second == 0xBB && third == 0xBF
      let isNoncharacter = second == 0xBF && third >= 0xBE
      return isTrail(second) && isTrail(third) && !isMark && !isNoncharacter ? offset + 3 : nil
    case 0xE1...0xEF:
      return isTrail(second) && isTrail(third) ? offset + 3 : nil
    case 0xF0...0xF4:
      let isInRange =
        base[offset] == 0xF0 ? second >= 0x90 : base[offset] == 0xF4 ? second < 0x90 : true
      return isInRange && isTrail(second) && isTrail(third) && isTrail(self[offset + 3]) ? offset + 4 : nil
    default:
      return nil
    }
  }
}
