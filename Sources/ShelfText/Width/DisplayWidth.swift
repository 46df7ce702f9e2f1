import CUTF8Proc

/// Measures visible text in terminal cells, and truncates it.
///
/// A wide character takes up two cells, and a combining mark none. An emoji that is a sequence of scalars (a flag, a
/// family, a heart with a variation selector that makes it red) takes up two cells regardless of their number.
package enum DisplayWidth {
  /// Returns the width of the text in cells.
  package static func of(_ text: String) -> Int {
    if isASCII(text) { return text.utf8.count }
    var width = 0
    for scalar in text.unicodeScalars {
      if changesNeighbors(scalar) { return text.reduce(0) { $0 + of($1) } }
      width += of(scalar)
    }
    return width
  }

  /// Returns the width of a character in cells: 0, 1 or 2, or more if several wide scalars are joined.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    var width = 0
    for scalar in scalars {
      if scalar.value == 0xFE0F { return 2 }
      width += of(scalar)
    }
    return first.value >= 0xA9 && first.properties.isEmoji ? min(width, 2) : width
  }

  /// Returns the longest prefix of the text that fits into this many cells, and the width of the prefix.
  package static func prefix(of text: String, fitting cells: Int) -> (text: Substring, width: Int) {
    if isASCII(text) {
      let count = min(max(cells, 0), text.utf8.count)
      return (text[..<text.utf8.index(text.startIndex, offsetBy: count)], count)
    }
    var width = 0
    var end = text.startIndex
    while end < text.endIndex {
      let next = of(text[end])
      if width + next > cells { break }
      width += next
      end = text.index(after: end)
    }
    return (text[..<end], width)
  }

  /// Returns the text if it fits into this many cells, or else a prefix of it followed by `…`, which together fit.
  ///
  /// The result can be narrower, because wide characters are not split and spaces before `…` are dropped.
  package static func truncate(_ text: String, to cells: Int) -> String {
    guard cells > 0 else { return "" }
    // No text has more cells than bytes.
    if text.utf8.count <= cells { return text }
    let (start, _) = prefix(of: text, fitting: cells)
    if start.endIndex == text.endIndex { return text }
    var kept = prefix(of: text, fitting: cells - 1).text
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  /// Returns the text padded with spaces to this many cells. Wider text is returned unchanged.
  package static func pad(_ text: String, to cells: Int, alignment: Alignment = .left) -> String {
    let missing = cells - of(text)
    guard missing > 0 else { return text }
    let blanks = String(repeating: " ", count: missing)
    return alignment == .left ? text + blanks : blanks + text
  }

  /// Returns the width of a single scalar, without regard to its neighbors.
  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    // Below the first combining mark, every scalar takes up one cell.
    case ..<0x300: return 1
    // Korean vowels and final consonants share the cell of the consonant before them.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default: break
    }
    let width = Int(utf8proc_charwidth(Int32(scalar.value)))
    // Terminals use a cell for spacing marks, such as the vowel signs of Hindi, although utf8proc reports no width for
    // them.
    return width == 0 && utf8proc_category(Int32(scalar.value)) == UTF8PROC_CATEGORY_MC ? 1 : width
  }

  /// Returns whether text with this scalar may be narrower or wider than the sum of its scalars' widths, as in emoji
  /// sequences.
  private static func changesNeighbors(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
    default: false
    }
  }

  private static func isASCII(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } } ?? false
  }
}
