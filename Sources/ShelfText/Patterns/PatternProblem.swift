/// The reason why text is not a valid regular expression in the query language.
package struct PatternProblem: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case empty
    case unclosedGroup
    case unexpectedParenthesis
    case unclosedSet
    /// The bounds of a range in a set are in the wrong order, as in `[z-a]`.
    case wrongOrder
    /// A `*`, `+`, `?` or `{…}` has nothing before it that it could repeat.
    case nothingToRepeat
    /// A `{` does not start a repetition, or the bounds of the repetition are invalid.
    case wrongRepetition(limit: Int)
    /// A `\` is at the end, or before a letter or digit with which it has no special meaning.
    case unknownEscape(String)
    case backreference
    /// A group is neither `(…)` nor `(?:…)`, such as `(?=…)`.
    case unknownGroup
    case tooDeep
    case tooLarge
  }

  package var reason: Reason
  /// The byte range of the problem in the expression.
  package var range: Range<Int>
}
