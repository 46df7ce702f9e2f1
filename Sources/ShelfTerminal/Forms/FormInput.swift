import ShelfText

/// The widget for entering the value of a form field.
package enum FormInput {
  /// - Parameter isList: whether semicolons separate several values.
  case text(TextField, isList: Bool = false)
  case one(Picker)
  case ticks(Ticks)
  case date(DateField)
  case stars(StarsField)

  /// The current values, or none for an empty field.
  package var values: [String] {
    switch self {
    case .text(let field, let isList):
      let parts = isList ? field.text.split(separator: ";").map { String($0).trimmed } : [field.text]
      return parts.filter { !$0.allSatisfy(\.isWhitespace) }
    case .one(let picker):
      let value = picker.choice.map { picker.options[$0].value } ?? ""
      return value.isEmpty ? [] : [value]
    case .ticks(let ticks): return ticks.chosen.map(\.value)
    case .date(let field): return field.text.trimmed.isEmpty ? [] : [field.text.trimmed]
    case .stars(let field): return field.quarters.map { [StarText.decimal($0)] } ?? []
    }
  }

  /// The values that only some of the edited records have, and that the user has neither selected nor deselected.
  package var partlyChosen: [String] {
    if case .ticks(let ticks) = self { ticks.partlyChosen.map(\.value) } else { [] }
  }

  /// The effect of a key or click on the form.
  package enum Effect {
    case handled, next, previous, cancelled, ignored
    case edit(String)
  }

  package mutating func take(_ key: Key) -> Effect {
    switch self {
    case .text(var field, let isList):
      defer { self = .text(field, isList: isList) }
      return effect(of: field.take(key), key)
    case .one(var picker):
      // Tab accepts the current option, like Enter, instead of cycling through the options.
      if key == .tab || picker.isLeaving(key) { return key == .up ? .previous : .next }
      // The user has not chosen anything yet, so the field remains empty.
      if key == .enter, picker.choice == nil, picker.unknown == nil { return .next }
      defer { self = .one(picker) }
      return effect(of: picker.take(key), key)
    case .ticks(var ticks):
      if ticks.isLeaving(key) { return key == .up ? .previous : .next }
      defer { self = .ticks(ticks) }
      // Like Enter, Tab accepts the typed text.
      return effect(of: ticks.take(key == .tab ? .enter : key), key)
    case .date(var field):
      defer { self = .date(field) }
      return effect(of: field.take(key), key)
    case .stars(var field):
      defer { self = .stars(field) }
      return effect(of: field.take(key), key)
    }
  }

  private func effect<Value>(of reaction: Reaction<Value>, _ key: Key) -> Effect {
    switch reaction {
    case .taken: .handled
    case .done: .next
    case .cancelled: .cancelled
    case .edit(let text): .edit(text)
    case .fill: .handled
    case .ignored:
      switch key {
      case .tab, .down, .pageDown: .next
      case .up, .pageUp: .previous
      default: .ignored
      }
    }
  }

  package mutating func take(edited text: String?) {
    guard case .text(var field, let isList) = self else { return }
    field.take(edited: text)
    self = .text(field, isList: isList)
  }

  package mutating func fit(_ space: Space) {
    guard case .text(var field, let isList) = self else { return }
    field.fit(space)
    self = .text(field, isList: isList)
  }

  /// Accepts the current completion, or the typed name of an option, before the field loses the focus.
  package mutating func leave() {
    switch self {
    case .text(var field, let isList):
      field.accept()
      self = .text(field, isList: isList)
    case .ticks(var ticks):
      ticks.takeNarrowed()
      self = .ticks(ticks)
    case .one, .date, .stars: break
    }
  }

  /// The reason why the text that narrows a list is invalid, or nil if it is valid. Invalid text matches no option and
  /// cannot become the name of a new one.
  package var complaint: String? {
    let unknown: String? =
      switch self {
      case .one(let picker): picker.unknown
      case .ticks(let ticks): ticks.unknown
      case .text, .date, .stars: nil
      }
    return unknown.map {
      $0.contains { $0.isLetter || $0.isNumber }
        ? "nothing here is called “\($0)”: choose from the list, or clear the text with Ctrl-U"
        : "“\($0)” is not a name, which needs a letter or a digit: clear the text with Ctrl-U"
    }
  }

  /// The maximum number of rows of a list in a form with other fields.
  package static let listRows = 7

  /// Returns the view of the field while it has the focus.
  ///
  /// - Parameter listRows: the maximum number of rows of a list.
  package func view(_ space: Space, listRows: Int = FormInput.listRows) -> View {
    let inner = listSpace(space, listRows)
    switch self {
    case .text(let field, _): return field.view(space)
    case .date(let field): return field.view(space)
    case .stars(let field): return field.view(space)
    case .one(let picker): return list(picker.filter, summary(space.columns), picker.rows(inner), space)
    case .ticks(let ticks): return list(ticks.filter, summary(space.columns), ticks.rows(inner), space)
    }
  }

  /// Handles a click on a line of `view`. Choosing an option moves on to the next field, as Enter does, but ticking an
  /// option does not.
  package mutating func press(line: Int, _ space: Space, listRows: Int = FormInput.listRows) -> Effect {
    let inner = listSpace(space, listRows)
    switch self {
    case .one(var picker):
      guard picker.choose(shownRow: line - 1, inner) else { return .ignored }
      self = .one(picker)
      return .next
    case .ticks(var ticks):
      guard ticks.choose(shownRow: line - 1, inner) else { return .ignored }
      self = .ticks(ticks)
      return .handled
    case .text, .date, .stars: return .ignored
    }
  }

  private func listSpace(_ space: Space, _ listRows: Int) -> Space {
    Space(columns: space.columns, rows: max(1, min(listRows, space.rows - 1)))
  }

  private func list(_ filter: LineEditor, _ summary: StyledText, _ rows: [StyledText], _ space: Space) -> View {
    var line = StyledText(filter.text)
    if filter.text.isEmpty { line = summary.width > 0 ? summary : StyledText("type to narrow", Ink.hint) }
    let column = StyledText(String(filter.characters[..<filter.cursor])).width
    return View(
      [line.truncated(to: space.columns)] + rows,
      cursor: View.Place(row: 0, column: min(column, space.columns - 1)))
  }

  /// Returns the field as a single line, which is shown while it does not have the focus.
  package func summary(_ columns: Int) -> StyledText {
    switch self {
    case .text(let field, _):
      let lines = field.text.split(separator: "\n", omittingEmptySubsequences: false)
      var line = StyledText(String(lines.first ?? ""))
      if lines.count > 1 { line.append("  (\(lines.count.grouped) lines)", Ink.hint) }
      return line.truncated(to: columns)
    case .one(let picker):
      guard let entry = picker.choice.map({ picker.options[$0] }) else { return StyledText() }
      return StyledText(entry.value.isEmpty ? "" : entry.text, entry.style).truncated(to: columns)
    case .ticks(let ticks):
      var line = StyledText()
      for entry in ticks.chosen {
        if line.width > 0 { line.append(", ", Ink.hint) }
        line.append(entry.text, entry.style)
      }
      return line.truncated(to: columns)
    case .date(let field): return StyledText(field.text).truncated(to: columns)
    case .stars(let field): return field.quarters == nil ? StyledText() : field.shown
    }
  }

  /// Returns the key that a list in a form should handle instead of the left or right arrow key.
  ///
  /// Since up and down move between the fields of the form, left and right move up and down within the list. Returns
  /// nil for all other keys, at the ends of the list, and while text narrows the list.
  func turned(_ key: Key) -> Key? {
    guard case .one(let picker) = self, picker.filter.text.isEmpty else { return nil }
    let turned: Key? = key == .right ? .down : key == .left ? .up : nil
    return turned.flatMap { picker.isLeaving($0) ? nil : $0 }
  }

  /// Whether the input is a choice of one option from a list that is not being narrowed.
  var isChoice: Bool { if case .one(let picker) = self { picker.filter.text.isEmpty } else { false } }

  package var isMultiline: Bool { if case .text(let field, _) = self { field.isMultiline } else { false } }

  /// Whether text narrows the list of options. Escape first clears this text.
  package var isNarrowed: Bool {
    switch self {
    case .one(let picker): !picker.filter.text.isEmpty
    case .ticks(let ticks): !ticks.filter.text.isEmpty
    case .text, .date, .stars: false
    }
  }

  /// Whether the input is a list of options.
  package var isList: Bool {
    switch self {
    case .one, .ticks: true
    case .text, .date, .stars: false
    }
  }

  /// Whether Enter adds a new option rather than saving.
  package var isNaming: Bool { if case .ticks(let ticks) = self { ticks.isNaming } else { false } }

  /// The kind of text being typed, or nil if every key is a command.
  package var typing: Typing? { if case .text(let field, _) = self { field.typing } else { nil } }

  /// The description of what Escape does before it leaves the form, or nil if it leaves the form immediately.
  package var escape: String? {
    if case .text(let field, _) = self, field.isChoosing { return "close list" }
    return isNarrowed ? "show all" : nil
  }

  /// The hints for keys that are specific to the field.
  package var hints: [KeyHints.Hint] {
    switch self {
    case .text(let field, _) where field.isChoosing: [.usual("↑↓ choose"), .more("Tab complete")]
    case .text(let field, let isList):
      field.isMultiline
        ? [.usual("Enter new line"), .more("Ctrl-O editor")] : isList ? [.usual("; between several")] : []
    case .ticks(let ticks): [.main(ticks.hint)]
    case .one(let picker): picker.filter.text.isEmpty ? [] : [.usual("↑↓ choose")]
    case .date, .stars: []
    }
  }
}
