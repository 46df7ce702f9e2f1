import ShelfText

/// A text input with completion.
///
/// Tab first completes the common prefix of all candidates, and then cycles through the candidates. The arrow keys also
/// choose a candidate.
package struct TextField: Widget {
  private var editor: LineEditor
  private let complete: (String) -> [Candidate]
  /// The text shown while nothing has been typed.
  private let hint: String
  /// Whether semicolons separate several values, which are completed individually.
  private let isList: Bool
  /// Whether candidates appear only when the user presses Tab, rather than after every key.
  private let completesOnDemand: Bool
  /// The first character of the words whose candidates appear after every key, even if `completesOnDemand` is true.
  private let mark: Character?
  /// Whether candidates are shown while the text is empty.
  private let listsAll: Bool
  private var candidates: [Candidate] = []
  private var chosen: Int?
  /// The width of the text, which determines the rows between which the up and down keys move.
  private var columns = 76

  /// The maximum number of visible candidates.
  private static let shown = 6
  /// The maximum number of visible candidates for a word that starts with the mark, or if `listsAll` is true.
  private static let shownOfMany = 20
  /// The maximum number of rows of text to show.
  private static let height = 10

  package init(
    _ text: String = "", hint: String = "", isMultiline: Bool = false, isList: Bool = false, history: [String] = [],
    completesOnDemand: Bool = false, exceptAfter mark: Character? = nil, opensList: Bool = false,
    complete: @escaping (String) -> [Candidate] = { _ in [] }
  ) {
    listsAll = opensList
    editor = LineEditor(text, isMultiline: isMultiline, history: history)
    self.hint = hint
    self.isList = isList
    self.completesOnDemand = completesOnDemand
    self.mark = mark
    self.complete = complete
    if opensList { look() }
  }

  package var text: String { editor.text }

  package var isMultiline: Bool { editor.isMultiline }

  package var typing: Typing? { isMultiline ? .lines : .line }

  package mutating func take(_ key: Key) -> Reaction<String> {
    switch key {
    case .enter:
      accept()
      return .done(editor.text)
    case .escape where !candidates.isEmpty:
      candidates = []
      chosen = nil
    case .escape, .control("c"), .control("g"): return .cancelled
    case .control("o"): return .edit(editor.text)
    case .tab where !candidates.isEmpty: completeFurther()
    case .tab where completesOnDemand:
      look()
      if !candidates.isEmpty { completeFurther() }
    case .down where !candidates.isEmpty: choose(1)
    case .up where chosen != nil: choose(-1)
    case .up: return editor.move(rows: -1, in: layout) ? .taken : .ignored
    case .down: return editor.move(rows: 1, in: layout) ? .taken : .ignored
    default:
      let old = editor.characters
      guard editor.take(key) else { return .ignored }
      chosen = nil
      if editor.characters != old { completesOnDemand && !isMarked ? close() : look() }
    }
    return .taken
  }

  package mutating func take(edited text: String?) {
    guard var text else { return }
    while text.last?.isNewline ?? false { text.removeLast() }
    editor.set(text)
    candidates = []
  }

  /// Accepts the chosen candidate, if any, and closes the list.
  package mutating func accept() {
    if let chosen { put(candidates[chosen].text) }
    candidates = []
    chosen = nil
  }

  /// Whether the user has moved to a candidate.
  package var hasChosen: Bool { chosen != nil }

  /// Whether the list of candidates is open.
  package var isChoosing: Bool { !candidates.isEmpty }

  package mutating func fit(_ space: Space) { columns = space.columns }

  package func view(_ space: Space) -> View {
    let layout = TextLayout(editor.characters, width: space.columns)
    var lines = layout.rows.indices.map { StyledText(layout.text($0, of: editor.characters)) }
    if editor.characters.isEmpty, !hint.isEmpty {
      // The hint is wrapped rather than truncated, because its end usually shows the format.
      lines = WordWrap.lines(hint, width: max(4, space.columns)).map {
        StyledText($0, Ink.hint).truncated(to: space.columns)
      }
    }
    let whole = View(lines, cursor: layout.place(of: editor.cursor, in: editor.characters))
    var view = whole.window(height: max(1, min(TextField.height, space.rows)), around: whole.cursor?.row ?? 0)
    let room = min(isMarked || listsAll ? TextField.shownOfMany : TextField.shown, space.rows - view.lines.count)
    if room > 0 { view.lines += list(room, space.columns) }
    return view
  }

  // MARK: - Private

  private var layout: TextLayout { TextLayout(editor.characters, width: columns) }

  /// The text to complete and the text before it. Completion applies to the whole text or, in a list, to the part after
  /// the last semicolon.
  private var current: (start: String, rest: String) {
    guard isList, let end = editor.text.lastIndex(of: ";") else { return ("", editor.text) }
    let rest = editor.text[editor.text.index(after: end)...]
    let blanks = rest.prefix { $0 == " " }
    return (String(editor.text[...end]) + blanks, String(rest.dropFirst(blanks.count)))
  }

  /// Whether the last word starts with the mark, ignoring any minus signs and opening parentheses before it.
  private var isMarked: Bool {
    let word = current.rest.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    return mark != nil && word.drop { "-(".contains($0) }.first == mark
  }

  private mutating func look() {
    let typed = current.rest
    candidates = typed.isEmpty && !listsAll || editor.cursor < editor.characters.count ? [] : complete(typed)
    if candidates.count == 1, candidates[0].text == typed { candidates = [] }
  }

  private mutating func close() {
    candidates = []
    chosen = nil
  }

  private mutating func choose(_ step: Int) {
    guard let chosen else {
      self.chosen = step > 0 ? 0 : nil
      return
    }
    let next = chosen + step
    self.chosen = next < 0 ? nil : min(next, candidates.count - 1)
  }

  private mutating func completeFurther() {
    if let chosen {
      self.chosen = (chosen + 1) % candidates.count
      return
    }
    let typed = current.rest
    let first = candidates[0].text
    var common = first
    for candidate in candidates { common = String(common.commonPrefix(with: candidate.text)) }
    if candidates.count == 1 {
      put(first)
      candidates = []
    } else if common.count > typed.count {
      put(common)
    } else {
      chosen = 0
    }
  }

  private mutating func put(_ text: String) { editor.set(current.start + text) }

  private func list(_ height: Int, _ columns: Int) -> [StyledText] {
    let start = max(0, min((chosen ?? 0) - height + 1, candidates.count - height))
    let widest = candidates.reduce(0) { max($0, DisplayWidth.of(VisibleText.line($1.text))) }
    return candidates.enumerated().dropFirst(start).prefix(height).map { index, candidate in
      let isChosen = index == chosen
      var line = StyledText(isChosen ? "▸ " : "  ", Ink.focus)
      line.append(candidate.text, isChosen ? Ink.focus : .dim)
      if !candidate.note.isEmpty {
        line.pad(to: 2 + min(widest, columns / 2) + 2)
        line.append(candidate.note, .dim)
      }
      return line.truncated(to: columns)
    }
  }
}

extension String {
  /// Returns the longest prefix that this string shares with another, in whole characters.
  fileprivate func commonPrefix(with other: String) -> Substring {
    var (one, two) = (startIndex, other.startIndex)
    while one < endIndex, two < other.endIndex, self[one] == other[two] {
      one = index(after: one)
      two = other.index(after: two)
    }
    return self[..<one]
  }
}
