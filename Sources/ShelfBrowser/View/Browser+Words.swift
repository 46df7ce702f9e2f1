import ShelfForms
import ShelfModel
import ShelfQuery
import ShelfTerminal
import ShelfText
import ShelfWording

extension Browser {
  var viewTitle: String {
    switch list.view {
    case .overview: return "Overview"
    case .filters: return "Filters"
    case .problems: return "Problems"
    case .kind(let kind), .ratings(let kind): return Wording.heading(kind.plural)
    case .state(let kind, let word): return "\(Wording.heading(kind.plural)) · \(Wording.label(word))"
    case .rating(let kind, let stars):
      let words = stars.map { "\(services.look.stars(quarters: $0 * 4).plain)" } ?? "unrated"
      return "\(Wording.heading(kind.plural)) · \(words)"
    case .names(let names, _): return Wording.heading(names.plural)
    case .name(_, let kind, let id):
      return "\(Wording.heading(kind.plural)) · \(library.record(id)?.title ?? "")"
    case .recent(let kind): return "\(Wording.heading(kind.plural)) · last \(LibraryView.recentDays) days"
    case .condition(let kind, let condition):
      return "\(Wording.heading(kind.plural)) · \(condition.title.lowercased())"
    case .filter(let name): return name
    }
  }

  /// The number of open records in the list, or nil if all of them are open or the left pane does not count open
  /// records for this view.
  var openCount: Int? {
    switch list.view {
    case .kind, .name: break
    default: return nil
    }
    guard let kind = list.kind, let state = library.schema.field(.state, of: kind), state.type == .boolean,
      let done = state.doneValue
    else { return nil }
    let open = list.records.count { $0.value(of: state) != done }
    return open == list.records.count ? nil : open
  }

  /// Returns a message with commands as they are typed in the browser, such as `:doctor` instead of `shelf doctor`.
  func asKeys(_ text: String) -> String {
    guard let key = keys.name(of: .command) else { return text }
    return text.replacing("`shelf ", with: "`" + key)
  }

  /// The message in an empty list.
  var emptyText: String {
    let add = keys.name(of: .add) ?? "a"
    return list.kind.map { "no \($0.plural) here yet; \(add) adds one" } ?? "nothing here yet; \(add) adds something"
  }

  /// The note on the bottom line: the current one, or else the reason why the library cannot be read.
  var shownNote: (text: String, isWrong: Bool)? { note ?? unreadable.map { ($0, true) } }

  /// The width of the bottom line without the summary.
  var noteRoom: Int { space.columns - 2 - (summary.width > 0 ? summary.width + 2 : 0) }

  /// The lines of the wrapped note, at most half as many as the screen has, or no lines if there is no note.
  var noteLines: [String] {
    guard let note = shownNote else { return [] }
    let text = VisibleText.line(note.text)
    if DisplayWidth.of(text) <= noteRoom { return [text] }
    return Array(WordWrap.lines(text, width: max(8, space.columns - 2)).prefix(max(1, layout.bottom / 2)))
  }

  /// The numbers of records, uncommitted files and problems, at the right end of the bottom line. On a narrow screen,
  /// the leftmost numbers are dropped.
  var summary: StyledText {
    var parts: [StyledText] = []
    if problemCount > 0, space.columns >= 36 {
      let key = keys.name(of: .problems).map { " (\($0))" } ?? ""
      parts.append(StyledText("\(Wording.count(problemCount, "problem"))\(key)", .color(.red)))
    }
    if let count = uncommittedCount, count > 0, space.columns >= 60 {
      parts.insert(StyledText("\(Wording.number(count)) uncommitted", .dim), at: 0)
    }
    if space.columns >= (parts.count > 1 ? 100 : 60) {
      parts.insert(StyledText(Wording.count(library.records.count, "record"), .dim), at: 0)
    }
    return StyledText.joined(parts, separator: StyledText(" · ", .dim))
  }

  /// The most useful keys in the current state, as many as fit.
  func hints(_ width: Int) -> StyledText {
    var pairs: [(String?, String)] = []
    func add(_ action: Action, _ words: String) { pairs.append((keys.name(of: action), words)) }
    switch mode {
    case .search(let field, _):
      // The hint is shown here rather than above the list, because the list would move whenever the hint appears or
      // disappears.
      if let hint = list.hint, !hint.isEmpty, !field.isChoosing { return StyledText(hint).truncated(to: width) }
      pairs = [
        ("Enter", "keep"), ("Tab", "complete"), ("↑↓", "choose"), ("Esc", field.isChoosing ? "close list" : "back"),
      ]
    case .menu(let menu):
      pairs = [("↑↓", "choose"), ("Enter", "take"), ("Esc", menu.typed.isEmpty ? "leave" : "show all")]
      if menu.items.contains(where: { if case .term = $0.choice { true } else { false } }) {
        pairs.insert(("Space", "several"), at: 2)
      }
      if menu.isNarrowed { pairs.append(("a–z", "narrow")) }
    case .field(let edit):
      if case .ticks(let ticks) = edit.input { pairs = [ticks.isNaming ? ("Comma", "add") : ("Space", "tick")] }
      pairs.append(("Enter", edit.input.isNaming ? "add" : "save"))
      if edit.input.isMultiline { pairs = [("Ctrl-S", "save"), ("Enter", "new line")] }
      pairs.append(("Esc", edit.input.escape ?? "leave"))
    case .form(let new):
      if new.form.isMultiline { pairs = [("Enter", "new line")] }
      pairs.append((new.form.onward.key, new.form.onward.words))
      pairs += [("Ctrl-S", "save"), ("Esc", new.form.escape)]
    case .text(let page):
      if page.isFinding {
        pairs = [("Enter", "keep"), ("↑↓", "next"), ("Esc", "end search")]
        break
      }
      pairs = page.links.isEmpty ? [("↑↓", "scroll")] : [("↑↓", "choose"), ("Enter", "show changes line by line")]
      pairs += [(keys.name(of: .search), "find")] + (page.wanted.isEmpty ? [] : [("n N", "next, previous")])
      pairs.append(("Esc", "back"))
    case .problems(let problems):
      let isRepairable = findings.map { $0.indices.contains(problems.cursor) && $0[problems.cursor].isRepairable }
      pairs =
        (isRepairable ?? false ? [("Enter", "repair")] : []) + [
          ("→", "go there"), (keys.name(of: .edit), "edit"), ("Esc", "back"),
        ]
    case .prompt: break
    case .panes:
      add(.help, "keys")
      switch focus {
      case .views:
        add(.open, "open")
        if filterAtHand() != nil {
          add(.edit, "query")
          add(.saveFilter, "name")
          add(.delete, "delete")
        }
        add(.search, "search")
        add(.add, "add")
      case .list where !list.view.isList:
        if overviewLine != nil { add(.open, overviewRecord == nil ? "goal" : "open") }
        add(.search, "search")
        add(.add, "add")
      case .list where markedCount > 0:
        if list.isMarkingRange { add(.markRange, "end range") }
        add(.open, "a field")
        if list.kind.flatMap({ library.schema.field(.rating, of: $0) }) != nil { pairs.append(("1–5", "rate")) }
        if let kind = list.kind, let state = library.schema.field(.state, of: kind) {
          state.type == .boolean ? add(.close, "close") : add(.state, "state")
        }
        add(.delete, "delete")
        if let step = nextStepBack { add(.clear, step.words) }
      case .list:
        add(.search, "search")
        if list.isMarkingRange { add(.markRange, "end range") }
        if let step = nextStepBack { add(.clear, step.words) }
        if list.kind.flatMap({ library.schema.field(.rating, of: $0) }) != nil { pairs.append(("1–5", "rate")) }
        if let kind = list.kind, let state = library.schema.field(.state, of: kind) {
          state.type == .boolean ? add(.close, "close") : add(.state, "state")
        }
        if let kind = list.kind, library.schema.field(.progress, of: kind) != nil { add(.progress, "page") }
        if list.kind == .book { add(.names, "genres") }
        add(.add, "add")
        add(.mark, "mark")
        add(.open, "open")
      case .page:
        switch page.target {
        case .field: add(.open, "edit")
        case .record, .list, .more, .rest: add(.open, "open")
        case .file: add(.open, "edit the file")
        case nil: break
        }
        if isAtLink { add(.right, "follow") }
        add(.left, page.hasTrail ? "back" : "list")
        if page.target != .file { add(.edit, "editor") }
        add(.history, "history")
      }
      add(.undo, "undo")
      add(.quit, "quit")
    }
    var line = StyledText()
    if case .panes = mode, markedCount > 0 {
      line.append("\(Wording.number(markedCount)) marked:", .color(.green))
    }
    for (key, words) in pairs {
      guard let key else { continue }
      var part = StyledText(line.width > 0 ? "  " : "")
      part.append(key, .bold)
      part.append(" " + words, .dim)
      if line.width + part.width > width { break }
      line.append(part)
    }
    return line
  }

  /// The name of the list's default order, or nil if its records are of several kinds.
  var usualOrder: String? {
    guard let kind = list.kind else { return nil }
    // Many orders begin with a Boolean key that puts finished records last. The order is named after the key that
    // follows.
    let key = services.order(of: kind, library.schema).keys.first { key in
      if case .field(let field) = key.attribute { field.type != .boolean } else { true }
    }
    guard let key else { return kind.titleKey }
    if key.attribute == nil { return RecordOrder.Key.randomName }
    guard case .field(let field) = key.attribute else { return nil }
    return field.key + (key.isDescending ? ":desc" : "")
  }
}
