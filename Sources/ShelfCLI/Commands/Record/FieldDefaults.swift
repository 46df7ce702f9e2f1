import ShelfModel

extension Context {
  /// Returns what a field of a new record holds where nothing else is said: when the record was made, and its state.
  func defaultText(of field: Field) -> String? {
    guard field.has(.made) || field.has(.changed) else { return field.defaultText }
    return field.type == .date ? today.description : now.description
  }
}
