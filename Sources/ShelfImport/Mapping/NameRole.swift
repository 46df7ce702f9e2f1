import ShelfFormats
import ShelfModel
import ShelfText

/// Recognizes the roles of people that are written with their names: `Paul Kidby (Illustrator)`, `Mary Smith, editor`,
/// `Homer, translated by Emily Wilson`.
enum NameRole {
  /// Separates the role from the end of a name, or of several names.
  ///
  /// - Returns: the text before the role; the role in the source's words, which is empty for an author; and whether the
  ///   role applies to all of the names. Nil if there is no role.
  static func detach(_ text: String) -> (rest: String, role: String, isOfAll: Bool)? {
    if text.hasSuffix(")") || text.hasSuffix("]") {
      guard let open = text.lastIndex(where: { "([".contains($0) }) else { return nil }
      let (rest, word) = (text[..<open].trimmed, text[text.index(after: open)...].dropLast().trimmed)
      if rest.isEmpty || !isRole(word, of: rest) { return nil }
      return (rest, isAuthor(word) ? "" : word, isPlural(word))
    }
    guard let comma = text.lastIndex(of: ",") else { return nil }
    let (rest, word) = (text[..<comma].trimmed, text[text.index(after: comma)...].trimmed)
    guard !rest.isEmpty, ContributorRole(called: word) != nil || isAuthor(word) else { return nil }
    // `Smith, Ed` and `Smith, Ann` are names, although `Ed` and `Ann` are also codes for roles.
    let isWord = word.first?.isLowercase ?? false || word.count > 5 && word != "Reader" || word.hasPrefix("Hrsg")
    return isWord && word.count > 2 ? (rest, isAuthor(word) ? "" : word, isPlural(word)) : nil
  }

  /// Returns whether a word in parentheses is the role of a person, rather than the location of an organization or a
  /// part of the name.
  static func isRole(_ word: String, of name: String) -> Bool {
    if ContributorRole(called: word) != nil { return word != "Ann" && word != "Com" }
    if isAuthor(word) { return true }
    guard let first = word.first, !word.contains(where: { $0.isNumber || $0 == "," }), word.utf8.count < 60 else {
      return false
    }
    let words = word.lowercased().split(separator: " ")
    if words.contains("by") || first.isLowercase { return first.isLetter && !NameWords.isOrganization(name) }
    return words.last.map { others.contains(String($0)) } ?? false
  }

  /// The last words of roles that shelf does not distinguish.
  private static let others: Set<String> = [
    "artist", "art", "author", "colorist", "colourist", "composer", "contributor", "cover", "creator", "design",
    "designer", "director", "inker", "interviewer", "letterer", "penciler", "penciller", "producer", "publisher",
    "screenplay", "consultant", "assistant", "advisor", "performer", "reviewer", "writer", "abridger", "collaborator",
    "collector", "proofreader", "reteller", "retold", "lyricist", "cartographer", "editor", "translator", "illustrator",
    "designers", "artists", "contributors",
  ]

  static func isAuthor(_ word: String) -> Bool {
    ["author", "authors", "aut", "autor", "autorin", "auteur", "autrice", "writer", "070"].contains(word.lowercased())
  }

  private static func isPlural(_ word: String) -> Bool {
    let plain = word.lowercased().filter { $0 != "." }
    return ["eds", "editors", "translators", "illustrators", "authors", "compilers", "narrators", "hrsg", "hg"]
      .contains(
        plain)
  }

  /// Splits text such as `Homer, translated by Emily Wilson` or `Homer (trans. Emily Wilson)` by role. Each part
  /// contains the people who share a role. The role of the first part is empty, unless the text begins with a role, as
  /// in `edited by Mary Smith`.
  static func divide(_ text: String) -> [(text: String, role: String)] {
    let plain = text.lowercased()
    guard text.utf8.count <= NameCleaning.limit, marks.contains(where: plain.contains) else { return [(text, "")] }
    var (rest, parts) = (text, [(text: String, role: String)]())
    while parts.count < 8, let match = rest.firstMatch(of: lastRole) {
      let (before, role, people) = (
        rest[..<match.range.lowerBound].trimmed, String(match.output.1), String(match.output.2).trimmed
      )
      if before.isEmpty || people.isEmpty || ContributorRole(called: role) == nil { break }
      parts.insert((people, role), at: 0)
      rest = before
    }
    guard let match = rest.prefixMatch(of: firstRole), ContributorRole(called: String(match.output.1)) != nil else {
      return [(rest, "")] + parts
    }
    return [(rest[match.range.upperBound...].trimmed, String(match.output.1))] + parts
  }

  /// Text that introduces the people who share a role.
  private static let marks = [
    " by ", "ed.", "eds.", "tr.", "trans.", "transl.", "illus.", "ill.", "hrsg.", "hg.", "herausgegeben", "übers",
    "illustriert",
  ]

  /// Matches a role and the people after it, at the end of the text.
  private static var lastRole: Regex<(Substring, Substring, Substring)> {
    #/
    (?i)\s*[,;/(\[]\s*
    ((?:translated|edited|illustrated|narrated|compiled|adapted|read|photographs|foreword|introduction|afterword|preface|notes)\s+by
      |trans\.|transl\.|ed\.|eds\.|illus\.|ill\.|tr\.|hrsg\.|hg\.|herausgegeben|übers\.|übersetzt|übersetzung|illustriert)
    (?:\s*:)?(?:\s+(?:by|von|v\.))?\s+([^,;/()\[\]]+(?:,\s*(?:Jr|Sr)\.?)?)[)\]]?\s*$
    /#
  }

  /// Matches a role at the start of the text.
  private static var firstRole: Regex<(Substring, Substring)> {
    /(?i)(translated by|edited by|illustrated by|narrated by|compiled by|adapted by|ed\.|eds\.|hrsg\.|hg\.|herausgegeben|trans\.|übers\.)\s+(?:(?:von|v\.|by)\s)?/
  }
}
