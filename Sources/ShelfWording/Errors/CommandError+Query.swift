import ShelfQuery
import ShelfTerminal
import ShelfText

extension CommandError {
  /// Words the first mistakes of a query in one line, with a caret under each.
  package init(_ error: QueryError) {
    let problems = error.problems.prefix(QueryError.detailed)
    let more = error.problems.count - problems.count
    let message = problems.map { QueryProblemText.message($0.reason) }.joined(separator: "; ")
    self.init(
      .usage, message + (more > 0 ? "; and \(more) more" : ""),
      hint: problems.lazy.compactMap { QueryProblemText.hint($0.reason) }.first,
      excerpt: SourceExcerpt(text: error.text, ranges: problems.map(\.range)))
  }
}
