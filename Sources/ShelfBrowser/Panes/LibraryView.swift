import ShelfModel
import ShelfQuery
import ShelfStore

/// What the list can be asked for in the pane on the left.
package enum LibraryView: Hashable, Sendable {
  /// The library in numbers, and what is being read.
  case overview
  case kind(Kind)
  /// The records of a kind that are in a state.
  case state(Kind, String)
  /// The heading of the ratings.
  case ratings(Kind)
  /// The records of a kind with so many stars, rounded down; nil for those without a rating.
  case rating(Kind, Int?)
  /// The names that records of a kind can have, such as the genres of books; the list shows the names themselves.
  case names(Kind, of: Kind)
  /// The records of a kind that have a name.
  case name(Kind, of: Kind, RecordID)
  /// The records of a kind for which a condition holds that no single field says, such as being what a series goes on with.
  case condition(Kind, Condition)
  /// What was written down in the last days.
  case recent(Kind)
  /// The heading of the saved filters.
  case filters
  case filter(String)
  case problems

  /// A condition, by the word that a query has for it.
  package enum Condition: String, CaseIterable, Sendable {
    case next, overdue, lent, borrowed

    var title: String { self == .next ? "Next in series" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// The kind of the records; nil if they are of any kind, or if there are none.
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

  /// Whether what the view is about is still there: its filter, or the name that its records have.
  func isThere(_ library: Library) -> Bool {
    switch self {
    case .filter(let name): library.manifest.allFilters.contains { $0.name == name }
    case .name(_, _, let id): library.record(id) != nil
    default: true
    }
  }

  /// Returns the view of a filter under another name that it has got between two states of the library; nil if it has
  /// got none, or if it is unclear which.
  func renamed(from old: Library, to new: Library) -> LibraryView? {
    guard case .filter(let name) = self, !isThere(new),
      let filter = old.manifest.filters.first(where: { $0.name == name })
    else { return nil }
    let known = Set(old.manifest.allFilters.map(\.name))
    let others = new.manifest.filters.filter { $0.text == filter.text && !known.contains($0.name) }
    return others.count == 1 ? .filter(others[0].name) : nil
  }

  /// Whether there is a list of records.
  var isList: Bool {
    switch self {
    case .overview, .filters, .problems: false
    default: true
    }
  }

  /// How many days are recent.
  static let recentDays = 7

  /// Returns the query of the view; nil if it takes every record of its kind, or goes by relations.
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
      let least = Query.field(key: key, .atLeast, QueryText(String(stars)))
      let most = Query.field(key: key, .less, QueryText(String(stars + 1)))
      return QuerySource(stars == Rating.most ? least : .all([least, most]), text: "")
    case .condition(_, let condition): return QuerySource(.state(QueryText(condition.rawValue)), text: "")
    case .recent(let kind):
      guard let field = schema.field(.made, of: kind) else { return nil }
      return QuerySource(
        .field(key: QueryText(field.key), .less, QueryText("\(LibraryView.recentDays)d")), text: "")
    case .filter(let name):
      return try library.manifest.allFilters.first { $0.name == name }?.read().source
    default: return nil
    }
  }
}
