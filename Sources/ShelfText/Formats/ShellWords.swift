/// Splits the line that is being typed in a shell, as the shell itself would.
package struct ShellWords {
  /// The words, quotation marks taken away; the last one is the one that is being typed, and may be empty.
  package private(set) var words: [String] = []
  /// The mark of a quotation that the last word is in; nil where none is open.
  private var openQuote: Character?
  /// How much of the last word comes before its open quotation mark.
  private var unquotedCount = 0

  /// - Parameter escapesInQuotes: whether a backslash escapes a quotation mark between single ones, as in fish.
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

  /// Returns the words of a line that is complete; nil if a quotation mark is open.
  package static func split(_ line: String) -> [String]? {
    let words = ShellWords(line + " ")
    return words.openQuote == nil ? words.words.dropLast() : nil
  }

  /// Returns what bash has to put in place of its own last word, which begins after the last `:` or `=`.
  package func reply(_ candidate: String) -> String {
    let typed = openQuote != nil ? (words.last ?? "").prefix(unquotedCount) : (words.last ?? "")[...]
    let start = typed.lastIndex { ":=".contains($0) }.map { typed[...$0] } ?? ""
    let rest = candidate.dropFirst(start.count)
    // A title is any text: nothing in it may mean anything to the shell.
    return rest.reduce(into: "") { text, character in
      switch (openQuote, character) {
      case ("'", "'"): text += "'\\''"
      // A backslash before it would stay within quotation marks.
      case ("\"", "!"): text += "\"\\!\""
      case ("\"", _) where "$`\"\\".contains(character): text.append("\\\(character)")
      case (nil, _) where " \t\\\"'()<>|&;*?[]{}$`!#~^".contains(character): text.append("\\\(character)")
      default: text.append(character)
      }
    }
  }
}
