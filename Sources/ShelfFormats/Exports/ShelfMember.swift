/// The keys in records of `shelf export json` and `jsonl` that are not names of fields.
package enum ShelfMember {
  package static let kind = "kind"
  package static let id = "id"
  /// The object with the fields that have the name of one of these keys.
  package static let fields = "fields"

  /// Whether a field of this name belongs in that object.
  package static func isTaken(_ key: String) -> Bool { [kind, id, fields].contains(key) }
}
