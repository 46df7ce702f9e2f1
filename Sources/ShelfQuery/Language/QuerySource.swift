import ShelfModel

/// A parsed query with its text, which is needed to report mistakes.
package struct QuerySource: Hashable, Sendable {
  package let text: String
  package let query: Query
  /// The only kind of record that the query finds, or nil for all kinds.
  package var kind: Kind?
  /// Whether names that contain `and`, `or` or `not` have been resolved against a library.
  var isNamed = false

  /// Parses a query.
  ///
  /// - Throws: every mistake in the text.
  package init(_ text: String) throws(QueryError) { self.init(try Query(text), text: text) }

  package init(_ query: Query, text: String) {
    self.text = text
    self.query = query
  }

  /// The key and the value of a query that consists of a single comparison, such as `genre:science fiction`, or nil if
  /// the query is anything else.
  package var comparison: (key: String, value: String)? {
    switch query {
    case .field(let key, .matches, let value) where value.negation == nil,
      .field(let key, .equals, let value) where value.negation == nil:
      return (key.text, value.text)
    case .open(let key, .matches, let value, let words, false) where value.negation == nil,
      .open(let key, .equals, let value, let words, false) where value.negation == nil:
      return (key.text, value.continued(by: words[...]).text)
    default: return nil
    }
  }

  /// The query, restricted to `kind` if it is not nil.
  var limited: Query {
    kind.map { .field(key: QueryText("kind"), .equals, QueryText($0.singular)).and(query) } ?? query
  }

  /// The key and the items of a quoted value that looks like a list, such as `author:"a, b"`, or nil if the query is
  /// anything else.
  package var list: (key: String, values: [String])? {
    guard case .field(let key, .matches, let value) = query, value.isQuoted else { return nil }
    let values = value.text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    return values.count > 1 && values.allSatisfy { !$0.isEmpty && !$0.contains(" ") } ? (key.text, values) : nil
  }
}
