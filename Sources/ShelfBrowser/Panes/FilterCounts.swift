import ShelfModel
import ShelfQuery
import ShelfStore

/// How many records queries of views find: each saved filter, and what was written down in the last days.
package struct FilterCounts: Sendable {
  private var counts: [SavedFilter: Int] = [:]
  private var recent: [Kind: Int] = [:]
  private var conditions: [Kind: [LibraryView.Condition: Int]] = [:]

  init() {}

  /// Counts; a filter that is not valid has no number.
  package init(_ library: Library, today: CalendarDate, now: Timestamp, localTime: LocalTime) {
    func count(_ source: QuerySource, _ kind: Kind) -> Int? {
      let matchers = try? QueryMatcher.make(
        [source], for: [kind], in: library, today: today, now: now, localTime: localTime)
      return matchers?.first?.count()
    }
    for kind in Kind.allCases {
      for condition in LibraryView.Condition.allCases {
        if let source = try? LibraryView.condition(kind, condition).source(library), let count = count(source, kind) {
          conditions[kind, default: [:]][condition] = count
        }
      }
      if let source = try? LibraryView.recent(kind).source(library) { recent[kind] = count(source, kind) }
    }
    for filter in library.manifest.allFilters {
      counts[filter] = try? filter.count(in: library, today: today, now: now, localTime: localTime).count
    }
  }

  /// Returns how many records of a kind were written down in the last days; nil if not counted yet.
  func recent(_ kind: Kind) -> Int? { recent[kind] }

  /// Returns for how many records a condition holds; nil if not counted yet, or it means nothing for the kind.
  func count(_ kind: Kind, _ condition: LibraryView.Condition) -> Int? { conditions[kind]?[condition] }

  /// Returns how many records a filter finds; nil if not counted yet. Another name changes nothing.
  func count(_ filter: SavedFilter) -> Int? {
    counts[filter] ?? counts.first { $0.key.text == filter.text }?.value
  }
}
