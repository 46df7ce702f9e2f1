/// The columns of the tables that `shelf export csv` writes.
///
/// A column has the name of its field, with the prefix `fields.` if another column could have the same name.
package enum ShelfColumn {
  /// The columns that identify the record in a row.
  package static let kind = "kind"
  package static let id = "id"
  /// The suffix of columns that contain the names of referenced records.
  package static let nameSuffix = " (names)"

  /// The suffix of the column that contains the currencies of amounts, in lists.
  package static let currencySuffix = "Currency"

  package static func ofField(_ key: String) -> String { isTaken(key) ? fieldPrefix + key : key }

  /// Returns the column for the names of the records that a field refers to, or nil if the field's own column has a
  /// prefix.
  package static func ofNames(_ key: String) -> String? { isTaken(key) ? nil : key + nameSuffix }

  /// The content of a column.
  package enum Content {
    case field(String)
    /// The names of the records that a field refers to.
    case names(String)
  }

  /// Returns the content of a column other than the kind and the id.
  package static func content(of column: String) -> Content {
    if column.hasPrefix(fieldPrefix) {
      let key = String(column.dropFirst(fieldPrefix.count))
      // Older versions wrote no prefix, so the column may be the full name of a field that starts with `fields.`.
      if isTaken(key) { return .field(key) }
    }
    return column.hasSuffix(nameSuffix) ? .names(String(column.dropLast(nameSuffix.count))) : .field(column)
  }

  package static let fieldPrefix = "fields."

  private static func isTaken(_ key: String) -> Bool {
    key == kind || key == id || key.hasSuffix(nameSuffix) || key.hasPrefix(fieldPrefix)
  }
}
