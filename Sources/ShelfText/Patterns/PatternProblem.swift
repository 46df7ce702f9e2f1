/// The reason why text is not a regular expression of the query language.
package struct PatternProblem: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case empty
    case unclosedGroup
    case unexpectedParenthesis
    case unclosedSet
    /// A range in a set is in the wrong order, as in `[z-a]`.
    case wrongOrder
    /// There is a `*`, `+`, `?` or `{…}` with nothing before it.
    case nothingToRepeat
    /// There is a `{` that does not start a repetition, or the bounds of the repetition are invalid.
    case wrongRepetition(limit: Int)
    /// There is a `\` before a letter that has no special meaning, or at the end.
    case unknownEscape(String)
    case backreference
    /// There is a group other than `(…)` and `(?:…)`, such as `(?=…)`.
    case unknownGroup
    case tooDeep
    case tooLarge
  }

  package var reason: Reason
  /// The position of the problem, in bytes of the expression.
  package var range: Range<Int>
}
