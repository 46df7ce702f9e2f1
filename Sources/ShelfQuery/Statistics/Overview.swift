import ShelfModel
import ShelfStore

/// The data of a library's start page: the goal of the year, the books being read, and filters and tags with counts.
package struct Overview: Sendable {
  /// A filter or tag with its number of records.
  package struct Count: Sendable {
    package let name: String
    /// The number of records, or nil for an invalid filter.
    package let count: Int?
    package let counted: Counted
  }

  /// What a number counts.
  package enum Counted: Hashable, Sendable {
    /// Records of a kind, or of all kinds if the kind is nil.
    case records(Kind?)
    case openIssues
  }

  /// The progress towards this year's goal, or nil if there is none.
  package let goal: Statistics.Row?
  /// The books being read, most recently started first.
  package let reading: [Record]
  /// An open issue or a loan, with the day when it is due.
  package struct Due: Sendable {
    package let record: Record
    package let day: CalendarDate
    /// The loan, or nil for an issue.
    package let loan: Loan?
  }

  /// The open issues and loans that are overdue, earliest first.
  package let overdue: [Due]
  /// The open issues and loans that are due today or in the following days, earliest first.
  package let due: [Due]
  /// The next books of series that the user has started.
  package let next: [Record]
  /// The filters with the number of records that each finds.
  package let filters: [Count]
  /// The tags with the number of open issues for each. If there are many tags, only the tags with the most open issues
  /// are included.
  package let tags: [Count]

  /// The number of tags above which only the tags with the most open issues are shown.
  private static let shown = 10
  /// The number of days after today within which an issue or a loan is due soon.
  private static let soon = 7

  package init(_ library: Library, today: CalendarDate, now: Timestamp, localTime: LocalTime) {
    func matchers(_ kind: Kind, _ sources: [QuerySource]) -> [QueryMatcher]? {
      try? QueryMatcher.make(sources, for: [kind], in: library, today: today, now: now, localTime: localTime)
    }
    let goals = library.manifest.goals.filter { $0.key == today.year }
    goal =
      goals.isEmpty
      ? nil : Statistics.goals(goals, Array(library.records(of: .book)), library.schema, today: today).first
    reading = Overview.reading(library) { matchers(.book, [$0])?.flatMap { $0.records() } ?? [] }
    let last = CalendarDate(daysSince1970: today.daysSince1970 + Overview.soon)
    let issues = library.issues(dueBy: last).map { Due(record: $0.record, day: $0.due, loan: nil) }
    let loans = LoanTable(library, today: today).all.compactMap { loan in
      loan.due.flatMap { $0.lastDay > last ? nil : Due(record: loan.record, day: $0, loan: loan) }
    }
    let all = (issues + loans).sorted { ($0.day.lastDay, $0.record.title) < ($1.day.lastDay, $1.record.title) }
    overdue = all.filter { $0.day.lastDay < today }
    due = all.filter { $0.day.lastDay >= today }
    next = SeriesTable(library, ReadWorks(library)).next
    filters = library.manifest.allFilters.map { filter in
      let found = try? filter.count(in: library, today: today, now: now, localTime: localTime)
      return Count(name: filter.name, count: found?.count, counted: .records(found?.kind))
    }
    let tags = RecordOrder([]).sort(Array(library.records(of: .tag)), of: library)
    let counts = tags.map { Count(name: "#" + $0.title, count: library.openIssues(of: $0), counted: .openIssues) }
    let kept = Set(counts.compactMap(\.count).sorted(by: >).prefix(Overview.shown))
    let maximum = counts.filter { count in count.count.map { kept.contains($0) && $0 > 0 } ?? false }
    self.tags = Array((counts.count > Overview.shown ? maximum : counts).prefix(Overview.shown * 2))
  }

  private static func reading(_ library: Library, _ records: (QuerySource) -> [Record]) -> [Record] {
    guard let started = library.schema.field(.started, of: .book), let state = library.schema.field(.state, of: .book),
      let reading = state.states?.during
    else { return [] }
    let query = Query.field(key: QueryText(state.key), .equals, QueryText(reading.value))
    return RecordOrder([RecordOrder.Key(.field(started), isDescending: true)])
      .sort(records(QuerySource(query, text: "")), of: library)
  }
}
