/// Tells JPEGs that hold a picture and nothing else (ITU T.81, annex B).
enum PlainJPEG {
  /// Whether a JPEG has no comments, no notes of cameras or programs, no thumbnail, and nothing before, between or after its
  /// segments.
  static func isPlain(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return false }
    var place = 2
    while place + 1 < bytes.count {
      guard bytes[place] == 0xFF else { return false }
      let marker = bytes[place + 1]
      if marker == 0xD9 { return place + 2 == bytes.count }
      guard isKnown(marker), place + 3 < bytes.count else { return false }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard length >= 2, place + 2 + length <= bytes.count else { return false }
      if marker == 0xE0 || marker == 0xEE {
        // JFIF without a thumbnail, and Adobe's note about the colours.
        let content = bytes[(place + 4)..<(place + 2 + length)]
        guard marker == 0xE0 ? length == 16 && content.starts(with: "JFIF\0".utf8) : isAdobe(content) else {
          return false
        }
      }
      place += 2 + length
      if marker == 0xDA { place = endOfScan(bytes, from: place) }
    }
    return false
  }

  private static func isAdobe(_ content: ArraySlice<UInt8>) -> Bool {
    content.count == 12 && content.starts(with: "Adobe".utf8)
  }

  /// Frames, tables, scans and restart intervals.
  private static func isKnown(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC8 || [0xDA, 0xDB, 0xDD, 0xE0, 0xEE].contains(marker)
  }

  /// Returns where the coded data of a scan end: at a marker that is neither a stuffed byte nor a restart.
  private static func endOfScan(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, !(0xD0...0xD7).contains(bytes[place + 1]) { return place }
      place += 1
    }
    return bytes.count
  }
}
