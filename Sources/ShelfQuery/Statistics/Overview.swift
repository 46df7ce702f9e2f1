import ShelfModel
import ShelfStore

/// What is looked at first in a library: the goal of the year, the books being read, filters and tags with their numbers.
package struct Overview: Sendable {
  /// Something that records are counted by.
  package struct Count: Sendable {
    package let name: String
    /// nil for a filter that is not valid.
    package let count: Int?
    package let counted: Counted
  }

  /// What a number is of.
  package enum Counted: Hashable, Sendable {
    /// Records of a kind; nil for any.
    case records(Kind?)
    case openIssues
  }

  /// How far the goal of this year is; nil if there is none.
  package let goal: Statistics.Row?
  /// The books that are being read, the last begun first.
  package let reading: [Record]
  /// The loans that are overdue.
  package let overdue: [Loan]
  /// What the series that are begun go on with.
  package let next: [Record]
  /// Each filter with the number of the records that it finds.
  package let filters: [Count]
  /// The tags with their numbers of open issues: if there are many, those with the most to do.
  package let tags: [Count]

  /// How many tags are shown if there are many.
  private static let shown = 10

  package init(_ library: Library, today: CalendarDate, now: Timestamp, localTime: LocalTime) {
    func matchers(_ kind: Kind, _ sources: [QuerySource]) -> [QueryMatcher]? {
      try? QueryMatcher.make(sources, for: [kind], in: library, today: today, now: now, localTime: localTime)
    }
    let goals = library.manifest.goals.filter { $0.key == today.year }
    goal =
      goals.isEmpty
      ? nil : Statistics.goals(goals, Array(library.records(of: .book)), library.schema, today: today).first
    reading = Overview.reading(library) { matchers(.book, [$0])?.flatMap { $0.records() } ?? [] }
    overdue = LoanTable(library, today: today).overdue
    next = SeriesTable(library).next
    filters = library.manifest.allFilters.map { filter in
      let found = try? filter.count(in: library, today: today, now: now, localTime: localTime)
      return Count(name: filter.name, count: found?.count, counted: .records(found?.kind))
    }
    let tags = RecordOrder([]).sort(Array(library.records(of: .tag)), of: library)
    let counts = tags.map { Count(name: "#" + $0.title, count: library.openIssues(of: $0), counted: .openIssues) }
    let kept = Set(counts.compactMap(\.count).sorted(by: >).prefix(Overview.shown))
    let most = counts.filter { count in count.count.map { kept.contains($0) && $0 > 0 } ?? false }
    self.tags = Array((counts.count > Overview.shown ? most : counts).prefix(Overview.shown * 2))
  }

  private static func reading(_ library: Library, _ records: (QuerySource) -> [Record]) -> [Record] {
    guard let started = library.schema.field(.began, of: .book), let state = library.schema.field(.state, of: .book),
      let reading = state.states?.during
    else { return [] }
    let query = Query.field(key: QueryText(state.key), .equals, QueryText(reading.value))
    return RecordOrder([RecordOrder.Key(.field(started), isDescending: true)])
      .sort(records(QuerySource(query, text: "")), of: library)
  }
}
