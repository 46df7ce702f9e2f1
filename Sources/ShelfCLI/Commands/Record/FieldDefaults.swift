import ShelfModel

extension Context {
  /// Returns the default value of a field in a new record: the date added, or its state.
  func defaultText(of field: Field) -> String? {
    switch field.key {
    case "dateAdded": today.description
    case "creationDate", "modificationDate": now.description
    default: field.defaultText
    }
  }
}
