/// Wraps text to a width in cells.
package enum WordWrap {
  /// Returns the lines of visible text, each at most this many cells wide.
  ///
  /// Lines break at spaces and next to wide characters, since Chinese and Japanese have no spaces. Line breaks in the
  /// text are kept, as is its indentation.
  ///
  /// - Parameter cutsWords: whether to split a word that is too wide for a line. Otherwise, the line exceeds the width.
  package static func lines(_ text: String, width: Int, cutsWords: Bool = true) -> [String] {
    let width = max(width, 1)
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrap($0, width, cutsWords) }
  }

  private static func wrap(_ paragraph: Substring, _ width: Int, _ cutsWords: Bool) -> [String] {
    // No text has more cells than bytes.
    if paragraph.utf8.count <= width { return [String(paragraph)] }
    var lines: [String] = []
    var line = ""
    var used = 0
    for (blanks, word) in pieces(of: paragraph) {
      let wordWidth = DisplayWidth.of(word)
      if used + blanks + wordWidth <= width {
        line += String(repeating: " ", count: blanks) + word
        used += blanks + wordWidth
        continue
      }
      let indentation = lines.isEmpty && used == 0 ? min(blanks, width / 2) : 0
      if used > 0 { lines.append(line) }
      line = String(repeating: " ", count: indentation)
      used = indentation
      if !cutsWords {
        line += word
        used += wordWidth
        continue
      }
      for character in word {
        let cells = DisplayWidth.of(character)
        if used + cells > width, used > 0 {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += cells
      }
    }
    return lines + [line]
  }

  /// Returns the unbreakable pieces of a paragraph, each with the number of spaces before it.
  private static func pieces(of paragraph: Substring) -> [(blanks: Int, word: String)] {
    var pieces: [(blanks: Int, word: String)] = []
    var blanks = 0
    var word = ""
    func finish() {
      if !word.isEmpty { pieces.append((blanks, word)) }
      (blanks, word) = (word.isEmpty ? blanks : 0, "")
    }
    for character in paragraph {
      if character == " " {
        finish()
        blanks += 1
      } else {
        if let last = word.last, mayBreak(between: last, and: character) { finish() }
        word.append(character)
      }
    }
    finish()
    return pieces
  }

  /// Returns whether a line may break between two characters that have no space between them.
  private static func mayBreak(between last: Character, and next: Character) -> Bool {
    (isIdeograph(last) || isIdeograph(next)) && !opens(last) && !closes(next)
  }

  private static func isIdeograph(_ character: Character) -> Bool {
    guard let value = character.unicodeScalars.first?.value else { return false }
    return switch value {
    // The ranges are kana and the blocks of ideographs.
    case 0x3041...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Returns whether a character must stay with the next one, as an opening bracket does.
  private static func opens(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: false
    }
  }

  /// Returns whether a character must stay with the previous one, as other punctuation and the long vowel mark do.
  private static func closes(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .modifierLetter: true
    default: character.isPunctuation && !opens(character)
    }
  }
}
