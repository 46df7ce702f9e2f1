import ShelfText

/// Reads authors' names in all the forms that sources use.
///
/// A source may put several authors in one value, and may write the family name first or last. `read` splits such a
/// value in three stages. Semicolons, bars and line breaks always separate names. The words `and` and `&` and the slash
/// also separate names, unless they are part of an organization's name. A comma is ambiguous: it separates two names,
/// or a family name from given names, as in `Le Guin, Ursula K.`, or a suffix. The form that the source uses and the
/// shape of the parts decide between these cases. The result states whether the decision is a guess, so that the import
/// can report it.
package enum PersonName {
  /// Returns `Le Guin, Ursula K.` as `Ursula K. Le Guin`. Suffixes stay at the end, and other names are returned
  /// unchanged.
  package static func turned(_ name: String) -> String {
    let parts = name.split(separator: ",", omittingEmptySubsequences: true).map(\.trimmed).filter { !$0.isEmpty }
    switch parts.count {
    case 2 where isEastAsian(name): return name.trimmed
    case 2 where isSuffix(parts[1], of: parts[0]): return parts.joined(separator: ", ")
    case 2: return parts[1] + " " + parts[0]
    case 3 where isSuffix(parts[1]): return "\(parts[2]) \(parts[0]), \(parts[1])"
    case 3 where isSuffix(parts[2]): return "\(parts[1]) \(parts[0]), \(parts[2])"
    default: return name.trimmed
    }
  }

  /// The order of the parts of a name in a source.
  package enum Form {
    /// Given names first. A comma always separates two names.
    case plain
    /// `Last, First`, or given names first if there is no comma.
    case turned
    /// Either of these.
    case any
  }

  /// Returns the names in a text, for all formats but BibTeX, where `and` always separates names.
  ///
  /// Semicolons, bars and line breaks always separate names. `&`, `and` and `/` separate names unless they belong to
  /// the name of an organization. Only then is the order of the parts of each name reversed.
  ///
  /// - Returns: the names, and whether a comma may also have separated two names.
  package static func read(_ text: String, _ form: Form) -> (names: [String], isGuess: Bool) {
    if form == .plain { return (list(CleanText.collapse(text)), false) }
    let text = CleanText.collapse(text.replacing(/[\n;|]+/, with: " ; "))
    let people = text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
    if people.count > 1 {
      // With semicolons between names, commas are within names.
      return (distinct(people.flatMap { read($0, isList($0) ? .any : .turned).names }), false)
    }
    guard let text = people.first else { return ([], false) }
    if isEastAsian(text) {
      return (distinct(form == .turned ? [text] : text.split { ",，、".contains($0) }.map(\.trimmed)), false)
    }
    let parts = divided(text, form)
    let plain = parts.count > 1 ? parts.filter { !$0.contains(",") } : []
    let found = parts.map { withCommas($0, form, beside: plain) }
    return (distinct(found.flatMap(\.names)), found.contains(where: \.isGuess))
  }

  /// The maximum size of a name that a suffix is added to, in bytes.
  private static let maxName = 1000

  /// Returns whether a part between semicolons itself contains several names.
  private static func isList(_ text: String) -> Bool { text.count { $0 == "," } > 1 }

  /// Splits the text at the words that separate names.
  private static func divided(_ text: String, _ form: Form) -> [String] {
    func split(_ text: String, _ word: String) -> [String] {
      text.replacing("," + word, with: word).split(separator: word).map { $0.trimmed.trimmingEnd(",").trimmed }
        .filter { !$0.isEmpty }
    }
    if isBody(text) { return [text] }
    // `Smith & Trust`
    if !isTurnedAlone(text), bodyWord(in: text) != nil,
      text.replacing(" & ", with: " and ").split(separator: " and ").contains(where: { !$0.trimmed.contains(" ") })
    {
      return [text]
    }
    let parts = split(text, " & ").flatMap { split($0, " / ") }
    return parts.flatMap { part -> [String] in
      let names = split(part, " and ")
      let areSingle = names.filter { !$0.contains(" ") }.count
      // `Stan and Jan Berenstain`, `Smith, John and Mary` and, where names are turned, `Simon and Schuster` cannot be
      // split.
      let isOne = areSingle > 0 && (form == .turned || areSingle < names.count && !part.contains(","))
      return isOne && parts.count == 1 ? [part] : names
    }
  }

  /// Reads a part where only commas can separate names or follow a family name.
  ///
  /// - Parameter plain: the other names in the text, which have no comma. If there are any, it is unlikely that this
  ///   name contains a comma.
  private static func withCommas(_ text: String, _ form: Form, beside plain: [String]) -> (
    names: [String], isGuess: Bool
  ) {
    let parts = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    if parts.count < 2 { return (parts, false) }
    if isBody(text), !isTurnedAlone(text) { return ([text], false) }
    if form == .turned, parts.count < 4 {
      return endsAsBody(parts[0]) ? ([text], false) : ([turned(text)], false)
    }
    let whole = parts.count == 3 ? parts.indices.filter { $0 == 0 || !isSuffix(parts[$0]) }.map { parts[$0] } : parts
    if whole.count == 2 {
      // `Plato, Aristotle and Kant`
      let areSingle = (whole + plain).allSatisfy { !$0.contains(" ") } && !plain.isEmpty
      if areSingle || isSuffix(whole[1], of: whole[0]) || !isTurned(whole[0], whole[1], strictly: !plain.isEmpty) {
        return (list(text), false)
      }
      return ([turned(text)], !isCertain(whole[0], whole[1]))
    }
    let pairs = stride(from: 0, to: parts.count - 1, by: 2).map { (parts[$0], parts[$0 + 1]) }
    let areTurned = pairs.map { isTurned($0, $1, strictly: true) && !isSuffix($1, of: $0) }
    guard parts.count % 2 == 0, areTurned.allSatisfy(\.self) else {
      // `Cher, Bono, Sting, Neil Gaiman`
      let maybeTurned = pairs.allSatisfy { isTurned($0, $1, strictly: false) && !isSuffix($1, of: $0) }
      return (list(text), parts.count % 2 == 0 && maybeTurned)
    }
    return (pairs.map { turned("\($0), \($1)") }, !pairs.allSatisfy { isCertain($0, $1) })
  }

  /// Returns the names in a list with commas. A suffix or a degree stays with its name.
  private static func list(_ text: String) -> [String] {
    var names: [String] = []
    // `A B, C D, and E F`
    let hasSeveral = text.utf8.contains(UInt8(ascii: ","))
    let text = hasSeveral ? text.replacing(", and ", with: ", ").replacing(", & ", with: ", ") : text
    for part in text.split(separator: ",").map(\.trimmed) where !part.isEmpty {
      if isSuffix(part), let last = names.last, last.utf8.count < maxName {
        names[names.count - 1] = "\(last), \(part)"
      } else {
        names.append(part)
      }
    }
    return distinct(names)
  }

  /// Returns whether two parts are more likely a family name and given names than two names.
  ///
  /// - Parameter strictly: whether the parts are among other names, so that they have to look less like two names.
  private static func isTurned(_ family: String, _ given: String, strictly: Bool) -> Bool {
    let (families, givens) = (family.split(separator: " "), given.split(separator: " "))
    guard let first = families.first, let last = givens.last else { return false }
    // `Fontaine, Jean de la`, `von Goethe, Johann Wolfgang`, `Le Guin, Ursula K.`
    let hasParticle = particles.contains(String(first))
    let hasInitial = last.hasSuffix(".") || last.count == 1
    if particles.contains(String(last)) || hasParticle && first.first?.isLowercase ?? false { return true }
    if hasParticle && hasInitial { return true }
    // `Bach, Carl Philipp Emanuel`. But in a list of names with several words each, `Erasmus, Thomas More` are two.
    if families.count == 1 { return !strictly || givens.count == 1 || hasInitial }
    // `García Márquez, Gabriel`: few people have only one name.
    return !strictly && (givens.count == 1 || hasInitial)
  }

  /// Returns whether two parts that `isTurned` accepts can only be a family name and given names.
  private static func isCertain(_ family: String, _ given: String) -> Bool {
    let last = given.split(separator: " ").last ?? ""
    return last.hasSuffix(".") || last.count == 1 || particles.contains(String(last))
      || family.first?.isLowercase ?? false
  }

  /// Words at the start of family names.
  private static let particles: Set<String> = Set(
    [
      "de", "da", "do", "dos", "das", "di", "del", "della", "degli", "du", "des", "la", "le", "van", "von", "der",
      "den",
      "ten", "ter", "zu", "zum", "zur", "af", "av", "al", "el", "bin", "ibn", "ben", "st.", "san", "santa", "y", "d'",
    ].flatMap { [$0, $0.prefix(1).uppercased() + $0.dropFirst()] } + ["of"])

  /// Returns whether the text is the name of an organization, where `and`, `&` and commas are ordinary words.
  ///
  /// Some of its words are also family names, as in `Mary Church Terrell & Bill Press`. For these, the next word
  /// decides.
  private static func isBody(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter }.map { $0.lowercased() }
    return words.indices.contains { place in
      institutions.contains(words[place])
        || ambiguousBodyWords.contains(words[place]) && place + 1 < words.count
          && prepositions.contains(words[place + 1])
    }
  }

  /// Returns whether the part before a comma is an organization rather than a family name, as in `Church Terrell,
  /// Mary`.
  private static func endsAsBody(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter }.map { $0.lowercased() }
    return words.count > 1 && (isBody(text) || words.last.map(ambiguousBodyWords.contains) ?? false)
  }

  /// Returns whether the text is a one-word family name, a comma, and given names without further commas: `Union,
  /// Gabrielle`.
  private static func isTurnedAlone(_ text: String) -> Bool {
    let parts = text.split(separator: ",")
    return parts.count == 2 && !parts[0].trimmed.contains(" ")
  }

  /// Returns the first word that occurs in the names of organizations and of families, or nil if there is none.
  private static func bodyWord(in text: String) -> Substring? {
    text.split { !$0.isLetter }.first { ambiguousBodyWords.contains($0.lowercased()) }
  }

  private static let prepositions: Set<String> = ["of", "for", "on", "in"]

  /// Words that occur only in the names of organizations.
  private static let institutions: Set<String> = words(
    "academy agency association authority bureau center centre college commission committee company",
    "conference congress convention council department directorate division federation foundation government",
    "institute institution laboratories laboratory library ministry museum nations network organisation",
    "organization parliament publishers publishing secretariat services society",
    "studio studios university universität université universidad institut verlag inc ltd llc gmbh")

  /// Words that occur in the names of organizations and of families.
  private static let ambiguousBodyWords: Set<String> = words(
    "board church group office press project school service staff team trust union")

  private static func words(_ lines: String...) -> Set<String> {
    Set(lines.flatMap { $0.split(separator: " ").map(String.init) })
  }

  /// Returns whether a name is written in Han, kana or hangul, where the family name comes first, without a comma.
  package static func isEastAsian(_ name: String) -> Bool {
    name.unicodeScalars.contains { scalar in
      (0x3040...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
        || (0xAC00...0xD7AF).contains(scalar.value) || (0x20000...0x323AF).contains(scalar.value)
    }
  }

  /// Returns whether a program wrote the name because it does not know the author.
  package static func isNobody(_ name: String) -> Bool {
    name == "Unknown" || !name.contains { $0.isLetter || $0.isNumber }
  }

  /// Returns whether the text is the address or the name of a site that gives away books and adds itself to their
  /// authors.
  package static func isSite(_ text: String) -> Bool {
    text.wholeMatch(of: /(?i)(www\.)?[\w-]+\.(org|com|net|io|is|cc|cn|sk|se)|z-?library|z-lib.*/) != nil
  }

  package static func distinct(_ names: [String]) -> [String] {
    if names.count == 1 { return [CleanText.collapse(names[0])].filter { !$0.isEmpty } }
    var seen: Set<String> = []
    return names.map { CleanText.collapse($0) }.filter { !$0.isEmpty && seen.insert(Folding.fold($0)).inserted }
  }

  private static func isSuffix(_ text: String) -> Bool {
    suffixes.contains(text.filter { $0.isLetter || $0.isNumber })
  }

  /// Returns whether the part after a comma is a suffix. After a single family name, initials such as `J.D.` are given
  /// names.
  private static func isSuffix(_ text: String, of name: String) -> Bool {
    isSuffix(text) && (name.contains(" ") || text.wholeMatch(of: /(?:\p{Lu}\.\s?)+/) == nil)
  }

  /// Suffixes and degrees as usually written, in capitals, and in small letters. `Edd` and `Ma` are names.
  private static let suffixes: Set<String> = Set(
    [
      "Jr", "Sr", "II", "III", "IV", "MD", "PhD", "Dr", "Esq", "MA", "MSc", "BA", "RN", "DDS", "JD", "MBA", "DO",
      "LCSW",
      "PsyD", "EdD", "SJ", "Inc", "Ltd", "LLC", "GmbH", "Co", "Corp", "OP", "OSB", "OFM", "CBE", "OBE",
    ].flatMap { [$0, $0.uppercased(), $0.lowercased()] })
}
