import ShelfModel
import ShelfStore

/// The records of a library that belong to one series, in its order.
package struct Series: Sendable {
  /// The name as most of the records write it.
  package let name: String
  /// Those with a place in their order, then the others by title.
  package let entries: [Entry]

  /// A record of the series.
  package struct Entry: Sendable {
    package let record: Record
    package let position: SeriesPosition?
    let state: State
    /// Whether no copy of it is here: it is lent, or was borrowed and went back.
    let isAway: Bool

    enum State: Sendable {
      case sought, before, during, done, abandoned, unknown
    }

    /// Whether the user is through with it: to the end, or as far as they wanted.
    var isOver: Bool { state == .done || state == .abandoned }
  }

  /// How many are here: all but those that are only wanted.
  package var here: Int { entries.count { $0.state != .sought } }
  package var wanted: Int { entries.count { $0.state == .sought } }
  package var read: Int { entries.count { $0.state == .done } }

  /// The entries with a place.
  private var placed: [Entry] { entries.filter { $0.position != nil } }

  /// The one that is being read now; of several the first.
  package var current: Entry? { entries.first { $0.state == .during } }

  /// The record to go on with: the first that is not read, if it is on the shelf and a copy is here, and everything before it is
  /// read or abandoned; nil while one of the series is being read, and as long as none has been.
  package var next: Record? {
    guard entries.contains(where: \.isOver), current == nil else { return nil }
    let over = entries.filter(\.isOver).compactMap(\.position)
    let left = placed.filter { entry in
      // Another edition of what was read, or an omnibus that holds it, counts as read.
      !entry.isOver && !over.contains { place in entry.position.map(place.contains) ?? false }
    }
    guard let first = left.first?.position?.first else { return nil }
    return left.first { $0.position?.first == first && $0.state == .before && !$0.isAway }?.record
  }

  /// The whole numbers that are missing before the last one, in ranges.
  package var gaps: [ClosedRange<Int>] {
    let known = placed.compactMap { $0.position.flatMap(Series.wholeNumbers) }
    guard let first = known.first?.lowerBound else { return [] }
    // A number of a volume as large as a year's does not say that there were a thousand before it.
    var expected = first < Series.largestStart ? min(1, first) : first
    var gaps: [ClosedRange<Int>] = []
    for numbers in known {
      if numbers.lowerBound > expected { gaps.append(expected...numbers.lowerBound - 1) }
      expected = max(expected, numbers.upperBound + 1)
    }
    return gaps
  }

  private static let largestStart = 1000

  /// The whole number after the last place; nil if no record has a place.
  package var nextPosition: SeriesPosition? {
    guard let last = placed.compactMap({ $0.position?.last }).max() else { return nil }
    return SeriesPosition(thousandths: (last / SeriesPosition.unit + 1) * SeriesPosition.unit)
  }

  /// Returns the whole numbers in a place; nil if there are none.
  static func wholeNumbers(_ position: SeriesPosition) -> ClosedRange<Int>? {
    let first = (position.first + SeriesPosition.unit - 1) / SeriesPosition.unit
    let last = position.last / SeriesPosition.unit
    return first <= last ? first...last : nil
  }

  /// Returns a gap as it is said: `3`, `5–7`.
  package static func text(of gap: ClosedRange<Int>) -> String {
    gap.count == 1 ? "\(gap.lowerBound)" : "\(gap.lowerBound)–\(gap.upperBound)"
  }
}
