/// A query with its text, in which mistakes are shown.
package struct QuerySource: Hashable, Sendable {
  package let text: String
  package let query: Query

  /// Reads a query.
  ///
  /// - Throws: every mistake in the text.
  package init(_ text: String) throws(QueryError) { self.init(try Query(text), text: text) }

  package init(_ query: Query, text: String) {
    self.text = text
    self.query = query
  }
}
