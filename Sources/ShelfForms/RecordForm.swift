import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWording

/// The form for a new record: first the fields that a list shows, then, on demand, the others.
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

  /// Returns the form and its fields.
  ///
  /// - Parameter known: the values that fields have from the start, by their keys.
  package func form(known: [String: [String]]) -> (form: Form, fields: [Field]) {
    let fields = asked
    return (
      Form(
        "New \(kind.singular)", fields.map { formField($0, known[$0.key] ?? []) }, filling: FormLookup.hint(kind)),
      fields
    )
  }

  /// The fields, the title first; of those that are shown on demand, first what the user has to say.
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
        if field.isRequired { return "this has to be filled in" }
        guard field.has(.owner), let target = field.type.target else { return nil }
        return "choose the \(target.singular) that the \(kind.singular) is from, or “\(RecordForm.none(target))”"
      }
      if field.key == kind.titleKey, let other = texts.first.flatMap(taken) {
        return "there is the \(kind.singular) “\(Wording.short(other))” already"
      }
      // A name that does not exist yet was chosen as a new one.
      return texts.lazy.compactMap { context.complaint(about: $0, field, kind, library) }.first
    }
  }

  /// Returns the name of the record that has a name already which only one may have; nil if none has it.
  private func taken(_ name: String) -> String? {
    guard kind.hasUniqueNames else { return nil }
    let wanted = Folding.fold(name)
    return library.records(of: kind).first { Folding.fold($0.title) == wanted }?.title
  }

  /// Returns what a field is filled in with.
  ///
  /// - Parameters:
  ///   - values: what it holds, as the file has it.
  ///   - isNew: whether it is one of a new record.
  package func input(_ field: Field, _ values: [String], isNew: Bool = false) -> FormInput {
    switch field.type {
    case .choice(let words):
      // Nothing is chosen for a user who has not looked at it.
      let current = (values.first ?? field.defaultText).flatMap { words.firstIndex(of: $0) }
      let none = field.isRequired || field.defaultText != nil ? [] : [ListEntry("none", value: "", style: Ink.hint)]
      let entries = none + words.map { ListEntry(Wording.words($0), value: $0) }
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
      // A name that is no record yet was typed before.
      let made = target.isMadeByName ? values.filter { RecordID($0) == nil } : []
      return .ticks(
        Ticks(entries, ticked: Set(ticked), new: target.isMadeByName ? target.singular : nil, made: made))
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
    // What is being read is most likely meant by a new record. Of several it is unclear which.
    let reading = isNew ? library.inProgress(target) : []
    let none = ListEntry(RecordForm.none(target), value: "~", style: Ink.hint)
    let entries = RecordEntries.owners(
      target, first: reading, none, in: library, by: context.settings.order(of: target, library.schema))
    let current = values.first.flatMap { value in entries.firstIndex { $0.value == value } }
    return Picker(
      entries, chosen: current ?? (reading.count == 1 || entries.count == 1 ? 0 : nil), isUndecided: true)
  }

  /// What is said where a record knowingly belongs to none of a kind.
  package static func none(_ target: Kind) -> String { "no \(target.singular)" }

  private func text(_ field: Field, _ values: [String]) -> FormInput {
    let isList = field.type.isList
    var hint = field.help
    if ![.text, .textList].contains(field.type) { hint += ": \(field.type.description)" }
    if field.type == .color { hint = "\(field.type.description); Enter picks one that differs" }
    var text = values.joined(separator: "; ")
    while field.isLong, text.last?.isNewline ?? false { text.removeLast() }
    return .text(
      TextField(
        text, hint: hint, isMultiline: field.isLong, isList: isList,
        complete: field.has(.suggests) ? suggestions.completing(field, of: kind) : { _ in [] }),
      isList: isList)
  }
}
