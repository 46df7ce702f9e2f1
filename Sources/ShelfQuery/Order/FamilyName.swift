import ShelfText

/// The order of people by family name.
///
/// Authors are written as people say their names, so the family name has to be guessed: it is the last word, with the
/// words before it that belong to it. A name in East Asian letters starts with the family name, and so does a name with
/// a comma.
package enum FamilyName {
  /// Returns the folded name with the family name first: `le guin, ursula k.`.
  package static func key(of name: String) -> String {
    if name.contains(",") {
      // “Martin Luther King, Jr.” is not a family name and a given name.
      let parts = name.split(separator: ",", maxSplits: 1)
      guard parts.count == 2, isSuffix(parts[1].drop { $0 == " " }) else { return Folding.fold(name) }
      return key(of: String(parts[0]))
    }
    var words = name.split(separator: " ")[...]
    while words.count > 2, let last = words.last, isSuffix(last) { words.removeLast() }
    guard words.count > 1, words[0] != "The", !isEastAsian(name) else { return Folding.fold(name) }
    var start = words.endIndex - 1
    while start > words.startIndex + 1, particles.contains(String(words[start - 1])) { start -= 1 }
    return Folding.fold(words[start...].joined(separator: " ") + ", " + words[..<start].joined(separator: " "))
  }

  /// Words before the last one that belong to the family name: articles, and other particles if they are capitalized.
  /// Others do not count: Vincent van Gogh is sorted under G.
  private static let particles: Set<String> = [
    "le", "la", "les", "du", "des", "Le", "La", "Les", "Du", "Des", "De", "Del", "Della", "Di", "Da", "Dos", "Van",
    "Von", "Den", "Der", "Ter", "Ten", "Vander", "Ó", "O", "Ní", "Mac", "Mc", "St.", "Saint", "San", "Santa", "El",
    "Al",
    "Ben", "Bin", "Ibn", "Lo",
  ]

  private static func isSuffix(_ text: Substring) -> Bool {
    suffixes.contains(text.filter { $0 != "." }.lowercased())
  }

  private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"]

  /// Returns whether a name is written in Han, kana or hangul.
  private static func isEastAsian(_ name: String) -> Bool {
    name.unicodeScalars.contains { scalar in
      (0x3040...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
        || (0xAC00...0xD7AF).contains(scalar.value) || (0x20000...0x323AF).contains(scalar.value)
    }
  }
}
