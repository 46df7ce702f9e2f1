import ShelfModel

/// A parsed query, independent of any kind or library.
///
/// `QueryParser` produces it. It contains words and keys as the user wrote them, with their positions. `QueryCompiler`
/// resolves these words and keys against the fields of a kind and the records of a library, and reports mistakes at
/// their positions.
package indirect enum Query: Hashable, Sendable {
  /// Matches if every part matches. If there are no parts, it matches everything.
  case all([Query])
  /// Matches if at least one part matches.
  case any([Query])
  case not(Query)
  /// A word or phrase in one of the text fields.
  case text(QueryText)
  /// A regular expression that matches one of the text fields.
  case pattern(QueryText)
  /// A comparison of a field or a relation with a value.
  case field(key: QueryText, QueryComparison, QueryText)
  /// A comparison with a value that may include some of the words after it.
  ///
  /// Words that complete a name belong to the value, and the rest are separate terms. `isNegated` negates only the
  /// comparison, not the separate terms.
  case open(key: QueryText, QueryComparison, QueryText, [QueryText], isNegated: Bool)
  /// The record has the field, or records of that kind are related to it.
  case has(QueryText)
  /// The record is in a state such as `open`.
  case state(QueryText)
  /// The record is related to a record of another kind that matches a query.
  case related(Kind, Query)

  /// The query that matches everything.
  package static let everything = Query.all([])

  /// Parses a query.
  ///
  /// - Throws: every mistake in the text.
  package init(_ text: String) throws(QueryError) { self = try QueryParser.parse(text) }

  /// Returns a query that matches if both this query and another query match.
  package func and(_ other: Query) -> Query {
    if self == .everything { return other }
    return other == .everything ? self : .all([self, other])
  }
}

extension Query {
  /// The keys and items of the terms whose values look like lists, such as `author:a,b`. Other tools have this syntax,
  /// but in shelf the value is a single string.
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

extension Query {
  /// The key and the values of a query such as `edition:1st edition:2nd`, which only compares one field, or nil for
  /// any other query. A field with a single value cannot match several of them.
  package var alternatives: (key: String, values: [String])? {
    guard case .all(let parts) = self, parts.count > 1 else { return nil }
    let terms = parts.compactMap { part -> (key: String, value: String)? in
      switch part {
      case .field(let key, .matches, let value) where value.negation == nil: (key.text, value.text)
      case .open(let key, .matches, let value, let words, false) where words.isEmpty && value.negation == nil:
        (key.text, value.text)
      default: nil
      }
    }
    guard terms.count == parts.count, Set(terms.map(\.key)).count == 1, Set(terms.map(\.value)).count > 1 else {
      return nil
    }
    return (terms[0].key, terms.map(\.value))
  }

  /// The keys of all terms that compare a field, such as `genre` in `genre:horror`.
  package var keys: [String] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.keys)
    case .not(let part), .related(_, let part): part.keys
    case .field(let key, _, _), .open(let key, _, _, _, _): [key.text]
    case .text, .pattern, .has, .state: []
    }
  }
}

/// The way in which a field is compared with a value.
package enum QueryComparison: Hashable, Sendable {
  /// `key:value`: a text field contains the value, a number equals the value, a date is within the given period, or a
  /// reference points to a record with a matching name.
  case matches
  /// `key:=value`.
  case equals
  /// `key:<value`, `key:<=value`, `key:>value` and `key:>=value`.
  case less, atMost, greater, atLeast
  /// `key:/regular expression/`.
  case pattern

  /// Whether the comparison makes sense only for ordered values.
  var needsOrder: Bool {
    switch self {
    case .less, .atMost, .greater, .atLeast: true
    case .matches, .equals, .pattern: false
    }
  }
}

/// A part of a query's text, with its position.
package struct QueryText: Hashable, Sendable {
  /// The text without quotation marks and escapes.
  package var text: String
  /// The position of the text as written, in bytes from the start of the query.
  package var range: Range<Int>
  /// Whether the text was in quotation marks, so that nothing in it has a special meaning.
  package var isQuoted = false
  /// Whether the text is a plain word, neither quoted nor containing an escape.
  package var isPlain: Bool
  /// The `-` or `!` before the text, as in `status:-completed`, or nil if there is none. The range starts after this
  /// sign.
  package var negation: Character?
  /// Whether asterisks around the text have been removed.
  package var hadAsterisks = false

  package init(
    _ text: String, range: Range<Int> = 0..<0, isQuoted: Bool = false, isPlain: Bool = true, negation: Character? = nil
  ) {
    self.text = text
    self.range = range
    self.isQuoted = isQuoted
    self.negation = negation
    self.isPlain = isPlain && !isQuoted
  }

  /// Returns the two ends of a range, or nil if the text is not one. The first end of `..b` and the second end of `a..`
  /// are empty.
  static func rangeEnds(_ text: String) -> [String]? {
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return ends.count == 2 && ends != ["", ""] ? ends : nil
  }

  package static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Returns the text joined with the words that follow it.
  func continued(by words: ArraySlice<QueryText>) -> QueryText {
    var text = self
    for word in words { text.text += " " + word.text }
    if let last = words.last { text.range = range.lowerBound..<last.range.upperBound }
    return text
  }
}
