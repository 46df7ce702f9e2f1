import ShelfText

/// Options that typing narrows, and the one among them that is chosen at the moment: what a picker and ticks have in
/// common.
struct OptionList {
  private(set) var options: [ListEntry]
  /// The options, folded, with their notes as far as these are looked for: what typing looks in.
  private var folded: [(text: String, all: String)]
  private(set) var filter = LineEditor()
  /// The positions of the options that fit what was typed.
  private(set) var shown: [Int]
  /// The row that is chosen; behind the options, where there is one, the row for a new one; -1 until the user chooses,
  /// where nothing is chosen from the start.
  private(set) var row: Int
  /// The row that was chosen before something was typed, to which taking that away leads back.
  private var rowBefore: Int
  /// Whether there is a row for a new one.
  let allowsNew: Bool

  /// - Parameter isUndecided: whether nothing is chosen until the user does.
  init(_ options: [ListEntry], chosen: Int? = nil, isUndecided: Bool = false, allowsNew: Bool) {
    self.options = options
    self.allowsNew = allowsNew
    folded = options.map(OptionList.fold)
    shown = Array(options.indices)
    row = chosen ?? (isUndecided ? -1 : 0)
    rowBefore = row
  }

  /// The option that is chosen; nil where nothing fits, and for the row of a new one.
  var chosen: Int? { shown.indices.contains(row) ? shown[row] : nil }

  var isAtNew: Bool { allowsNew && row == shown.count }

  private var count: Int { shown.count + (allowsNew ? 1 : 0) }

  /// Whether the first or the last row is chosen.
  var isAtStart: Bool { row <= 0 }
  var isAtEnd: Bool { row >= count - 1 }

  /// What was typed if nothing fits it and nothing can be made of it; nil if something can.
  var unknown: String? { chosen == nil && !allowsNew && !typed.isEmpty ? typed : nil }

  /// What was typed, as the name of a new one.
  var typed: String { filter.text.trimmed }

  mutating func move(_ step: Int) { row = max(0, min(row + step, count - 1)) }

  /// Chooses one of the rows that are shown in a space; false if there is none.
  mutating func choose(shownRow: Int, _ space: Space) -> Bool {
    let place = start(space) + shownRow
    guard (0..<space.rows).contains(shownRow), place < count else { return false }
    row = place
    return true
  }

  /// The first row that is shown in a space.
  private func start(_ space: Space) -> Int { max(0, min(row - space.rows / 2, count - space.rows)) }

  /// Moves on, and from the last row to the first.
  mutating func cycle(_ step: Int) { row = count == 0 ? 0 : (row + step + count) % count }

  /// Takes a key that narrows the list or moves in it, and returns whether it had a meaning here.
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

  /// Adds an option, and chooses it.
  mutating func add(_ option: ListEntry) {
    options.append(option)
    folded.append(OptionList.fold(option))
    clear()
    row = shown.lastIndex(of: options.count - 1) ?? 0
  }

  /// Returns the option of that name, regardless of case and accents.
  func index(of name: String) -> Int? {
    let wanted = Folding.fold(name)
    return folded.firstIndex { $0.text == wanted }
  }

  /// Returns whether some option has what was typed with more behind it.
  func continues(_ more: String) -> Bool {
    let wanted = Folding.fold(typed + more)
    return folded.contains { $0.text.hasPrefix(wanted) }
  }

  private mutating func narrow() {
    let words = Folding.fold(filter.text).split(separator: " ")
    let whole = words.joined(separator: " ")
    let fitting = options.indices.filter { index in words.allSatisfy { folded[index].all.contains($0) } }
    shown = whole.isEmpty ? fitting : inOrder(fitting, whole, words.map(String.init))
    row = filter.text.isEmpty ? min(rowBefore, count - 1) : 0
  }

  /// Returns options with those first that are more likely meant: what begins with the words, then that in which words begin
  /// with them, then what has them in the middle of a word.
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

  /// Returns the rows around the chosen one.
  ///
  /// - Parameters:
  ///   - new: the row of a new one.
  ///   - mark: what comes before an option.
  func lines(_ space: Space, new: String, mark: (Int) -> StyledText) -> [StyledText] {
    guard space.rows > 0 else { return [] }
    if count == 0 { return [StyledText("  nothing fits", Ink.hint)] }
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
