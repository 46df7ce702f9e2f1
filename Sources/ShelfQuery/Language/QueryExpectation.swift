import ShelfModel

/// The values that a query key accepts.
package enum QueryExpectation: Hashable, Sendable {
  /// A count, or a comparison or range of counts.
  case count
  /// A position in a series, or a comparison or range of positions.
  case position
  case idStart
  /// One of several words.
  case words([String])
  /// A value of a field's type, or a comparison or range of values if the type is ordered.
  case value(FieldType)
}
