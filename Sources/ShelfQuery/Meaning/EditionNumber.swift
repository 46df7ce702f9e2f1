import ShelfText

/// The number of an edition in text such as `2nd, revised`, `First Edition`, `1. Auflage` or `1/1`.
enum EditionNumber {
  /// Returns the number that a text of a query means, or nil if the text contains any other words.
  static func only(in text: String) -> Int? {
    let words = Folding.words(text).filter { !nouns.contains($0) }
    return words.count == 1 ? number(words[0]) ?? figures(words[0]) : nil
  }

  /// Returns the number in the value of a field: the one before a word such as `edition`, or the first one. A figure
  /// without an ending counts only if the text has such a word or nothing else, because it may also be a year or a
  /// number of volumes.
  static func first(in text: String) -> Int? {
    let words = Folding.words(text)
    let countsFigures = words.contains(where: nouns.contains) || words.allSatisfy { Int($0) != nil }
    let all = words.enumerated().compactMap { place, word in
      (number(word) ?? (countsFigures ? figures(word) : nil)).map { (place: place, number: $0) }
    }
    if let named = all.first(where: { $0.place + 1 < words.count && nouns.contains(words[$0.place + 1]) }) {
      return named.number
    }
    // `Second-hand` is no number, and `3 vols., first` is not the first edition.
    guard let first = all.first, first.place == 0 || words.contains(where: nouns.contains), !text.contains("-") else {
      return nil
    }
    return first.number
  }

  private static func figures(_ word: String) -> Int? { word.utf8.count < 3 ? Int(word) : nil }

  private static func number(_ word: String) -> Int? {
    if let place = names.firstIndex(where: { $0.contains(word) }) { return place + 1 }
    let end = word.firstIndex { !("0"..."9").contains($0) } ?? word.endIndex
    return endings.contains(String(word[end...])) ? figures(String(word[..<end])) : nil
  }

  /// The folded words for “edition”.
  private static let nouns: Set<String> = [
    "edition", "ed", "edn", "auflage", "aufl", "ausgabe", "ausg", "edicion", "edizione",
  ]

  /// The folded endings of ordinal numbers in figures, such as `1st`, `1re` and `2e`.
  private static let endings: Set<String> = ["st", "nd", "rd", "th", "e", "er", "re", "ere", "eme", "te", "a"]

  /// The folded ordinal numbers from one to ten, in English, German and French.
  private static let names: [Set<String>] = [
    ["first", "erste", "premiere", "premier"], ["second", "zweite", "deuxieme", "seconde"],
    ["third", "dritte", "troisieme"], ["fourth", "vierte", "quatrieme"], ["fifth", "funfte", "cinquieme"],
    ["sixth", "sechste", "sixieme"], ["seventh", "siebte", "siebente", "septieme"], ["eighth", "achte", "huitieme"],
    ["ninth", "neunte", "neuvieme"], ["tenth", "zehnte", "dixieme"],
  ]
}
