import ShelfText

/// Splits lists of names, and recognizes texts that are not names.
extension PersonName {
  /// Splits a text into the names of the borrowers. Each borrower has a separate copy.
  ///
  /// `Ali, Ben and Mia` contains three names. `Mueller, Hans`, `8a / Herr Schulz` and `Barnes & Noble` are one name
  /// each. The spelling and the order of the parts of a name do not change.
  package static func borrowers(_ text: String) -> [String] {
    let groups = text.split(separator: /(?i)[;|]|\s(?:and|und(?!\szu\s)|u\.|et|och|og)\s/).map {
      $0.trimmed.trimmingEnd(",")
    }
    .filter { !$0.isEmpty }
    if read(text, .any).people.count == groups.count { return groups }
    return groups.flatMap { $0.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty } }
  }

  /// Returns whether the name is a placeholder that a program wrote because it did not know the author.
  package static func isNobody(_ name: String) -> Bool {
    name == "Unknown" || !name.contains { $0.isLetter || $0.isNumber }
  }

  /// Returns whether the text is the address or the name of a website that distributes books and adds itself to their
  /// authors.
  package static func isSite(_ text: String) -> Bool {
    text.wholeMatch(of: /(?i)(www\.)?[\w-]+\.(org|com|net|io|is|cc|cn|sk|se)|z-?library|z-lib.*/) != nil
  }

  package static func distinct(_ names: [String]) -> [String] {
    if names.count == 1 { return [CleanText.collapse(names[0])].filter { !$0.isEmpty } }
    var seen: Set<String> = []
    return names.map { CleanText.collapse($0) }.filter { !$0.isEmpty && seen.insert(Folding.fold($0)).inserted }
  }
}
