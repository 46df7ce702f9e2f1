import ShelfModel
import ShelfText

/// The mistakes in a query, all of them, in the order of their places.
package struct QueryError: Error, Hashable, Sendable {
  /// How many mistakes, the first ones, come with the names that are nearest; the others are there to be counted.
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
    /// Nothing stands between a pair of parentheses.
    case emptyParentheses
    /// `and`, `or`, `not` or `-` without what it joins or denies.
    case nothingToJoin(String)
    /// A key without a value.
    case noValue(key: String)
    /// Text that is nothing once case and accents are left out.
    case emptyText
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
    case unknownField(key: String, kinds: [Kind], nearest: [String], all: [String])
    case wrongValue(String, key: String, expected: String, nearest: [String])
    /// An age such as `7d` without `<` or `>`.
    case ageWithoutSign(String)
    /// The values of this key have no order.
    case noOrder(key: String)
    /// A regular expression suits text only.
    case noPattern(key: String)
    /// No record is called so.
    case unknownName(String, kind: Kind, nearest: [String])
    /// No kind that is looked at has this state.
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
