/// Makes text suitable for the files of a library.
package enum CleanText {
  /// Returns the text on one line, without control characters.
  package static func line(_ text: String) -> String {
    isPlain(text) ? text : collapse(without(text) { $0 == "\n" || $0 == "\t" || $0 == "\r" })
  }

  /// Returns the text without control characters, except line breaks and tabs. If it has more than one line, it ends
  /// with a line break.
  package static func lines(_ text: String) -> String {
    if isPlain(text) { return text }
    let text = HTMLText.tidy(without(text) { $0 == "\n" || $0 == "\t" || $0 == "\r" })
    return text.contains("\n") ? text + "\n" : text
  }

  /// Returns whether the text is ASCII on one line, with single spaces only and no leading or trailing spaces.
  package static func isPlain(_ text: String) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      if byte < 0x20 || byte >= 0x7F || byte == 0x20 && previous == 0x20 { return false }
      previous = byte
    }
    return previous != 0x20
  }

  /// Returns whether the text contains control characters other than white space, which `line` and `lines` remove.
  package static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar {
      case "\n", "\t", "\r", "\u{85}", "\u{B}", "\u{C}": false
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": true
      default: false
      }
    }
  }

  /// Invisible characters that surround words copied from web pages: direction marks and zero-width spaces.
  private static let marks: Set<Unicode.Scalar> = ["\u{200B}", "\u{200E}", "\u{200F}", "\u{2060}", "\u{FEFF}"]

  /// Returns the text with its white space collapsed to single spaces, and without leading or trailing white space or
  /// `marks`.
  package static func collapse(_ text: String) -> String {
    if isPlain(text) { return text }
    // Splits scalars rather than characters, since a space followed by a combining accent is a single character.
    let plain = text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
    guard let first = plain.unicodeScalars.first, let last = plain.unicodeScalars.last,
      marks.contains(first) || marks.contains(last)
    else { return plain }
    let start = plain.unicodeScalars.drop { marks.contains($0) || $0 == " " }
    let end = start.reversed().drop { marks.contains($0) || $0 == " " }
    return String(String.UnicodeScalarView(end.reversed()))
  }

  /// Returns the text on one line, truncated to 40 characters, for a message.
  package static func short(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 40 ? line.prefix(39) + "…" : line
  }

  private static func without(_ text: String, but keeps: (Unicode.Scalar) -> Bool) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      // Excel and Word use the vertical tab as a line break.
      case "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}": scalars.append("\n")
      case _ where keeps(scalar): scalars.append(scalar)
      case "\u{FEFF}", "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": break
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
