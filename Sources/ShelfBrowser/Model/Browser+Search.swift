import ShelfForms
import ShelfModel
import ShelfTerminal

/// The search line above the list.
///
/// It is empty when it opens, and the list updates with every typed character. Until something is typed, the up arrow
/// restores the last search. After that, the arrows move in the list.
extension Browser {
  mutating func search() {
    if !list.view.isList {
      views.go(to: .kind(.book), library, services.look, problems: problemCount)
      showView()
    }
    focus = .list
    searchPlace = list.current?.id
    let before = list.query
    let (completion, kind) = (QueryCompletion(library), list.kind)
    let last = lastSearch.isEmpty ? "" : "↑ \(lastSearch) — "
    let field = TextField(
      hint: last + "words, author:herbert, rating:4.., #tag — Tab completes",
      history: lastSearch.isEmpty ? [] : [lastSearch], completesOnDemand: true, exceptAfter: "#"
    ) { completion.completing($0, kind) }
    if !before.isEmpty { list.search("", library, services) }
    mode = .search(field, before: before)
    choose()
  }

  mutating func handle(_ key: Key, searching field: TextField, _ before: String) -> [Effect] {
    var (key, field) = (key, field)
    switch key {
    case .up where !field.isChoosing && field.text.isEmpty && !lastSearch.isEmpty: key = .control("p")
    // The user can move through the results without leaving the search field.
    case .up where !field.isChoosing, .down where !field.isChoosing, .pageUp, .pageDown:
      mode = .search(field, before: before)
      let step = [.pageUp: -pageStep, .pageDown: pageStep, .up: -1][key] ?? 1
      move(step)
      return []
    default: break
    }
    switch field.take(key) {
    case .done(let text):
      list.search(text, library, services)
      if !text.isEmpty { lastSearch = text }
      mode = .panes
    case .cancelled: return close()
    default:
      mode = .search(field, before: before)
      if field.text != list.query { list.search(field.text, library, services, isTyping: true) }
    }
    choose()
    return []
  }

  /// Moves to the next or previous record that the search found, and wraps around at the ends of the list.
  mutating func goToMatch(_ step: Int) {
    guard !list.query.isEmpty, !list.records.isEmpty else {
      let search = keys.name(of: .search).map { "; \($0) searches" } ?? ""
      note = (list.query.isEmpty ? "nothing is searched for\(search)" : "nothing matches", true)
      return
    }
    let count = list.records.count
    list.move(to: (list.cursor + step + count) % count)
    choose()
  }
}
