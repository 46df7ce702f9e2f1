/// The accents of MARC-8, an encoding that libraries use. LibraryThing does not convert them in its UTF-8 text, where
/// each accent precedes its letter.
enum MARC8 {
  /// Returns whether the bytes that are not UTF-8 are more likely such accents than letters in Windows-1252.
  ///
  /// An accent precedes a letter that can carry it, such as a vowel for an acute accent. A letter in Windows-1252
  /// precedes a consonant, or ends the word. Some pairs are ambiguous: for example, a caron before an `s` is also `és`.
  ///
  /// - Parameter hasUTF8: whether the text also has letters in UTF-8. All files from LibraryThing do, but a table that
  ///   was saved again by a spreadsheet program does not.
  static func isLikely(_ file: [UInt8], hasUTF8: Bool) -> Bool {
    var (accents, letters, either, index) = (0, 0, 0, 0)
    while index < file.count {
      let length = file[index] < 0x80 ? 1 : TextDecoding.sequence(file[index...].prefix(4))
      if length == nil {
        let before = index > 0 ? file[index - 1] : 0
        switch isAccent(file[index], before, index + 1 < file.count ? file[index + 1] : 0) {
        case true?: accents += 1
        case false?: letters += 1
        case nil: either += 1
        }
      }
      index += length ?? 1
    }
    // If the text also contains letters in UTF-8, it comes from LibraryThing, so ambiguous bytes are treated as
    // accents.
    return hasUTF8 ? accents + either > letters : accents > letters && accents * 2 >= either
  }

  /// Returns whether a byte is an accent rather than a letter, based on the bytes before and after it. Returns nil if
  /// it can be either.
  private static func isAccent(_ byte: UInt8, _ before: UInt8, _ next: UInt8) -> Bool? {
    if byte == 0xAE { return nil }
    guard marks[byte] != nil else { return false }
    if marks[next] != nil { return nil }
    guard isLetter(next) else { return false }
    // If this byte were a letter, a word would begin with a lowercase letter followed by an uppercase letter.
    if next < 0x61, !isLetter(before) { return true }
    guard let bearers = bearers[byte] else { return byte == 0xED ? false : nil }
    if !bearers.utf8.contains(next | 0x20) { return false }
    // Before an `n`, this byte is either the letter `ä`, as in `Männer`, or a tilde that follows a vowel, as in
    // `España`.
    if byte == 0xE4, next | 0x20 == 0x6E { return "aeiou".utf8.contains(before | 0x20) ? true : nil }
    return uncertain[byte]?.utf8.contains(next | 0x20) ?? false ? nil : true
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The letters that can carry each accent in names and titles. An accent that is not listed can be on any letter.
  private static let bearers: [UInt8: String] = [
    0xE1: "aeiou", 0xE2: "aeiouycnszrl", 0xE3: "aeiou", 0xE4: "nao", 0xE5: "aeiou", 0xE6: "ag", 0xE7: "zeicgao",
    0xE8: "aeiouy", 0xE9: "csznredt", 0xEA: "au", 0xEE: "ou", 0xF0: "cst", 0xF1: "aeiou",
  ]

  /// The letters that may also follow the byte's letter in Windows-1252, as in `présent`, where an `s` follows `é`.
  private static let uncertain: [UInt8: String] = [
    0xE2: "cnszrl", 0xE3: "eo", 0xE6: "g", 0xE7: "aeio", 0xE9: "csznredt", 0xF1: "aeiou",
  ]

  /// Decodes UTF-8 text in which accents precede their letters, as in MARC-8, and moves each accent after its letter.
  /// Returns the bytes, and the number of bytes that could not be decoded.
  static func decoded(_ file: ArraySlice<UInt8>) -> ([UInt8], Int) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count)
    var replaced = 0
    var waiting: [Unicode.Scalar] = []
    var index = file.startIndex
    while index < file.endIndex {
      let byte = file[index]
      if byte >= 0x80, let length = TextDecoding.sequence(file[index...].prefix(4)) {
        bytes += file[index..<index + length]
        index += length
      } else if byte >= 0x80 {
        if let mark = marks[byte] {
          waiting.append(mark)
        } else if byte == 0xAE {
          bytes += "ʼ".utf8
        } else {
          replaced += 1
        }
        index += 1
        continue
      } else {
        bytes.append(byte)
        index += 1
      }
      for mark in waiting { bytes += String(mark).utf8 }
      waiting = []
    }
    return (bytes, replaced)
  }

  /// The combining characters of ANSEL, which MARC-8 uses:
  /// https://www.loc.gov/marc/specifications/codetables/ExtendedLatin.html.
  private static let marks: [UInt8: Unicode.Scalar] = [
    0xE0: "\u{309}", 0xE1: "\u{300}", 0xE2: "\u{301}", 0xE3: "\u{302}", 0xE4: "\u{303}", 0xE5: "\u{304}",
    0xE6: "\u{306}", 0xE7: "\u{307}", 0xE8: "\u{308}", 0xE9: "\u{30C}", 0xEA: "\u{30A}", 0xED: "\u{315}",
    0xEE: "\u{30B}", 0xEF: "\u{310}", 0xF0: "\u{327}", 0xF1: "\u{328}", 0xF2: "\u{323}", 0xF3: "\u{324}",
    0xF4: "\u{325}", 0xF5: "\u{333}", 0xF6: "\u{332}", 0xF7: "\u{326}", 0xF8: "\u{31C}", 0xF9: "\u{32E}",
  ]
}
