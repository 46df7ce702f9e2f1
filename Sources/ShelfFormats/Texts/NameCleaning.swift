import ShelfText

/// Removes the text that library catalogues add to names: birth and death years, titles, fuller forms of initials, and
/// the final period.
package enum NameCleaning {
  /// The maximum size of text that is cleaned, in bytes. No name is that long.
  package static let limit = 20_000

  /// Removes birth, death and active years: `Kipling, Rudyard, 1865-1936`, `(b. 1948)`, `approximately 1564-1616`.
  package static func removeYears(from text: inout String, _ removed: inout [String]) {
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }), text.utf8.count <= limit else { return }
    remove(text.matches(of: years).map { ($0.range, $0.output.1) }, from: &text, &removed)
    remove(text.matches(of: bareYears).map { ($0.range, $0.output.1) }, from: &text, &removed)
  }

  /// Years after a comma or in parentheses: `, 1865-1936`, `(b. 1948)`, `, active 12th century`.
  ///
  /// A regular expression takes much longer to compile than to match a name, so it is compiled only once. It is
  /// immutable, so all threads can share it.
  private nonisolated(unsafe) static let years =
    #/
    (?i)(?:\s*,\s*|\s*[\(\[])
    (
      (?:(?:b|born|d|died|fl|active|approximately|approx|ca?|circa|um|geb|gest)\b\.?\s*){0,2}
      (?:\d{1,4}\??\s?(?:B\.?\s?C\.?(?:E\.?)?|A\.?D\.?|C\.?E\.?)|\d{1,2}(?:st|nd|rd|th)\scent(?:ury|\.)|-?\d{3,4}\??)
      (?:
        \s?(?:[-–—]|or)\s?(?:(?:ca?|approximately|d)\b\.?\s?)?
        (?:\d{1,2}(?:st|nd|rd|th)\scent(?:ury|\.)|\d{1,4}\??(?:\s?(?:B\.?\s?C\.?(?:E\.?)?|A\.?D\.?|C\.?E\.?))?)?
      )?
    )
    [\)\]]?\.?\s*(?=[,;|&\(]|and\b|$)
    /#

  /// Years without a comma or parentheses: `Rudyard Kipling 1865-1936`.
  private nonisolated(unsafe) static let bareYears = /\s(\d{4}\s?[-–]\s?(?:\d{4})?)\s*(?=[,;|&]|$)/

  /// Removes the years from given names. The result may be empty, as for `384 BCE-322 BCE`.
  package static func removeYears(fromGivenNames text: inout String, _ removed: inout [String]) {
    var name = "x, " + text
    removeYears(from: &name, &removed)
    text = name.hasPrefix("x, ") ? String(name.dropFirst(3)) : name.hasPrefix("x ") ? String(name.dropFirst(2)) : ""
  }

  private static func remove(
    _ matches: [(range: Range<String.Index>, years: Substring)], from text: inout String, _ removed: inout [String]
  ) {
    if matches.isEmpty { return }
    for match in matches.reversed() where !text[..<match.range.lowerBound].trimmed.isEmpty {
      removed.append(String(match.years).trimmed)
      text.replaceSubrange(match.range, with: " ")
    }
    text = CleanText.collapse(text).replacing(" ,", with: ",")
  }

  /// Removes fuller forms of given names and the final period.
  package static func tidy(_ text: inout String, _ removed: inout [String]) {
    text = text.trimmed.trimmingEnd(",").trimmed
    removeFullerForms(from: &text, &removed)
    removePeriod(from: &text)
  }

  /// Removes fuller forms, such as `(John Ronald Reuel)` after `J. R. R.`
  private static func removeFullerForms(from text: inout String, _ removed: inout [String]) {
    guard text.utf8.count <= limit, let open = text.firstIndex(of: "("),
      let close = text[open...].firstIndex(of: ")")
    else { return }
    let inside = text[text.index(after: open)..<close]
    let fuller = inside.split(separator: " ")
    let before = text[..<open].split(separator: ",").last?.split(separator: " ").suffix(fuller.count) ?? []
    guard !before.isEmpty, fuller.allSatisfy({ $0.first?.isUppercase ?? false }), isShorter(before, than: fuller) else {
      return
    }
    removed.append(String(inside))
    text = CleanText.collapse(
      text[..<open].trimmed + (text[text.index(after: close)...].first == "," ? "" : " ")
        + text[text.index(after: close)...])
  }

  /// Returns whether words abbreviate other words: each is the beginning of the corresponding word, and at least one is
  /// an initial.
  private static func isShorter(_ words: some Sequence<Substring>, than others: [Substring]) -> Bool {
    var hasInitial = false
    for (word, other) in zip(words, others) {
      let plain = word.filter { $0 != "." }
      guard Folding.fold(String(other)).hasPrefix(Folding.fold(String(plain))), !plain.isEmpty else { return false }
      hasInitial = hasInitial || plain.count == 1
    }
    return hasInitial
  }

  /// Removes the final period that catalogues add, unless it belongs to an initial, a suffix or an abbreviation.
  private static func removePeriod(from text: inout String) {
    guard text.hasSuffix("."), !text.hasSuffix(".."), let last = text.split(separator: " ").last else { return }
    let word = last.dropLast().split(separator: ".").last ?? ""
    if word.count < 3 || NameWords.isSuffix(String(word)) || abbreviations.contains(word.lowercased()) { return }
    text.removeLast()
  }

  private static let abbreviations: Set<String> = [
    "bros", "dept", "univ", "assn", "assoc", "govt", "intl", "mfg", "publ", "verl", "gest", "inst", "soc", "acad",
    "min",
    "hrsg", "trans", "illus", "eds", "prof", "rev", "esq",
  ]

  /// Removes titles that follow the given names, or a name without given names.
  static func removeTitles(from parts: inout [String], _ removed: inout [String]) {
    for index in parts.indices.reversed() where index > 0 {
      guard isTitle(parts[index], isAlone: index == 1) else { continue }
      removed.append(parts.remove(at: index))
    }
  }

  /// Returns whether a part after a comma is a title.
  ///
  /// - Parameter isAlone: whether the part would otherwise be the given name. In that case only parts such as those in
  ///   `Augustine, Saint` and `Elizabeth II, Queen of Great Britain` are titles, because `Jackson, Major` is a name.
  static func isTitle(_ text: String, isAlone: Bool) -> Bool {
    let words = text.split(separator: " ").map { $0.filter { $0 != "." }.lowercased() }
    guard let first = words.first else { return false }
    if isAlone, NameWords.soleTitles.contains(first), words.count == 1 { return true }
    guard NameWords.titles.contains(first) else { return false }
    let isOfPlace = words.count > 2 && ["of", "von", "de", "du", "di", "d'"].contains(words[1])
    return isOfPlace || !isAlone && words.allSatisfy(NameWords.titles.contains)
  }
}
