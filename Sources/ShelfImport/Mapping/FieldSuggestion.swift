import ShelfModel
import ShelfText

/// A field that the library could declare for a column.
package struct FieldSuggestion: Hashable, Sendable {
  package let kind: Kind
  package let key: String
  /// The name of the field's type.
  package let type: String
  package let column: String
  /// Whether the column's own name has another meaning, so that the field has a different name.
  package let isRenamed: Bool

  /// - Parameter key: the key of the field, or nil to name it after the column.
  init?(_ kind: Kind, _ type: String, for column: String, as key: String? = nil) {
    let own = key ?? FieldSuggestion.key(for: column)
    isRenamed = own == nil
    guard let key = own ?? FieldSuggestion.others[Folding.letters(column)],
      !kind.fields.contains(where: { $0.key == key })
    else { return nil }
    (self.kind, self.key, self.type, self.column) = (kind, key, type, column)
  }

  /// Whether the field would number copies, such as barcodes.
  package var isOfCopies: Bool {
    kind == .book && type == "text" && CopyNumberName.matches(key) && !CopyNumberName.isOfTitle(key)
  }

  /// The keys of the setting that declares the field.
  package var settingKeys: [String] { ["fields", kind.singular, key, "type"] }

  /// Returns the key for a field that is named after a column, such as `valueInPounds`, or nil if the column's name
  /// cannot become a key.
  static func key(for column: String) -> String? {
    if ColumnName.isText(column) { return nil }
    let words = Folding.fold(column).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    guard let first = words.first, first.first?.isLetter ?? false else { return nil }
    let key = String(first) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    // An import matches a column with the field whose key has the same letters.
    return Folding.letters(key) == Folding.letters(column) && others[key] == nil ? key : nil
  }

  /// Words that already have another meaning in queries or files, and the keys of fields for columns with such names.
  private static let others = [
    "no": "number", "is": "isValue", "has": "hasValue", "id": "identifier", "kind": "bookKind", "fields": "fieldList",
    "and": "andValue", "or": "orValue", "not": "notValue", "sort": "sortValue", "in": "inValue", "on": "onValue",
    "by": "byValue",
  ]
}
