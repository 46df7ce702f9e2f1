import ShelfModel
import ShelfText

/// All mistakes in a query, sorted by position.
package struct QueryError: Error, Hashable, Sendable {
  /// The number of mistakes that are reported with suggestions. Only the first ones have suggestions, since finding
  /// similar names is slow.
  package static let detailed = 3

  /// The query as the user wrote it.
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
    case emptyParentheses
    /// An `and`, `or`, `not` or `-` has nothing to join or negate.
    case nothingToJoin(String)
    case noValue(key: String)
    /// A backslash at the end of the query.
    case nothingEscaped
    /// A value such as the one in `status:-completed`, which may mean `-status:completed` or text that starts with a
    /// hyphen.
    case negatedValue(key: String, sign: Character, value: String, isText: Bool)
    /// `author:(a or b)`.
    case group(key: String)
    /// `a|b` within a word.
    case alternatives(String)
    /// An asterisk inside a word, or a `~` at the end of a word.
    case wildcard(String)
    /// Text that is empty after folding.
    case emptyText
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
    /// A field that none of the kinds has. `isKey` is false if it is the operand of `has:` or `no:`.
    case unknownField(key: String, kinds: [Kind], nearest: [String], all: [String], isKey: Bool = true)
    case wrongValue(String, key: String, expected: QueryExpectation, nearest: [String])
    /// An age such as `7d` without `<` or `>`.
    case ageWithoutSign(String)
    /// A comparison such as `<`, for a key whose values have no order.
    case noOrder(key: String)
    /// A regular expression for a key whose values are not text.
    case noPattern(key: String)
    /// A name that no record has.
    case unknownName(String, kind: Kind, nearest: [String])
    /// A state that none of the searched kinds has.
    case unknownState(String, nearest: [String], all: [String])
    case pattern(PatternProblem.Reason)
  }

  package var reason: Reason
  /// The range of the mistake in the query, in bytes.
  package var range: Range<Int>

  package init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}
