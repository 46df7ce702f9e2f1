/// The columns of the tables that `shelf export csv` writes.
///
/// A column has the name of its field, with `fields.` before it if another column has that name.
package enum ShelfColumn {
  /// The columns that say which record a row is.
  package static let kind = "kind"
  package static let id = "id"
  /// The end of the names of columns that hold the names of referenced records.
  package static let nameSuffix = " (names)"

  /// Returns the column of a field.
  package static func ofField(_ key: String) -> String { isTaken(key) ? fieldPrefix + key : key }

  /// Returns the column with the names of the records that a field refers to; nil if the field's own column is not named
  /// after it.
  package static func ofNames(_ key: String) -> String? { isTaken(key) ? nil : key + nameSuffix }

  /// What a column of a table holds.
  package enum Content {
    case field(String)
    /// The names of the records to which this field refers.
    case names(String)
  }

  /// Returns what a column holds that is neither the kind nor the id.
  package static func content(of column: String) -> Content {
    if column.hasPrefix(fieldPrefix) {
      let key = String(column.dropFirst(fieldPrefix.count))
      // Older versions wrote other names that start like this as they are.
      if isTaken(key) { return .field(key) }
    }
    return column.hasSuffix(nameSuffix) ? .names(String(column.dropLast(nameSuffix.count))) : .field(column)
  }

  package static let fieldPrefix = "fields."

  private static func isTaken(_ key: String) -> Bool {
    key == kind || key == id || key.hasSuffix(nameSuffix) || key.hasPrefix(fieldPrefix)
  }
}
