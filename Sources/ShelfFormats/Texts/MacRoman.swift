/// The encoding used on Macs before Mac OS X. Excel for Mac calls it “CSV (Macintosh)”.
enum MacRoman {
  /// Returns whether text that is not UTF-8 is more likely to be in Mac Roman than in Windows-1252.
  ///
  /// In Windows-1252, some of its bytes would be undefined, and others would be uppercase letters or daggers in the
  /// middle of words. A reliable answer requires many such bytes, since both encodings define nearly every byte.
  static func isLikely(_ file: ArraySlice<UInt8>) -> Bool {
    var (count, signs, low, high, pairs) = (0, 0, 0, 0, 0)
    for index in file.indices where file[index] >= 0x80 {
      let byte = file[index]
      let (before, after) = (
        index > file.startIndex ? file[index - 1] : 0, index + 1 < file.endIndex ? file[index + 1] : 0
      )
      let isInside = (0x61...0x7A).contains(before | 0x20) && (0x61...0x7A).contains(after)
      switch byte {
      // Even in Mac Roman, these bytes are uppercase letters within lowercase words, so the text must be in a third
      // encoding.
      case 0x80...0x86 where isInside && before >= 0x61: return false
      case 0x8D, 0x8F, 0x90, 0x9D: signs += 1
      case 0x87...0x8C, 0x8E, 0x98, 0x99, 0x9F: signs += isInside ? 1 : 0
      default: break
      }
      count += 1
      low += byte < 0xA0 ? 1 : 0
      high += byte >= 0xE0 ? 1 : 0
      pairs += after >= 0x80 ? 1 : 0
    }
    return signs > 0 && signs * 4 >= low && high * 4 < low && pairs * 10 <= count
  }

  static func decoded(_ file: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count + file.count / 8)
    for byte in file {
      if byte < 0x80 { bytes.append(byte) } else { bytes += String(characters[Int(byte) - 0x80]).utf8 }
    }
    return bytes
  }

  /// The characters from 0x80 on, from https://www.unicode.org/Public/MAPPINGS/VENDORS/APPLE/ROMAN.TXT.
  private static let characters: [Unicode.Scalar] = Array(
    ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰"
      + "ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)
}
