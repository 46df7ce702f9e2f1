import ShelfModel
import ShelfStore

/// Names of records in queries.
extension QuerySource {
  /// Returns the query as it is meant in a library, where `and`, `or` and `not` may be words of a name:
  /// `book:pride and prejudice`.
  package func named(in library: Library, for kinds: [Kind]) -> QuerySource {
    if isNamed { return self }
    var source = self
    source.isNamed = true
    // Without a word that means something, there is nothing that a name could take it from.
    guard hasOperators else { return source }
    let attributes = kinds.map { Attributes(of: $0, library.schema) }
    let named = try? QueryParser.parse(text) { key, value, words in
      let targets = Set(attributes.compactMap { $0.target(of: key.text) })
      return targets.map {
        NameQuery(library: library, kind: $0).continuation(of: value.text, words.map(\.text))
      }.max() ?? 0
    }
    if let named, named != query {
      source = QuerySource(named, text: text)
      (source.kind, source.isNamed) = (kind, true)
    }
    return source
  }

  /// Whether the text has anything that the grammar could mean beside words and terms.
  private var hasOperators: Bool {
    let operators: Set<String> = ["and", "or", "not"]
    return text.contains { "&|".contains($0) }
      || text.split(whereSeparator: { !$0.isLetter }).contains { operators.contains($0.lowercased()) }
  }
}
