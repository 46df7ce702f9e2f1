import ShelfModel

/// The records of a library that belong to one series, in series order.
package struct Series: Sendable {
  /// The most frequent spelling of the name.
  package let name: String
  /// The records with a position, sorted by position, followed by the others, sorted by title.
  package let entries: [Entry]

  /// A record of the series.
  package struct Entry: Sendable {
    package let record: Record
    package let position: SeriesPosition?
    let state: State
    /// Whether the user currently has no copy, because all copies are lent, or because the user neither owns nor has
    /// borrowed one.
    let isAway: Bool
    /// Whether the user has read another copy or edition.
    let isReadElsewhere: Bool

    enum State: Equatable, Sendable {
      case wanted
      case phase(FieldStates.Phase)
      case unknown
    }

    /// Whether the user has finished or abandoned the book.
    var isOver: Bool { state == .phase(.done) || state == .phase(.abandoned) || isReadElsewhere }

    /// Whether the user has started the book and neither finished nor abandoned it.
    var isUnderWay: Bool { state == .phase(.during) || state == .phase(.paused) }
  }

  /// The number of records that are not merely wanted.
  package var ownedCount: Int { entries.count { $0.state != .wanted } }
  package var wanted: Int { entries.count { $0.state == .wanted } }
  package var read: Int { entries.count { $0.state == .phase(.done) } }

  private var placed: [Entry] { entries.filter { $0.position != nil } }

  /// The first entry that is being read or paused, or nil if there is none.
  package var current: Entry? { entries.first(where: \.isUnderWay) }

  /// The record to read next: the first record with a position that is neither finished nor abandoned, provided that it
  /// is on the shelf and the user has a copy.
  ///
  /// The result is nil while a record of the series is being read or paused, and as long as no record has been finished
  /// or abandoned.
  package var next: Record? {
    guard entries.contains(where: \.isOver), current == nil else { return nil }
    let over = entries.filter(\.isOver).compactMap(\.position)
    let left = placed.filter { entry in
      // Another edition of a finished book, or an omnibus that contains it, is treated as read.
      !entry.isOver && !over.contains { place in entry.position.map(place.contains) ?? false }
    }
    guard let first = left.first?.position?.first else { return nil }
    return left.first { $0.position?.first == first && $0.state == .phase(.before) && !$0.isAway }?.record
  }

  /// The ranges of missing whole numbers before the last position.
  package var gaps: [ClosedRange<Int>] {
    let known = placed.compactMap { $0.position.flatMap(Series.wholeNumbers) }
    guard let first = known.first?.lowerBound else { return [] }
    // A first number of 1000 or more is probably a year, so no numbers are missing before it.
    var expected = first < Series.largestStart ? min(1, first) : first
    var gaps: [ClosedRange<Int>] = []
    for numbers in known {
      if numbers.lowerBound > expected { gaps.append(expected...numbers.lowerBound - 1) }
      expected = max(expected, numbers.upperBound + 1)
    }
    return gaps
  }

  private static let largestStart = 1000

  /// The whole number after the last position, or nil if no record has a position.
  package var nextPosition: SeriesPosition? {
    guard let last = placed.compactMap({ $0.position?.last }).max() else { return nil }
    return SeriesPosition(thousandths: (last / SeriesPosition.unit + 1) * SeriesPosition.unit)
  }

  /// Returns the whole numbers that a position includes, or nil for a position such as `2.5`.
  static func wholeNumbers(_ position: SeriesPosition) -> ClosedRange<Int>? {
    let first = (position.first + SeriesPosition.unit - 1) / SeriesPosition.unit
    let last = position.last / SeriesPosition.unit
    return first <= last ? first...last : nil
  }

  /// Returns the text of a gap, such as `3` or `5–7`.
  package static func text(of gap: ClosedRange<Int>) -> String {
    gap.count == 1 ? "\(gap.lowerBound)" : "\(gap.lowerBound)–\(gap.upperBound)"
  }
}
