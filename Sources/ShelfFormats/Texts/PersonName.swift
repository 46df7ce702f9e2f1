import ShelfText

/// Parses authors' names in all the forms that sources use.
///
/// A source may put several authors in one value, and may write the family name first or last. `read` splits such a
/// value in three stages. Semicolons, bars and line breaks always separate names. The words `and` and `&` and the slash
/// also separate names, unless they are part of an organization's name. A comma is ambiguous: it can separate two
/// names, or a family name from given names, as in `Le Guin, Ursula K.`, or a name from a suffix. The form that the
/// source uses and the shape of the parts decide between these cases. The result states whether the decision is a
/// guess, so that the import can report it. Before and between these stages, `NameCleaning` removes text that is not
/// part of a name: years, titles, fuller forms. Text in parentheses is never split.
package enum PersonName {
  /// A name in a source.
  package struct Found: Hashable, Sendable {
    /// The name in natural order, such as `Ursula K. Le Guin`.
    package var name: String
    /// The sort form, if the source provides one and `NameParts` would guess a different one.
    package var sortForm: String?
    /// The person's role in the words of the source, or an empty string.
    package var role = ""

    package init(_ name: String, sortForm: String? = nil, role: String = "") {
      (self.name, self.sortForm, self.role) = (name, sortForm, role)
    }
  }

  /// The names in a text.
  package struct Reading: Sendable {
    package var people: [Found] = []
    /// Whether a comma in the text may instead separate two names.
    package var isGuess = false
    /// The years, titles and fuller forms that were removed from the names.
    package var removed: [String] = []

    package init(_ people: [Found] = []) { self.people = people }

    package var names: [String] { people.map(\.name) }
  }

  /// Returns `Le Guin, Ursula K.` as `Ursula K. Le Guin`. Suffixes stay at the end, and other names are returned
  /// unchanged, except for years and titles.
  package static func turned(_ name: String) -> String { found(turned: name).names.first ?? "" }

  /// Reads a single name in the form `Family, Given`, or with the given names first if there is no comma.
  package static func found(turned name: String) -> Reading {
    var reading = Reading()
    var text = shielded(CleanText.collapse(name))
    NameCleaning.removeYears(from: &text, &reading.removed)
    if let found = found(Piece(text: text, isTurned: true), &reading.removed) { reading.people = [found] }
    return reading
  }

  /// The order of the parts of names in a source.
  package enum Form {
    /// Given names first. A comma always separates two names.
    case plain
    /// `Last, First`, or given names first if there is no comma.
    case turned
    /// Either `plain` or `turned`.
    case any
  }

  /// Splits a person's role from the end of a text: `Paul Kidby (Illustrator)`. The result is nil if the text contains
  /// no role.
  package typealias RoleReader = (_ text: String) -> (rest: String, role: String, isOfAll: Bool)?

  /// Returns the names in a text, for all formats but BibTeX, where `and` always separates names.
  ///
  /// Semicolons, bars and line breaks always separate names. `&`, `and` and `/` separate names unless they belong to
  /// the name of an organization. Only then is the order of the parts of each name reversed.
  package static func read(_ text: String, _ form: Form, role: RoleReader? = nil) -> Reading {
    var reading = Reading()
    var text = text
    if text.utf8.count <= NameCleaning.limit {
      text = shielded(CleanText.collapse(form == .plain ? text : text.replacing(/[\n;|]+/, with: " ; ")))
      NameCleaning.removeYears(from: &text, &reading.removed)
    }
    var pieces: [Piece] = []
    if form == .plain {
      pieces = list(CleanText.collapse(text)).map { Piece(text: $0) }
    } else {
      let people = text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
      for person in people {
        // If semicolons separate the names, a comma is usually part of a name.
        let own = people.count == 1 ? form : isList(person) ? .any : .turned
        let (found, isGuess) = self.pieces(person, own, role)
        pieces += found
        if people.count == 1 { reading.isGuess = isGuess }
      }
    }
    var seen: Set<String> = []
    for var piece in pieces {
      if let role, piece.role.isEmpty, let (rest, own, _) = role(piece.text) { (piece.text, piece.role) = (rest, own) }
      guard let found = found(piece, &reading.removed), !found.name.isEmpty else { continue }
      if pieces.count == 1 || seen.insert(Folding.fold(found.name) + "\u{1F}" + found.role).inserted {
        reading.people.append(found)
      }
    }
    return reading
  }

  /// A part of a text that is a single name.
  private struct Piece {
    var text: String
    /// Whether a comma separates the family name from the given names.
    var isTurned = false
    var role = ""
  }

  /// Returns the pieces of text that contains no semicolons.
  private static func pieces(_ text: String, _ form: Form, _ role: RoleReader?) -> (pieces: [Piece], isGuess: Bool) {
    if NameWords.isEastAsian(text) {
      let names = text.split { ",，、".contains($0) }.map(\.trimmed)
      // `李, 世民` is one name, since no name is a single character. `夏目, 漱石` may be two names, as `余华, 莫言` are.
      let isDivided =
        names.count == 2 && names.contains { $0.count == 1 } && names.allSatisfy(NameWords.isWhollyEastAsian)
      if isDivided { return ([Piece(text: names.joined(separator: ", "), isTurned: true)], false) }
      if form == .turned || names.count < 2 { return ([Piece(text: text, isTurned: true)], false) }
      return (names.map { Piece(text: $0) }, names.count == 2 && names.allSatisfy { $0.count == 2 })
    }
    let parts = divided(text, form).map { part -> (text: String, role: String, isOfAll: Bool) in
      role?(part).map { ($0.rest, $0.role, $0.isOfAll) } ?? (part, "", false)
    }
    let plain = parts.count > 1 ? parts.map(\.text).filter { !$0.contains(",") } : []
    var all: [Piece] = []
    var isGuess = false
    for part in parts {
      var found = withCommas(part.text, form, beside: plain)
      for index in found.pieces.indices where part.isOfAll || index == found.pieces.count - 1 {
        found.pieces[index].role = part.role
      }
      // `Mary Smith & Paul Kidby (Editors)`
      if part.isOfAll { for index in all.indices where all[index].role.isEmpty { all[index].role = part.role } }
      all += found.pieces
      isGuess = isGuess || found.isGuess
    }
    return (all, isGuess)
  }

  // MARK: - One name

  /// Returns the name in a piece, or nil if the piece contains no name.
  private static func found(_ piece: Piece, _ removed: inout [String]) -> Found? {
    var text = piece.text
    NameCleaning.tidy(&text, &removed)
    let name: Found? =
      piece.isTurned && text.contains(",")
      ? divided(name: text, &removed) : text.isEmpty ? nil : eastAsian(unshielded(text)) ?? Found(unshielded(text))
    guard var name else { return nil }
    name.role = piece.role
    return name
  }

  /// Splits `Family, Given` and its variants with suffixes and titles.
  private static func divided(name text: String, _ removed: inout [String]) -> Found? {
    var parts = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    NameCleaning.removeTitles(from: &parts, &removed)
    parts = parts.map(unshielded)
    if NameWords.isEastAsian(text) {
      return parts.count == 2
        ? eastAsian(parts[0], parts[1]) ?? Found(parts.joined(separator: ", "))
        : Found(parts.joined(separator: ", "))
    }
    let whole = parts
    var suffixes: [String] = []
    while parts.count > 2, let last = parts.last, NameWords.isSuffix(last) {
      suffixes.insert(parts.removeLast(), at: 0)
    }
    if parts.count > 2, NameWords.isSuffix(parts[1]) { suffixes.insert(parts.remove(at: 1), at: 0) }
    guard parts.count == 2, !NameWords.isSuffix(parts[1], of: parts[0]), !endsAsBody(parts[0]) else {
      return whole.isEmpty ? nil : Found(whole.joined(separator: ", "))
    }
    return person(family: parts[0], given: parts[1], suffix: suffixes.joined(separator: ", "))
  }

  /// Returns the name of a person for whom a source provides separate family and given names.
  ///
  /// - Parameters:
  ///   - particle: the particle, if the source provides it separately.
  ///   - isExact: whether lowercase particles at the start of the family name also belong to it in the sort form.
  package static func person(
    family: String, given: String, particle: String = "", suffix: String = "", isExact: Bool = false
  ) -> Found {
    if particle.isEmpty, suffix.isEmpty, !given.isEmpty, NameWords.isEastAsian(family + given) {
      return eastAsian(family, given) ?? Found("\(family), \(given)")
    }
    // Text in parentheses stays at the end: `Strasser, Todd (= Morton Rhue)`.
    let open = given.hasSuffix(")") ? given.firstRange(of: " (")?.lowerBound : nil
    let remark = open.map { String(given[$0...]) } ?? ""
    var givens = given[..<(open ?? given.endIndex)].split(separator: " ").map(String.init)
    // `Byron, George Gordon Byron`
    let families = family.split(separator: " ").map(String.init)
    if givens.count > families.count, Array(givens.suffix(families.count)) == families {
      givens.removeLast(families.count)
    }
    let form = [family, (givens + [particle]).filter { !$0.isEmpty }.joined(separator: " "), suffix]
    let stated = NameParts(sortForm: form.filter { !$0.isEmpty }.joined(separator: ", ") + remark)
    let name = CleanText.collapse(
      ([givens.joined(separator: " "), particle, family].filter { !$0.isEmpty }.joined(separator: " "))
        + (suffix.isEmpty ? "" : ", " + suffix) + remark)
    return Found(name, sortForm: self.form(of: stated, name, isExact: isExact))
  }

  /// Returns a name that a source does not split into parts, such as an organization's name.
  package static func undivided(_ name: String) -> Found {
    let name = CleanText.collapse(name)
    return Found(name, sortForm: form(of: NameParts(family: name), name, isExact: true))
  }

  /// Returns the sort form that a source provides, or nil if shelf would guess the same form.
  private static func form(of stated: NameParts, _ name: String, isExact: Bool) -> String? {
    let guess = NameParts(guessing: name)
    let form = stated.sortForm
    if guess.sortForm == form || form.utf8.count > maxName || form.isEmpty { return nil }
    // Some programs split the names of organizations into parts.
    if !stated.isUndivided, guess.isUndivided, NameWords.isOrganization(name) { return nil }
    let isSame = guess.wholeFamily == stated.wholeFamily && guess.given == stated.given && guess.suffix == stated.suffix
    return !isExact && isSame ? nil : form
  }

  /// Joins the parts of a name in an East Asian script without a space. Returns nil for any other name, for a name in
  /// katakana, and for a name with more than two parts.
  private static func eastAsian(_ family: String, _ given: String) -> Found? {
    guard [family, given].allSatisfy({ NameWords.isWhollyEastAsian($0) && !$0.contains { " ・＝=（(【[".contains($0) } }),
      !NameWords.isKatakana(family) || !NameWords.isKatakana(given)
    else { return nil }
    let hasHiragana = family.unicodeScalars.contains { (0x3040...0x309F).contains($0.value) }
    guard family.count <= (hasHiragana ? 5 : 2), given.count <= 6 else { return nil }
    return Found(family + given, sortForm: "\(family), \(given)")
  }

  /// Joins the parts of a name such as `村上 春樹`. Returns nil for any other name.
  private static func eastAsian(_ name: String) -> Found? {
    guard NameWords.isEastAsian(name) else { return nil }
    let parts = name.split { " \u{3000}".contains($0) }.map(String.init)
    return parts.count == 2 ? eastAsian(parts[0], parts[1]) : nil
  }

  // MARK: - Several names

  /// The maximum size of a name to which a suffix is added, and of a sort form, in bytes.
  private static let maxName = 1000

  /// Returns whether text between semicolons contains several names.
  private static func isList(_ text: String) -> Bool { text.count { $0 == "," } > 1 && !hasTitle(text) }

  /// Returns whether the part after the last comma is a title or a suffix rather than a name.
  private static func hasTitle(_ text: String) -> Bool {
    let parts = text.split(separator: ",").map(\.trimmed)
    return parts.count == 3 && (NameWords.isSuffix(parts[2]) || NameCleaning.isTitle(parts[2], isAlone: false))
  }

  /// The words for “and” between names. The Spanish and Portuguese words are missing, because they can also be part of
  /// a name.
  private static let conjunctions = [" and ", " und ", " u. ", " et ", " och ", " og "]

  /// Splits the text at the conjunctions that separate names.
  private static func divided(_ text: String, _ form: Form) -> [String] {
    func split(_ text: String, _ word: String) -> [String] {
      text.replacing("," + word, with: word).split(separator: word).map { $0.trimmed.trimmingEnd(",").trimmed }
        .filter { !$0.isEmpty }
    }
    if NameWords.isOrganization(text) { return [text] }
    // `Smith & Trust` may be a company.
    if !isTurnedAlone(text), bodyWord(in: text) != nil,
      text.replacing(" & ", with: " and ").split(separator: " and ").contains(where: { !$0.trimmed.contains(" ") })
    {
      return [text]
    }
    let parts = split(text, " & ").flatMap { split($0, " / ") }
    return parts.flatMap { part -> [String] in
      // The “und” in `Karl Theodor von und zu Guttenberg` does not separate names.
      let words = part.contains(" von u") ? [" and "] : conjunctions
      let names = words.reduce([part]) { names, word in names.flatMap { split($0, word) } }
      let areSingle = names.filter { !$0.contains(" ") }.count
      // `Stan and Jan Berenstain`, `Smith, John and Mary` and, in sources with the family name first, `Simon and
      // Schuster` cannot be split.
      let isOne = areSingle > 0 && (form == .turned || areSingle < names.count && !part.contains(","))
      return isOne && parts.count == 1 ? [part] : names
    }
  }

  /// Parses text in which only commas can separate names or follow a family name.
  ///
  /// - Parameter plain: the other names in the text, which contain no comma. If there are any, this name is unlikely to
  ///   contain a comma.
  private static func withCommas(_ text: String, _ form: Form, beside plain: [String]) -> (
    pieces: [Piece], isGuess: Bool
  ) {
    let parts = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    func all(_ names: [String]) -> [Piece] { names.map { Piece(text: $0) } }
    if parts.count < 2 { return (all(parts), false) }
    if NameWords.isOrganization(text), !isTurnedAlone(text) { return (all([text]), false) }
    if form == .turned, parts.count < 4 {
      return ([Piece(text: text, isTurned: !endsAsBody(parts[0]))], false)
    }
    if parts.count == 3, hasTitle(text), isTurned(parts[0], parts[1], strictly: false) {
      return ([Piece(text: text, isTurned: true)], !isCertain(parts[0], parts[1]))
    }
    let whole =
      parts.count == 3 ? parts.indices.filter { $0 == 0 || !NameWords.isSuffix(parts[$0]) }.map { parts[$0] } : parts
    if whole.count == 2 {
      // In `Plato, Aristotle and Kant`, each word is a name. `Strugatzki, Arkadi and Boris` looks the same.
      let areSingle = (whole + plain).allSatisfy { !$0.contains(" ") } && !plain.isEmpty
      if areSingle { return (all(list(text)), plain.count == 1) }
      if NameWords.isSuffix(whole[1], of: whole[0])
        || !isTurned(whole[0], whole[1], strictly: !plain.isEmpty)
      {
        return (all(list(text)), false)
      }
      return ([Piece(text: text, isTurned: true)], !isCertain(whole[0], whole[1]))
    }
    let pairs = stride(from: 0, to: parts.count - 1, by: 2).map { (parts[$0], parts[$0 + 1]) }
    let areTurned = pairs.map { isTurned($0, $1, strictly: true) && !NameWords.isSuffix($1, of: $0) }
    guard parts.count % 2 == 0, areTurned.allSatisfy(\.self) else {
      // `Cher, Bono, Sting, Neil Gaiman` is read as four names, but could be two names with the family name first.
      let maybeTurned = pairs.allSatisfy { isTurned($0, $1, strictly: false) && !NameWords.isSuffix($1, of: $0) }
      return (all(list(text)), parts.count % 2 == 0 && maybeTurned)
    }
    return (
      pairs.map { Piece(text: "\($0), \($1)", isTurned: true) }, !pairs.allSatisfy { isCertain($0, $1) }
    )
  }

  /// Returns the names in a comma-separated list. A suffix or a degree is kept with its name.
  private static func list(_ text: String) -> [String] {
    var names: [String] = []
    // In a list such as `A B, C D, and E F`, a conjunction may follow the last comma.
    let hasSeveral = text.utf8.contains(UInt8(ascii: ","))
    let text = hasSeveral ? text.replacing(", and ", with: ", ").replacing(", & ", with: ", ") : text
    for part in text.split(separator: ",").map(\.trimmed) where !part.isEmpty {
      if let last = names.last, NameWords.isSuffix(part), last.utf8.count < maxName {
        names[names.count - 1] = "\(last), \(part)"
      } else {
        names.append(part)
      }
    }
    return distinct(names)
  }

  /// Returns whether two parts of a text, with a comma between them, are probably one person's family name and given
  /// names, rather than the names of two people.
  ///
  /// - Parameter strictly: whether to require stronger evidence, because the text also contains other names.
  private static func isTurned(_ family: String, _ given: String, strictly: Bool) -> Bool {
    // A fuller form in parentheses may follow: `Le Guin, Ursula K. (Ursula Kroeber)`.
    let given = given.prefix { $0 != "(" }.trimmed
    let (families, givens) = (family.split(separator: " "), given.split(separator: " "))
    guard let first = families.first, let last = givens.last else { return false }
    // Particles and initials show the order in `Fontaine, Jean de la`, `von Goethe, Johann Wolfgang` and `Le Guin,
    // Ursula K.`
    let hasParticle = NameWords.isParticle(first)
    let hasInitial = last.hasSuffix(".") || last.count == 1
    // `Baji S., Vallarapu A.` are two names, each with an initial at the end.
    if families.count > 1, givens.count > 1, isInitial(last), isInitial(families[families.count - 1]) { return false }
    if NameWords.isParticle(last) || hasParticle && first.first?.isLowercase ?? false { return true }
    if hasParticle && hasInitial { return true }
    // `Bach, Carl Philipp Emanuel` is a single name, but among other names, `Erasmus, Thomas More` are two names.
    if families.count == 1 { return !strictly || givens.count == 1 || hasInitial }
    // `García Márquez, Gabriel` is a single name, because few people are known by one word such as `Gabriel`.
    return !strictly && (givens.count == 1 || hasInitial)
  }

  private static func isInitial(_ word: Substring) -> Bool { word.count == 2 && word.hasSuffix(".") }

  /// Returns whether two parts that `isTurned` accepts can only be a family name and given names.
  private static func isCertain(_ family: String, _ given: String) -> Bool {
    let last = given.split(separator: " ").last ?? ""
    return last.hasSuffix(".") || last.count == 1 || NameWords.isParticle(last) || family.first?.isLowercase ?? false
  }

  /// Returns whether the part before a comma is an organization rather than a family name, as in `Church Terrell,
  /// Mary`.
  private static func endsAsBody(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter }.map { $0.lowercased() }
    return words.count > 1 && (NameWords.isOrganization(text) || words.last.map(NameWords.ambiguous.contains) ?? false)
  }

  /// Returns whether the text is a one-word family name, a comma, and given names without further commas: `Union,
  /// Gabrielle`.
  private static func isTurnedAlone(_ text: String) -> Bool {
    let parts = text.split(separator: ",")
    return parts.count == 2 && !parts[0].trimmed.contains(" ")
  }

  /// Returns the first word that can be part of both an organization's name and a family name, or nil if there is none.
  private static func bodyWord(in text: String) -> Substring? {
    text.split { !$0.isLetter }.first { NameWords.ambiguous.contains($0.lowercased()) }
  }
}
