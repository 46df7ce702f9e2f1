import ShelfModel
import ShelfTerminal
import ShelfText
import ShelfWording

/// Renders the browser's state to a `Screen`.
///
/// Each frame is rendered from scratch: first the frames and contents of the panes, then the bottom line with the note
/// or the key hints, then the overlay of the current mode. `ScreenUpdate` then writes only the changes to the terminal.
package struct BrowserView {
  let browser: Browser
  private(set) var screen: Screen
  let layout: PaneLayout
  var look: BrowserLook { browser.services.look }

  package init(_ browser: Browser) {
    self.browser = browser
    screen = Screen(columns: browser.space.columns, rows: browser.space.rows)
    layout = browser.layout
  }

  /// Returns the browser's state as a screen.
  package static func screen(_ browser: Browser) -> Screen {
    var view = BrowserView(browser)
    view.paint()
    return view.screen
  }

  private mutating func paint() {
    let space = browser.space
    if space.columns < PaneLayout.minimum.columns || space.rows < PaneLayout.minimum.rows {
      let words = space.columns >= 36 ? "The terminal is too small for the browser." : "too small"
      screen.put(words, row: 0, column: 0, width: space.columns)
      return
    }
    for (pane, area) in layout.areas {
      frame(pane, area)
      guard let inner = layout.inner(pane) else { continue }
      switch pane {
      case .views: paintViews(inner)
      case .list: paintList(inner)
      case .page: paintPage(inner)
      }
    }
    paintBottom()
    paintOverlay()
  }

  // MARK: - Frames

  private static let line = TextStyle.dim

  private typealias Lines = (top: (String, String), flat: String, side: String, bottom: (String, String))
  private static let light: Lines = (("┌", "┐"), "─", "│", ("└", "┘"))
  private static let heavy: Lines = (("┏", "┓"), "━", "┃", ("┗", "┛"))

  private func title(_ pane: Pane) -> StyledText {
    let hasKeys = browser.focus == pane
    let style: TextStyle = hasKeys ? Ink.focus : .bold
    switch pane {
    case .views: return StyledText(browser.library.manifest.name, style)
    case .list:
      let list = browser.list
      var title = StyledText(browser.viewTitle, style)
      guard list.view.isList else { return title }
      let all = list.records.count == list.total
      // Shows the number of open records if the left pane shows it for this view.
      let open = all ? browser.openCount : nil
      let count =
        open.map { "\(Wording.number($0)) open of \(Wording.number(list.total))" }
        ?? (all ? "" : "\(Wording.number(list.records.count)) of ") + Wording.number(list.total)
      title.append(" · \(count)", .dim)
      // A list of records of several kinds uses the default order of each kind.
      if list.kind == nil, list.marks.isEmpty, list.total > 0 { title.append(" · by kind", .dim) }
      if let order = list.order?.name ?? (list.marks.isEmpty && list.total > 0 ? browser.usualOrder : nil) {
        title.append(" · by \(Browser.words(ofOrder: order))", .dim)
      }
      if !list.marks.isEmpty {
        let hidden = list.marks.count - list.markedShown.count
        title.append(
          " · \(Wording.number(list.marks.count)) marked" + (hidden > 0 ? " (\(hidden) hidden)" : ""), .color(.green))
      }
      return title
    case .page:
      let record = browser.page.id.flatMap { browser.library.record($0) }
      // A title can be arbitrarily long, but no frame has room for more characters than this.
      let title = record.map { $0.title.isEmpty ? $0.kind.singular : String($0.title.prefix(400)) } ?? ""
      let kind = record.map { Wording.heading($0.kind.singular) } ?? ""
      let name = record.map { browser.library.schema.title(of: $0.kind).isLong } ?? false ? kind : title
      return StyledText(
        (browser.page.hasTrail ? "‹ " : "") + name.split(whereSeparator: \.isNewline).joined(separator: " "), style)
    }
  }

  private mutating func frame(_ pane: Pane, _ area: Area) {
    let hasKeys = browser.focus == pane
    let line: TextStyle = hasKeys ? .color(.cyan) : BrowserView.line
    guard layout.isFramed else {
      screen.put(title(pane), row: area.row, column: area.column, width: area.columns)
      return
    }
    box(area, title(pane), line, isHeavy: hasKeys)
    let inner = max(1, area.rows - 2)
    let (top, count, height) =
      switch pane {
      case .views: (browser.views.top, browser.views.rows.count, inner)
      case .list:
        browser.list.view.isList
          ? (browser.list.top, browser.list.records.count, inner - browser.listHeader)
          : (browser.overviewTop, browser.otherLines.count, inner)
      case .page: (browser.page.top, browser.page.lines.count, inner)
      }
    scrollBar(area, top: top, count: count, height: height, line, sign: hasKeys ? "█" : "▐")
  }

  /// - Parameter isHeavy: whether to draw thick lines, which show the focused pane even without colors.
  mutating func box(_ area: Area, _ title: StyledText, _ line: TextStyle, isHeavy: Bool = false) {
    let right = area.column + area.columns - 1
    let sign = isHeavy ? BrowserView.heavy : BrowserView.light
    let flat = String(repeating: sign.flat, count: max(0, area.columns - 2))
    screen.put("\(sign.top.0)\(flat)\(sign.top.1)", line, row: area.row, column: area.column)
    for row in area.row + 1..<area.row + area.rows - 1 {
      screen.put(sign.side, line, row: row, column: area.column)
      screen.put(sign.side, line, row: row, column: right)
    }
    screen.put(
      "\(sign.bottom.0)\(flat)\(sign.bottom.1)", line, row: area.row + area.rows - 1, column: area.column)
    guard title.width > 0, area.columns > 6 else { return }
    let text = StyledText(" ") + title.truncated(to: area.columns - 5) + StyledText(" ")
    screen.put(text, row: area.row, column: area.column + 1, width: area.columns - 3)
  }

  /// Paints a scroll bar on the right edge of a frame.
  private mutating func scrollBar(_ area: Area, top: Int, count: Int, height: Int, _ line: TextStyle, sign: String) {
    let inner = area.rows - 2
    guard count > height, height > 0, inner > 1 else { return }
    let size = max(1, inner * height / count)
    let start = min(inner - size, (inner - size) * top / max(1, count - height))
    for row in start..<start + size {
      screen.put(sign, line, row: area.row + 1 + row, column: area.column + area.columns - 1)
    }
  }

  /// Highlights the row with the cursor.
  private mutating func select(_ row: Int, _ area: Area, _ pane: Pane) {
    let hasKeys = browser.focus == pane
    // Without colors, only this character shows which pane has the focus.
    screen.put(hasKeys || look.depth != .none ? "▌" : "▏", Ink.focus, row: row, column: area.column)
    if hasKeys { screen.select(row: row, column: area.column + 1, width: area.columns - 1) }
  }

  // MARK: - Panes

  private mutating func paintViews(_ area: Area) {
    let views = browser.views
    for (line, row) in views.rows.dropFirst(views.top).prefix(area.rows).enumerated() {
      let place = area.row + line
      let sign = row.isParent ? (views.isExpanded(row.view) ? "▾ " : "▸ ") : "  "
      var text = StyledText(String(repeating: "  ", count: row.level) + sign, .dim)
      func room(_ count: String) -> Int { area.columns - 2 - text.width - DisplayWidth.of(count) - 1 }
      // If there is not enough room, drops the word after the count rather than truncating the label.
      let isTight = room(row.count) < row.label.width
      let words = isTight ? String(row.count.prefix { $0 != " " }) : row.count
      let count = StyledText(words, .dim)
      text.append(row.label.truncated(to: max(1, room(words))))
      screen.put(text, row: place, column: area.column + 1, width: area.columns - 1)
      screen.put(count, row: place, column: area.column + area.columns - count.width)
      if views.top + line == views.cursor { select(place, area, .views) }
    }
  }

  private mutating func paintPage(_ area: Area) {
    let page = browser.page
    if page.id == nil {
      screen.put("nothing is selected", .dim, row: area.row, column: area.column + 1, width: area.columns - 1)
      return
    }
    let shown = browser.marked(page.lines.dropFirst(page.top).prefix(area.rows))
    for (line, text) in shown.enumerated() {
      screen.put(text, row: area.row + line, column: area.column + 1, width: area.columns - 1)
      if page.top + line == page.cursor, browser.focus == .page { select(area.row + line, area, .page) }
    }
  }

  private mutating func paintList(_ area: Area) {
    let list = browser.list
    var row = area.row
    if browser.isSearching {
      paintSearch(row, area)
      row += 1
    }
    for line in browser.problemLines {
      screen.put(line, .color(.red), row: row, column: area.column + 1, width: area.columns - 1)
      row += 1
    }
    guard list.view.isList else {
      for (line, text) in browser.otherLines.dropFirst(browser.overviewTop).prefix(area.rows).enumerated() {
        screen.put(text, row: area.row + line, column: area.column + 1, width: area.columns - 2)
        if browser.overviewTop + line == browser.overviewLine { select(area.row + line, area, .list) }
      }
      return
    }
    let hasHeader = area.rows >= 5
    let rows = max(0, area.row + area.rows - row - (hasHeader ? 1 : 0))
    if list.records.isEmpty {
      let text = list.viewProblem ?? (list.total == 0 ? browser.emptyText : "nothing matches; Esc shows all")
      for (line, words) in WordWrap.lines(text, width: max(4, area.columns - 2)).prefix(rows).enumerated() {
        screen.put(words, .dim, row: row + line, column: area.column + 1, width: area.columns - 1)
      }
      return
    }
    let shown = Array(list.records.dropFirst(list.top).prefix(rows))
    guard let table = browser.table else { return }
    if hasHeader {
      let margin = ListTable.margin - 1
      screen.put(table.header, row: row, column: area.column + margin, width: area.columns - margin)
      row += 1
    }
    for (line, record) in shown.enumerated() {
      let place = row + line
      if list.marks.contains(record.id) {
        screen.put("●", TextStyle(bold: true, foreground: .named(.green)), row: place, column: area.column + 1)
      }
      if let sign = browser.sign(of: record) { screen.put(sign, row: place, column: area.column + 2, width: 1) }
      let margin = ListTable.margin - 1
      screen.put(table.line(record), row: place, column: area.column + margin, width: area.columns - margin)
      if list.top + line == list.cursor { select(place, area, .list) }
    }
  }

  private mutating func paintSearch(_ row: Int, _ area: Area) {
    screen.put("/", Ink.focus, row: row, column: area.column + 1)
    guard case .search(let field, _) = browser.mode else {
      screen.put(browser.list.query, Ink.focus, row: row, column: area.column + 3, width: area.columns - 3)
      return
    }
    let line = field.view(Space(columns: max(4, area.columns - 4), rows: 1))
    if let text = line.lines.first { screen.put(text, row: row, column: area.column + 3, width: area.columns - 3) }
    if let cursor = line.cursor { screen.cursor = View.Place(row: row, column: area.column + 3 + cursor.column) }
  }

  // MARK: - The bottom line

  private mutating func paintBottom() {
    let row = layout.bottom
    let width = browser.space.columns
    if case .prompt(let prompt) = browser.mode {
      let label = StyledText(prompt.label, Ink.focus)
      screen.put(label, row: row, column: 0)
      let view = prompt.field.view(Space(columns: max(4, width - label.width - 1), rows: 1))
      if let line = view.lines.first { screen.put(line, row: row, column: label.width, width: width - label.width) }
      if let cursor = view.cursor { screen.cursor = View.Place(row: row, column: label.width + cursor.column) }
      paint(note: WordWrap.lines(VisibleText.line(browser.note?.text ?? ""), width: max(8, width - 2)), above: row)
      return
    }
    if case .text(let page) = browser.mode, page.isFinding {
      let line = StyledText("/", Ink.focus) + StyledText(page.wanted)
      let text = line.width < width ? line : StyledText("/…" + String(page.wanted.suffix(max(1, width / 2))))
      screen.put(text, row: row, column: 0, width: width)
      screen.cursor = View.Place(row: row, column: min(text.width, width - 1))
      let room = width - text.width - 4
      if let words = browser.noteLines.first {
        screen.put(words, noteStyle, row: row, column: text.width + 3, width: room)
      } else {
        screen.put(browser.hints(room), row: row, column: text.width + 3, width: room)
      }
      return
    }
    let right = browser.summary
    screen.put(right, row: row, column: width - right.width - 1)
    let lines = browser.noteLines
    if lines.count == 1, DisplayWidth.of(lines[0]) <= browser.noteRoom {
      screen.put(lines[0], noteStyle, row: row, column: 1, width: browser.noteRoom)
    } else if lines.isEmpty {
      screen.put(browser.hints(browser.noteRoom), row: row, column: 1, width: browser.noteRoom)
    } else {
      paint(note: lines, above: row + 1)
    }
  }

  private var noteStyle: TextStyle { browser.shownNote?.isWrong ?? true ? .color(.red) : .color(.green) }

  /// Paints a multiline note over the bottom of the panes. The note disappears at the next key.
  private mutating func paint(note lines: [String], above row: Int) {
    if lines.allSatisfy(\.isEmpty) { return }
    let width = browser.space.columns
    screen.clear(Area(row: row - lines.count, column: 0, rows: lines.count, columns: width))
    for (line, words) in lines.enumerated() {
      screen.put(words, noteStyle, row: row - lines.count + line, column: 1, width: width - 1)
    }
  }

  // MARK: - Helpers for overlays

  mutating func put(_ text: StyledText, row: Int, column: Int, width: Int) {
    screen.put(text, row: row, column: column, width: width)
  }

  mutating func clear(_ area: Area) { screen.clear(area) }

  mutating func selectLine(_ row: Int, _ area: Area) {
    screen.put("▌", Ink.focus, row: row, column: area.column)
    screen.select(row: row, column: area.column + 1, width: area.columns - 1)
  }

  mutating func place(cursor: View.Place) { screen.cursor = cursor }
}
