import ShelfModel

/// A parsed query, independent of any kind or library.
package indirect enum Query: Hashable, Sendable {
  /// Every part holds; without parts, everything matches.
  case all([Query])
  /// At least one part holds.
  case any([Query])
  case not(Query)
  /// A word or phrase is in one of the text fields.
  case text(QueryText)
  /// A regular expression matches one of the text fields.
  case pattern(QueryText)
  /// A field, or a relation, compared with a value.
  case field(key: QueryText, QueryComparison, QueryText)
  /// A field, or a relation, compared with a value that may go on in the next words: as far as they name a record, they
  /// belong to the name, and the rest are words of their own. A denial is one of the name alone.
  case open(key: QueryText, QueryComparison, QueryText, [QueryText], isDenied: Bool)
  /// The record has the field, or something refers to it.
  case has(QueryText)
  /// The record is in a state such as `open`.
  case state(QueryText)
  /// The record is related to one of another kind that a query finds.
  case related(Kind, Query)

  /// The query that matches everything.
  package static let everything = Query.all([])

  /// Reads a query.
  ///
  /// - Throws: every mistake in the text.
  package init(_ text: String) throws(QueryError) { self = try QueryParser.parse(text) }

  /// Returns the query that holds if both this one and another do.
  package func and(_ other: Query) -> Query {
    if self == .everything { return other }
    return other == .everything ? self : .all([self, other])
  }
}

extension Query {
  /// The terms whose value looks like a list to those who know other tools, such as `author:a,b`, with its items.
  package var lists: [(key: String, values: [String])] {
    switch self {
    case .all(let parts), .any(let parts): return parts.flatMap(\.lists)
    case .not(let part): return part.lists
    case .open(let key, let comparison, let value, _, _): return Query.field(key: key, comparison, value).lists
    case .field(let key, .matches, let value):
      let values = value.text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let isList = value.isPlain && values.count > 1 && values.allSatisfy { !$0.isEmpty }
      return isList ? [(key.text, values)] : []
    case .text, .pattern, .field, .has, .state, .related: return []
    }
  }
}

/// How a field is compared with a value.
package enum QueryComparison: Hashable, Sendable {
  /// `key:value`: text contains it, numbers equal it, dates lie within it, references lead to something of that name.
  case matches
  /// `key:=value`.
  case equals
  /// `key:<value` and the like.
  case less, atMost, greater, atLeast
  /// `key:/regular expression/`.
  case pattern

  /// Returns whether the comparison needs values that are ordered.
  var needsOrder: Bool {
    switch self {
    case .less, .atMost, .greater, .atLeast: true
    case .matches, .equals, .pattern: false
    }
  }
}

/// A piece of a query with its place.
package struct QueryText: Hashable, Sendable {
  /// What was written, without quotation marks and escapes.
  package var text: String
  /// Where it is, in bytes of the query's text.
  package var range: Range<Int>
  /// Whether it was in quotation marks, and is therefore only text.
  package var isQuoted = false
  /// Whether it is a plain word: not quoted, and nothing in it escaped.
  package var isPlain: Bool
  /// The `-` or `!` before it, as in `status:-completed`, where the range begins after that; nil without one.
  package var denial: Character?
  /// Whether asterisks around it have been left out.
  package var hadAsterisks = false

  package init(
    _ text: String, range: Range<Int> = 0..<0, isQuoted: Bool = false, isPlain: Bool = true, denial: Character? = nil
  ) {
    self.text = text
    self.range = range
    self.isQuoted = isQuoted
    self.denial = denial
    self.isPlain = isPlain && !isQuoted
  }

  /// Returns the text with the words that follow it.
  func continued(by words: ArraySlice<QueryText>) -> QueryText {
    var text = self
    for word in words { text.text += " " + word.text }
    if let last = words.last { text.range = range.lowerBound..<last.range.upperBound }
    return text
  }
}
