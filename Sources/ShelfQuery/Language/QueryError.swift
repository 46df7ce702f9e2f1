import ShelfModel
import ShelfText

/// The mistakes in a query, all of them, in order of position.
package struct QueryError: Error, Hashable, Sendable {
  /// The number of mistakes, from the first, that come with the nearest names; the others are only counted.
  package static let detailed = 3

  /// The query as it was written.
  package var text: String
  package var problems: [QueryProblem]

  package init(text: String, problems: [QueryProblem]) {
    self.text = text
    self.problems = problems.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// One mistake in a query.
package struct QueryProblem: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case unclosedQuotation
    case unclosedPattern
    case unclosedParenthesis
    case unexpectedParenthesis
    /// A pair of parentheses is empty.
    case emptyParentheses
    /// `and`, `or`, `not` or `-` without anything to join or negate.
    case nothingToJoin(String)
    /// A key without a value.
    case noValue(key: String)
    /// A backslash at the end.
    case nothingEscaped
    /// `status:-completed`, which may be meant as `-status:completed`, or as text that begins so.
    case negatedValue(key: String, sign: Character, value: String, isText: Bool)
    /// `author:(a or b)`.
    case group(key: String)
    /// `a|b` within a word.
    case alternatives(String)
    /// An asterisk within a word, or a tilde at its end.
    case wildcard(String)
    /// Text that is empty once it is folded.
    case emptyText
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
    /// None of the kinds has such a field; it is the key of a term, or what `has:` and `no:` ask for.
    case unknownField(key: String, kinds: [Kind], nearest: [String], all: [String], isKey: Bool = true)
    case wrongValue(String, key: String, expected: QueryExpectation, nearest: [String])
    /// An age such as `7d` without `<` or `>`.
    case ageWithoutSign(String)
    /// The values of this key are not ordered.
    case noOrder(key: String)
    /// Only text can be matched with a regular expression.
    case noPattern(key: String)
    /// No record has this name.
    case unknownName(String, kind: Kind, nearest: [String])
    /// None of the kinds searched has this state.
    case unknownState(String, nearest: [String], all: [String])
    case pattern(PatternProblem.Reason)
  }

  package var reason: Reason
  /// Where it is, in bytes of the query's text.
  package var range: Range<Int>

  package init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}
