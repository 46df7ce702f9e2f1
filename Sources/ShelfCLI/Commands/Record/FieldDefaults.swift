import ShelfModel

extension Context {
  /// Returns what a field of a new record holds where nothing else is said: when the record was made, and its state.
  func defaultText(of field: Field) -> String? {
    switch field.key {
    case "dateAdded": today.description
    case "creationDate", "modificationDate": now.description
    default: field.defaultText
    }
  }
}
