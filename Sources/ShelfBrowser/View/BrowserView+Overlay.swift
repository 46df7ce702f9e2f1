import ShelfDoctor
import ShelfModel
import ShelfTerminal
import ShelfText
import ShelfWording

extension BrowserView {
  /// Paints the menu, form or page that is open over the panes.
  mutating func paintOverlay() {
    switch browser.mode {
    case .panes, .prompt: paintCandidates()
    case .search: paintCandidates()
    case .menu(let menu): paint(menu)
    case .field(let edit): paint(edit)
    case .form(let new): paint(new)
    case .text(let page): paint(page)
    case .problems(let problems): paint(problems)
    }
  }

  private var space: Space { browser.space }

  /// Paints a framed box in the middle of the screen, and returns the area within its frame.
  private mutating func open(_ title: StyledText, columns: Int, rows: Int) -> Area {
    let area = BrowserView.middle(space, columns: columns, rows: rows)
    clear(area)
    box(area, title, .color(.cyan))
    return Area(row: area.row + 1, column: area.column + 1, rows: area.rows - 2, columns: area.columns - 2)
  }

  /// Returns an area in the middle of the screen, above the bottom line.
  private static func middle(_ space: Space, columns: Int, rows: Int) -> Area {
    let width = min(columns + 2, space.columns)
    let height = min(rows + 2, max(3, space.rows - 1))
    return Area(
      row: max(0, (space.rows - 1 - height) / 2), column: max(0, (space.columns - width) / 2), rows: height,
      columns: width)
  }

  // MARK: - Menus

  /// Returns the position of a menu, its wrapped text, the number of visible items, and the index of the first one.
  private func place(_ menu: ChoiceMenu) -> (area: Area, text: [StyledText], shown: Int, first: Int) {
    let widest = max(
      menu.items.reduce(0) { max($0, $1.label.width + 6) },
      menu.title.isEmpty ? 0 : DisplayWidth.of(menu.title) + (menu.isNarrowed ? 12 : 4),
      menu.text.reduce(0) { max($0, $1.width) } + 2)
    let columns = min(max(24, widest + 2), max(18, space.columns - 4), menu.text.count > 3 ? 100 : 72)
    let text = menu.text.flatMap { line -> [StyledText] in
      line.width <= columns - 2 || line.pieces.count > 1
        ? [line.truncated(to: columns - 2)]
        : WordWrap.lines(line.plain, width: columns - 2).map { StyledText($0, line.pieces.first?.style ?? .plain) }
    }
    let maximum = max(1, space.rows - 3)
    let items = min(menu.shown.count, max(1, maximum - min(text.count, maximum / 2)))
    let height = min(maximum, text.count + (text.isEmpty ? 0 : 1) + items)
    let area = BrowserView.middle(space, columns: columns, rows: height)
    let first = max(0, min(menu.cursor - items + 1, menu.shown.count - items))
    return (area, text, items, first)
  }

  /// Returns the index of the menu item at a position of the screen.
  func menuItem(_ menu: ChoiceMenu, row: Int, column: Int) -> Int? {
    let (area, _, shown, first) = place(menu)
    let start = area.row + area.rows - 1 - shown
    guard area.contains(row: row, column: column), (start..<start + shown).contains(row) else { return nil }
    let index = first + row - start
    return menu.shown.indices.contains(index) ? index : nil
  }

  private mutating func paint(_ menu: ChoiceMenu) {
    let (area, text, shown, first) = place(menu)
    clear(area)
    box(area, StyledText(menu.title + (menu.typed.isEmpty ? "" : " › \(menu.typed)"), Ink.focus), .color(.cyan))
    let textRows = max(0, area.rows - 2 - shown - (text.isEmpty ? 0 : 1))
    for (line, words) in text.dropFirst(menu.top).prefix(textRows).enumerated() {
      put(words, row: area.row + 1 + line, column: area.column + 2, width: area.columns - 4)
    }
    if text.count > textRows + menu.top, textRows > 0 {
      put(
        StyledText("PgDn: more", .dim), row: area.row + 1 + textRows, column: area.column + 2, width: area.columns - 4)
    }
    paint(hidden: menu.shown.count - shown, before: first, area)
    let start = area.row + area.rows - 1 - shown
    for (line, item) in menu.shown.dropFirst(first).prefix(shown).enumerated() {
      var label = StyledText(item.isOn ? "● " : "  ", TextStyle(bold: true, foreground: .named(.green)))
      label.append(item.key.map { $0 + " " } ?? "  ", Ink.focus)
      label.append(item.label)
      put(label, row: start + line, column: area.column + 2, width: area.columns - 3)
      if first + line == menu.cursor {
        selectLine(start + line, Area(row: 0, column: area.column + 1, rows: 1, columns: area.columns - 2))
      }
    }
  }

  /// Paints, on the lower edge of a menu, the numbers of items that are hidden above and below.
  private mutating func paint(hidden count: Int, before: Int, _ area: Area) {
    let parts = [(before, "↑"), (count - before, "↓")].filter { $0.0 > 0 }.map { "\($1) \(Wording.number($0)) more" }
    if parts.isEmpty { return }
    let text = StyledText(" \(parts.joined(separator: "  ")) ", .dim)
    let column = area.column + max(1, area.columns - 2 - text.width)
    put(text, row: area.row + area.rows - 1, column: column, width: area.columns - 2)
  }

  // MARK: - Fields and forms

  /// The space for a field editor. A list uses the free rows of the screen.
  private func fieldSpace(_ edit: FieldEdit) -> Space {
    let rows = edit.input.isList ? BrowserView.mostRows : 14
    return Space(columns: min(64, max(18, space.columns - 4)) - 2, rows: max(1, min(rows, space.rows - 5)))
  }

  /// The maximum number of list rows in a field editor.
  private static let mostRows = 40

  private func content(_ edit: FieldEdit) -> (view: View, notes: [StyledText]) {
    let inner = fieldSpace(edit)
    let columns = inner.columns + 2
    var input = edit.input
    input.fit(inner)
    let view = input.view(inner, listRows: inner.rows)
    var notes: [StyledText] = []
    if let complaint = edit.complaint {
      notes += WordWrap.lines(VisibleText.line(complaint), width: columns - 2).map { StyledText($0, Ink.complaint) }
    } else if edit.theirs != nil {
      notes.append(StyledText("someone else changed this field", Ink.complaint))
    } else if !edit.input.hints.isEmpty {
      let saves = edit.input.isMultiline ? "Ctrl-S save" : edit.input.isNaming ? "Enter add" : "Enter save"
      let hints = KeyHints(edit.input.hints + [.main(saves), .usual("Esc \(edit.input.escape ?? "leave")")])
      notes.append(StyledText(hints.line(columns - 2), .dim))
    }
    return (view, notes)
  }

  /// Returns the line of the field editor at a position of the screen, and the editor's space.
  func fieldLine(_ edit: FieldEdit, row: Int, column: Int) -> (line: Int, space: Space)? {
    let (view, notes) = content(edit)
    let area = BrowserView.middle(space, columns: fieldSpace(edit).columns + 2, rows: view.lines.count + notes.count)
    let line = row - area.row - 1
    guard area.contains(row: row, column: column), view.lines.indices.contains(line) else { return nil }
    return (line, fieldSpace(edit))
  }

  private mutating func paint(_ edit: FieldEdit) {
    let (view, notes) = content(edit)
    let columns = fieldSpace(edit).columns + 2
    let area = open(StyledText(edit.title, Ink.focus), columns: columns, rows: view.lines.count + notes.count)
    put(view.lines + notes, cursor: view.cursor, in: area)
  }

  private mutating func paint(_ new: NewRecordForm) {
    let inner = Space(columns: min(76, max(16, space.columns - 4)), rows: max(4, min(24, space.rows - 3)))
    var form = new.form
    form.fit(inner)
    let view = form.view(inner, showsTitle: false)
    let area = open(StyledText(form.title, Ink.focus), columns: inner.columns + 2, rows: view.lines.count)
    put(view.lines, cursor: view.cursor, in: area)
  }

  private mutating func put(_ lines: [StyledText], cursor: View.Place?, in area: Area) {
    for (line, text) in lines.prefix(area.rows).enumerated() {
      put(text, row: area.row + line, column: area.column + 1, width: area.columns - 2)
    }
    if let cursor, cursor.row < area.rows {
      place(cursor: View.Place(row: area.row + cursor.row, column: area.column + 1 + cursor.column))
    }
  }

  // MARK: - Pages

  private mutating func paint(_ page: TextPage) {
    let height = TextPage.height(space)
    let area = Area(row: 0, column: 0, rows: space.rows - 1, columns: space.columns)
    clear(area)
    var start = Area(row: 1, column: 0, rows: height, columns: space.columns)
    if layout.isFramed {
      let last = min(page.lines.count, page.top + height)
      let place =
        page.lines.count > height
        ? StyledText("  \(page.top + 1)–\(last) of \(Wording.number(page.lines.count))", .dim) : StyledText()
      box(area, StyledText(page.title, Ink.focus) + place, .color(.cyan))
      start.column = 2
      start.columns = max(1, space.columns - 4)
    } else {
      put(StyledText(page.title, Ink.focus), row: 0, column: 0, width: space.columns)
    }
    for (line, text) in page.lines.dropFirst(page.top).prefix(height).enumerated() {
      put(text, row: start.row + line, column: start.column, width: start.columns)
      if page.links.indices.contains(page.link), page.links[page.link].line == page.top + line {
        selectLine(
          start.row + line, Area(row: 0, column: max(0, start.column - 1), rows: 1, columns: start.columns + 1))
      }
      if page.found == page.top + line {
        selectLine(
          start.row + line, Area(row: 0, column: max(0, start.column - 1), rows: 1, columns: start.columns + 1))
      }
    }
  }

  private mutating func paint(_ problems: ProblemList) {
    let findings = browser.findings ?? []
    let area = Area(row: 0, column: 0, rows: space.rows - 1, columns: space.columns)
    clear(area)
    let title = StyledText("Problems · \(Wording.number(findings.count))", Ink.focus)
    var inner = Area(row: 1, column: 0, rows: max(1, space.rows - 2), columns: space.columns)
    if layout.isFramed {
      box(area, title, .color(.cyan))
      inner = Area(row: 1, column: 1, rows: max(1, space.rows - 3), columns: space.columns - 2)
    } else {
      put(title, row: 0, column: 0, width: space.columns)
    }
    let detail = ProblemList.detail(inner.rows)
    let rows = ProblemList.rows(layout)
    let top = problems.top(layout, count: findings.count)
    for (line, finding) in findings.dropFirst(top).prefix(rows).enumerated() {
      var text = StyledText(
        finding.severity == .error ? "error    " : "warning  ", .color(finding.severity == .error ? .red : .yellow))
      text.append(finding.isRepairable ? "⚒ " : "  ", .color(.green))
      let name = finding.record.map { $0.title.isEmpty ? finding.path : $0.title } ?? finding.path
      // Leaves room for the message after a long title.
      let room = inner.columns - 4 - text.width - min(DisplayWidth.of(finding.message), inner.columns / 2)
      text.append(StyledText(VisibleText.line(name), .bold).truncated(to: max(12, room)))
      text.append("  " + finding.message)
      put(
        text.truncated(to: inner.columns - 2), row: inner.row + line, column: inner.column + 1, width: inner.columns - 1
      )
      if top + line == problems.cursor { selectLine(inner.row + line, inner) }
    }
    guard detail > 0, findings.indices.contains(problems.cursor) else { return }
    let finding = findings[problems.cursor]
    let start = inner.row + rows
    put(
      StyledText(String(repeating: "─", count: inner.columns), .dim), row: start, column: inner.column,
      width: inner.columns)
    let place = finding.place.map { ":\($0.line):\($0.column)" } ?? ""
    put(
      StyledText(finding.path + place, .bold) + StyledText("  [\(finding.check.code)]", .dim), row: start + 1,
      column: inner.column + 1, width: inner.columns - 2)
    for (line, words) in WordWrap.lines(VisibleText.line(finding.message), width: inner.columns - 2).prefix(2)
      .enumerated()
    {
      put(StyledText(words), row: start + 2 + line, column: inner.column + 1, width: inner.columns - 2)
    }
  }

  // MARK: - Completion

  /// Paints the completions of the text that is being typed, below the search line or above the bottom line.
  private mutating func paintCandidates() {
    let field: TextField
    let anchor: (row: Int, column: Int, isAbove: Bool)
    switch browser.mode {
    case .search(let search, _):
      guard let area = layout.inner(.list) else { return }
      field = search
      anchor = (area.row + 1, area.column + 2, false)
    case .prompt(let prompt):
      field = prompt.field
      anchor = (layout.bottom, StyledText(prompt.label).width, true)
    default: return
    }
    guard field.isChoosing else { return }
    let columns = min(60, space.columns - anchor.column - 1)
    let room = anchor.isAbove ? anchor.row - (layout.isFramed ? 1 : 0) : space.rows - 1 - anchor.row
    let view = field.view(Space(columns: max(8, columns - 2), rows: max(2, min(23, room - 1))))
    let lines = view.lines.dropFirst()
    let rows = min(lines.count + 2, room)
    let row = anchor.isAbove ? room - rows : anchor.row
    let area = Area(row: row, column: anchor.column, rows: rows, columns: columns)
    guard rows > 2 else { return }
    clear(area)
    box(area, StyledText(), .dim)
    for (line, text) in lines.prefix(rows - 2).enumerated() {
      put(text, row: area.row + 1 + line, column: area.column + 1, width: area.columns - 2)
    }
  }
}
