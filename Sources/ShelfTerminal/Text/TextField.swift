import ShelfText

/// A text to be typed, with a list of texts that complete it.
///
/// Tab completes as far as the candidates agree, then goes through them; the arrows choose one too.
package struct TextField: Widget {
  private var editor: LineEditor
  private let complete: (String) -> [Candidate]
  /// What is shown where nothing is typed.
  private let hint: String
  /// Whether several values are given, with semicolons between them.
  private let isList: Bool
  /// Whether candidates are shown once the user asks for them with Tab, and not at every key.
  private let completesOnDemand: Bool
  private var candidates: [Candidate] = []
  private var chosen: Int?
  /// The width in which the text is shown, by which the arrows find the row above.
  private var columns = 76

  /// How many candidates are shown.
  private static let shown = 6
  /// How many rows a long text has at most.
  private static let height = 10

  package init(
    _ text: String = "", hint: String = "", isMultiline: Bool = false, isList: Bool = false, history: [String] = [],
    completesOnDemand: Bool = false, complete: @escaping (String) -> [Candidate] = { _ in [] }
  ) {
    editor = LineEditor(text, isMultiline: isMultiline, history: history)
    self.hint = hint
    self.isList = isList
    self.completesOnDemand = completesOnDemand
    self.complete = complete
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
      if editor.characters != old { completesOnDemand ? close() : look() }
    }
    return .taken
  }

  package mutating func take(edited text: String?) {
    guard var text else { return }
    while text.last?.isNewline ?? false { text.removeLast() }
    editor.set(text)
    candidates = []
  }

  /// Takes what is chosen in the list for the text, and closes the list.
  package mutating func accept() {
    if let chosen { put(candidates[chosen].text) }
    candidates = []
    chosen = nil
  }

  /// Whether a list of candidates is open.
  package var isChoosing: Bool { !candidates.isEmpty }

  package mutating func fit(_ space: Space) { columns = space.columns }

  package func view(_ space: Space) -> View {
    let layout = TextLayout(editor.characters, width: space.columns)
    var lines = layout.rows.indices.map { StyledText(layout.text($0, of: editor.characters)) }
    if editor.characters.isEmpty, !hint.isEmpty {
      // What is expected here is read as a whole: mostly its end says how it is written.
      lines = WordWrap.lines(hint, width: max(4, space.columns)).map {
        StyledText($0, Ink.hint).truncated(to: space.columns)
      }
    }
    let whole = View(lines, cursor: layout.place(of: editor.cursor, in: editor.characters))
    var view = whole.window(height: max(1, min(TextField.height, space.rows)), around: whole.cursor?.row ?? 0)
    let room = min(TextField.shown, space.rows - view.lines.count)
    if room > 0 { view.lines += list(room, space.columns) }
    return view
  }

  // MARK: Private

  private var layout: TextLayout { TextLayout(editor.characters, width: columns) }

  /// The part of the text that is completed: behind the last semicolon of a list.
  private var current: (start: String, rest: String) {
    guard isList, let end = editor.text.lastIndex(of: ";") else { return ("", editor.text) }
    let rest = editor.text[editor.text.index(after: end)...]
    let blanks = rest.prefix { $0 == " " }
    return (String(editor.text[...end]) + blanks, String(rest.dropFirst(blanks.count)))
  }

  private mutating func look() {
    let typed = current.rest
    candidates = typed.isEmpty || editor.cursor < editor.characters.count ? [] : complete(typed)
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
  /// Returns what two texts begin with alike, character by character.
  fileprivate func commonPrefix(with other: String) -> Substring {
    var (one, two) = (startIndex, other.startIndex)
    while one < endIndex, two < other.endIndex, self[one] == other[two] {
      one = index(after: one)
      two = other.index(after: two)
    }
    return self[..<one]
  }
}
