/// Why a text is not a regular expression of the query language.
package struct PatternProblem: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case empty
    case unclosedGroup
    case unexpectedParenthesis
    case unclosedSet
    /// `[z-a]`.
    case wrongOrder
    /// `*`, `+`, `?` or `{…}` with nothing before it.
    case nothingToRepeat
    /// A `{` that does not begin a repetition, or begins one with wrong bounds.
    case wrongRepetition(limit: Int)
    /// A `\` with a letter that means nothing, or at the end.
    case unknownEscape(String)
    case backreference
    /// `(?=…)` and other groups except `(…)` and `(?:…)`.
    case unknownGroup
    case tooDeep
    case tooLarge
  }

  package var reason: Reason
  /// Where it is, in bytes of the expression.
  package var range: Range<Int>
}
