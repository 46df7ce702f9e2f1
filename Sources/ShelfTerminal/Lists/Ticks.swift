import ShelfText

/// A widget for ticking any number of options. Options that are initially ticked or partly ticked come first. Typing
/// narrows the options and can add new ones. After a new name, the first Enter adds the name to the list, so that the
/// user sees it there, and the next one finishes.
package struct Ticks: Widget {
  /// The indices of the ticked options, and the names of the ticked new options.
  package struct Choice: Hashable, Sendable {
    package var options: [Int]
    package var new: [String]
  }

  private var list: OptionList
  private var ticked: Set<Int>
  /// The indices of the options that only some of the edited items have. Toggling such an option ticks it for all
  /// items; toggling it again unticks it for all.
  private var partly: Set<Int>
  /// The number of existing options, which precede the new ones.
  private let known: Int
  /// Whether the last key was a comma that ended a name. A space after such a comma does not toggle a tick.
  private var hasTakenComma = false
  private let question: String
  private let noun: String?

  /// - Parameters:
  ///   - ticked: the indices of the initially ticked options.
  ///   - partly: the indices of options that only some of the edited items have.
  ///   - noun: the word for a new option, or nil if none can be added.
  ///   - added: the names of new options, which are ticked initially.
  package init(
    _ options: [ListEntry], ticked: Set<Int> = [], partly: Set<Int> = [], question: String = "",
    new noun: String? = nil, added: [String] = []
  ) {
    self.partly = partly.subtracting(ticked)
    let ticked = ticked.union(options.count..<options.count + added.count)
    list = OptionList(
      options + added.map(Ticks.entry), first: ticked.union(partly), canAdd: noun != nil)
    self.ticked = ticked
    known = options.count
    self.question = question
    self.noun = noun
  }

  private static func entry(_ name: String) -> ListEntry { ListEntry(name, note: "new") }

  private mutating func tick(_ index: Int) {
    partly.remove(index)
    ticked.insert(index)
  }

  package var choice: Choice {
    let sorted = ticked.sorted()
    return Choice(
      options: sorted.filter { $0 < known }, new: sorted.filter { $0 >= known }.map { list.options[$0].text })
  }

  /// The options that still apply to only some of the edited items.
  package var partlyChosen: [ListEntry] { partly.sorted().map { list.options[$0] } }

  /// The ticked options, including new ones.
  package var chosen: [ListEntry] { ticked.sorted().map { list.options[$0] } }

  package mutating func take(_ key: Key) -> Reaction<Choice> {
    let isBehindComma = hasTakenComma
    hasTakenComma = false
    switch key {
    case .text(" ") where isBehindComma: break
    case .text(" ") where !list.isAtAddRow: toggle()
    case .text(",") where list.typed.isEmpty: break
    case .text(",") where !list.continues(","):
      takeTyped()
      hasTakenComma = true
    case .control(" "): toggle()
    case .enter:
      // Enter only adds a new name to the list, so that the user sees it there before it is saved.
      let isNew = isNaming && list.index(of: list.typed) == nil
      // Enter ticks the current option if the user has typed something, but not after mere cursor movement.
      takeNarrowed()
      return isNew || list.unknown != nil ? .taken : .done(choice)
    case .escape where !list.filter.text.isEmpty: list.clear()
    case .escape, .control("c"), .control("g"): return .cancelled
    default: return list.take(key) ? .taken : .ignored
    }
    return .taken
  }

  package func view(_ space: Space) -> View {
    var lines: [StyledText] = []
    if !question.isEmpty { lines = WordWrap.lines(question, width: space.columns).map { StyledText($0, Ink.title) } }
    let row = lines.count
    var line = StyledText("› ", Ink.focus) + StyledText(list.filter.text)
    if list.filter.text.isEmpty { line.append("type to narrow", Ink.hint) }
    lines.append(line.truncated(to: space.columns))
    lines += rows(Space(columns: space.columns, rows: max(1, min(12, space.rows - lines.count - 1))))
    let hints = KeyHints([
      .more("↑↓ choose"), .main(hint), .main(isNaming ? "Enter add" : "Enter done"),
      .usual("Esc \(list.filter.text.isEmpty ? "leave" : "show all")"),
    ])
    lines.append(StyledText("  " + hints.line(space.columns - 2), Ink.hint))
    let column = 2 + DisplayWidth.of(VisibleText.line(String(list.filter.characters[..<list.filter.cursor])))
    return View(lines, cursor: View.Place(row: row, column: min(column, space.columns - 1)))
  }

  /// Returns only the rows, for a form that shows the typed text elsewhere.
  func rows(_ space: Space) -> [StyledText] {
    list.linesWithRest(space, new: list.newText(noun), mark: mark)
  }

  private func mark(_ index: Int) -> StyledText {
    ticked.contains(index)
      ? StyledText("● ", Ink.focus)
      : partly.contains(index) ? StyledText("◐ ", Ink.focus) : StyledText("○ ", Ink.hint)
  }

  var filter: LineEditor { list.filter }

  /// Whether the user is typing the name of a new option.
  package var isNaming: Bool { list.isAtAddRow && list.isName }

  /// The hint for the key that ticks an option: Space, or a comma while the user is typing the name of a new option,
  /// since names can contain spaces.
  package var hint: String { isNaming ? "Comma add" : "Space tick" }

  /// The typed text, or nil if it matches an option or can be the name of a new one.
  var unknown: String? { list.unknown }

  /// Chooses one of the rows returned by `rows`, and toggles its tick. Returns false if there is no such row.
  mutating func choose(shownRow: Int, _ space: Space) -> Bool {
    guard list.choose(shownRow: shownRow, space) else { return false }
    if !list.isAtAddRow { toggle() }
    return true
  }

  /// If the user has typed something, ticks the current option or adds a new one.
  mutating func takeNarrowed() {
    if list.typed.isEmpty { return }
    if list.isAtAddRow {
      if list.isName { make() }
    } else if let index = list.chosen {
      tick(index)
      list.clear()
    }
  }

  /// Returns whether an arrow key would leave the list.
  func isLeaving(_ key: Key) -> Bool { list.isLeaving(key) }

  private mutating func toggle() {
    if list.isAtAddRow {
      if list.isName { make() }
      return
    }
    guard let index = list.chosen else { return }
    partly.remove(index)
    if ticked.remove(index) == nil { ticked.insert(index) }
    if !list.filter.text.isEmpty { list.clear() }
  }

  /// Ticks the option with the typed name, or else the current option. If no option matches, adds a new option.
  private mutating func takeTyped() {
    if let known = list.index(of: list.typed) {
      tick(known)
      list.clear()
    } else if let index = list.chosen {
      tick(index)
      list.clear()
    } else if noun != nil, list.isName {
      make()
    }
  }

  /// Adds a new option with the typed name, or ticks the existing one with that name.
  private mutating func make() {
    if let known = list.index(of: list.typed) {
      tick(known)
      list.clear()
      return
    }
    list.add(Ticks.entry(list.typed))
    ticked.insert(list.options.count - 1)
  }
}
