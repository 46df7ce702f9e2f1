import ShelfModel

extension Context {
  /// Returns the default value of a field in a new record: the date added, or its state.
  func defaultText(of field: Field) -> String? {
    guard field.has(.made) || field.has(.changed) else { return field.defaultText }
    return field.type == .date ? today.description : now.description
  }
}
