/// Detects text that would take libyaml minutes to parse.
///
/// After each word and each line, libyaml clears its entire buffer for white space. So parsing takes time proportional
/// to the length of the longest run of white space times the number of words. Only megabytes of specially crafted text
/// can reach the limit.
enum ReadingCost {
  /// Text below this size is parsed quickly regardless of its contents.
  private static let harmlessSize = 256 << 10
  /// The maximum product of the length of a text and the length of its longest run of white space. Parsing such a text
  /// takes about a second.
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
