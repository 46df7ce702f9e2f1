/// Escapes text for HTML, XML and SVG.
enum HTMLEscaping {
  /// Appends text that is escaped for element content and quoted attribute values.
  ///
  /// Omits control characters, which are invalid in documents, and characters that change the direction of the text
  /// after them (U+202A to U+202E).
  static func append(_ text: String, to page: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &page) }
  }

  static func append(_ utf8: UnsafeBufferPointer<UInt8>, to page: inout [UInt8]) {
    // The offset of the first byte that has not been copied yet. Each run of plain bytes is copied at once.
    var start = 0
    var place = 0
    while place < utf8.count {
      if let (length, replacement) = replacement(in: utf8, at: place) {
        page.append(contentsOf: utf8[start..<place])
        page.append(contentsOf: replacement.utf8)
        place += length
        start = place
      } else {
        place += 1
      }
    }
    if start < utf8.count { page.append(contentsOf: utf8[start...]) }
  }

  /// Returns the replacement for the character at an offset and the character's length in bytes, or nil if it is not
  /// replaced.
  @inline(__always)
  private static func replacement(
    in utf8: UnsafeBufferPointer<UInt8>, at place: Int
  ) -> (length: Int, text: String)? {
    if isPlain(utf8[place]) { return nil }
    switch utf8[place] {
    case UInt8(ascii: "&"): return (1, "&amp;")
    case UInt8(ascii: "<"): return (1, "&lt;")
    case UInt8(ascii: ">"): return (1, "&gt;")
    case UInt8(ascii: "\""): return (1, "&quot;")
    case UInt8(ascii: "'"): return (1, "&#39;")
    case 0x09, 0x0A: return nil
    case 0..<0x20, 0x7F: return (1, "")
    case 0xC2 where byte(place + 1, utf8) < 0xA0: return (2, "")
    case 0xE2 where byte(place + 1, utf8) == 0x80 && (0xAA...0xAE).contains(byte(place + 2, utf8)): return (3, "")
    default:
      let length = noncharacterLength(utf8, at: place)
      return length == 0 ? nil : (length, "")
    }
  }

  /// Returns whether a byte never needs escaping, which is true for most bytes.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x21, 0x23...0x25, 0x28...0x3B, 0x3D, 0x3F...0x7E: true
    default: false
    }
  }

  private static func byte(_ place: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> UInt8 {
    place < utf8.count ? utf8[place] : 0xFF
  }

  /// Returns the length of a noncharacter, which is invalid in documents: U+FDD0 to U+FDEF, and the last two characters
  /// of each plane. Returns 0 for any other character.
  static func noncharacterLength(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    let (second, third) = (byte(place + 1, utf8), byte(place + 2, utf8))
    switch utf8[place] {
    case 0xEF:
      let isOne = second == 0xB7 && (0x90...0xAF).contains(third) || second == 0xBF && third >= 0xBE
      return isOne ? 3 : 0
    case 0xF0...: return second & 0x0F == 0x0F && third == 0xBF && byte(place + 3, utf8) >= 0xBE ? 4 : 0
    default: return 0
    }
  }
}
