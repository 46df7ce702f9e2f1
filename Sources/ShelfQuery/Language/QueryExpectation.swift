import ShelfModel

/// The values that a key of a query takes.
package enum QueryExpectation: Hashable, Sendable {
  /// A count, compared or in a range.
  case count
  /// A place in a series, compared or in a range.
  case position
  /// The start of an id.
  case idStart
  /// One of these words.
  case words([String])
  /// A value of a field's type, compared or in a range if the type is ordered.
  case value(FieldType)
}
