import ShelfTerminal

extension Browser {
  /// The number of lines that the wheel scrolls by.
  private static let wheelStep = 3

  mutating func handle(_ mouse: Mouse) -> [Effect] {
    if mouse.action != .press, mouse.action != .release, mouse.action != .drag {
      return scroll(mouse, mouse.action == .wheelUp ? -Browser.wheelStep : Browser.wheelStep)
    }
    switch mode {
    case .panes: break
    case .menu(let menu):
      guard mouse.action == .press else { return [] }
      let view = BrowserView(self)
      guard let row = view.menuItem(menu, row: mouse.row, column: mouse.column) else { return close() }
      return choose(menu.shown[row].choice)
    case .problems(var problems):
      guard mouse.action == .press else { return [] }
      let line = mouse.row - 1
      let row = line + problems.top(layout, count: problemCount)
      guard (0..<ProblemList.rows(layout)).contains(line), row < problemCount else { return [] }
      let isAgain = problems.cursor == row
      problems.cursor = row
      mode = .problems(problems)
      return isAgain ? handle(.enter) : []
    case .field(let edit):
      guard mouse.action == .press,
        let place = BrowserView(self).fieldLine(edit, row: mouse.row, column: mouse.column)
      else { return [] }
      return press(place.line, place.space, edit)
    case .text(var page):
      let line = page.top + mouse.row - 1
      guard mouse.action == .press, let link = page.links.lastIndex(where: { $0.line <= line }) else { return [] }
      if page.link == link { return handle(.enter) }
      page.choose(link, TextPage.height(space))
      mode = .text(page)
      return []
    default: return []
    }
    switch mouse.action {
    case .press: return press(mouse)
    case .drag:
      guard let drag else { return [] }
      if drag == .views { widths.left = max(16, mouse.column + 1) } else { widths.right = space.columns - mouse.column }
    default: drag = nil
    }
    return []
  }

  private mutating func press(_ mouse: Mouse) -> [Effect] {
    let layout = layout
    let isDouble = lastPress.map { $0.row == mouse.row && $0.column == mouse.column } ?? false
    lastPress = isDouble ? nil : (mouse.row, mouse.column)
    // Neighboring panes have adjacent borders; the user can drag either border.
    for (pane, area) in layout.areas where pane != .list && layout.areas.count > 1 {
      let edge = pane == .views ? area.column + area.columns - 1 : area.column
      if abs(mouse.column - edge) <= (pane == .views ? (mouse.column > edge ? 1 : 0) : (mouse.column < edge ? 1 : 0)) {
        drag = pane
        return []
      }
    }
    if mouse.row == layout.bottom { return [] }
    guard let pane = layout.areas.first(where: { $0.value.contains(row: mouse.row, column: mouse.column) })?.key,
      let inner = layout.inner(pane)
    else { return [] }
    focus = pane
    let row = mouse.row - inner.row
    guard row >= 0, row < inner.rows else { return [] }
    switch pane {
    case .views:
      guard views.rows.indices.contains(views.top + row) else { return [] }
      views.move(to: views.top + row)
      showView()
      if isDouble { views.toggle(library, services.look, problems: problemCount) }
      if views.current == .problems { showProblems() }
    case .list where list.view == .overview: pressInOverview(row, isDouble: isDouble)
    case .list:
      if row == listHeader - 1, inner.rows >= 5, list.view.isList {
        sort(byColumnAt: mouse.column - inner.column - (ListTable.margin - 1))
        return []
      }
      let place = list.top + row - listHeader
      guard row >= listHeader, list.records.indices.contains(place) else { return [] }
      list.move(to: place)
      choose()
      if isDouble { focus = .page }
    case .page:
      guard page.lines.indices.contains(page.top + row) else { return [] }
      let isChosen = page.cursor == page.top + row
      page.move(to: page.top + row)
      if case .field = page.target { return perform(.open) }
      // On other lines, the first click selects the line and the second click opens it.
      if isDouble || isChosen { return perform(.open) }
    }
    return []
  }

  private mutating func scroll(_ mouse: Mouse, _ step: Int) -> [Effect] {
    switch mode {
    case .panes, .search: break
    default:
      let key: Key = step < 0 ? .up : .down
      return (0..<abs(step)).flatMap { _ in handle(key) }
    }
    guard let pane = layout.areas.first(where: { $0.value.contains(row: mouse.row, column: mouse.column) })?.key else {
      return []
    }
    let old = focus
    focus = pane
    move(step)
    if layout.areas[old] != nil { focus = old }
    return []
  }
}
