import ShelfText

/// A widget for choosing one of several options. Typing narrows the options, and the arrow keys move between them.
package struct Picker: Widget {
  private var list: OptionList
  private let question: String

  /// - Parameters:
  ///   - question: the text above the list, if any.
  ///   - isUndecided: whether no option is chosen until the user chooses one.
  package init(_ options: [ListEntry], question: String = "", chosen: Int? = nil, isUndecided: Bool = false) {
    list = OptionList(options, chosen: chosen, isUndecided: isUndecided, canAdd: false)
    self.question = question
  }

  /// The index of the option that Enter would choose, or nil if Enter has no effect.
  package var choice: Int? { list.chosen }

  package var options: [ListEntry] { list.options }

  package mutating func take(_ key: Key) -> Reaction<Int> {
    switch key {
    case .enter: return choice.map { .done($0) } ?? .taken
    case .escape where !list.filter.text.isEmpty: list.clear()
    case .escape, .control("c"), .control("d"), .control("g"): return .cancelled
    case .tab: list.cycle(1)
    case .backTab: list.cycle(-1)
    default: return list.take(key) ? .taken : .ignored
    }
    return .taken
  }

  package func view(_ space: Space) -> View {
    var lines: [StyledText] = []
    if !question.isEmpty { lines = WordWrap.lines(question, width: space.columns).map { StyledText($0, Ink.title) } }
    let prompt = StyledText("› ", Ink.focus)
    let typed = list.filter
    let row = lines.count
    var line = prompt + StyledText(typed.text)
    if typed.text.isEmpty { line.append("type to narrow", Ink.hint) }
    lines.append(line.truncated(to: space.columns))
    let place = TextLayout(typed.characters, width: max(2, space.columns - 2)).place(
      of: typed.cursor, in: typed.characters)
    let room = max(1, min(10, space.rows - lines.count - 1))
    let rows = Space(columns: space.columns, rows: room)
    lines +=
      list.wrappedLines(rows, in: space.rows - lines.count - 1)
      ?? list.lines(rows, mark: { _ in StyledText() })
    let hidden = list.shown.count - room
    let count = hidden > 0 ? [KeyHints.Hint.least("\(list.shown.count.grouped) of \(list.options.count.grouped)")] : []
    let hints = KeyHints(
      count + [.more("↑↓ choose"), .main("Enter take"), .usual("Esc \(typed.text.isEmpty ? "leave" : "show all")")])
    lines.append(StyledText("  " + hints.line(space.columns - 2), Ink.hint))
    return View(lines, cursor: View.Place(row: row, column: 2 + place.column))
  }

  /// Returns only the rows, for a form that shows the typed text elsewhere.
  func rows(_ space: Space) -> [StyledText] {
    list.linesWithRest(space, mark: { _ in StyledText() })
  }

  var filter: LineEditor { list.filter }

  /// The typed text, or nil if it matches an option.
  var unknown: String? { list.unknown }

  /// Chooses one of the rows returned by `rows`. Returns false if there is no such row.
  mutating func choose(shownRow: Int, _ space: Space) -> Bool { list.choose(shownRow: shownRow, space) }

  /// Returns whether an arrow key would leave the list.
  func isLeaving(_ key: Key) -> Bool { list.isLeaving(key) }
}
