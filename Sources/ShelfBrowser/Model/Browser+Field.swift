import ShelfKit
import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfWording

extension Browser {
  /// Opens an editor for a field of the record that the page shows.
  mutating func editField(_ key: String) -> [Effect] {
    guard let record = page.id.flatMap({ library.record($0) }), let field = library.schema.field(key, of: record.kind)
    else { return [] }
    if field.isAutomatic || field.type == .id {
      note = ("“\(Wording.label(field.key))” is set by shelf", true)
      return []
    }
    mode = .field(fieldEdit(field, [record]))
    return []
  }

  /// Opens a menu of the fields that can be edited in all marked records at once.
  mutating func fieldMenu() {
    guard let kind = list.markedShown.first?.kind else { return }
    let records = list.markedShown.filter { $0.kind == kind }
    let fields = library.schema.fields(of: kind).filter {
      !$0.isAutomatic && $0.type != .id && $0.type != .formerIDs && !$0.has(.title)
    }
    mode = .menu(
      ChoiceMenu(
        title: "\(title(of: records)) · which field?",
        items: fields.map { field in
          ChoiceMenu.Item(label: StyledText(Wording.label(field.key)), choice: .field(field.key))
        }))
  }

  mutating func editMarked(_ key: String) {
    guard let kind = list.markedShown.first?.kind, let field = library.schema.field(key, of: kind) else { return }
    mode = .field(fieldEdit(field, list.markedShown.filter { $0.kind == kind }))
  }

  /// Returns the editor for a field of one or more records of the same kind.
  func fieldEdit(_ field: Field, _ records: [Record]) -> FieldEdit {
    let kind = records[0].kind
    // For several records, the editor starts with the values that they share, and only differences from those are
    // written.
    let texts = records[0].texts(of: field).filter { text in records.allSatisfy { $0.texts(of: field).contains(text) } }
    var edit = FieldEdit(
      records: records.map(\.id), field: field, kind: kind,
      title: "\(title(of: records)) · \(Wording.label(field.key))",
      input: .text(TextField()), seen: [:], current: [:])
    edit.partly = edit.isMerged ? partly(field, records, but: texts) : []
    edit.input = services.form(kind, library).input(field, texts, partly: edit.partly)
    edit.originals = records
    edit.follow(library)
    edit.seen = edit.current
    if records.count > 1, case .one(let picker) = edit.input, texts.isEmpty {
      // The records have different values, so no option may be preselected: Enter would assign it to all of them.
      let differing = ListEntry("as they are", value: "")
      edit.input = .one(Picker([differing] + picker.options.filter { !$0.value.isEmpty }, chosen: 0))
    }
    edit.initial = edit.input.values
    return edit
  }

  /// Returns the values that only some of the records have, in the order of the records.
  private func partly(_ field: Field, _ records: [Record], but shared: [String]) -> [String] {
    records.flatMap { $0.texts(of: field) }.reduce(into: []) { found, text in
      if !shared.contains(text), !found.contains(text) { found.append(text) }
    }
  }

  mutating func handle(_ key: Key, _ edit: FieldEdit) -> [Effect] {
    var edit = edit
    let wasLeaving = edit.isLeaving
    edit.isLeaving = false
    if key == .control("s") { return save(edit) }
    // In multi-line text, Enter inserts a line break and Ctrl-S saves.
    switch edit.input.take(key == .enter && edit.input.isMultiline ? .altEnter : key) {
    case .handled: edit.complaint = key == .enter ? edit.input.complaint : nil
    case .next where key == .enter: return save(edit)
    case .cancelled:
      if edit.isChanged, isGone(edit) {
        ask(aboutDeleted: edit)
        return []
      }
      if wasLeaving || !edit.isChanged {
        mode = .panes
        return []
      }
      edit.isLeaving = true
      let saves = edit.input.isMultiline ? "Ctrl-S saves it" : "Enter saves it"
      edit.complaint = "This is not saved: \(saves), Esc again discards it."
    case .next, .previous, .ignored: break
    case .edit(let text):
      mode = .field(edit)
      return [.editText(text)]
    }
    mode = .field(edit)
    return []
  }

  mutating func press(_ line: Int, _ space: Space, _ edit: FieldEdit) -> [Effect] {
    var edit = edit
    switch edit.input.press(line: line, space, listRows: space.rows) {
    case .next: return save(edit)
    case .handled:
      edit.complaint = nil
      mode = .field(edit)
    default: break
    }
    return []
  }

  private mutating func save(_ edit: FieldEdit) -> [Effect] {
    var edit = edit
    edit.input.leave()
    let present = edit.records.filter { library.record($0) != nil }
    if present.isEmpty {
      ask(aboutDeleted: edit)
      return []
    }
    if present.count < edit.records.count {
      edit.complaint = goneReason(edit)
      edit.records = present
      mode = .field(edit)
      return []
    }
    let values = edit.input.values
    if let complaint = edit.input.complaint {
      edit.complaint = complaint
    } else if values.isEmpty, edit.field.isRequired {
      edit.complaint = "this field is required"
    } else {
      let (field, kind, library, services) = (edit.field, edit.kind, library, services)
      edit.complaint = values.lazy.compactMap { services.complaint(about: $0, field, kind, library) }.first
    }
    if edit.complaint != nil {
      mode = .field(edit)
      return []
    }
    if let theirs = edit.theirs {
      ask(about: edit, theirs)
      return []
    }
    return write(edit)
  }

  /// Returns whether all records that a field editor is editing have been deleted.
  func isGone(_ edit: FieldEdit) -> Bool { edit.records.allSatisfy { library.record($0) == nil } }

  /// Returns the reason why a field cannot be saved: another program has deleted some or all of its records.
  func goneReason(_ edit: FieldEdit) -> String {
    let gone = edit.records.count { library.record($0) == nil }
    if gone < edit.records.count {
      return
        "\(edit.kind.counted(gone)) \(gone == 1 ? "was" : "were") deleted in the meantime; save again for the others."
    }
    return isBroken(edit)
      ? "The file can no longer be read. Esc offers to save your text."
      : "This was deleted in the meantime. Esc offers to save your text."
  }

  /// Sets the input aside until another program or an undo restores its record.
  mutating func strand(_ edit: FieldEdit) {
    stranded.append(edit)
    mode = .panes
    note = ("your text is kept and opens again when the \(edit.kind.singular) is restored", false)
  }

  /// Asks what to do with the text whose record was deleted.
  private mutating func ask(aboutDeleted edit: FieldEdit) {
    deletedEdit = edit
    let name = edit.kind.singular
    let reason =
      isBroken(edit) ? "The file of the \(name) can no longer be read." : "The \(name) was deleted in the meantime."
    mode = .menu(
      ChoiceMenu(
        title: edit.title, text: [StyledText(reason)],
        items: [
          ChoiceMenu.Item(key: "n", label: StyledText("Save your text as a new \(name)"), choice: .saveAsNew),
          ChoiceMenu.Item(key: "k", label: StyledText("Keep it until the \(name) is restored"), choice: .strand),
        ]))
  }

  /// Opens the form for a new record with the fields of the deleted one and the unsaved text.
  mutating func saveAsNew() {
    guard let edit = deletedEdit else { return }
    deletedEdit = nil
    var known: [String: [String]] = [:]
    if let old = edit.originals.first {
      for field in library.schema.fields(of: edit.kind) where !field.isAutomatic && field.type != .id {
        let texts = old.texts(of: field)
        // A reference to another deleted record cannot be saved.
        let usable = field.type.target == nil ? texts : texts.filter { RecordID($0).flatMap(library.record) != nil }
        if !usable.isEmpty { known[field.key] = usable }
      }
    }
    known[edit.field.key] = edit.input.values
    var (form, fields) = services.form(edit.kind, library).form(known: known)
    form.isUnsaved = true
    mode = .form(NewRecordForm(kind: edit.kind, fields: fields, form: form))
  }

  /// Shows a menu for resolving a conflict: keep the user's value, keep the other program's value, or edit the other
  /// program's value.
  mutating func ask(about edit: FieldEdit, _ theirs: [String]) {
    conflictedEdit = edit
    let shown = theirs.isEmpty ? "nothing" : "“\(Wording.short(names(theirs, edit.field)))”"
    mode = .menu(
      ChoiceMenu(
        title: edit.title,
        text: [StyledText("In the meantime, someone else changed this field to \(shown).")],
        items: [
          ChoiceMenu.Item(key: "m", label: StyledText("Use mine"), choice: .overwrite),
          ChoiceMenu.Item(key: "k", label: StyledText("Keep theirs"), choice: .keepTheirs),
          ChoiceMenu.Item(key: "e", label: StyledText("Edit theirs"), choice: .takeTheirs),
        ], cursor: 1))
  }

  private func names(_ texts: [String], _ field: Field) -> String {
    texts.map { text in
      field.type.target == nil ? text : RecordID(text).flatMap { library.record($0)?.title } ?? text
    }.joined(separator: ", ")
  }

  /// - Parameter isSure: whether the user has chosen to overwrite a value that another program wrote.
  private mutating func write(_ edit: FieldEdit, isSure: Bool = false) -> [Effect] {
    mode = .panes
    let values = edit.input.values
    let removed = edit.isMerged ? edit.removedPartly : []
    if edit.records.count == 1 ? values == edit.original : values == edit.initial && removed.isEmpty && !isSure {
      return []
    }
    inputToSave = .field(edit)
    let verb = "Change \(Wording.label(edit.field.key)) of"
    if edit.isMerged {
      let key = edit.field.key
      let changes =
        (edit.initial.filter { !values.contains($0) } + removed).map { FieldInput(key, .remove, $0) }
        + values.filter { !edit.initial.contains($0) }.map { FieldInput(key, .add, $0) }
      return change(.assign(edit.records, changes), verb, edit.records.count, edit.kind)
    }
    return change(
      .assign(edit.records, FieldInput.setting(edit.field.key, to: values), seen: edit.seen), verb, edit.records.count,
      edit.kind)
  }

  /// Saves the user's value over a change that another program has made.
  mutating func overwrite() -> [Effect] {
    guard var edit = conflictedEdit else { return [] }
    conflictedEdit = nil
    // If the field changes again before this is written, the menu is shown again.
    edit.seen = edit.current
    return write(edit, isSure: true)
  }

  /// Discards the user's value and continues editing from the other program's value.
  mutating func takeTheirs() {
    guard var edit = conflictedEdit, let theirs = edit.theirs else { return }
    conflictedEdit = nil
    edit.input = services.form(edit.kind, library).input(edit.field, theirs)
    edit.seen = edit.current
    mode = .field(edit)
  }
}

extension FieldEdit {
  /// Whether closing the editor would discard input that took the user some effort.
  var isChanged: Bool { input.isTyped && (input.values != initial || !removedPartly.isEmpty) }

  /// The values that only some of the records had, and that the user has removed from all of them.
  var removedPartly: [String] {
    guard case .ticks = input else { return [] }
    let (values, left) = (input.values, input.partlyChosen)
    return partly.filter { !values.contains($0) && !left.contains($0) }
  }
}

extension FormInput {
  /// Whether the input is free text or a set of ticks, as opposed to a single choice, which is easy to make again.
  fileprivate var isTyped: Bool {
    switch self {
    case .text, .ticks: true
    case .one, .date, .stars: false
    }
  }
}
