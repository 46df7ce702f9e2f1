import ShelfForms
import ShelfModel
import ShelfTerminal

extension DeferredOutcome {
  /// The unsaved input that this outcome will reopen.
  fileprivate var typed: Mode? {
    switch self {
    case .reopen(let mode, _): mode
    case .overtaken(let edit, _): .field(edit)
    case .ask(_, _, _, let mode): mode
    case .page, .offer, .kept, .broken: nil
    }
  }
}

extension Browser {
  /// The unsaved input that would be lost if the browser ended now, or nil if there is none.
  package var typed: UnsavedInput? {
    if let edit = conflictedEdit ?? deletedEdit { return typed(in: .field(edit)) }
    let others =
      [inputToSave, inputBehindPrompt] + work.map(\.inputToSave) + deferred.map { $0.typed }
      + stranded.map { .field($0) }
    return typed(in: mode) ?? others.lazy.compactMap { $0.flatMap(typed) }.first
  }

  private func typed(in mode: Mode) -> UnsavedInput? {
    switch mode {
    case .field(let edit) where edit.isChanged:
      UnsavedInput(
        kind: edit.kind, records: edit.records, values: [.init(key: edit.field.key, texts: edit.input.values)])
    case .form(let new): UnsavedInput(new.kind, new.fields, new.form)
    default: nil
    }
  }

  /// Offers to resume the input that an earlier browser session left unsaved.
  mutating func offer(_ text: UnsavedInput) {
    mode = .menu(
      ChoiceMenu(
        title: "Not saved yet",
        text: [StyledText("You were typing this when the browser closed:"), StyledText(name(of: text), .bold)]
          + text.lines.map { StyledText($0, .dim) },
        items: [
          ChoiceMenu.Item(key: "g", label: StyledText("Continue with it"), choice: .resume(text)),
          ChoiceMenu.Item(key: "t", label: StyledText("Discard it"), choice: .throwAway(text)),
          ChoiceMenu.Item(key: "l", label: StyledText("Keep it for later"), choice: .nothing),
        ]))
  }

  private func name(of text: UnsavedInput) -> String {
    let records = text.records.compactMap { library.record($0) }
    let name = text.records.isEmpty ? "a new \(text.kind.singular)" : title(of: records)
    return name.isEmpty ? "a deleted \(text.kind.singular)" : name
  }

  /// Reopens the editor or form for a draft. The draft is deleted only if its records still exist.
  mutating func resume(_ text: UnsavedInput) -> [Effect] {
    if text.records.isEmpty {
      var (form, fields) = services.form(text.kind, library).form(known: text.known)
      form.isUnsaved = true
      mode = .form(NewRecordForm(kind: text.kind, fields: fields, form: form))
      return [.forget(text)]
    }
    let records = text.records.compactMap { library.record($0) }
    guard let value = text.values.first, let field = library.schema.field(value.key, of: text.kind), !records.isEmpty
    else {
      var (form, fields) = services.form(text.kind, library).form(known: text.known)
      form.isUnsaved = true
      mode = .form(NewRecordForm(kind: text.kind, fields: fields, form: form))
      note = ("the \(text.kind.singular) no longer exists; this saves your text as a new one", true)
      return [.forget(text)]
    }
    if let first = records.first { show(first) }
    var edit = fieldEdit(field, records)
    edit.input = services.form(text.kind, library).input(field, value.texts)
    mode = .field(edit)
    return [.forget(text)]
  }
}
