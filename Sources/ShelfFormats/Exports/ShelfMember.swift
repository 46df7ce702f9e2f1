/// The keys that `shelf export json` and `jsonl` write to records in addition to the fields.
package enum ShelfMember {
  package static let kind = "kind"
  package static let id = "id"
  /// The key for the path of the record, which is written only in lists.
  package static let path = "path"
  /// The key of the object that contains the fields whose names clash with one of these keys.
  package static let fields = "fields"

  /// Returns whether a field with this name belongs in the `fields` object.
  package static func isTaken(_ key: String) -> Bool { [kind, id, fields].contains(key) }
}
