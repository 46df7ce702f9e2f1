import ShelfText

/// Any number of several options, each ticked or not; typing narrows them, and what does not exist can be made.
package struct Ticks: Widget {
  /// What was ticked: the positions of options, and the names of new ones.
  package struct Choice: Hashable, Sendable {
    package var options: [Int]
    package var new: [String]
  }

  private var list: OptionList
  private var ticked: Set<Int>
  /// The number of options that are not new.
  private let known: Int
  /// Whether a comma has just ended a name: the space behind it ticks nothing.
  private var hasTakenComma = false
  private let question: String
  private let noun: String?

  /// - Parameters:
  ///   - ticked: the positions of options that are ticked from the start.
  ///   - noun: what a new one is called, where one can be made.
  ///   - made: the names of new ones that are ticked from the start.
  package init(
    _ options: [ListEntry], ticked: Set<Int> = [], question: String = "", new noun: String? = nil, made: [String] = []
  ) {
    list = OptionList(options + made.map(Ticks.entry), allowsNew: noun != nil)
    self.ticked = ticked.union(options.count..<options.count + made.count)
    known = options.count
    self.question = question
    self.noun = noun
  }

  private static func entry(_ name: String) -> ListEntry { ListEntry(name, note: "new") }

  package var choice: Choice {
    let sorted = ticked.sorted()
    return Choice(
      options: sorted.filter { $0 < known }, new: sorted.filter { $0 >= known }.map { list.options[$0].text })
  }

  /// The options that are ticked, the new ones too.
  package var chosen: [ListEntry] { ticked.sorted().map { list.options[$0] } }

  package mutating func take(_ key: Key) -> Reaction<Choice> {
    let isBehindComma = hasTakenComma
    hasTakenComma = false
    switch key {
    case .text(" ") where isBehindComma: break
    case .text(" ") where !list.isAtNew: toggle()
    case .text(",") where !list.typed.isEmpty && !list.continues(","):
      takeTyped()
      hasTakenComma = true
    case .control(" "): toggle()
    case .enter:
      // What was typed is ticked on the way out; what was only gone to is not.
      takeNarrowed()
      return list.unknown == nil ? .done(choice) : .taken
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
      .more("↑↓ choose"), .main(isNaming ? "Comma tick" : "Space tick"), .main("Enter done"),
      .usual("Esc \(list.filter.text.isEmpty ? "leave" : "all again")"),
    ])
    lines.append(StyledText("  " + hints.line(space.columns - 2), Ink.hint))
    let column = 2 + DisplayWidth.of(VisibleText.line(String(list.filter.characters[..<list.filter.cursor])))
    return View(lines, cursor: View.Place(row: row, column: min(column, space.columns - 1)))
  }

  /// Returns the options alone, for a form, which shows what is typed in its own place.
  func rows(_ space: Space) -> [StyledText] {
    let new = list.typed.isEmpty ? "new…  (type a name)" : "new \(noun ?? "one") “\(list.typed)”"
    return list.lines(space, new: new) { index in
      ticked.contains(index) ? StyledText("● ", Ink.focus) : StyledText("○ ", Ink.hint)
    }
  }

  var filter: LineEditor { list.filter }

  /// Whether the name of a new one is being typed.
  package var isNaming: Bool { list.isAtNew && !list.typed.isEmpty }

  /// What was typed if nothing fits it and no new one can be made; nil otherwise.
  var unknown: String? { list.unknown }

  /// Chooses one of the rows of `rows`, and ticks it or takes its tick away; false if there is none.
  mutating func choose(shownRow: Int, _ space: Space) -> Bool {
    guard list.choose(shownRow: shownRow, space) else { return false }
    if !list.isAtNew { toggle() }
    return true
  }

  /// Ticks what is chosen by something that was typed, or makes it.
  mutating func takeNarrowed() {
    if list.typed.isEmpty { return }
    if list.isAtNew {
      make()
    } else if let index = list.chosen {
      ticked.insert(index)
      list.clear()
    }
  }

  /// Whether an arrow would leave the list; what the user narrows is not left so easily.
  func isLeaving(_ key: Key) -> Bool {
    list.filter.text.isEmpty && (key == .up && list.isAtStart || key == .down && list.isAtEnd)
  }

  private mutating func toggle() {
    if list.isAtNew {
      if !list.typed.isEmpty { make() }
      return
    }
    guard let index = list.chosen else { return }
    if ticked.remove(index) == nil { ticked.insert(index) }
    if !list.filter.text.isEmpty { list.clear() }
  }

  /// Ticks what was typed, by its name or as it is chosen; makes a new one where nothing fits.
  private mutating func takeTyped() {
    if let known = list.index(of: list.typed) {
      ticked.insert(known)
      list.clear()
    } else if let index = list.chosen {
      ticked.insert(index)
      list.clear()
    } else if noun != nil {
      make()
    }
  }

  /// Makes a new one, or ticks the one that has the name already.
  private mutating func make() {
    if let known = list.index(of: list.typed) {
      ticked.insert(known)
      list.clear()
      return
    }
    list.add(Ticks.entry(list.typed))
    ticked.insert(list.options.count - 1)
  }
}
