import CUTF8Proc

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reduces text to a form for comparing without regard to case, accents and spacing: "Łódź" becomes "lodz".
///
/// Searching, sorting and matching names all compare folded text, so that people find a book without typing its title
/// exactly. For text that is not ASCII, utf8proc decomposes it, folds the case and replaces compatibility characters.
/// Then accents are dropped, letters without a decomposition become Latin letters, runs of white space are collapsed,
/// and the rest is composed again. For ASCII text, it is enough to convert capitals to lower case and collapse white
/// space. `FoldingBuffer` does the same more quickly for many pieces of text.
package enum Folding {
  /// Returns the text case-folded, in compatibility form, without accents, with each run of white space reduced to a
  /// single space, and without leading and trailing white space.
  ///
  /// Invisible characters, such as soft hyphens, are removed. Letters that Unicode does not decompose (ł, ø, đ, ß, æ …)
  /// become the Latin letters that people type for them. Marks that distinguish letters are kept, such as the vowel
  /// signs of Indian scripts and the voicing marks of Japanese.
  package static func fold(_ text: String) -> String {
    var text = text
    return text.withUTF8 { String(decoding: fold($0), as: UTF8.self) }
  }

  package static func fold(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte >= 0x80 { return foldUnicode(bytes) }
      append(byte, to: &folded)
    }
    if folded.last == 0x20 { folded.removeLast() }
    return folded
  }

  /// Returns the most frequent of several spellings of a name. If several are equally frequent, returns the first in
  /// alphabetical order.
  package static func commonest(_ counts: [String: Int]) -> String {
    counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
  }

  /// Returns the text with each letter and its accents combined into one character, if Unicode has such a character.
  package static func composed(_ text: String) -> String {
    var text = text
    return text.withUTF8 { String(decoding: map($0, UTF8PROC_COMPOSE.rawValue), as: UTF8.self) }
  }

  /// Returns whether one name precedes another in a list. Names are compared by their folded forms or, if those are
  /// equal, by code points.
  package static func precedes(_ a: String, _ b: String) -> Bool {
    let (x, y) = (fold(a), fold(b))
    return x != y ? x < y : a < b
  }

  /// Returns the text case-folded and decomposed, so that accents follow their letters and é sorts directly after e.
  package static func accented(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { map($0, UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue) }
  }

  /// Returns the runs of letters and digits in the folded text, from which file names are made.
  package static func words(_ text: String) -> [String] {
    let folded = fold(text)
    if folded.utf8.allSatisfy({ $0 < 0x80 }) {
      return folded.utf8.split { !isAlphanumeric($0) }.map { String($0) ?? "" }
    }
    return folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Returns the runs of letters and digits in folded text, with single spaces between them.
  ///
  /// A `#` or `+` at the end of a word is kept, which distinguishes `c`, `c#` and `c++`.
  package static func words(ofFolded folded: [UInt8]) -> [UInt8] {
    guard folded.allSatisfy({ $0 < 0x80 }) else {
      let text = Array(String(decoding: folded, as: UTF8.self))
      return Array(String(words(text, space: " ", signs: "#+") { $0.isLetter || $0.isNumber }).utf8)
    }
    return words(folded, space: 0x20, signs: Array("#+".utf8), isWord: isAlphanumeric)
  }

  private static func words<Sign: Equatable>(
    _ folded: [Sign], space: Sign, signs: some Sequence<Sign>, isWord: (Sign) -> Bool
  ) -> [Sign] {
    var words: [Sign] = []
    words.reserveCapacity(folded.count)
    for (index, sign) in folded.enumerated() {
      if isWord(sign) {
        words.append(sign)
      } else if let last = words.last, last != space {
        let isEnd = index + 1 == folded.count || !isWord(folded[index + 1])
        words.append(isEnd && signs.contains(sign) && folded[index - 1] == last ? sign : space)
      }
    }
    if words.last == space { words.removeLast() }
    return words
  }

  /// Returns only the letters and digits of the folded text, for comparing words that may be written with or without
  /// spaces, hyphens and capitals.
  package static func letters(_ text: String) -> String {
    let folded = fold(text)
    if folded.utf8.allSatisfy(isAlphanumeric) { return folded }
    if folded.utf8.allSatisfy({ $0 < 0x80 }) {
      return String(decoding: folded.utf8.filter(isAlphanumeric), as: UTF8.self)
    }
    return folded.filter { $0.isLetter || $0.isNumber }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }

  /// Returns the folded form of a scalar whose neighbors do not affect it. White space becomes a space.
  static func scalars(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(fold("x\(scalar)x").unicodeScalars.dropFirst().dropLast())
  }

  private static func append(_ byte: UInt8, to folded: inout [UInt8]) {
    switch byte {
    case 0x41...0x5A: folded.append(byte + 32)
    case 0x20, 0x09...0x0D: if let last = folded.last, last != 0x20 { folded.append(0x20) }
    default: folded.append(byte)
    }
  }

  private static func foldUnicode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    // Case folding turns some marks into letters, so the marks have to be in canonical order first (the Unicode
    // Standard, D145: toCasefold(NFD(X))).
    let ordered = map(bytes, UTF8PROC_DECOMPOSE.rawValue)
    let options =
      UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue
    let decomposed = ordered.withUnsafeBufferPointer { map($0, options) }
    var folded: [UInt8] = []
    folded.reserveCapacity(decomposed.count)
    var isASCII = true
    for scalar in String(decoding: decomposed, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case ..<0x80: append(UInt8(scalar.value), to: &folded)
      case 0x300...0x36F, 0x591...0x5BD, 0x5BF...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF,
        0x20D0...0x20FF, 0xFE20...0xFE2F:
        break
      default:
        if scalar.properties.isWhitespace {
          append(0x20, to: &folded)
        } else if let latin = latin[scalar] {
          folded += latin.utf8
        } else {
          folded += String(scalar).utf8
          isASCII = false
        }
      }
    }
    if folded.last == 0x20 { folded.removeLast() }
    return isASCII ? folded : folded.withUnsafeBufferPointer { map($0, UTF8PROC_COMPOSE.rawValue) }
  }

  /// Returns the bytes after utf8proc has mapped them with these options, or the same bytes if they are not valid
  /// UTF-8.
  private static func map(_ bytes: UnsafeBufferPointer<UInt8>, _ options: UInt32) -> [UInt8] {
    var result: UnsafeMutablePointer<UInt8>?
    let options = utf8proc_option_t(options | UTF8PROC_STABLE.rawValue)
    let count = utf8proc_map(bytes.baseAddress, bytes.count, &result, options)
    defer { free(result) }
    guard count >= 0, let result else { return Array(bytes) }
    return Array(UnsafeBufferPointer(start: result, count: count))
  }

  /// The Latin letters that people type for letters without a decomposition, and the ASCII forms of typographic
  /// punctuation. The keys are case-folded.
  private static let latin: [Unicode.Scalar: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n",
    "ə": "e", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ʼ": "'", "’": "'", "‘": "'", "“": "\"", "”": "\"", "–": "-", "—": "-",
    "‐": "-", "‑": "-",
  ]
}
