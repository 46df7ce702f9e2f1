/// The parts of a person's name: given names, particle, family name and suffix.
///
/// Names are written in natural order, such as `Vincent van Gogh`, so the parts have to be guessed. Only
/// `init(guessing:)` does this. The family name consists of the last word and any words before it that belong to it.
/// Lowercase particles are a separate part, because they are printed with the family name but ignored when names are
/// sorted: Vincent van Gogh is sorted under G. Names in East Asian scripts, names of organizations and single-word
/// names are not divided. For names that the rule gets wrong, a library gives the parts under `names` in its
/// `shelf.yaml`, in the form that `init(sortForm:)` reads.
package struct NameParts: Hashable, Sendable {
  package var given = ""
  /// The words between the given names and the family name that sorting ignores, such as `van`.
  package var particle = ""
  /// The family name, or the whole name if it is not divided.
  package var family: String
  /// A generational suffix such as `Jr.`, or degrees.
  package var suffix = ""

  package init(given: String = "", particle: String = "", family: String, suffix: String = "") {
    (self.given, self.particle, self.family, self.suffix) = (given, particle, family, suffix)
  }

  /// Whether the name is not divided into parts, such as the name of an organization.
  package var isUndivided: Bool { given.isEmpty && particle.isEmpty && suffix.isEmpty }

  /// The sort form of the name: `García Márquez, Gabriel`, `Gogh, Vincent van`, `King, Martin Luther, Jr.`, or the name
  /// itself if it is not divided.
  package var sortForm: String {
    let front = [given, particle].filter { !$0.isEmpty }.joined(separator: " ")
    return [family, front, suffix].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The name in natural order, such as `Vincent van Gogh`.
  package var name: String {
    let name = [given, particle, family].filter { !$0.isEmpty }.joined(separator: " ")
    return suffix.isEmpty ? name : "\(name), \(suffix)"
  }

  package var key: String { Folding.fold(sortForm) }

  /// The particle and the family name, which are printed together.
  package var wholeFamily: String { particle.isEmpty ? family : "\(particle) \(family)" }

  /// Returns whether folded words, such as `u k le guin`, name this person: the words end with the family name, and the
  /// words before it match the given names one by one, as far as there are any. An initial matches every name that
  /// begins with it.
  package func isNamed(by words: [String]) -> Bool {
    let (family, given) = (Folding.words(wholeFamily), Folding.words(given))
    guard !given.isEmpty, words.count > family.count, words.suffix(family.count).elementsEqual(family) else {
      return false
    }
    return zip(words.dropLast(family.count), given).allSatisfy { one, other in
      one == other || one.count == 1 && other.hasPrefix(one) || other.count == 1 && one.hasPrefix(other)
    }
  }
}

// MARK: - The form to sort by

extension NameParts {
  /// Reads a name in its sort form: `Family, Given`, `Family, Given, Suffix`, or a name without a comma, which is not
  /// divided.
  ///
  /// Particles after the given names, as in `Gogh, Vincent van`, become the particle.
  package init(sortForm text: String) {
    let parts = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    guard parts.count > 1 else {
      self.init(family: parts.first ?? "")
      return
    }
    self.init(family: parts[0])
    // The suffix may follow the family name, as in `King Jr., Martin Luther`.
    let families = parts[0].split(separator: " ")
    if families.count > 1, let last = families.last, NameWords.isGeneration(last) {
      (family, suffix) = (families.dropLast().joined(separator: " "), String(last))
    }
    var rest = parts[1...]
    while rest.count > 1 || suffix.isEmpty && NameWords.isGeneration(rest.first ?? ""), let last = rest.last,
      NameWords.isSuffix(last)
    {
      suffix = suffix.isEmpty ? last : "\(last), \(suffix)"
      rest.removeLast()
    }
    // The suffix may follow a comma after the family name, as in `King, Jr., Martin Luther`.
    if rest.count > 1, let first = rest.first, NameWords.isSuffix(first) {
      suffix = suffix.isEmpty ? first : "\(first), \(suffix)"
      rest.removeFirst()
    }
    let words = rest.joined(separator: ", ").split(separator: " ")
    let end = words.lastIndex { !NameWords.ignored.contains(String($0)) }.map { $0 + 1 } ?? words.count
    given = words[..<end].joined(separator: " ")
    particle = words[end...].joined(separator: " ")
  }
}

// MARK: - The guess

extension NameParts {
  /// The maximum number of words in a suggested family name.
  private static let maxFamily = 5

  /// Returns the possible sort forms of a name: the guessed one, those with one or more of the last words as the family
  /// name, and the undivided name.
  package static func possibleForms(of name: String) -> [String] {
    let words = name.split(separator: " ")
    let divided: [Int] = name.contains(",") ? [] : words.indices.dropFirst().suffix(maxFamily).reversed()
    let forms = divided.map { start in
      "\(words[start...].joined(separator: " ")), \(words[..<start].joined(separator: " "))"
    }
    var known: Set<String> = []
    return ([NameParts(guessing: name).sortForm] + forms + [name]).filter { known.insert($0).inserted }
  }

  /// Guesses the parts of a name in natural order.
  package init(guessing name: String) {
    let name = name.trimmed
    if name.utf8.contains(UInt8(ascii: ",")) {
      self = NameParts.withComma(name)
    } else {
      self = NameParts.plain(name)
    }
  }

  /// Reads a name with a comma, such as `Martin Luther King, Jr.` or `Gail Perry, CPA`, or one that is already in its
  /// sort form.
  private static func withComma(_ name: String) -> NameParts {
    let parts = name.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    if parts.count < 2 { return plain(parts.first ?? name) }
    if NameWords.isOrganization(name) || name.hasSuffix(")") { return NameParts(family: name) }
    if parts[0].contains(" "), parts.dropFirst().allSatisfy(NameWords.isSuffix) {
      var person = plain(parts[0])
      if person.isUndivided { return NameParts(family: name) }
      person.suffix = ([person.suffix] + parts.dropFirst()).filter { !$0.isEmpty }.joined(separator: ", ")
      return person
    }
    return parts.count > 3 ? NameParts(family: name) : NameParts(sortForm: name)
  }

  private static func plain(_ name: String) -> NameParts {
    var words = name.split(separator: " ")
    guard words.count > 1, !isWhole(name, words) else { return NameParts(family: name) }
    var suffixes: [Substring] = []
    while words.count > 2, let last = words.last, isSuffix(last) { suffixes.insert(words.removeLast(), at: 0) }
    let start = familyStart(words)
    var givenEnd = start
    while givenEnd > 1, NameWords.ignored.contains(String(words[givenEnd - 1])) { givenEnd -= 1 }
    return NameParts(
      given: words[..<givenEnd].joined(separator: " "), particle: words[givenEnd..<start].joined(separator: " "),
      family: words[start...].joined(separator: " "), suffix: suffixes.joined(separator: " "))
  }

  /// Returns the index of the first word of the family name. At least one word precedes it.
  private static func familyStart(_ words: [Substring]) -> Int {
    var start = words.count - 1
    while start > 1 {
      if NameWords.sorted.contains(String(words[start - 1])) {
        start -= 1
      } else if start > 2, NameWords.joining.contains(String(words[start - 1])) {
        start -= 2
      } else {
        break
      }
    }
    return start
  }

  private static func isSuffix(_ word: Substring) -> Bool {
    NameWords.isGeneration(word) || ["phd", "md", "esq"].contains(word.filter { $0 != "." }.lowercased())
  }

  /// Returns whether a multiword name is not divided.
  private static func isWhole(_ name: String, _ words: [Substring]) -> Bool {
    guard let last = words.last else { return true }
    if words[0] == "The" || last.hasSuffix(")") || NameWords.isEastAsian(name) { return true }
    if name.contains(where: \.isNumber) || NameWords.isOrganization(name) { return true }
    if NameWords.endsAsOrganization(words) { return true }
    // `Elizabeth II` is not divided, and neither is `Baji S.`, where the family name comes first.
    return words.count == 2 && (NameWords.isNumeral(last) || isSuffix(last))
      || last.count == 2 && last.hasSuffix(".") && !words[0].hasSuffix(".")
  }
}
