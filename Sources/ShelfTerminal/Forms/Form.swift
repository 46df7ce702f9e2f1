import ShelfText

/// Fields to be filled in: the essential ones first, the others on demand; forward, back, and saved when it pleases.
package struct Form: Widget {
  private let title: String
  private var fields: [FormField]
  /// The positions of the fields that are shown.
  private var shown: [Int]
  /// The row that has the keys: a field, behind the fields the one that saves, and behind that the one for more fields.
  private var focus = 0
  private var complaint: String?
  /// What came of filling fields in, until the next key.
  private var message: String?
  /// What Ctrl-R does: it has fields filled in from elsewhere; nil if nothing can be filled in so.
  private let filling: String?
  private let original: [[String]]
  private var isLeaving = false

  /// - Parameter filling: what Ctrl-R does, which has fields filled in from elsewhere; nil if nothing can be.
  package init(_ title: String, _ fields: [FormField], filling: String? = nil) {
    self.title = title
    self.filling = filling
    self.fields = fields
    shown = fields.indices.filter { fields[$0].isEssential }
    original = fields.map(\.input.values)
  }

  /// The values of all fields, in their order.
  package var values: [[String]] { fields.map(\.input.values) }

  /// Whether something is filled in that is saved nowhere, from the start: it was typed before.
  package var isUnsaved = false

  /// Whether something is filled in that was not there at first.
  package var isChanged: Bool { isUnsaved || values != original }

  /// Whether a text of several lines is being filled in.
  package var isMultiline: Bool { current.map { fields[$0].input.isMultiline } ?? false }

  /// What characters are typed into; nil where each is a key of its own meaning.
  package var typing: Typing? { current.flatMap { fields[$0].input.typing } }

  private var hasMore: Bool { shown.count < fields.count }

  private var rowCount: Int { shown.count + (hasMore ? 2 : 1) }

  /// The field that has the keys; nil in the rows below the fields.
  private var current: Int? { shown.indices.contains(focus) ? shown[focus] : nil }

  // MARK: Keys

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
    // On the way through the fields nothing is chosen anew.
    if input.isChoice, key == .up || key == .down {
      key == .up ? go(to: focus - 1) : advance()
      return .taken
    }
    if input.isChoice, key == .left || key == .right, input.turned(key) == nil { return .taken }
    // In a text of several lines Enter begins another one, as in any editor; Tab goes on.
    let own = key == .enter && input.isMultiline ? .altEnter : input.turned(key) ?? key
    switch fields[current].input.take(own) {
    case .stays: complaint = own == .enter || key == .tab ? fields[current].input.complaint : nil
    case .goesOn: advance()
    case .goesBack: go(to: focus - 1)
    case .cancels: return leave(wasLeaving)
    case .edit(let text): return .edit(text)
    case .ignores: return .ignored
    }
    return .taken
  }

  package mutating func take(edited text: String?) {
    if let current { fields[current].input.take(edited: text) }
  }

  /// Fills fields in, and says what came of it; those that were shown on demand only are shown.
  ///
  /// - Parameters:
  ///   - inputs: what holds the values of fields, by their positions.
  ///   - isWrong: whether what is said is why nothing could be filled in.
  package mutating func fill(_ inputs: [Int: FormInput], saying message: String, isWrong: Bool = false) {
    for (index, input) in inputs { fields[index].input = input }
    shown += fields.indices.filter { inputs[$0] != nil && !shown.contains($0) }
    (self.message, complaint) = isWrong ? (nil, message) : (message, nil)
  }

  /// Takes a key in the rows below the fields.
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

  /// Goes on to the next field, unless something is wrong with this one.
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
    // An Enter that was meant for the next field is no line of a text.
    return .done(fields.map { $0.input.isMultiline ? $0.input.values.map(Form.trimmed) : $0.input.values })
  }

  /// Returns a text without empty lines at its beginning and its end.
  private static func trimmed(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func isEmpty(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: { !isEmpty($0) }), let last = lines.lastIndex(where: { !isEmpty($0) })
    else { return text }
    return lines[first...last].joined(separator: "\n")
  }

  // MARK: View

  private var margin: Int { fields.reduce(4) { max($0, StyledText($1.label).width) } + 4 }

  private func inner(_ space: Space) -> Space {
    Space(columns: max(10, space.columns - margin), rows: max(2, space.rows - 3))
  }

  package mutating func fit(_ space: Space) {
    for index in fields.indices { fields[index].input.fit(inner(space)) }
  }

  package func view(_ space: Space) -> View {
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
    let body = View(lines, cursor: cursor).window(height: max(1, space.rows - 2), around: place.row)
    let head = StyledText(title, Ink.title).truncated(to: space.columns)
    let foot = hint(space.columns)
    return View(
      [head] + body.lines.map { $0.truncated(to: space.columns) } + [foot],
      cursor: body.cursor.map { View.Place(row: $0.row + 1, column: min($0.column, space.columns - 1)) })
  }

  private var blank: StyledText { StyledText(String(repeating: " ", count: margin)) }

  private func hint(_ width: Int) -> StyledText {
    if isLeaving {
      let words = "Nothing is saved yet. Esc again leaves it at that."
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

  /// The key that goes on, and what it does.
  package var onward: (key: String, words: String) {
    guard current != nil else { return ("Enter", focus == shown.count ? "save" : "more fields") }
    return (isMultiline ? "Tab" : "Enter", "next")
  }

  /// What Esc does.
  package var escape: String { current.flatMap { fields[$0].input.escape } ?? "leave" }
}
