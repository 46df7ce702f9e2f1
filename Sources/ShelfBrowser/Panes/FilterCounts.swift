import ShelfModel
import ShelfQuery
import ShelfStore

/// The number of records in each view that is defined by a query: saved filters, conditions, and recent records.
package struct FilterCounts: Sendable {
  private var counts: [SavedFilter: Int] = [:]
  private var recent: [Kind: Int] = [:]
  private var conditions: [Kind: [LibraryView.Condition: Int]] = [:]

  init() {}

  /// Counts the matches of each query. An invalid filter gets no count.
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

  /// Returns the number of recent records of a kind, or nil if they have not been counted yet.
  func recent(_ kind: Kind) -> Int? { recent[kind] }

  /// Returns the number of records that satisfy a condition, or nil if they have not been counted yet or the condition
  /// does not apply to the kind.
  func count(_ kind: Kind, _ condition: LibraryView.Condition) -> Int? { conditions[kind]?[condition] }

  /// Returns the number of records that match a filter, or nil if they have not been counted yet. A renamed filter
  /// keeps its count.
  func count(_ filter: SavedFilter) -> Int? {
    counts[filter] ?? counts.first { $0.key.text == filter.text }?.value
  }
}
