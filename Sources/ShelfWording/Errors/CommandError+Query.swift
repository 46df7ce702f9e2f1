import ShelfQuery
import ShelfTerminal
import ShelfText

extension CommandError {
  /// Words the first mistakes of a query in one line, with a caret under each.
  package init(_ error: QueryError) {
    let problems = error.problems.prefix(QueryError.detailed)
    let more = error.problems.count - problems.count
    let message = problems.map { QueryProblemText.message($0.reason) }.joined(separator: "; ")
    // A name that nothing has is no mistake in the query.
    let isOnlyNames = error.problems.allSatisfy { if case .unknownName = $0.reason { true } else { false } }
    self.init(
      isOnlyNames ? .no : .usage, message + (more > 0 ? "; and \(Wording.number(more)) more" : ""),
      hint: problems.lazy.compactMap { QueryProblemText.hint($0.reason) }.first,
      excerpt: SourceExcerpt(text: error.text, ranges: problems.map(\.range)))
  }
}
