/// What the columns of the tables that `shelf export csv` writes are called, beside those that have the name of a field.
package enum ShelfColumn {
  /// The columns that say which record a row is.
  package static let kind = "kind"
  package static let id = "id"
  /// What columns are called that hold the names of what the ids beside them lead to.
  package static let nameSuffix = " (names)"
}
