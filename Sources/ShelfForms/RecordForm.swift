import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The form for a new record, generated from the fields of its kind.
///
/// A field's type determines its input: a picker for choices and references, checkboxes for lists of references, a date
/// field, stars, or text with completion. The essential fields, which are required or columns of the kind's list, are
/// always shown. The remaining fields are shown on demand. Values are validated exactly like the arguments of a command
/// (`FormContext.complaint`).
package struct RecordForm {
  package let library: Library
  package let kind: Kind
  package let context: FormContext
  private let suggestions: Suggestions

  package init(_ library: Library, _ kind: Kind, _ context: FormContext) {
    self.library = library
    self.kind = kind
    self.context = context
    suggestions = Suggestions(library: library)
  }

  /// Returns the form, and the fields in the order of its inputs.
  ///
  /// - Parameter known: the initial values by field key.
  package func form(known: [String: [String]]) -> (form: Form, fields: [Field]) {
    let fields = asked
    return (
      Form(
        "New \(kind.singular)", fields.map { formField($0, known[$0.key] ?? []) }, filling: FormLookup.hint(kind)),
      fields
    )
  }

  /// The fields of the form: the title, the other essential fields, long text fields, and then the rest.
  private var asked: [Field] {
    let fields = library.schema.fields(of: kind).filter { !$0.isAutomatic && context.isAsked($0) }
    func rank(_ field: Field) -> Int { field.key == kind.titleKey ? 0 : isEssential(field) ? 1 : field.isLong ? 2 : 3 }
    return (0...3).flatMap { wanted in fields.filter { rank($0) == wanted } }
  }

  private func isEssential(_ field: Field) -> Bool {
    field.isRequired || kind.definition.columns.contains(field.key)
  }

  private func formField(_ field: Field, _ known: [String]) -> FormField {
    let isEssential = isEssential(field) || !known.isEmpty
    return FormField(Wording.heading(field.key), input(field, known, isNew: true), isEssential: isEssential) { texts in
      if texts.isEmpty {
        if field.isRequired { return "this field is required" }
        guard field.has(.owner), let target = field.type.target else { return nil }
        return "choose the \(target.singular) that the \(kind.singular) is from, or “\(RecordForm.none(target))”"
      }
      if field.key == kind.titleKey, let other = texts.first.flatMap(taken) {
        return "the \(kind.singular) “\(Wording.short(other))” already exists"
      }
      // Names that do not exist yet are valid here, because the user has chosen to create records with these names.
      return texts.lazy.compactMap { context.complaint(about: $0, field, kind, library) }.first
    }
  }

  /// Returns the title of the existing record with this name. Returns nil if there is none, or if names of this kind do
  /// not have to be unique.
  private func taken(_ name: String) -> String? {
    guard kind.hasUniqueNames else { return nil }
    let wanted = Folding.fold(name)
    return library.records(of: kind).first { Folding.fold($0.title) == wanted }?.title
  }

  /// Returns the input for a field.
  ///
  /// - Parameters:
  ///   - values: the field's values as stored in the file.
  ///   - partly: when several records are edited, the values that only some of them have.
  ///   - isNew: whether the record is a new one.
  package func input(
    _ field: Field, _ values: [String], partly: [String] = [], isNew: Bool = false
  ) -> FormInput {
    switch field.type {
    case .choice(let words):
      // Without a value or a default, nothing is preselected, so that the user has to choose.
      let current = (values.first ?? field.defaultText).flatMap { words.firstIndex(of: $0) }
      let none = field.isRequired || field.defaultText != nil ? [] : [ListEntry("none", value: "", style: Ink.hint)]
      let entries = none + words.map { ListEntry(Wording.label($0), value: $0) }
      return .one(
        Picker(entries, chosen: current.map { $0 + none.count } ?? (none.isEmpty ? nil : 0), isUndecided: true))
    case .boolean:
      let isSet = (values.first ?? field.defaultText) == "true"
      return .one(
        Picker([ListEntry("no", value: "false"), ListEntry("yes", value: "true")], chosen: isSet ? 1 : 0))
    case .rating:
      let look = context.settings.ratingLook()
      return .stars(
        StarsField(values.first.flatMap { Rating($0)?.quarters }) { quarters in
          look.spans(quarters: quarters)
        })
    case .date:
      return .date(
        DateField(values.first ?? "", today: context.host.today().description) { text, days in
          guard let day = CalendarDate(text), day.precision == .day else { return nil }
          return CalendarDate(daysSince1970: day.daysSince1970 + days).description
        })
    case .references(let target):
      let entries = RecordEntries.of(
        target, in: library, by: context.settings.order(of: target, library.schema), depth: context.depth)
      let ticked = entries.indices.filter { values.contains(entries[$0].value) }
      // A value that is not an id is a new name from a restored draft.
      let made = target.isMadeByName ? values.filter { RecordID($0) == nil } : []
      return .ticks(
        Ticks(
          entries, ticked: Set(ticked), partly: Set(entries.indices.filter { partly.contains(entries[$0].value) }),
          new: target.isMadeByName ? target.singular : nil, added: made))
    case .reference(let target): return .one(reference(field, target, values, isNew: isNew))
    default: return text(field, values)
    }
  }

  private func reference(_ field: Field, _ target: Kind, _ values: [String], isNew: Bool) -> Picker {
    guard field.has(.owner) else {
      let none = field.isRequired ? [] : [ListEntry("none", value: "", style: Ink.hint)]
      let entries = none + RecordEntries.of(target, in: library, by: context.settings.order(of: target, library.schema))
      let current = values.first.flatMap { value in entries.firstIndex { $0.value == value } }
      return Picker(entries, chosen: current ?? (none.isEmpty ? nil : 0), isUndecided: true)
    }
    // A new record most likely belongs to a book in progress. If there are several such books, none is preselected.
    let reading = isNew ? library.inProgress(target) : []
    let none = ListEntry(RecordForm.none(target), value: "~", style: Ink.hint)
    let entries = RecordEntries.owners(
      target, first: reading, none, in: library, by: context.settings.order(of: target, library.schema))
    let current = values.first.flatMap { value in entries.firstIndex { $0.value == value } }
    return Picker(
      entries, chosen: current ?? (reading.count == 1 || entries.count == 1 ? 0 : nil), isUndecided: true)
  }

  /// Returns the text for a record that deliberately has no owner of this kind.
  package static func none(_ target: Kind) -> String { "no \(target.singular)" }

  private func text(_ field: Field, _ values: [String]) -> FormInput {
    let isList = field.type.isList
    var hint = field.help
    if ![.text, .textList].contains(field.type) { hint += ": \(field.type.description)" }
    if field.type == .color { hint = "\(field.type.description); Enter picks a different color" }
    var text = values.joined(separator: "; ")
    while field.isLong, text.last?.isNewline ?? false { text.removeLast() }
    return .text(
      TextField(
        text, hint: hint, isMultiline: field.isLong, isList: isList,
        complete: field.has(.suggests) ? suggestions.completing(field, of: kind) : { _ in [] }),
      isList: isList)
  }
}
