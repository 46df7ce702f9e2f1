import ShelfText

/// Decodes the text of a file, regardless of its encoding.
///
/// Files rarely specify their encoding, so shelf detects it, starting with the strongest evidence: a byte order mark
/// (UTF-32, UTF-16), zero bytes at every other position (UTF-16), and bytes that are all valid UTF-8. If some bytes are
/// invalid, they can be MARC-8 accents, provided that the caller expects such accents. Otherwise, if most characters
/// are valid, the remaining bytes are assumed to be Windows-1252. If most characters are invalid, the whole text is
/// assumed to be in Windows-1252 or Mac Roman, and the letters around each byte show which is more likely.
package struct TextDecoding {
  /// The text as UTF-8, without a byte order mark.
  package let bytes: [UInt8]
  /// The detected encoding, or nil for plain UTF-8.
  package let encoding: Encoding?
  /// The number of bytes that could not be decoded.
  package private(set) var undecodable = 0
  /// The line of the first byte that is not UTF-8, if most of the text is UTF-8.
  package private(set) var oddLine: Int?

  package enum Encoding: String, Sendable {
    case utf16 = "UTF-16"
    case utf32 = "UTF-32"
    case windows1252 = "Windows-1252"
    case macRoman = "Mac Roman"
    /// UTF-8 with pasted passages in Windows-1252.
    case mixed = "UTF-8 with parts in Windows-1252"
    /// UTF-8 in which MARC-8 accents precede their letters, as written by LibraryThing.
    case marc8 = "UTF-8 with MARC-8 accents"
  }

  /// Decodes a file. It is UTF-32 if it has that encoding's byte order mark, UTF-16 if it has that encoding's mark or
  /// zero bytes, and UTF-8 if all bytes are valid. Otherwise, it is UTF-8 with passages in another encoding if most
  /// characters are UTF-8, or else Windows-1252 or Mac Roman.
  ///
  /// - Parameter hasMARC8: whether the other encoding can be MARC-8, as in LibraryThing's files, even if few characters
  ///   are UTF-8.
  package init(_ file: [UInt8], hasMARC8: Bool = false) {
    if let isBig = TextDecoding.isBigUTF32(file) {
      let (bytes, undecodable) = TextDecoding.utf32(file, isBig: isBig)
      (self.bytes, self.undecodable, encoding) = (bytes, undecodable, .utf32)
      return
    }
    if let isBig = TextDecoding.isBigEndian(file) {
      let (bytes, undecodable) = TextDecoding.utf16(file, isBig: isBig)
      (self.bytes, self.undecodable, encoding) = (bytes, undecodable, .utf16)
      return
    }
    // Some versions of Calibre treat the byte order mark as three Latin-1 characters and encode these as UTF-8.
    let start =
      file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : file.starts(with: [0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF]) ? 6 : 0
    let faults = TextDecoding.faults(in: file)
    if faults.bad == 0 {
      (bytes, encoding) = (start == 0 ? file : Array(file[start...]), nil)
    } else if hasMARC8, MARC8.isLikely(file, hasUTF8: faults.good > 0) {
      let (bytes, undecodable) = MARC8.decoded(file[start...])
      let composed = Folding.composed(String(decoding: bytes, as: UTF8.self))
      (self.bytes, self.undecodable, encoding) = (Array(composed.utf8), undecodable, .marc8)
    } else if faults.good >= faults.bad {
      (bytes, encoding) = (TextDecoding.mixed(file[start...]), .mixed)
      oddLine = faults.first.map { end in file[..<end].count { $0 == 0x0A } + 1 }
    } else if MacRoman.isLikely(file[start...]) {
      (bytes, encoding) = (MacRoman.decoded(file[start...]), .macRoman)
    } else {
      (bytes, encoding) = (TextDecoding.windows1252(file[start...]), .windows1252)
    }
  }

  /// Decodes valid UTF-8 as UTF-8, and the remaining bytes as Windows-1252.
  private static func mixed(_ file: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count)
    var index = file.startIndex
    while index < file.endIndex {
      let length = file[index] < 0x80 ? 1 : sequence(file[index...].prefix(4))
      bytes += length.map { Array(file[index..<index + $0]) } ?? windows1252(file[index...index])
      index += length ?? 1
    }
    return bytes
  }

  /// Returns whether UTF-16 text is big-endian, or nil for any other text.
  private static func isBigEndian(_ file: [UInt8]) -> Bool? {
    if file.starts(with: [0xFE, 0xFF]) { return true }
    if file.starts(with: [0xFF, 0xFE]) { return false }
    // Without a byte order mark, the zero bytes of ASCII characters show the byte order.
    let head = file.prefix(64)
    guard head.count >= 4, head.count % 2 == 0 else { return nil }
    let zeros = head.indices.filter { head[$0] == 0 }
    guard zeros.count * 3 >= head.count else { return nil }
    if zeros.allSatisfy({ $0 % 2 == 0 }) { return true }
    return zeros.allSatisfy { $0 % 2 == 1 } ? false : nil
  }

  /// Returns whether UTF-32 text, which must have a byte order mark, is big-endian, or nil for any other text.
  private static func isBigUTF32(_ file: [UInt8]) -> Bool? {
    if file.count % 4 != 0 { return nil }
    if file.starts(with: [0xFF, 0xFE, 0, 0]) { return false }
    return file.starts(with: [0, 0, 0xFE, 0xFF]) ? true : nil
  }

  private static func utf32(_ file: [UInt8], isBig: Bool) -> ([UInt8], Int) {
    var bytes: [UInt8] = []
    var undecodable = 0
    for index in stride(from: 4, to: file.count, by: 4) {
      let number = isBig ? file.bigEndian(index) : file.bigEndian(index).byteSwapped
      if Unicode.Scalar(number) == nil { undecodable += 1 }
      bytes += String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8
    }
    return (bytes, undecodable)
  }

  private static func utf16(_ file: [UInt8], isBig: Bool) -> ([UInt8], Int) {
    var units: [UInt16] = []
    units.reserveCapacity(file.count / 2)
    for index in stride(from: 0, to: file.count - 1, by: 2) {
      let (first, second) = (UInt16(file[index]), UInt16(file[index + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    let text = String(decoding: units, as: UTF16.self)
    return (Array(text.utf8), text.unicodeScalars.count { $0 == "\u{FFFD}" })
  }

  /// Returns the number of valid UTF-8 characters that are not ASCII, the number of invalid bytes, and the offset of
  /// the first invalid byte.
  private static func faults(in file: [UInt8]) -> (good: Int, bad: Int, first: Int?) {
    var (good, bad, index) = (0, 0, 0)
    var first: Int?
    file.withUnsafeBufferPointer { file in
      while index < file.count {
        if file[index] < 0x80 {
          index += 1
        } else if let length = sequence(file[index...].prefix(4)) {
          good += 1
          index += length
        } else {
          bad += 1
          first = first ?? index
          index += 1
        }
      }
    }
    return (good, bad, first)
  }

  /// Returns the length of the multibyte UTF-8 sequence at the start of the bytes, or nil if there is none.
  package static func sequence(_ bytes: some Collection<UInt8>) -> Int? {
    let head = Array(bytes.prefix(4))
    let length =
      switch head[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, head.count >= length, head[1..<length].allSatisfy({ $0 & 0xC0 == 0x80 }) else { return nil }
    switch (head[0], head[1]) {
    case (0xE0, ..<0xA0), (0xED, 0xA0...), (0xF0, ..<0x90), (0xF4, 0x90...): return nil
    default: return length
    }
  }

  private static func windows1252(_ file: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count + file.count / 8)
    for byte in file {
      switch byte {
      case ..<0x80: bytes.append(byte)
      case 0x80...0x9F: bytes += String(windowsSpecials[Int(byte) - 0x80]).utf8
      default: bytes += String(Unicode.Scalar(byte)).utf8
      }
    }
    return bytes
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F, from https://encoding.spec.whatwg.org/index-windows-1252.txt.
  private static let windowsSpecials: [Unicode.Scalar] = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
