/// Detects texts that would take libyaml minutes to read.
///
/// libyaml clears its buffer for white space after each word and each line, at its full length: its time is
/// the longest run of them times the number of words. A record never comes near; a text made for it takes 16 MB.
enum ReadingCost {
  /// Texts below this size are quick whatever they hold.
  private static let harmlessSize = 256 << 10
  /// The product of the text's length and its longest run that takes about a second to read.
  private static let most = 80_000_000_000

  /// Returns the start of a run of white space that is too long; nil if there is none.
  static func tooLongRun(in source: UnsafeBufferPointer<UInt8>) -> Int? {
    guard source.count > harmlessSize else { return nil }
    let longest = most / source.count
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

  /// Returns whether a byte can be part of white space, including NEL, LS and PS.
  @inline(__always)
  private static func isBlankOrBreak(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, 0xC2, 0x85, 0xE2, 0x80, 0xA8, 0xA9: true
    default: false
    }
  }
}
