import ShelfText

/// A list of options that typing narrows, with a current row: the common part of `Picker` and `Ticks`.
///
/// An option matches if it contains each typed word, regardless of case and accents. The best matches come first, and
/// the current row moves to the best one. Clearing the text returns to the row that was current before typing.
struct OptionList {
  private(set) var options: [ListEntry]
  /// The normalized text of each option, alone and together with its searchable note.
  private var folded: [(text: String, all: String)]
  private(set) var filter = LineEditor()
  /// The indices of the options that match the typed text.
  private(set) var shown: [Int]
  /// The indices of the options that come first while nothing is typed.
  private let first: Set<Int>
  /// The index of the current row, or -1 if nothing is chosen yet. The row after the options, if present, adds a new
  /// option.
  private(set) var row: Int
  /// The row that was current before the user typed anything. Clearing the typed text restores this row.
  private var rowBefore: Int
  /// Whether there is a row that adds a new option.
  let canAdd: Bool

  /// - Parameters:
  ///   - first: the indices of the options that come first while nothing is typed.
  ///   - isUndecided: whether no option is chosen until the user chooses one.
  init(
    _ options: [ListEntry], first: Set<Int> = [], chosen: Int? = nil, isUndecided: Bool = false, canAdd: Bool
  ) {
    self.options = options
    self.canAdd = canAdd
    self.first = first
    folded = options.map(OptionList.fold)
    shown = OptionList.inOrder(options.indices, first)
    row = chosen ?? (isUndecided ? -1 : 0)
    rowBefore = row
  }

  /// The index of the chosen option, or nil if no option is chosen or the current row adds a new option.
  var chosen: Int? { shown.indices.contains(row) ? shown[row] : nil }

  var isAtAddRow: Bool { canAdd && row == shown.count }

  private var count: Int { shown.count + (canAdd ? 1 : 0) }

  /// Whether there is no row above the current one.
  private var isAtStart: Bool { row <= 0 }
  private var isAtEnd: Bool { row >= count - 1 }

  /// Returns whether an arrow key would leave the list.
  ///
  /// Arrow keys never leave the list while typed text narrows it, because the user is still choosing.
  func isLeaving(_ key: Key) -> Bool { filter.text.isEmpty && (key == .up && isAtStart || key == .down && isAtEnd) }

  /// The typed text, or nil if it matches an option or can be the name of a new one.
  var unknown: String? { chosen == nil && !(canAdd && isName) && !typed.isEmpty ? typed : nil }

  /// Whether the typed text can be the name of a new option.
  var isName: Bool { typed.contains { $0.isLetter || $0.isNumber } }

  /// The typed text, as the name of a new option.
  var typed: String { filter.text.trimmed }

  mutating func move(_ step: Int) { row = max(0, min(row + step, count - 1)) }

  /// Chooses a row that `linesWithRest` returned. Returns false if there is no such row.
  mutating func choose(shownRow: Int, _ space: Space) -> Bool {
    let space = withoutRest(space)
    let place = start(space) + shownRow
    guard (0..<space.rows).contains(shownRow), place < count else { return false }
    row = place
    return true
  }

  /// Returns the space for the rows. If not all rows fit, the last line is reserved for the number of hidden options.
  private func withoutRest(_ space: Space) -> Space {
    count > space.rows && space.rows > 2 ? Space(columns: space.columns, rows: space.rows - 1) : space
  }

  /// Returns the index of the first visible row.
  private func start(_ space: Space) -> Int { max(0, min(row - space.rows / 2, count - space.rows)) }

  /// Moves by a number of rows, wrapping around at the ends.
  mutating func cycle(_ step: Int) { row = count == 0 ? 0 : (row + step + count) % count }

  /// Handles a key that narrows the list or moves within it. Returns false for other keys.
  mutating func take(_ key: Key) -> Bool {
    switch key {
    case .up, .control("p"): move(-1)
    case .down, .control("n"): move(1)
    case .pageUp: move(-8)
    case .pageDown: move(8)
    case .home where filter.text.isEmpty: move(-count)
    case .end where filter.text.isEmpty: move(count)
    default:
      let old = filter.text
      guard filter.take(key) else { return false }
      if filter.text == old { break }
      if old.isEmpty { rowBefore = row }
      narrow()
    }
    return true
  }

  mutating func clear() {
    if filter.text.isEmpty { rowBefore = row }
    filter = LineEditor()
    narrow()
  }

  /// Adds an option and chooses it.
  mutating func add(_ option: ListEntry) {
    options.append(option)
    folded.append(OptionList.fold(option))
    clear()
    row = shown.lastIndex(of: options.count - 1) ?? 0
  }

  /// Returns the index of the option with this name, regardless of case and accents.
  func index(of name: String) -> Int? {
    let wanted = Folding.fold(name)
    return folded.firstIndex { $0.text == wanted }
  }

  /// Returns whether an option starts with the typed text followed by `more`.
  func continues(_ more: String) -> Bool {
    let wanted = Folding.fold(typed + more)
    return folded.contains { $0.text.hasPrefix(wanted) }
  }

  private mutating func narrow() {
    let words = Folding.fold(filter.text).split(separator: " ")
    let whole = words.joined(separator: " ")
    let fitting = options.indices.filter { index in words.allSatisfy { folded[index].all.contains($0) } }
    shown = whole.isEmpty ? OptionList.inOrder(fitting, first) : inOrder(fitting, whole, words.map(String.init))
    row = filter.text.isEmpty ? min(rowBefore, count - 1) : 0
  }

  private static func inOrder(_ options: some Sequence<Int>, _ first: Set<Int>) -> [Int] {
    first.isEmpty ? Array(options) : options.filter(first.contains) + options.filter { !first.contains($0) }
  }

  /// Returns the matching options in order of relevance: first those that start with the typed text, then those in
  /// which every typed word starts a word, then those in which it does so only if the note is included, and finally all
  /// others.
  private func inOrder(_ fitting: [Int], _ whole: String, _ words: [String]) -> [Int] {
    let ranks = fitting.map { index in
      if folded[index].text.hasPrefix(whole) { return 0 }
      if words.allSatisfy({ WordBeginnings.contains($0, in: folded[index].text) }) { return 1 }
      return words.allSatisfy { WordBeginnings.contains($0, in: folded[index].all) } ? 2 : 3
    }
    return (0...3).flatMap { rank in fitting.indices.filter { ranks[$0] == rank }.map { fitting[$0] } }
  }

  private static func fold(_ option: ListEntry) -> (text: String, all: String) {
    let text = Folding.fold(option.text)
    return (text, option.note.isEmpty || !option.isFoundByNote ? text : text + " " + Folding.fold(option.note))
  }

  func newText(_ noun: String?) -> String {
    if typed.isEmpty { return "new…  (type a name)" }
    return isName ? "new \(noun ?? "one") “\(typed)”" : "a name needs a letter or a digit"
  }

  /// Returns the visible rows and, if some options are hidden, a line with the number of hidden options.
  func linesWithRest(_ space: Space, new: String = "", mark: (Int) -> StyledText) -> [StyledText] {
    let inner = withoutRest(space)
    let rows = lines(inner, new: new, mark: mark)
    guard inner != space else { return rows }
    let (above, below) = (start(inner), max(0, shown.count - start(inner) - inner.rows))
    let rest = [above > 0 ? "↑ \(above.grouped) more" : "", below > 0 ? "↓ \(below.grouped) more" : ""]
    return rows + [StyledText("  " + rest.filter { !$0.isEmpty }.joined(separator: "  "), Ink.hint)]
  }

  /// Returns the visible rows, with long texts wrapped. Returns nil if the result would exceed `height` lines, if an
  /// option has a note, if the list is empty, or if it has a row that adds a new option.
  func wrappedLines(_ space: Space, in height: Int) -> [StyledText]? {
    guard !canAdd, !shown.isEmpty, options.allSatisfy(\.note.isEmpty) else { return nil }
    let start = start(space)
    let lines = (start..<min(start + space.rows, count)).flatMap { place -> [StyledText] in
      let option = options[shown[place]]
      let style = place == row && option.style == .plain ? Ink.focus : option.style
      let texts = WordWrap.lines(VisibleText.line(option.text), width: space.columns - 2)
      return texts.enumerated().map { line, text in
        StyledText(place == row && line == 0 ? "▸ " : "  ", Ink.focus) + StyledText(text, style)
      }
    }
    return lines.count <= height ? lines : nil
  }

  /// Returns the visible rows, which include the current one.
  ///
  /// - Parameters:
  ///   - new: the text of the row that adds a new option.
  ///   - mark: returns the text before an option.
  func lines(_ space: Space, new: String = "", mark: (Int) -> StyledText) -> [StyledText] {
    guard space.rows > 0 else { return [] }
    if count == 0 { return [StyledText("  no match", Ink.hint)] }
    let start = start(space)
    let visible = start..<min(start + space.rows, count)
    let widest = visible.reduce(0) { widest, place in
      place < shown.count ? max(widest, DisplayWidth.of(VisibleText.line(options[shown[place]].text))) : widest
    }
    return visible.map { place in
      let isChosen = place == row
      var line = StyledText(isChosen ? "▸ " : "  ", Ink.focus)
      guard place < shown.count else {
        line.append(new, isChosen ? Ink.focus : Ink.action)
        return line.truncated(to: space.columns)
      }
      let option = options[shown[place]]
      line.append(mark(shown[place]))
      let room = min(widest, space.columns * 2 / 3)
      let style = isChosen && option.style == .plain ? Ink.focus : option.style
      line.append(StyledText(option.text, style).truncated(to: option.note.isEmpty ? widest : room))
      if !option.note.isEmpty {
        line.pad(to: 2 + mark(shown[place]).width + room + 2)
        line.append(option.note, .dim)
      }
      return line.truncated(to: space.columns)
    }
  }
}
