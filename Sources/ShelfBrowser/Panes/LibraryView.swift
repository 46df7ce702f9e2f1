import ShelfModel
import ShelfQuery
import ShelfStore

/// A view that can be chosen in the left pane: a set of records for the list, or a page such as the overview.
package enum LibraryView: Hashable, Sendable {
  /// The statistics of the library, and the books that are being read.
  case overview
  case kind(Kind)
  /// The records of a kind in one state.
  case state(Kind, String)
  /// The heading of the ratings.
  case ratings(Kind)
  /// The records of a kind with this many stars, rounded down, or nil for unrated records.
  case rating(Kind, Int?)
  /// The names that records of a kind can refer to, such as the genres of books. The list shows the names themselves.
  case names(Kind, of: Kind)
  /// The records of a kind that refer to one name, such as the books of a genre.
  case name(Kind, of: Kind, RecordID)
  /// The records of a kind that satisfy a condition no single field expresses, such as being next in a series.
  case condition(Kind, Condition)
  /// The records that were created in the last few days.
  case recent(Kind)
  /// The heading of the saved filters.
  case filters
  case filter(String)
  case problems

  /// A condition whose raw value is its name in queries.
  package enum Condition: String, CaseIterable, Sendable {
    case next, overdue, lent, borrowed

    var title: String { self == .next ? "Next in series" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// Returns the kind of the view's records, or nil if the records are of several kinds or the view has none.
  func kind(_ library: Library) -> Kind? {
    switch self {
    case .kind(let kind), .state(let kind, _), .ratings(let kind), .rating(let kind, _), .recent(let kind),
      .condition(let kind, _):
      kind
    case .names(let kind, _): kind
    case .name(_, let kind, _): kind
    case .filter(let name):
      (try? library.manifest.allFilters.first { $0.name == name }?.read())?.kind
    case .overview, .filters, .problems: nil
    }
  }

  /// Returns whether the view still exists. A view disappears if its filter or name is deleted.
  func exists(in library: Library) -> Bool {
    switch self {
    case .filter(let name): library.manifest.allFilters.contains { $0.name == name }
    case .name(_, _, let id): library.record(id) != nil
    default: true
    }
  }

  /// Returns the view of a filter that was renamed between two snapshots, or nil if it was not renamed or the new name
  /// is ambiguous.
  func renamed(from old: Library, to new: Library) -> LibraryView? {
    guard case .filter(let name) = self, !exists(in: new),
      let filter = old.manifest.filters.first(where: { $0.name == name })
    else { return nil }
    let known = Set(old.manifest.allFilters.map(\.name))
    let others = new.manifest.filters.filter { $0.text == filter.text && !known.contains($0.name) }
    return others.count == 1 ? .filter(others[0].name) : nil
  }

  var isList: Bool {
    switch self {
    case .overview, .filters, .problems: false
    default: true
    }
  }

  /// The number of days that are considered recent.
  static let recentDays = 7

  /// Returns the view's query, or nil if the view includes all records of its kind or is defined by references.
  func source(_ library: Library) throws(QueryError) -> QuerySource? {
    let schema = library.schema
    switch self {
    case .state(let kind, let value):
      guard let field = schema.field(.state, of: kind) else { return nil }
      return QuerySource(.field(key: QueryText(field.key), .equals, QueryText(value)), text: "")
    case .rating(let kind, let stars):
      guard let field = schema.field(.rating, of: kind) else { return nil }
      let key = QueryText(field.key)
      guard let stars else { return QuerySource(.not(.has(key)), text: "") }
      let minimum = Query.field(key: key, .atLeast, QueryText(String(stars)))
      let maximum = Query.field(key: key, .less, QueryText(String(stars + 1)))
      return QuerySource(stars == Rating.maximum ? minimum : .all([minimum, maximum]), text: "")
    case .condition(_, let condition): return QuerySource(.state(QueryText(condition.rawValue)), text: "")
    case .recent(let kind):
      guard let field = schema.field(.created, of: kind) else { return nil }
      return QuerySource(
        .field(key: QueryText(field.key), .less, QueryText("\(LibraryView.recentDays)d")), text: "")
    case .filter(let name):
      return try library.manifest.allFilters.first { $0.name == name }?.read().source
    default: return nil
    }
  }
}
