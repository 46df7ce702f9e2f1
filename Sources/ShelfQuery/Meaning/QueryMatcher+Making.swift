import ShelfModel
import ShelfStore

/// Compiles queries into matchers.
extension QueryMatcher {
  /// Compiles queries for several kinds, and returns a matcher for each kind. A record has to match all of the queries.
  ///
  /// - Parameters:
  ///   - today: the current date in the user's time zone.
  ///   - now: the current time.
  ///   - localTime: the user's time zone.
  /// - Throws: the mistakes of the first query that has any. If there are several kinds, a term only has to be valid
  ///   for one of them. For the other kinds, it matches nothing.
  package static func make(
    _ sources: [QuerySource], for kinds: [Kind], in library: Library, today: CalendarDate, now: Timestamp,
    localTime: LocalTime = .utc
  ) throws(QueryError) -> [QueryMatcher] {
    var compilers = kinds.map { QueryCompiler($0, library, QueryDates(today: today, now: now, localTime: localTime)) }
    if kinds.count > 1 { for index in compilers.indices { compilers[index].usesOwner = false } }
    var roots = kinds.map { _ in [QueryTest]() }
    for source in sources.map({ $0.named(in: library, for: kinds) }) {
      var problems: [[Int: QueryProblem]] = []
      for index in compilers.indices {
        roots[index].append(compilers[index].compile(source.limited))
        problems.append(compilers[index].drainProblems())
      }
      let common = QueryMatcher.common(problems, compilers)
      if !common.isEmpty { throw QueryError(text: source.text, problems: common) }
    }
    return zip(compilers, roots).map { compiler, roots in
      var compiler = compiler
      return compiler.finish(roots)
    }
  }

  /// Returns the days of a period in the syntax of queries, such as `2025` or `2025-08..2026-07`, or nil for any other
  /// text.
  package static func days(_ text: String, today: CalendarDate, now: Timestamp) -> ClosedRange<Int>? {
    let values = QueryValues(dates: QueryDates(today: today, now: now))
    return try? values.range(.date, "", .matches, QueryText(text)).get()
  }

  /// Returns the most informative problem of each term that is wrong for every kind.
  private static func common(_ problems: [[Int: QueryProblem]], _ compilers: [QueryCompiler]) -> [QueryProblem] {
    guard let first = problems.first else { return [] }
    var common: [QueryProblem] = []
    for term in first.keys.sorted() {
      var all = problems.compactMap { $0[term] }
      guard all.count == problems.count else { continue }
      if common.count < QueryError.detailed { all = zip(compilers, all).map { $0.detailed($1) } }
      let telling = all.first { problem in
        switch problem.reason {
        case .unknownField, .unknownState: false
        default: true
        }
      }
      common.append(telling ?? merged(all))
    }
    return common
  }

  /// Combines the problems of several kinds, none of which has the key or state, into a single problem.
  private static func merged(_ problems: [QueryProblem]) -> QueryProblem {
    var merged = problems[0]
    for problem in problems.dropFirst() {
      switch (merged.reason, problem.reason) {
      case (
        .unknownField(let key, let kinds, let nearest, let all, let isKey),
        .unknownField(_, let more, let near, let others, _)
      ):
        let names = nearest + near.filter { !nearest.contains($0) }
        merged.reason = .unknownField(
          key: key, kinds: kinds + more, nearest: names, all: all + others.filter { !all.contains($0) }, isKey: isKey)
      case (.unknownState(let word, let nearest, let all), .unknownState(_, let near, let others)):
        merged.reason = .unknownState(
          word, nearest: nearest + near.filter { !nearest.contains($0) },
          all: all + others.filter { !all.contains($0) })
      default: break
      }
    }
    return merged
  }
}
