import ShelfModel
import ShelfQuery
import ShelfStore

/// How many records each saved filter of a library finds.
package struct FilterCounts: Sendable {
  private var counts: [SavedFilter: Int] = [:]

  init() {}

  /// Counts; a filter that is not valid has no number.
  package init(_ library: Library, today: CalendarDate, now: Timestamp, localTime: LocalTime) {
    for filter in library.manifest.allFilters {
      guard let (kind, source) = try? filter.read() else { continue }
      if kind == nil, source.query == .everything {
        counts[filter] = library.records.count
        continue
      }
      let matchers = try? QueryMatcher.make(
        [source], for: kind.map { [$0] } ?? Kind.allCases, in: library, today: today, now: now, localTime: localTime)
      counts[filter] = matchers?.reduce(0) { $0 + $1.count() }
    }
  }

  /// Returns how many records a filter finds; nil if nobody has counted yet. Another name changes nothing.
  func count(_ filter: SavedFilter) -> Int? {
    counts[filter] ?? counts.first { $0.key.text == filter.text }?.value
  }
}
