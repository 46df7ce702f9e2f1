import ShelfModel
import ShelfStore

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

  /// Counts the records that the filter finds, of any kind unless it names one: the same number wherever it is shown.
  ///
  /// - Parameters:
  ///   - today: the current day, where the reader is.
  ///   - now: the current moment.
  ///   - localTime: what days are where the reader is.
  /// - Throws: what is wrong with the query.
  package func count(
    in library: Library, today: CalendarDate, now: Timestamp, localTime: LocalTime
  ) throws(QueryError) -> (count: Int, kind: Kind?) {
    let (kind, source) = try read()
    if kind == nil, source.query == .everything { return (library.records.count, nil) }
    let matchers = try QueryMatcher.make(
      [source], for: kind.map { [$0] } ?? Kind.allCases, in: library, today: today, now: now, localTime: localTime)
    return (matchers.reduce(0) { $0 + $1.count() }, kind)
  }
}
