import ShelfModel
import ShelfStore
import ShelfText

extension ImportRun {
  /// Adds entries to the library's `names` for the people of a book whose family names cannot be guessed.
  ///
  /// Existing entries take precedence. If the user has removed or changed an entry since an earlier import of the same
  /// book added it, it is not added again.
  ///
  /// - Parameters:
  ///   - known: the values of the last import, or nil if the book was not imported before.
  ///   - record: the record that the draft describes, or nil for a new record.
  mutating func addNames(
    of draft: Draft, known: FieldTexts?, _ assignments: [Assignment], of record: Record? = nil,
    _ stated: inout FieldTexts
  ) {
    guard draft.kind == .book, !draft.sortForms.isEmpty else { return }
    let forms = draft.sortForms.sorted { $0.key < $1.key }
    func text(_ form: (key: String, value: String)) -> String { "\(form.key): \(form.value)" }
    let old = Set(known?[ImportBase.sortForms] ?? [])
    stated[ImportBase.sortForms] = forms.map(text)
    var names: Set<String> = []
    for field in library.schema.fields(of: .book) where field.isOfPeople {
      let assigned = assignments.last { $0.field.index == field.index }?.values.map(\.text)
      for text in assigned ?? record?.texts(of: field) ?? [] { names.insert(Folding.fold(field.personName(in: text))) }
    }
    for form in forms {
      let folded = Folding.fold(form.key)
      guard names.contains(folded), !old.contains(text(form)), library.manifest.names.stated(form.key) == nil,
        !newNameKeys.contains(folded)
      else { continue }
      let entry = PersonNames.Entry(name: form.key, form: form.value)
      guard !entry.repeatsGuess else { continue }
      newNames.append(entry)
      newNameKeys.insert(folded)
    }
  }
}

extension Draft {
  /// Returns the key of the authors' sort forms in exports from shelf, or nil if the library declares a field with this
  /// key.
  static func sortFormsKey(_ schema: Schema, _ kind: Kind) -> String? {
    let key = schema.field(.creator, of: kind).map { $0.key + "Sort" }
    return key.flatMap { schema.field($0, of: kind) == nil ? $0 : nil }
  }

  /// Removes the sort forms of authors from a record that shelf exported. They are entries of `shelf.yaml` rather than
  /// fields of the record.
  mutating func takeSortForms(_ schema: Schema) {
    guard isVerbatim, let field = schema.field(.creator, of: kind), let key = Draft.sortFormsKey(schema, kind),
      let place = exportedFields.firstIndex(where: { $0.key == key })
    else { return }
    let forms = self[FieldHandle(named: key)]
    let names = self[FieldHandle(field)]
    // Another program or a person may have added a field with this name that does not contain sort forms.
    let areForms = zip(names, forms).allSatisfy { name, form in
      Folding.words(name).sorted() == Folding.words(form).sorted() || NameWords.isEastAsian(name)
    }
    guard forms.count == names.count || forms.isEmpty, areForms else { return }
    exportedFields.remove(at: place)
    remove(FieldHandle(named: key))
    for (name, form) in zip(names, forms) {
      let entry = PersonNames.Entry(name: name, form: form)
      if !entry.repeatsGuess { sortForms[name] = form }
    }
  }
}
