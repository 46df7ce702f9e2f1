import ShelfModel
import ShelfStore
import ShelfTerminal
import ShelfText
import ShelfWidgets

/// The form for a new record: first the fields that a list shows, then, on demand, the others.
struct RecordForm {
  let library: Library
  let kind: Kind
  let context: Context
  private let suggestions: Suggestions

  init(_ library: Library, _ kind: Kind, _ context: Context) {
    self.library = library
    self.kind = kind
    self.context = context
    suggestions = Suggestions(library: library)
  }

  /// Shows the form, and returns what was filled in.
  ///
  /// - Throws: `Cancelled` if it was left.
  func ask() throws -> FieldOptions {
    let fields = asked
    let form = Form("New \(kind.singular)", fields.map(formField))
    let values = try context.show(form) { context.edit($0, named: "\(kind.singular).txt", library) }
    var options = FieldOptions(zip(fields, values).flatMap { field, texts in texts.map { (field, $0) } })
    options.createsMissing = true
    options.isTyped = true
    return options
  }

  /// The fields, the title first.
  private var asked: [Field] {
    let fields = library.schema.fields(of: kind).filter { !$0.isAutomatic && context.isAsked($0) }
    return fields.filter { $0.key == kind.titleKey } + fields.filter { $0.key != kind.titleKey }
  }

  private func formField(_ field: Field) -> FormField {
    let isEssential = field.isRequired || kind.definition.columns.contains(field.key)
    return FormField(Wording.heading(field.key), input(field), isEssential: isEssential) { texts in
      if texts.isEmpty { return field.isRequired ? "this has to be filled in" : nil }
      // A name that does not exist yet was chosen as a new one.
      return texts.lazy.compactMap { context.complaint(about: $0, field, kind, library) }.first
    }
  }

  private func input(_ field: Field) -> FormInput {
    switch field.type {
    case .choice(let words):
      let entries = words.map { ListEntry(Wording.words($0), value: $0) }
      return .one(Picker(entries, chosen: words.firstIndex(of: field.defaultText ?? "")))
    case .boolean: return .one(Picker([ListEntry("no", value: ""), ListEntry("yes", value: "true")], chosen: 0))
    case .rating:
      let look = context.ratings()
      return .stars(
        StarsField { quarters in
          look.spans(quarters: quarters).reduce(into: StyledText()) { $0.append($1.text, $1.style) }
        })
    case .date:
      return .date(
        DateField(today: context.today.description) { text, days in
          guard let day = CalendarDate(text), day.precision == .day else { return nil }
          return CalendarDate(daysSince1970: day.daysSince1970 + days).description
        })
    case .references(let target):
      return .ticks(
        Ticks(
          RecordEntries.of(target, in: library, depth: context.terminal.depth),
          new: target.isMadeByName ? target.singular : nil))
    case .reference(let target): return .one(reference(field, target))
    default: return text(field)
    }
  }

  private func reference(_ field: Field, _ target: Kind) -> Picker {
    let records = RecordEntries.of(target, in: library)
    if field.isRequired { return Picker(records) }
    return Picker([ListEntry("none", value: "", style: Ink.hint)] + records, chosen: nearest(field, target, records))
  }

  /// Returns the row of the one record that the new one most likely belongs to, such as the book that is being read.
  private func nearest(_ field: Field, _ target: Kind, _ records: [ListEntry]) -> Int {
    let current = Ownership(library: library, target: target).current
    guard field.has(.owner), current.count == 1 else { return 0 }
    return records.firstIndex { $0.value == current[0].id.description }.map { $0 + 1 } ?? 0
  }

  private func text(_ field: Field) -> FormInput {
    let isList = field.type == .textList
    var hint = field.help
    if ![.text, .textList].contains(field.type) { hint += ": \(field.type.description)" }
    if field.type == .color { hint = "\(field.type.description); Enter picks one that differs" }
    return .text(
      TextField(
        hint: hint, isMultiline: field.isLong, isList: isList,
        complete: field.has(.suggests) ? suggestions.completing(field, of: kind) : { _ in [] }),
      isList: isList)
  }
}
