import ShelfFormats
import ShelfText

/// Reads the lists of names in BibTeX and biblatex.
///
/// `and` separates names, except within braces. A name in braces is not split into parts, and a family name in braces
/// is kept exactly as written. In all other names, lowercase particles may or may not belong to the family name
/// (https://ctan.org/pkg/biblatex, “Name lists”).
enum BibTeXNames {
  static func read(_ text: String) -> [PersonName.Reading] {
    let names = split(CleanText.collapse(HTMLText.decodingEntities(text)), at: " ") { $0.lowercased() == "and" }
    // Some people write semicolons instead of `and`.
    if names.count == 1, let name = names.first, !name.contains("{"), name.contains(";") {
      return [PersonName.read(LaTeXText.plain(name), .turned)]
    }
    return names.compactMap { name in
      let plain = LaTeXText.plain(name)
      return plain.isEmpty || plain.lowercased() == "others" ? nil : self.name(name, plain)
    }
  }

  private static func name(_ name: String, _ plain: String) -> PersonName.Reading {
    if isInBraces(name) { return PersonName.Reading([PersonName.undivided(plain)]) }
    if let found = inParts(plain) { return PersonName.Reading([found]) }
    let parts = split(name, at: ",")
    if parts.count > 1, parts.count < 4, isInBraces(parts[0]) {
      let texts = parts.map(LaTeXText.plain)
      return PersonName.Reading([
        PersonName.person(
          family: texts[0], given: texts[texts.count - 1], suffix: texts.count == 3 ? texts[1] : "", isExact: true)
      ])
    }
    // In `Gabriel {García Márquez}`, the braces mark the family name.
    let words = split(name, at: " ")
    if parts.count == 1, words.count > 1, let last = words.last, isInBraces(last), last.contains(" ") {
      let given = words.dropLast().map(LaTeXText.plain).joined(separator: " ")
      return PersonName.Reading([PersonName.person(family: LaTeXText.plain(last), given: given, isExact: true)])
    }
    return PersonName.found(turned: plain)
  }

  /// Parses a name in biblatex's form `family=Doe, given=Jane, prefix=van`. Returns nil for any other form.
  private static func inParts(_ name: String) -> PersonName.Found? {
    guard name.contains("=") else { return nil }
    let parts = Dictionary(
      name.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(\.trimmed) }
        .filter { $0.count == 2 }.map { ($0[0].lowercased(), $0[1]) }, uniquingKeysWith: { a, _ in a })
    guard let family = parts["family"] else { return nil }
    let given = parts["given"] ?? ""
    let suffix = parts["suffix"] ?? ""
    if given.isEmpty, suffix.isEmpty, parts["prefix"] == nil { return PersonName.undivided(family) }
    let usesPrefix = parts["useprefix"] == "true"
    let prefix = parts["prefix"] ?? ""
    return PersonName.person(
      family: usesPrefix && !prefix.isEmpty ? "\(prefix) \(family)" : family, given: given,
      particle: usesPrefix ? "" : prefix, suffix: suffix, isExact: true)
  }

  /// Returns whether a single pair of braces encloses the text.
  private static func isInBraces(_ text: String) -> Bool {
    guard text.hasPrefix("{"), text.hasSuffix("}"), !text.hasPrefix("{\\") else { return false }
    var depth = 0
    for (index, character) in zip(text.indices, text) {
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      if depth == 0 { return text.index(after: index) == text.endIndex }
    }
    return false
  }

  /// Splits text at a character that is not within braces.
  ///
  /// - Parameter isSeparator: if not nil, only the parts that this function accepts separate the results.
  private static func split(
    _ text: String, at separator: Character, _ isSeparator: ((String) -> Bool)? = nil
  ) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text {
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      if depth <= 0, character == separator {
        parts.append(part.trimmed)
        part = ""
      } else {
        part.append(character)
      }
    }
    parts.append(part.trimmed)
    guard let isSeparator else { return parts.filter { !$0.isEmpty } }
    return parts.split(omittingEmptySubsequences: true, whereSeparator: isSeparator).map {
      $0.joined(separator: String(separator))
    }
  }
}
