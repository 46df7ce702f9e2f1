/// Escapes text for HTML, XML and SVG.
enum HTMLText {
  /// Appends a text so that it is nothing but text, inside of an element or of an attribute in quotation marks.
  ///
  /// Control characters, which no document may hold, are left out, and so are the characters that reverse what is written
  /// after them (U+202A to U+202E).
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for place in utf8.indices {
        let length: Int
        let replacement: StaticString
        switch utf8[place] {
        case UInt8(ascii: "&"): (length, replacement) = (1, "&amp;")
        case UInt8(ascii: "<"): (length, replacement) = (1, "&lt;")
        case UInt8(ascii: ">"): (length, replacement) = (1, "&gt;")
        case UInt8(ascii: "\""): (length, replacement) = (1, "&quot;")
        case UInt8(ascii: "'"): (length, replacement) = (1, "&#39;")
        case 0x09, 0x0A: continue
        case 0..<0x20, 0x7F: (length, replacement) = (1, "")
        case 0xC2 where byte(place + 1, utf8) < 0xA0: (length, replacement) = (2, "")
        case 0xE2 where byte(place + 1, utf8) == 0x80 && (0xAA...0xAE).contains(byte(place + 2, utf8)):
          (length, replacement) = (3, "")
        case 0xEF where isNoncharacter(place, utf8): (length, replacement) = (3, "")
        case 0xF0...:
          guard isLargeNoncharacter(place, utf8) else { continue }
          (length, replacement) = (4, "")
        default: continue
        }
        bytes.append(contentsOf: utf8[start..<place])
        bytes.append(
          contentsOf: UnsafeBufferPointer(start: replacement.utf8Start, count: replacement.utf8CodeUnitCount))
        start = place + length
      }
      if start < utf8.count { bytes.append(contentsOf: utf8[start...]) }
    }
  }

  private static func byte(_ place: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> UInt8 {
    place < utf8.count ? utf8[place] : 0xFF
  }

  /// U+FDD0 to U+FDEF, U+FFFE and U+FFFF.
  private static func isNoncharacter(_ place: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let (second, third) = (byte(place + 1, utf8), byte(place + 2, utf8))
    return second == 0xB7 && (0x90...0xAF).contains(third) || second == 0xBF && third >= 0xBE
  }

  /// U+1FFFE, U+1FFFF and those at the ends of the other planes.
  private static func isLargeNoncharacter(_ place: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    byte(place + 1, utf8) & 0x0F == 0x0F && byte(place + 2, utf8) == 0xBF && byte(place + 3, utf8) >= 0xBE
  }
}
