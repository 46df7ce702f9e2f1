import ShelfForms
import ShelfModel
import ShelfQuery
import ShelfStore
import ShelfTerminal

extension Browser {
  /// Returns the saved filter that keys act on: the one chosen in the views pane, if that pane has the focus.
  func filterAtHand() -> SavedFilter? {
    guard focus == .views, case .filter(let name) = views.current else { return nil }
    return library.manifest.allFilters.first { $0.name == name }
  }

  /// Returns whether a filter can be changed, and shows a note if it is built in.
  private mutating func isOwn(_ filter: SavedFilter) -> Bool {
    let isOwn = library.manifest.filters.contains(filter)
    if !isOwn { note = ("“\(filter.name)” is built in and cannot be changed", true) }
    return isOwn
  }

  mutating func deleteFilter(_ filter: SavedFilter) {
    guard isOwn(filter) else { return }
    ask("Delete the filter “\(filter.name)”: \(filter.text)?", .deleteFilter(filter.name))
  }

  /// Opens a prompt for the query of a filter.
  mutating func editFilter(_ filter: SavedFilter) -> [Effect] {
    guard isOwn(filter) else { return [] }
    let completion = QueryCompletion(library)
    let field = TextField(filter.text, completesOnDemand: true) { completion.completing($0, nil) }
    mode = .prompt(PromptLine(purpose: .queryOfFilter(filter.name), label: "\(filter.name): ", field: field))
    return []
  }

  /// Saves the query of the list as a filter, or renames the filter that is chosen in the views pane.
  mutating func saveFilter() {
    if let filter = filterAtHand() {
      guard isOwn(filter) else { return }
      mode = .prompt(
        PromptLine(
          purpose: .renameFilter(filter.name), label: "New name for the filter: ", field: TextField(filter.name)))
      return
    }
    let query = shownQuery
    guard list.view.isList, list.problem == nil else {
      note = ("search for something first; the search becomes the filter", true)
      return
    }
    if query.isEmpty {
      let (completion, kind) = (QueryCompletion(library), list.kind)
      let field = TextField(completesOnDemand: true) { completion.completing($0, kind) }
      mode = .prompt(PromptLine(purpose: .newFilter, label: "Query of the filter: ", field: field))
      return
    }
    let kind = list.kind.map { $0.singular + " " } ?? ""
    mode = .prompt(
      PromptLine(purpose: .filter(query: kind + query), label: "Name of the filter: ", field: TextField()))
  }

  /// The query for the records in the list, which combines the view's query and the search.
  private var shownQuery: String {
    [list.view.query(library), list.query].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension LibraryView {
  /// Returns the view's query as a user would type it, or an empty string if the view shows all records of its kind.
  func query(_ library: Library) -> String {
    let schema = library.schema
    switch self {
    case .overview, .kind, .ratings, .names, .filters, .problems: return ""
    case .state(let kind, let word): return schema.field(.state, of: kind).map { "\($0.key):\(word)" } ?? ""
    case .rating(let kind, let stars):
      guard let key = schema.field(.rating, of: kind)?.key else { return "" }
      return switch stars {
      case nil: "no:\(key)"
      case Rating.maximum: "\(key):>=\(Rating.maximum)"
      case let stars?: "\(key):>=\(stars) \(key):<\(stars + 1)"
      }
    case .condition(_, let condition): return "is:\(condition.rawValue)"
    case .recent(let kind):
      return schema.field(.created, of: kind).map { "\($0.key):<\(LibraryView.recentDays)d" } ?? ""
    case .name(let names, let kind, let id):
      guard let title = library.record(id)?.title,
        let field = schema.fields(of: kind).first(where: { $0.type.target == names })
      else { return "" }
      return "\(field.key):=\(QueryText.quoted(title))"
    case .filter(let name):
      // The caller puts the filter's kind before the query.
      return (try? library.manifest.allFilters.first { $0.name == name }?.read())?.source.text ?? ""
    }
  }
}
