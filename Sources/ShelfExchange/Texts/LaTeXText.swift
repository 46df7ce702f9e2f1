import ShelfText

/// Turns the LaTeX of a bibliography into plain text: accents, symbols, braces.
enum LaTeXText {
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { "\\{}~$`'-".unicodeScalars.contains($0) }) else {
      return PersonName.collapse(text)
    }
    var reader = Reader(Array(text.unicodeScalars))
    var output = reader.read()
    for (sign, replacement) in [("---", "—"), ("--", "–"), ("``", "“"), ("''", "”")] {
      output = output.replacing(sign, with: replacement)
    }
    return PersonName.collapse(Folding.composed(output))
  }

  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func read() -> String {
      var output = String.UnicodeScalarView()
      while position < scalars.count {
        let scalar = scalars[position]
        position += 1
        switch scalar {
        case "{", "}", "$": break
        case "~": output.append(" ")
        case "\\": output.append(contentsOf: command().unicodeScalars)
        default: output.append(scalar)
        }
      }
      return String(output)
    }

    /// Reads what follows a backslash.
    private mutating func command() -> String {
      guard position < scalars.count else { return "" }
      let first = scalars[position]
      position += 1
      if let mark = LaTeXText.accents[first] { return accented(mark) }
      guard first.properties.isAlphabetic else { return first == "\\" ? " " : String(first) }
      var name = String.UnicodeScalarView([first])
      while position < scalars.count, scalars[position].properties.isAlphabetic, scalars[position].isASCII {
        name.append(scalars[position])
        position += 1
      }
      let word = String(name)
      if word.count == 1, let mark = LaTeXText.letterAccents[word], isBeforeLetter() { return accented(mark) }
      // A space after a command ends its name.
      if position < scalars.count, scalars[position] == " " { position += 1 }
      return LaTeXText.symbols[word] ?? ""
    }

    private func isBeforeLetter() -> Bool {
      position < scalars.count && "{ \\".unicodeScalars.contains(scalars[position])
    }

    /// Reads the letter that an accent belongs to.
    private mutating func accented(_ mark: Unicode.Scalar) -> String {
      while position < scalars.count, scalars[position] == "{" || scalars[position] == " " { position += 1 }
      guard position < scalars.count else { return "" }
      var letter = scalars[position]
      position += 1
      if letter == "\\" {
        let word = command()
        // A letter loses its dot under an accent anyway.
        letter = word == "ı" ? "i" : word == "ȷ" ? "j" : word.unicodeScalars.first ?? " "
      }
      if letter == "}" { return "" }
      var text = String.UnicodeScalarView([letter])
      text.append(mark)
      return String(text)
    }
  }

  private static let accents: [Unicode.Scalar: Unicode.Scalar] = [
    "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "\"": "\u{308}", "~": "\u{303}", "=": "\u{304}", ".": "\u{307}",
  ]

  private static let letterAccents: [String: Unicode.Scalar] = [
    "u": "\u{306}", "v": "\u{30C}", "H": "\u{30B}", "c": "\u{327}", "k": "\u{328}", "r": "\u{30A}", "b": "\u{331}",
    "d": "\u{323}", "t": "\u{361}",
  ]

  private static let symbols: [String: String] = [
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å",
    "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ldots": "…", "dots": "…",
    "textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“",
    "textquotedblright": "”", "textasciitilde": "~", "textbackslash": "\\", "textunderscore": "_", "copyright": "©",
    "S": "§", "pounds": "£", "euro": "€", "texteuro": "€", "textregistered": "®", "texttrademark": "™",
    "LaTeX": "LaTeX",
    "TeX": "TeX", "alpha": "α", "beta": "β", "gamma": "γ", "mu": "μ", "pi": "π", "lambda": "λ", "times": "×",
  ]
}
