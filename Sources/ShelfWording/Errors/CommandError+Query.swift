import ShelfQuery
import ShelfTerminal

extension CommandError {
  /// Creates the error for an invalid query: its first few mistakes on one line, with carets under the query.
  package init(_ error: QueryError) {
    let problems = error.problems.prefix(QueryError.detailed)
    let more = error.problems.count - problems.count
    let message = problems.map { $0.reason.message }.joined(separator: "; ")
    // A query that names an unknown record is still valid, so it is not a usage error.
    let isOnlyNames = error.problems.allSatisfy { if case .unknownName = $0.reason { true } else { false } }
    self.init(
      isOnlyNames ? .no : .usage, message + (more > 0 ? "; and \(Wording.number(more)) more" : ""),
      hint: problems.lazy.compactMap { QueryProblemText.hint($0.reason) }.first,
      excerpt: SourceExcerpt(text: error.text, ranges: problems.map(\.range)))
  }
}
