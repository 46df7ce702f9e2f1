/// Splits UTF-8 text into lines.
enum TextLines {
  /// Calls `body` with each line without its line break. All Unicode line breaks are recognized, and CR LF is a single
  /// line break.
  static func visit(_ utf8: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var start = 0
    var place = 0
    while place < utf8.count {
      let length = breakLength(utf8, at: place)
      if length > 0 {
        body(UnsafeBufferPointer(rebasing: utf8[start..<place]))
        start = place + length
      }
      place += max(length, 1)
    }
    body(UnsafeBufferPointer(rebasing: utf8[start...]))
  }

  /// Returns whether a line is empty or contains only whitespace.
  static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
    if (0x21..<0x7F).contains(first) { return false }
    return String(decoding: line, as: UTF8.self).allSatisfy(\.isWhitespace)
  }

  /// Returns the length of the line break at an offset in bytes, or 0 if there is none.
  private static func breakLength(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    func follows(_ distance: Int, _ byte: UInt8) -> Bool {
      place + distance < utf8.count && utf8[place + distance] == byte
    }
    switch utf8[place] {
    case 0x0D: return follows(1, 0x0A) ? 2 : 1
    case 0x0A...0x0C: return 1
    case 0xC2: return follows(1, 0x85) ? 2 : 0
    case 0xE2: return follows(1, 0x80) && (follows(2, 0xA8) || follows(2, 0xA9)) ? 3 : 0
    default: return 0
    }
  }
}
