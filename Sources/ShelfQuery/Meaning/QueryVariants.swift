import ShelfModel
import ShelfStore
import ShelfText

/// Alternatives to a query that found nothing, such as a search for a tag instead of a word.
package struct QueryVariants {
  package let queries: [String]

  /// - Parameters:
  ///   - text: the query.
  ///   - kind: the kind of the records that the query searched.
  package init(_ text: String, _ kind: Kind, _ schema: Schema) {
    var found: [String] = []
    // Control characters are never typed on purpose.
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      queries = []
      return
    }
    if QueryVariants.isPlain(text) {
      found += QueryVariants.meanings(of: text, kind, schema) + QueryVariants.withoutMarks(text)
      // The user may have copied a file name, where hyphens replace spaces.
      if text.contains("-") { found.append(text.replacing("-", with: " ").trimmed) }
      found += QueryVariants.withStates(text, kind, schema)
      let words = QueryVariants.withoutFillers(text, kind)
      if words != text, !words.isEmpty { found += [words] + QueryVariants.meanings(of: words, kind, schema) }
    } else if !text.replacing(" / ", with: " ").contains("/"), !text.contains("\"") {
      found += QueryVariants.withoutMarks(text)
      found += QueryVariants.named(text)
      found += QueryVariants.withStates(text, kind, schema)
    } else if let term = text.wholeMatch(of: /(\w+:=?)"([\w '.-]+)"/) {
      found += QueryVariants.named("\(term.1)\(term.2)")
    }
    var seen: Set<String> = [text]
    queries = found.filter { seen.insert($0).inserted }
  }

  /// Returns the query with its words that name states turned into terms, as in `genre:kids is:wanted`.
  private static func withStates(_ text: String, _ kind: Kind, _ schema: Schema) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    guard words.count > 1, !text.contains("\"") else { return [] }
    let terms = words.map { QuerySource(stateCalled: $0, of: kind, schema)?.text ?? $0 }
    return terms == words ? [] : [terms.joined(separator: " ")]
  }

  /// Returns the text without the words that sentences contain and titles rarely depend on, such as `from` and the name
  /// of the kind.
  private static func withoutFillers(_ text: String, _ kind: Kind) -> String {
    let fillers: Set = [
      "from", "by", "about", "in", "of", "with", "containing", "on", "for", kind.singular, kind.plural,
    ]
    return text.split(separator: " ").filter { !fillers.contains($0.lowercased()) }.joined(separator: " ")
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || " -'".contains($0) }
  }

  /// Returns queries that treat the text as the name of a related record, such as a genre or a tag, as the name of an
  /// author, as a state, or as an id.
  private static func meanings(of text: String, _ kind: Kind, _ schema: Schema) -> [String] {
    let value = text.contains(" ") ? "\"\(text)\"" : text
    let related = Kind.allCases.filter { $0 != kind }.map { "\($0.singular):\(value)" }
    let creators = Kind.allCases.compactMap { schema.field(.creator, of: $0)?.key }
      .filter { Attributes(of: kind, schema).related($0) != nil }.map { "\($0):\(value)" }
    let states = schema.fields(of: kind).compactMap { field -> String? in
      guard case .choice(let words) = field.type else { return nil }
      let wanted = Folding.fold(text).filter { !" -".contains($0) }
      return words.first { Folding.fold($0) == wanted }.map { "\(field.key):\($0)" }
        ?? FieldType.state(called: text, among: words).map { "\($0.isNegated ? "-" : "")\(field.key):\($0.state)" }
    }
    // The text may be the start of an id, as printed in lists.
    let id = (RecordFinder.hexDigits(text)?.count ?? 0) < 4 ? [] : ["id:\(text)"]
    return related + creators + states + computed(text, kind, schema) + id
  }

  /// Returns the queries for states that are not possible values of a choice field, such as `is:lent`.
  private static func computed(_ text: String, _ kind: Kind, _ schema: Schema) -> [String] {
    let wanted = Folding.fold(text)
    return QueryState.all(of: kind, schema).filter { state in
      if case .value(let field, _) = state.meaning, case .choice = field.type { return false }
      if case .kind = state.meaning { return false }
      return Folding.fold(state.name) == wanted
    }.map { "is:\($0.name)" }
  }

  /// Returns up to two variants of the query without characters that have a special meaning in other tools. The first
  /// variant requires all words. If the removed characters suggest a list, the second variant treats the words as
  /// alternatives.
  private static func withoutMarks(_ text: String) -> [String] {
    var joined = text.replacing(" : ", with: ":").replacing(" :", with: ":")
    if joined.hasPrefix(":") { joined.removeFirst() }
    // After a key, `<` and `>` are comparisons.
    let marks = "?'‘’^@[]+;~$%&/" + (joined.contains(":") ? "" : "<>,")
    if joined == text, !text.contains(where: { marks.contains($0) }) { return [] }
    let parts = joined.split { marks.contains($0) || $0 == " " }.map(String.init)
    let isAnyOf = parts.count > 1 && text.contains { ",;+&/".contains($0) } && !joined.contains(":")
    let all = joined.filter { !marks.contains($0) }.split(separator: " ").joined(separator: " ")
    return (all.isEmpty ? [] : [all]) + (isAnyOf ? ["(" + parts.joined(separator: " or ") + ")"] : [])
  }

  /// Returns variants of the query in which the text after the key is quoted, has hyphens instead of spaces, ends after
  /// the first word, or is reduced to that word. For example, one variant of `tag:reading circle` finds the tag
  /// `reading-circle`. The variant of `key:=value` is `key:value`.
  ///
  /// A value that ends in a number, such as the place `Hall 2`, is not divided.
  ///
  /// The operator in `author:herbert and dune` separates two terms even if they are one argument of a command.
  private static func named(_ text: String) -> [String] {
    let text = text.hasPrefix("#") ? "tag:" + text.dropFirst() : text
    if let whole = text.wholeMatch(of: /(\w+):=(.+)/) { return ["\(whole.1):\(whole.2)"] }
    guard let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0.isLetter }),
      text.contains(" "), !text[text.index(after: colon)...].contains(where: { ":()".contains($0) })
    else { return [] }
    let (key, name) = (text[...colon], text[text.index(after: colon)...].trimmed)
    let words = name.split(separator: " ")
    let whole = ["\(key)\"\(name)\"", "\(key)\(words.joined(separator: "-"))"]
    let isNumbered = words.count > 1 && words.dropFirst().allSatisfy { $0.allSatisfy(\.isNumber) }
    return whole + (isNumbered ? [] : ["\(key)\(words.joined(separator: " and "))", "\(key)\(words[0])"])
  }
}
