import ShelfModel
import ShelfStore

extension SavedFilter {
  /// Parses the filter.
  ///
  /// - Returns: the kind, if the filter names one, and its query.
  package func read() throws(QueryError) -> (kind: Kind?, source: QuerySource) {
    let query = try Query(text)
    guard let first = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).first,
      let kind = Kind.named(String(first))
    else { return (nil, QuerySource(query, text: text)) }
    return (kind, try QuerySource(String(text[first.endIndex...]).trimmed))
  }

  /// Returns the number of records that the filter finds among its kind or, if it names no kind, among all kinds. Every
  /// front end uses this function, so that all of them show the same number.
  ///
  /// - Parameters:
  ///   - today: the current date in the user's time zone.
  ///   - now: the current time.
  ///   - localTime: the user's time zone.
  /// - Throws: the mistakes in the query.
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
