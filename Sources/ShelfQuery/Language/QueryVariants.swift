import ShelfModel
import ShelfText

/// What the user may have meant with a query that finds nothing.
package struct QueryVariants {
  package let queries: [String]

  /// - Parameters:
  ///   - text: the query.
  ///   - kind: the kind of records that was looked for.
  package init(_ text: String, _ kind: Kind, _ schema: Schema) {
    var found: [String] = []
    // These are never typed.
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      queries = []
      return
    }
    if QueryVariants.isPlain(text) {
      found += QueryVariants.meanings(of: text, kind, schema) + QueryVariants.withoutMarks(text)
      // Printed paths have hyphens in the place of blanks.
      if text.contains("-") { found.append(text.replacing("-", with: " ").trimmed) }
    } else if !text.replacing(" / ", with: " ").contains("/"), !text.contains("\"") {
      found += QueryVariants.withoutMarks(text)
      found += QueryVariants.named(text)
    }
    var seen: Set<String> = [text]
    queries = found.filter { seen.insert($0).inserted }
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || " -'".contains($0) }
  }

  /// Returns the words as the name of a genre, a tag, or whatever else the records are related to, as the author of what
  /// they belong to, and as a state.
  private static func meanings(of text: String, _ kind: Kind, _ schema: Schema) -> [String] {
    let value = text.contains(" ") ? "\"\(text)\"" : text
    let related = Kind.allCases.filter { $0 != kind }.map { "\($0.singular):\(value)" }
    let makers = Kind.allCases.compactMap { schema.field(.maker, of: $0)?.key }
      .filter { Attributes(of: kind, schema).maker($0) != nil }.map { "\($0):\(value)" }
    let states = schema.fields(of: kind).compactMap { field -> String? in
      guard case .choice(let words) = field.type else { return nil }
      let wanted = Folding.fold(text).filter { !" -".contains($0) }
      return words.first { Folding.fold($0) == wanted }.map { "\(field.key):\($0)" }
    }
    let isState = ["open", "closed"].contains(text.lowercased()) ? ["is:\(text.lowercased())"] : []
    return related + makers + states + isState
  }

  /// Returns the query without marks that mean something in other programs, as words that all have to be there, and of
  /// which one is enough.
  private static func withoutMarks(_ text: String) -> [String] {
    var joined = text.replacing(" : ", with: ":").replacing(" :", with: ":")
    if joined.hasPrefix(":") { joined.removeFirst() }
    // Behind a key, these compare.
    let marks = "?'‘’^@[]+;~$%&/" + (joined.contains(":") ? "" : "<>,")
    if joined == text, !text.contains(where: { marks.contains($0) }) { return [] }
    let parts = joined.split { marks.contains($0) || $0 == " " }.map(String.init)
    let isAnyOf = parts.count > 1 && text.contains { ",;+&/".contains($0) } && !joined.contains(":")
    let all = joined.filter { !marks.contains($0) }.split(separator: " ").joined(separator: " ")
    return (all.isEmpty ? [] : [all]) + (isAnyOf ? ["(" + parts.joined(separator: " or ") + ")"] : [])
  }

  /// Returns the query with everything after its key as one name, with hyphens in it, and without what follows the first
  /// word: `tag:reading circle` where the tag is called `reading-circle`.
  private static func named(_ text: String) -> [String] {
    let text = text.hasPrefix("#") ? "tag:" + text.dropFirst() : text
    if let whole = text.wholeMatch(of: /(\w+):=(.+)/) { return ["\(whole.1):\(whole.2)"] }
    guard let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0.isLetter }),
      text.contains(" "), !text[text.index(after: colon)...].contains(where: { ":()".contains($0) })
    else { return [] }
    let (key, name) = (text[...colon], text[text.index(after: colon)...].trimmed)
    return ["\(key)\"\(name)\"", "\(key)\(name.replacing(" ", with: "-"))", "\(key)\(name.prefix { $0 != " " })"]
  }
}
