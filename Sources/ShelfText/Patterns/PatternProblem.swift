/// Why a text is no regular expression that the query language has.
package struct PatternProblem: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case empty
    case unclosedGroup
    case unexpectedParenthesis
    case unclosedSet
    /// `[z-a]`.
    case wrongOrder
    /// `*`, `+`, `?` or `{…}` without anything before it.
    case nothingToRepeat
    /// A `{` that begins no repetition, or one with wrong bounds.
    case wrongRepetition(limit: Int)
    /// A `\` with a letter that means nothing, or at the end.
    case unknownEscape(String)
    case backreference
    /// `(?=…)` and other groups than `(…)` and `(?:…)`.
    case unknownGroup
    case tooDeep
    case tooLarge
  }

  package var reason: Reason
  /// Where it is, in bytes of the expression.
  package var range: Range<Int>
}
