/// A query and the text in which its mistakes are shown.
public struct QuerySource: Hashable, Sendable {
  public let text: String
  public let query: Query

  /// Reads a query.
  ///
  /// - Throws: every mistake in the text.
  public init(_ text: String) throws(QueryError) { self.init(try Query(text), text: text) }

  public init(_ query: Query, text: String) {
    self.text = text
    self.query = query
  }
}
