import ShelfModel
import ShelfStore
import ShelfText

extension EditPlan {
  /// Adds a genre or tag that an assignment named and that did not exist.
  mutating func create(_ missing: (kind: Kind, id: RecordID, name: String)) throws(EditError) {
    let title = Assignment.set(library.schema.title(of: missing.kind), to: missing.name)
    try create(missing.kind, missing.id, [title] + colors(of: missing.kind))
  }

  /// Returns a colour for a new record, if records of its kind are shown as chips of their colours: one that differs from those there are, and from those of
  /// others that the plan makes.
  func colors(of kind: Kind) -> [Assignment] {
    guard library.schema.title(of: kind).look.form == .chip else { return [] }
    return library.schema.fields(of: kind).filter { $0.type == .color }.map { field in
      var picker = ColorPicker(library.records(of: kind).compactMap { $0.texts(of: field).first.flatMap { Color($0) } })
      for new in created where new.kind == kind { _ = picker.next() }
      return .set(field, to: picker.next().description)
    }
  }
}
