import ShelfModel

/// A query with its text, in which mistakes are shown.
package struct QuerySource: Hashable, Sendable {
  package let text: String
  package let query: Query
  /// The only kind of the records that it finds; nil for any.
  package var kind: Kind?
  /// Whether it is as it is meant in a library.
  var isNamed = false

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

  /// The items of what looks like a list to those who know other tools, where the query is one field with a value in
  /// quotation marks; nil for others.
  package var list: (key: String, values: [String])? {
    guard case .field(let key, .matches, let value) = query, value.isQuoted else { return nil }
    let values = value.text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    return values.count > 1 && values.allSatisfy { !$0.isEmpty && !$0.contains(" ") } ? (key.text, values) : nil
  }
}
