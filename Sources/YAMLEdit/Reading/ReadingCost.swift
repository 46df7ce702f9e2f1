/// Detects text that would take libyaml minutes to parse.
///
/// After each word and each line, libyaml clears its entire buffer for white space. So its time is proportional to the
/// longest run of white space times the number of words. No ordinary record comes near the limit, which only megabytes
/// of specially crafted text can reach.
enum ReadingCost {
  /// Text below this size is parsed quickly regardless of its contents.
  private static let harmlessSize = 256 << 10
  /// The product of the text's length and its longest run of white space that takes about a second to parse.
  private static let maximum = 80_000_000_000

  /// Returns the start of a run of white space that is too long, or nil if there is none.
  static func tooLongRun(in source: UnsafeBufferPointer<UInt8>) -> Int? {
    guard source.count > harmlessSize else { return nil }
    let longest = maximum / source.count
    var start = 0
    for (offset, byte) in source.enumerated() {
      if !isBlankOrBreak(byte) {
        start = offset + 1
      } else if offset - start >= longest {
        return start
      }
    }
    return nil
  }

  /// Returns whether a byte can be part of white space, including the bytes of NEL, LS and PS.
  @inline(__always)
  private static func isBlankOrBreak(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, 0xC2, 0x85, 0xE2, 0x80, 0xA8, 0xA9: true
    default: false
    }
  }
}
