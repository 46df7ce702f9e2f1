import ShelfText

/// Converts the LaTeX in a bibliography to plain text: accents, symbols, braces.
///
/// A reader passes over the text once. Braces and `$` disappear, an accent command combines with the letter after it,
/// and a known command becomes its symbol. Commands that only change the appearance of the text are dropped, and
/// unknown commands stay unchanged, so nothing that shelf does not understand is lost. Line and paragraph breaks are
/// represented by Unicode separators until the end, since LaTeX treats ordinary line breaks as spaces.
package enum LaTeXText {
  /// Returns the text on one line.
  package static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { "\\{}~$`'-".unicodeScalars.contains($0) }) else {
      return CleanText.collapse(text)
    }
    return CleanText.collapse(read(text).replacing(hardSpace, with: " "))
  }

  /// Returns the text with its paragraphs separated by empty lines, and with a line break for each `\\`.
  package static func lines(_ text: String) -> String {
    let paragraphs = text.replacing("\r\n", with: "\n").replacing(/\n[ \t]*\n\s*/, with: paragraphBreak)
    let parts = read(paragraphs).split(separator: Character(paragraphBreak))
    return parts.map { part in
      part.split(separator: Character(lineBreak), omittingEmptySubsequences: false).map { line in
        line.split { " \t\n".contains($0) }.joined(separator: " ").replacing(hardSpace, with: " ")
      }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// Escapes the text so that `lines` returns it unchanged.
  package static func escaped(_ text: String) -> String {
    var result = ""
    var previous: Character = "\n"
    for character in text {
      switch character {
      case "&", "%", "#", "_", "$", "{", "}": result += "\\\(character)"
      case "\\": result += "{\\textbackslash}"
      case "~": result += "{\\textasciitilde}"
      case "^": result += "{\\textasciicircum}"
      // In LaTeX, a sequence of two of these characters represents a different character.
      case "-", "`", "'": result += (previous == character ? "{}" : "") + String(character)
      // LaTeX would drop a space after another space or at the start of a line.
      case " " where previous == " " || previous == "\n": result += "\\ "
      default: result.append(character)
      }
      previous = character
    }
    return result
  }

  /// Escapes the text, and preserves its paragraphs. Line breaks within a paragraph become LaTeX line breaks.
  package static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n\n").map { paragraph in
      paragraph.split(separator: "\n").enumerated().map { number, line in
        // After a line break, LaTeX takes an asterisk or a bracket for an argument of the command.
        (number > 0 && "*[".contains(line.first ?? " ") ? "{}" : "") + escaped(String(line))
      }.joined(separator: "\\\\\n")
    }.joined(separator: "\n\n")
  }

  private static let lineBreak = "\u{2028}"
  private static let paragraphBreak = "\u{2029}"
  /// A private-use character that represents a space at the start of a line that is not removed. No text contains this
  /// character.
  private static let hardSpace = "\u{F8FE}"

  private static func read(_ text: String) -> String {
    var reader = Reader(Array(text.unicodeScalars))
    return Folding.composed(reader.read())
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
        case "-", "`", "'": output.append(contentsOf: sign(scalar).unicodeScalars)
        case "\\": output.append(contentsOf: command().unicodeScalars)
        default: output.append(scalar)
        }
      }
      return String(output)
    }

    /// Reads a character that represents a different character if it is repeated.
    private mutating func sign(_ scalar: Unicode.Scalar) -> String {
      func isNext() -> Bool { position < scalars.count && scalars[position] == scalar }
      guard isNext() else { return String(scalar) }
      position += 1
      if scalar != "-" { return scalar == "'" ? "”" : "“" }
      guard isNext() else { return "–" }
      position += 1
      return "—"
    }

    /// Reads the command after a backslash, with all accents of a letter.
    private mutating func command() -> String {
      var marks: [Unicode.Scalar] = []
      while true {
        let word = word(marks: &marks)
        guard let word else { continue }
        if marks.isEmpty { return word }
        // A dotless letter becomes an ordinary one, which loses its dot under an accent anyway.
        let letters = word == "ı" ? "i" : word == "ȷ" ? "j" : word.isEmpty ? " " : word
        return letters + String(String.UnicodeScalarView(marks.reversed()))
      }
    }

    /// The maximum number of accents on a letter. Any further accents are ignored.
    private static let maxMarks = 8

    /// Reads a command, or the letter that the accents belong to. Returns nil if an accent follows instead.
    private mutating func word(marks: inout [Unicode.Scalar]) -> String? {
      func take(_ mark: Unicode.Scalar, _ marks: inout [Unicode.Scalar]) -> String? {
        if marks.count < Reader.maxMarks { marks.append(mark) }
        while position < scalars.count, scalars[position] == "{" || scalars[position] == " " { position += 1 }
        guard position < scalars.count, scalars[position] != "}" else {
          // An accent without a letter is dropped.
          if position < scalars.count { position += 1 }
          marks = []
          return ""
        }
        if scalars[position] != "\\" {
          position += 1
          return String(scalars[position - 1])
        }
        position += 1
        return nil
      }
      guard position < scalars.count else { return "" }
      let first = scalars[position]
      position += 1
      if let mark = LaTeXText.accents[first] { return take(mark, &marks) }
      guard first.properties.isAlphabetic else {
        return first == "\\" ? LaTeXText.lineBreak : first == " " ? LaTeXText.hardSpace : String(first)
      }
      var name = String.UnicodeScalarView([first])
      while position < scalars.count, scalars[position].properties.isAlphabetic, scalars[position].isASCII {
        name.append(scalars[position])
        position += 1
      }
      let word = String(name)
      if word.count == 1, let mark = LaTeXText.letterAccents[word], isBeforeLetter() { return take(mark, &marks) }
      // A space after a command only ends its name.
      let end = position
      if position < scalars.count, scalars[position] == " " { position += 1 }
      if let symbol = LaTeXText.symbols[word] { return symbol }
      if LaTeXText.silent.contains(word) || end < scalars.count && scalars[end] == "{" { return "" }
      // An unknown command stays unchanged.
      position = end
      return "\\" + word
    }

    private func isBeforeLetter() -> Bool {
      position < scalars.count && "{ \\".unicodeScalars.contains(scalars[position])
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
    "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "par": paragraphBreak, "newline": lineBreak, "quad": " ",
    "qquad": " ", "space": " ", "textquestiondown": "¿", "textexclamdown": "¡", "guillemotleft": "«",
    "guillemotright": "»", "textbullet": "•", "textdegree": "°", "textsection": "§", "textparagraph": "¶",
    "textup": "", "textnormal": "", "textless": "<", "textgreater": ">", "textbar": "|", "textasciicircum": "^",
    "textellipsis": "…", "slash": "/",
    "cdot": "·", "times": "×", "infty": "∞", "leq": "≤", "geq": "≥", "neq": "≠", "pm": "±", "sim": "~", "approx": "≈",
    "to": "→", "rightarrow": "→", "leftarrow": "←", "nabla": "∇", "partial": "∂", "sum": "∑", "ell": "ℓ",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω",
  ]

  /// Commands that only change the appearance of the text after them, or have no effect.
  private static let silent: Set<String> = [
    "em", "it", "bf", "sl", "sc", "rm", "sf", "tt", "itshape", "bfseries", "slshape", "scshape", "upshape", "rmfamily",
    "sffamily", "ttfamily", "mdseries", "normalfont", "tiny", "scriptsize", "footnotesize", "small", "normalsize",
    "large", "Large", "LARGE", "huge", "Huge", "relax", "protect", "noindent", "newblock", "ignorespaces", "unskip",
    "left", "right", "displaystyle", "textstyle", "raggedright", "sloppy", "bgroup", "egroup", "begingroup", "endgroup",
  ]
}
