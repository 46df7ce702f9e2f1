import ShelfForms
import ShelfModel
import ShelfTerminal
import ShelfText

/// The dispatch of keys.
///
/// A key first goes to the part that is open over the panes (`mode`): a form, a field or a prompt consumes characters,
/// and menus and pages have their own keys. Only if nothing is open does the key map turn the key into an `Action`,
/// which `perform` carries out. An action changes the state directly, opens another mode, or returns an effect, such as
/// a request to the worker. Ctrl-C and Ctrl-Z are the exceptions: they mean the same in every mode.
///
/// In the panes, Escape undoes the innermost step (`nextStepBack`), such as a followed link or the search. In every
/// other mode it closes something, or leaves the mode.
extension Browser {
  /// Handles a key: a menu, form or page over the panes receives it first.
  mutating func handle(_ key: Key) -> [Effect] {
    // A note stays until the next key, unless it reports that a change is still waiting.
    if !isHeld, key.isPress { note = nil }
    switch key {
    case .mouse(let mouse): return handle(mouse)
    // In raw mode, these arrive as keys instead of signals. They must keep their usual meaning in every mode of the
    // browser.
    case .control("z"): return [.suspend]
    case .control("c"):
      switch mode {
      case .panes: return perform(.quit)
      // Ctrl-C must not discard typed text; Escape asks for confirmation first.
      case .field(let edit): return handle(.escape, edit)
      case .form(let new): return handle(.escape, new)
      case .menu: return handle(.escape)
      default: return close()
      }
    // In the panes, the key map decides what Ctrl-L does.
    case .control("l"):
      if case .panes = mode { break }
      return [.redraw]
    default: break
    }
    switch mode {
    case .panes: return takeInPanes(key)
    case .search(let field, let before): return handle(key, searching: field, before)
    case .prompt(let prompt): return handle(key, prompt)
    case .menu(let menu): return handle(key, menu)
    case .field(let edit): return handle(key, edit)
    case .form(let new): return handle(key, new)
    case .text(let page): return handle(key, page)
    case .problems(let problems): return handle(key, problems)
    }
  }

  /// Closes the part that is open over the panes; closing the search restores the previous query.
  mutating func close() -> [Effect] {
    if case .search(_, let before) = mode {
      list.search(before, library, services, keeping: searchPlace)
      choose()
    }
    mode = .panes
    return []
  }

  private mutating func takeInPanes(_ key: Key) -> [Effect] {
    guard let action = keys.action(key) else {
      if case .text(let text) = key {
        note = ("“\(VisibleText.line(text))” does nothing here; \(keys.name(of: .help) ?? "?") shows the keys", true)
      }
      return []
    }
    if isHeld, action == .clear { return stopWaiting() }
    return perform(action)
  }

  /// Performs the action that a key is bound to.
  mutating func perform(_ action: Action) -> [Effect] {
    if waits(action) {
      note = ("still waiting for another program to finish changing the library; Esc cancels", true)
      return []
    }
    switch action {
    case .up: move(-1)
    case .down: move(1)
    case .pageUp: move(-pageStep)
    case .pageDown: move(pageStep)
    case .halfPageUp: move(-max(1, pageStep / 2))
    case .halfPageDown: move(max(1, pageStep / 2))
    case .top: move(-(1 << 30))
    case .bottom: move(1 << 30)
    case .left: goLeft()
    case .right: return goRight()
    case .nextPane: focus = Pane(rawValue: (focus.rawValue + 1) % 3) ?? .list
    case .previousPane: focus = Pane(rawValue: (focus.rawValue + 2) % 3) ?? .list
    case .open: return open()
    case .back: if !page.back() { focus = focus == .page ? .list : .views }
    case .search: search()
    case .nextMatch: goToMatch(1)
    case .previousMatch: goToMatch(-1)
    case .filter: open(filterMenu(), orSay: "this view cannot be filtered")
    case .sort: open(sortMenu(), orSay: "this view cannot be sorted")
    case .saveFilter: saveFilter()
    case .clear: clear()
    case .rate0, .rate1, .rate2, .rate3, .rate4, .rate5: return rate(Int(action.rawValue.suffix(1)) ?? 0)
    case .state: stateMenu()
    case .progress: promptForProgress()
    case .names: editNames()
    case .review: writeReview()
    case .close: return closeOrReopen()
    case .lookUp: return lookUp()
    case .edit: return edit()
    case .add: return add()
    case .delete: delete()
    case .mark: mark()
    case .markRange: markRange()
    case .markAll: list.markAll()
    case .undo: return [.perform(.undo(isSure: false))]
    case .redo: return [.perform(.redo(isSure: false))]
    case .problems: showProblems()
    case .history: return history()
    case .stats: return [.perform(.statistics)]
    case .sync: return sync()
    case .command: prompt()
    case .help: mode = .text(TextPage(title: "Keys", lines: HelpPage.lines(keys, width: space.columns)))
    case .redraw: return [.redraw]
    case .quit: return quit()
    }
    return []
  }

  /// Opens a menu, or shows `words` as a note if there is no menu to open.
  private mutating func open(_ menu: ChoiceMenu?, orSay words: String) {
    if let menu {
      mode = .menu(menu)
    } else {
      note = (words + (keys.name(of: .search).map { "; \($0) searches" } ?? ""), true)
    }
  }

  /// Quits as soon as all pending changes are saved.
  mutating func quit() -> [Effect] {
    if work.isEmpty { return [.quit] }
    leavesAfter = true
    note = ("quitting once everything is saved …", false)
    return []
  }

  // MARK: - Moving

  var pageStep: Int {
    let rows = layout.inner(focus)?.rows ?? 10
    return max(1, rows - 1 - (focus == .list ? listHeader : 0))
  }

  /// Moves the cursor of the focused pane.
  mutating func move(_ step: Int) {
    switch focus {
    case .views:
      let old = views.current
      views.move(to: views.cursor + step)
      if views.current != old { showView() }
    case .list:
      if !list.view.isList {
        moveInOther(step)
      } else {
        list.move(to: list.cursor + step)
        choose()
      }
    case .page: page.move(by: step)
    }
  }

  private mutating func goLeft() {
    switch focus {
    case .page: if !page.back() { focus = .list }
    case .list: focus = .views
    case .views:
      if views.isExpanded(views.current) { views.toggle(library, services.look, problems: problemCount) }
    }
  }

  private mutating func goRight() -> [Effect] {
    switch focus {
    case .views:
      if views.rows.indices.contains(views.cursor), views.rows[views.cursor].isParent, !views.isExpanded(views.current)
      {
        views.toggle(library, services.look, problems: problemCount)
      } else {
        focus = .list
      }
    case .list:
      if list.view == .overview {
        openInOverview()
      } else if list.view.isList, page.id != nil {
        focus = .page
      }
    case .page: follow()
    }
    return []
  }

  private mutating func open() -> [Effect] {
    switch focus {
    case .views:
      switch views.current {
      case .problems: showProblems()
      case .filters, .ratings: views.toggle(library, services.look, problems: problemCount)
      default: focus = .list
      }
    case .list:
      if list.view == .overview {
        openInOverview()
      } else if !list.markedShown.isEmpty {
        fieldMenu()
      } else if page.id != nil, list.view.isList {
        focus = .page
      }
    case .page:
      switch page.target {
      case .field(let key): return editField(key)
      case .record, .list: follow()
      case .more: page.showAll()
      case .rest(let kind): page.open(kind)
      case .file: return edit()
      case nil: break
      }
    }
    return []
  }

  /// Follows the link on the current line of the page.
  private mutating func follow() {
    switch page.target {
    case .record(let id): page.follow(id)
    case .more: page.showAll()
    case .rest(let kind): page.open(kind)
    case .file: break
    case .list(let kind):
      guard let record = page.id.flatMap({ library.record($0) }) else { return }
      let view = LibraryView.name(record.kind, of: kind, record.id)
      if record.kind.isMadeByName {
        views.go(to: view, library, services.look, problems: problemCount)
        showView()
        focus = .list
      }
    case .field(let key):
      guard let record = page.id.flatMap({ library.record($0) }),
        let field = library.schema.field(key, of: record.kind)
      else { return }
      if field.has(.creator) { return followCreator(field, of: record) }
      guard field.type.target != nil else { return }
      let targets = record.texts(of: field).compactMap { RecordID($0) }.compactMap { library.record($0) }
      if targets.count == 1 { return page.follow(targets[0].id) }
      if targets.isEmpty { return }
      mode = .menu(
        ChoiceMenu(
          title: "Go to",
          items: targets.map { ChoiceMenu.Item(label: StyledText($0.title), choice: .follow($0.id)) }))
    case nil: break
    }
  }

  private mutating func mark() {
    guard focus != .views, list.view.isList else {
      note = ("only records in a list can be marked", true)
      return
    }
    list.mark()
    choose()
  }

  private mutating func markRange() {
    guard focus != .views, list.view.isList, list.current != nil else {
      note = ("only records in a list can be marked", true)
      return
    }
    focus = .list
    list.markRange()
    choose()
  }

  /// The things that Escape undoes, one per key press, innermost first.
  enum Step {
    case followed, record, search, marks

    /// The description of this step in the key hints.
    var words: String {
      switch self {
      case .followed: "back"
      case .record: "list"
      case .search: "end search"
      case .marks: "clear marks"
      }
    }
  }

  /// The next thing that `clear` would undo, or nil if there is nothing left.
  var nextStepBack: Step? {
    if focus == .page { return page.hasTrail ? .followed : .record }
    if !list.query.isEmpty { return .search }
    return list.marks.isEmpty ? nil : .marks
  }

  /// Undoes one step: the last followed link, the focus on the page, the search, or the marks.
  private mutating func clear() {
    switch nextStepBack {
    case .followed: _ = page.back()
    case .record: focus = .list
    case .search:
      list.search("", library, services)
      choose()
    case .marks: list.clearMarks()
    case nil: break
    }
  }
}

extension Key {
  /// Whether the event is a key or a mouse button being pressed, as opposed to mouse movement or a release.
  fileprivate var isPress: Bool { if case .mouse(let mouse) = self { mouse.action == .press } else { true } }
}
