import ShelfModel

/// Parses a condition on a position in a series: `3.5`, `>3`, `1..3`.
enum SeriesRange {
  /// Returns the matching positions, in thousandths, or nil if the value is neither a position nor a range of
  /// positions.
  static func read(_ comparison: QueryComparison, _ value: QueryText) -> ClosedRange<Int>? {
    if value.hadAsterisks { return nil }
    if comparison == .matches, let ends = ends(value.text) {
      return ends.lower <= ends.upper ? ends.lower...ends.upper : nil
    }
    guard let place = SeriesPosition(value.text) else { return nil }
    return switch comparison {
    case .matches, .equals: place.first...place.last
    case .less: Int.min...place.first - 1
    case .atMost: Int.min...place.last
    case .greater: place.last + 1...Int.max
    case .atLeast: place.first...Int.max
    case .pattern: nil
    }
  }

  private static func ends(_ text: String) -> (lower: Int, upper: Int)? {
    guard let ends = QueryText.rangeEnds(text) else { return nil }
    let lower = ends[0].isEmpty ? Int.min : SeriesPosition(ends[0])?.first
    let upper = ends[1].isEmpty ? Int.max : SeriesPosition(ends[1])?.last
    guard let lower, let upper else { return nil }
    return (lower, upper)
  }
}
