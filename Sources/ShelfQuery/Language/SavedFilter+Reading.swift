import ShelfModel

extension SavedFilter {
  /// Reads the filter.
  ///
  /// - Returns: the kind, if the filter names one, and its query.
  package func read() throws(QueryError) -> (kind: Kind?, source: QuerySource) {
    let query = try Query(text)
    guard let first = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).first,
      let kind = Kind.named(String(first))
    else { return (nil, QuerySource(query, text: text)) }
    return (kind, try QuerySource(String(text[first.endIndex...]).trimmed))
  }
}
