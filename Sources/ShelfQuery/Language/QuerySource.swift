import ShelfModel
import ShelfStore

/// A query with its text, in which mistakes are shown.
package struct QuerySource: Hashable, Sendable {
  package let text: String
  package let query: Query
  /// The only kind of the records that it finds; nil for any.
  package var kind: Kind?
  /// Whether it is as it is meant in a library.
  private var isNamed = false

  /// Reads a query.
  ///
  /// - Throws: every mistake in the text.
  package init(_ text: String) throws(QueryError) { self.init(try Query(text), text: text) }

  package init(_ query: Query, text: String) {
    self.text = text
    self.query = query
  }

  /// The query with the kind that it is limited to.
  var limited: Query {
    kind.map { .field(key: QueryText("kind"), .equals, QueryText($0.singular)).and(query) } ?? query
  }

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

  /// The items of what looks like a list to those who know other tools, where the query is one field with a value in
  /// quotation marks; nil for others.
  package var list: (key: String, values: [String])? {
    guard case .field(let key, .matches, let value) = query, value.isQuoted else { return nil }
    let values = value.text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    return values.count > 1 && values.allSatisfy { !$0.isEmpty && !$0.contains(" ") } ? (key.text, values) : nil
  }
}
