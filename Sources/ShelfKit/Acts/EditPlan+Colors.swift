import ShelfModel
import ShelfStore
import ShelfText

extension EditPlan {
  /// Returns the assignment of a color to a new record, if records of its kind are shown as colored chips.
  ///
  /// The color differs from the colors of existing records and of other records that the plan creates.
  func colors(of kind: Kind) -> [Assignment] {
    guard library.schema.title(of: kind).look.form == .chip else { return [] }
    return library.schema.fields(of: kind).filter { $0.type == .color }.map { field in
      var picker = ColorPicker(library.records(of: kind).compactMap { $0.texts(of: field).first.flatMap { Color($0) } })
      for new in created where new.kind == kind { _ = picker.next() }
      return .set(field, to: picker.next().description)
    }
  }
}
