import ShelfModel

/// A field with different values in two versions of a record.
package struct FieldChange: Hashable, Sendable {
  /// The key of the field, which may be undeclared.
  package let key: String
  /// The field's text values before the change, or an empty array if it was missing.
  package let old: [String]
  /// The field's text values after the change, or an empty array if it is missing.
  package let new: [String]
  /// The items added to a list. The array is empty if the items were only reordered, or if the field is not a list.
  package let added: [String]
  /// The items removed from a list. The array is empty under the same conditions as `added`.
  package let removed: [String]
}

/// A comparison of two versions of a record by the values of their fields: `5` and `"5"` are the same rating, and a
/// list may be on one line or on several.
struct FieldComparison {
  let schema: Schema

  /// Returns the changes from older versions to a later one. For a merge there are several older versions, and a field
  /// is included only if it differs from all of them.
  func changes(from olds: [Record?], to new: Record?) -> [FieldChange] {
    guard let kind = new?.kind ?? olds.compactMap({ $0 }).first?.kind else { return [] }
    let fields = schema.fields(of: kind).filter { $0.type != .id }.compactMap { field in
      change(field.key, olds.map { self.texts(of: field, $0) }, texts(of: field, new), isList: field.type.isList) {
        self.isSame(field, $0, $1)
      }
    }
    let keys = ([new] + olds).flatMap { $0?.unknownFields.map(\.key) ?? [] }
    var seen: Set<String> = []
    let unknown = keys.filter { seen.insert($0).inserted }.compactMap { key in
      change(key, olds.map { self.texts(of: key, $0) }, texts(of: key, new), isList: false) { $0 == $1 }
    }
    return fields + unknown
  }

  private func texts(of field: Field, _ record: Record?) -> [String] { record?.texts(of: field) ?? [] }

  private func texts(of key: String, _ record: Record?) -> [String] {
    record?.unknownFields.first { $0.key == key }?.texts ?? []
  }

  private func isSame(_ field: Field, _ old: [String], _ new: [String]) -> Bool {
    if old == new { return true }
    guard !old.isEmpty, !new.isEmpty, let value = field.type.read(old) else { return false }
    return value == field.type.read(new)
  }

  private func change(
    _ key: String, _ olds: [[String]], _ new: [String], isList: Bool, isSame: ([String], [String]) -> Bool
  ) -> FieldChange? {
    guard let old = olds.first, !olds.contains(where: { isSame($0, new) }) else { return nil }
    guard isList else { return FieldChange(key: key, old: old, new: new, added: [], removed: []) }
    // Comparing the text first is faster, because most items of a long list are identical byte for byte.
    func holds(_ texts: (exact: Set<String>, all: [String]), _ text: String) -> Bool {
      texts.exact.contains(text) || texts.all.contains { isSame([$0], [text]) }
    }
    let (present, former) = ((Set(new), new), olds.map { (Set($0), $0) })
    let added = new.filter { text in !former.contains { holds($0, text) } }
    let removed = old.filter { text in !holds(present, text) && former.allSatisfy { holds($0, text) } }
    // The merge only combined the lists of its parents, which is not a change of its own.
    if olds.count > 1, added.isEmpty, removed.isEmpty { return nil }
    return FieldChange(key: key, old: old, new: new, added: added, removed: removed)
  }
}
