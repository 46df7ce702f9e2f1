import ShelfModel

/// Finds terms such as `owned:yes`, which leave out the records that do not state whether it is so.
extension QuerySource {
  /// A term that leaves out records without a value.
  package struct UnstatedTerm {
    package let field: Field
    /// The query with the term replaced by one for the records that match neither of the field's two values.
    package let source: QuerySource
  }

  /// Returns the terms of the query that require a value of a Boolean field.
  ///
  /// A field for which a missing value has a meaning is left out: one with a default value, and the visibility of a
  /// record. Negated terms match records without a value.
  package func unstatedTerms(of kind: Kind, _ schema: Schema) -> [UnstatedTerm] {
    var terms: [UnstatedTerm] = []
    for term in query.flagTerms(of: kind, schema) {
      let key = QueryText(term.field.key)
      func isNot(_ flag: String) -> Query { .not(.field(key: key, .matches, QueryText(flag))) }
      var parts = [Query.not(.has(key)), isNot("true"), isNot("false")]
      var words = ["no:\(term.field.key)"]
      // A book that is on the shelf is treated as owned, and a wanted book as not owned.
      if term.field.has(.owned) {
        words.append("-\(term.field.key):yes")
        if let state = schema.field(.state, of: kind), let wanted = state.states?.wanted {
          parts.append(.not(.field(key: QueryText(state.key), .matches, QueryText(wanted))))
          words.append("-\(state.key):\(wanted)")
        }
      }
      var bytes = Array(text.utf8)
      if let range = term.range, bytes.indices.contains(range.lowerBound), range.upperBound <= bytes.count {
        bytes.replaceSubrange(range, with: words.joined(separator: " ").utf8)
      } else {
        bytes = Array(words.joined(separator: " ").utf8)
      }
      let replaced = query.replacing(term.query, by: .all(parts))
      terms.append(
        UnstatedTerm(
          field: term.field, source: QuerySource(replaced, text: String(decoding: bytes, as: UTF8.self))))
    }
    return terms
  }
}

extension Query {
  /// The terms about Boolean fields that every match of the query must satisfy, with their positions in the text.
  fileprivate func flagTerms(
    of kind: Kind, _ schema: Schema
  ) -> [(query: Query, field: Field, range: Range<Int>?)] {
    func flag(_ name: String) -> Field? {
      guard let field = schema.field(named: name, of: kind), field.type == .boolean, field.defaultText == nil,
        !field.has(.visibility)
      else { return nil }
      return field
    }
    switch self {
    case .all(let parts): return parts.flatMap { $0.flagTerms(of: kind, schema) }
    case .field(let key, .matches, let value), .field(let key, .equals, let value),
      .open(let key, .matches, let value, _, false), .open(let key, .equals, let value, _, false):
      guard value.negation == nil, let field = flag(key.text), field.flag(meant: value.text) != nil else { return [] }
      let isWritten = key.range.upperBound > key.range.lowerBound && value.range.upperBound > key.range.lowerBound
      return [(self, field, isWritten ? key.range.lowerBound..<value.range.upperBound : nil)]
    case .state(let word):
      return flag(word.text).map { [(self, $0, nil)] } ?? []
    case .any, .not, .text, .pattern, .field, .open, .has, .related: return []
    }
  }

  fileprivate func replacing(_ term: Query, by other: Query) -> Query {
    if self == term {
      guard case .open(_, _, _, let words, _) = self else { return other }
      return .all([other] + words.map { .text($0) })
    }
    guard case .all(let parts) = self else { return self }
    return .all(parts.map { $0.replacing(term, by: other) })
  }
}
