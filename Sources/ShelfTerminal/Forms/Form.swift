import ShelfText

/// A widget with several fields to fill in.
///
/// Only the essential fields are shown at first. Below them are a row that saves the form and, while there are hidden
/// fields, a row that shows these fields. Exactly one row has the focus. If it is a field, the field is expanded and
/// receives the keys, while the other fields show a summary. Tab, Enter and the arrow keys move to the next or previous
/// row, but the focus cannot move on from an invalid value. Ctrl-S or the row for saving validates all fields and, if
/// there are invalid ones, moves the focus to the first of them.
///
/// Escape asks for confirmation if anything has been changed. If the form has a `filling`, Ctrl-R returns
/// `Reaction.fill`. The code that shows the form then looks up values elsewhere and passes them to
/// `fill(_:saying:isWrong:)`.
package struct Form: Widget {
  package let title: String
  private var fields: [FormField]
  /// The indices of the visible fields.
  private var shown: [Int]
  /// The index of the focused row. The visible fields come first, then the row that saves, then the row that shows more
  /// fields.
  private var focus = 0
  private var complaint: String?
  /// A message about the fields that were filled in, which is shown until the next key.
  private var message: String?
  /// The description of Ctrl-R, which fills in fields from elsewhere, or nil if that is not possible.
  private let filling: String?
  private let original: [[String]]
  private var isLeaving = false

  /// - Parameter filling: the description of Ctrl-R, which fills in fields from elsewhere, or nil if that is not
  ///   possible.
  package init(_ title: String, _ fields: [FormField], filling: String? = nil) {
    self.title = title
    self.filling = filling
    self.fields = fields
    shown = fields.indices.filter { fields[$0].isEssential }
    original = fields.map(\.input.values)
  }

  package var values: [[String]] { fields.map(\.input.values) }

  /// Whether the initial values are unsaved input, restored from a draft.
  package var isUnsaved = false

  /// Whether there is unsaved input.
  package var isChanged: Bool { isUnsaved || values != original }

  /// Whether the focused field contains multiline text.
  package var isMultiline: Bool { current.map { fields[$0].input.isMultiline } ?? false }

  /// The kind of text being typed, or nil if every key is a command.
  package var typing: Typing? { current.flatMap { fields[$0].input.typing } }

  private var hasMore: Bool { shown.count < fields.count }

  private var rowCount: Int { shown.count + (hasMore ? 2 : 1) }

  /// The index of the focused field, or nil if the focus is on a row below the fields.
  private var current: Int? { shown.indices.contains(focus) ? shown[focus] : nil }

  // MARK: - Keys

  package mutating func take(_ key: Key) -> Reaction<[[String]]> {
    let wasLeaving = isLeaving
    isLeaving = false
    message = nil
    switch key {
    case .control("s"): return save()
    case .control("r") where filling != nil: return .fill
    case .control("c"): return .cancelled
    case .backTab:
      go(to: focus - 1)
      return .taken
    default: break
    }
    guard let current else { return takeBelow(key, wasLeaving) }
    let input = fields[current].input
    // Up and down only move between fields, so that moving through a form does not change any values.
    if input.isChoice, key == .up || key == .down {
      key == .up ? go(to: focus - 1) : advance()
      return .taken
    }
    if input.isChoice, key == .left || key == .right, input.turned(key) == nil { return .taken }
    // In multiline text, Enter inserts a line break, and Tab moves to the next field.
    let own = key == .enter && input.isMultiline ? .altEnter : input.turned(key) ?? key
    switch fields[current].input.take(own) {
    case .handled: complaint = own == .enter || key == .tab ? fields[current].input.complaint : nil
    case .next: advance()
    case .previous: go(to: focus - 1)
    case .cancelled: return leave(wasLeaving)
    case .edit(let text): return .edit(text)
    case .ignored: return .ignored
    }
    return .taken
  }

  package mutating func take(edited text: String?) {
    if let current { fields[current].input.take(edited: text) }
  }

  /// Replaces the inputs of fields, and shows a message. Hidden fields that are filled in become visible.
  ///
  /// - Parameters:
  ///   - inputs: the new inputs, by the indices of their fields.
  ///   - isWrong: whether the message reports a failure.
  package mutating func fill(_ inputs: [Int: FormInput], saying message: String, isWrong: Bool = false) {
    for (index, input) in inputs { fields[index].input = input }
    shown += fields.indices.filter { inputs[$0] != nil && !shown.contains($0) }
    (self.message, complaint) = isWrong ? (nil, message) : (message, nil)
  }

  /// Handles a key while the focus is on a row below the fields.
  private mutating func takeBelow(_ key: Key, _ wasLeaving: Bool) -> Reaction<[[String]]> {
    switch key {
    case .enter where focus == shown.count: return save()
    case .enter: showMore()
    case .down, .tab, .right: go(to: focus + 1)
    case .up, .left: go(to: focus - 1)
    case .escape: return leave(wasLeaving)
    default: return .ignored
    }
    return .taken
  }

  private mutating func leave(_ wasLeaving: Bool) -> Reaction<[[String]]> {
    if wasLeaving || !isChanged { return .cancelled }
    isLeaving = true
    return .taken
  }

  /// Moves to the next field if the current one is valid.
  private mutating func advance() {
    guard let current else { return }
    fields[current].input.leave()
    complaint = fields[current].complaint
    if complaint == nil { go(to: focus + 1) }
  }

  private mutating func go(to row: Int) {
    if let current { fields[current].input.leave() }
    complaint = nil
    focus = max(0, min(row, rowCount - 1))
  }

  private mutating func showMore() {
    let first = shown.count
    shown += fields.indices.filter { !shown.contains($0) }
    focus = first
  }

  private mutating func save() -> Reaction<[[String]]> {
    if let current { fields[current].input.leave() }
    for (index, field) in fields.enumerated() {
      guard let wrong = field.complaint else { continue }
      if !shown.contains(index) { showMore() }
      focus = shown.firstIndex(of: index) ?? 0
      complaint = wrong
      return .taken
    }
    // Blank lines at the end are usually the result of an Enter that was meant to move to the next field.
    return .done(fields.map { $0.input.isMultiline ? $0.input.values.map(Form.trimmed) : $0.input.values })
  }

  /// Returns the text without blank lines at the start and end.
  private static func trimmed(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func isEmpty(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: { !isEmpty($0) }), let last = lines.lastIndex(where: { !isEmpty($0) })
    else { return text }
    return lines[first...last].joined(separator: "\n")
  }

  // MARK: - View

  private var margin: Int { fields.reduce(4) { max($0, StyledText($1.label).width) } + 4 }

  private func inner(_ space: Space) -> Space {
    Space(columns: max(10, space.columns - margin), rows: max(2, space.rows - 3))
  }

  package mutating func fit(_ space: Space) {
    for index in fields.indices { fields[index].input.fit(inner(space)) }
  }

  package func view(_ space: Space) -> View { view(space, showsTitle: true) }

  /// - Parameter showsTitle: whether the first line is the title.
  package func view(_ space: Space, showsTitle: Bool) -> View {
    var lines: [StyledText] = []
    var place = View.Place(row: 0, column: 0)
    var cursor: View.Place?
    for (row, index) in shown.enumerated() {
      let field = fields[index]
      let hasFocus = row == focus
      var label = StyledText(hasFocus ? "▸ " : "  ", Ink.focus)
      label.append(field.label, hasFocus ? Ink.focus : Ink.hint)
      label.pad(to: margin)
      guard hasFocus else {
        lines.append(label + field.input.summary(space.columns - margin))
        continue
      }
      let view = field.input.view(inner(space))
      place.row = lines.count
      cursor = view.cursor.map { View.Place(row: lines.count + $0.row, column: margin + $0.column) }
      for (number, line) in view.lines.enumerated() { lines.append((number == 0 ? label : blank) + line) }
      if let complaint {
        for line in WordWrap.lines(VisibleText.line(complaint), width: inner(space).columns) {
          lines.append(blank + StyledText(line, Ink.complaint))
        }
      }
    }
    if let message {
      for line in WordWrap.lines(VisibleText.line(message), width: max(10, space.columns - 2)) {
        lines.append(StyledText("  " + line, Ink.hint))
      }
    }
    for (row, name) in [(shown.count, "Save")] + (hasMore ? [(shown.count + 1, "More fields…")] : []) {
      let hasFocus = row == focus
      if hasFocus { place.row = lines.count }
      lines.append(
        StyledText(hasFocus ? "▸ " : "  ", Ink.focus) + StyledText(name, hasFocus ? Ink.focus : Ink.action))
    }
    let head = showsTitle ? [StyledText(title, Ink.title).truncated(to: space.columns)] : []
    let body = View(lines, cursor: cursor).window(height: max(1, space.rows - 1 - head.count), around: place.row)
    let foot = hint(space.columns)
    return View(
      head + body.lines.map { $0.truncated(to: space.columns) } + [foot],
      cursor: body.cursor.map { View.Place(row: $0.row + head.count, column: min($0.column, space.columns - 1)) })
  }

  private var blank: StyledText { StyledText(String(repeating: " ", count: margin)) }

  private func hint(_ width: Int) -> StyledText {
    if isLeaving {
      let words = "Nothing has been saved. Esc again discards it."
      return StyledText(words, Ink.complaint).truncated(to: width)
    }
    let input = current.map { fields[$0].input }
    let hints = input.map { $0.isChoice ? [.usual("←→ choose")] : $0.hints } ?? []
    let (key, next) = onward
    let usual: [KeyHints.Hint] =
      [
        .main("\(key) \(next)"), .least("Shift-Tab back"), .main("Ctrl-S save"), .usual("Esc \(escape)"),
      ] + (filling.map { [.usual("Ctrl-R \($0)")] } ?? [])
    return StyledText(KeyHints(hints + usual).line(width), Ink.hint)
  }

  /// The key that moves on, with the description of its effect.
  package var onward: (key: String, words: String) {
    guard let current else { return ("Enter", focus == shown.count ? "save" : "more fields") }
    return (isMultiline ? "Tab" : "Enter", fields[current].input.isNaming ? "add" : "next")
  }

  /// The effect of Escape.
  package var escape: String { current.flatMap { fields[$0].input.escape } ?? "leave" }
}
