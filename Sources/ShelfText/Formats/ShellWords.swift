/// A command line that is still being typed, split into words as by the shell.
package struct ShellWords {
  /// The words without their quotation marks. The last word is still being typed and may be empty.
  package private(set) var words: [String] = []
  /// The quotation mark that is still open in the last word, or nil if there is none.
  private var openQuote: Character?
  /// The number of characters in the last word before its open quotation mark.
  private var unquotedCount = 0

  /// - Parameter escapesInQuotes: whether a backslash escapes a character between single quotes, as in fish.
  package init(_ line: String, escapesInQuotes: Bool = false) {
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\", open == "\"" || escapesInQuotes {
          isEscaped = true
        } else {
          word = (word ?? "") + String(character)
        }
      } else if character == "\\" {
        isEscaped = true
        word = word ?? ""
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
        unquotedCount = word?.count ?? 0
      } else if character == " " || character == "\t" {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    words.append(word ?? "")
    openQuote = quote
  }

  /// Returns the words of a complete line, or nil if a quotation mark is still open.
  package static func split(_ line: String) -> [String]? {
    let words = ShellWords(line + " ")
    return words.openQuote == nil ? words.words.dropLast() : nil
  }

  /// Returns the text that replaces the last word as bash sees it, which starts after the last `:` or `=`.
  package func reply(_ candidate: String) -> String {
    let typed = openQuote != nil ? (words.last ?? "").prefix(unquotedCount) : (words.last ?? "")[...]
    let start = typed.lastIndex { ":=".contains($0) }.map { typed[...$0] } ?? ""
    let rest = candidate.dropFirst(start.count)
    // The candidate can be any text, such as a title, so escape every character that has a special meaning in the
    // shell.
    return rest.reduce(into: "") { text, character in
      switch (openQuote, character) {
      case ("'", "'"): text += "'\\''"
      // Within double quotes, a backslash before `!` would become part of the text, so close the quotes first.
      case ("\"", "!"): text += "\"\\!\""
      case ("\"", _) where "$`\"\\".contains(character): text.append("\\\(character)")
      case (nil, _) where " \t\\\"'()<>|&;*?[]{}$`!#~^".contains(character): text.append("\\\(character)")
      default: text.append(character)
      }
    }
  }
}
