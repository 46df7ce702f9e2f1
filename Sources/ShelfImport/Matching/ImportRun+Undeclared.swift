import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Merges undeclared fields, which occur only in exports of shelf libraries, by the same rules as other fields.
extension ImportRun {
  /// Returns the key of an undeclared field in the import base.
  static func undeclaredKey(_ key: String) -> FieldHandle { FieldHandle(named: "=" + key) }

  /// Returns a value as text. Values with the same meaning have the same text.
  static func text(_ value: JSONValue) -> String { ShelfCell.of(UndeclaredValue.canonical(value)) }

  /// Returns the undeclared fields of a draft, with nil for fields that are empty in the source.
  func undeclared(_ draft: Draft) -> [(key: String, value: JSONValue?)] {
    guard draft.isVerbatim else { return [] }
    func isUndeclared(_ key: String) -> Bool { library.schema.field(key, of: draft.kind) == nil }
    var all: [(key: String, value: JSONValue?)] = []
    for (key, value) in draft.exportedFields where isUndeclared(key) {
      all.removeAll { $0.key == key }
      all.append((key, value))
    }
    let emptied = draft.fields.filter(\.value.isEmpty).map(\.key.key).sorted()
    for key in emptied where isUndeclared(key) && !all.contains(where: { $0.key == key }) { all.append((key, nil)) }
    return all
  }

  /// The changes from a draft to the undeclared fields of a record.
  struct UndeclaredChanges {
    var values: [(key: String, value: JSONValue?)] = []
    var changes: [(String, [String], [String])] = []
    var differences: [(String, [String], [String])] = []
  }

  /// Merges the undeclared fields of a draft into a record.
  ///
  /// - Parameters:
  ///   - known: the values of the last import.
  ///   - stated: the values of this import, to which the undeclared fields are added.
  mutating func undeclaredChanges(
    of draft: Draft, _ record: Record, _ known: FieldTexts?, _ stated: inout FieldTexts
  ) -> UndeclaredChanges {
    let theirs = undeclared(draft)
    var result = UndeclaredChanges()
    if theirs.isEmpty { return result }
    let here = UndeclaredValue.all(of: record)
    for (key, value) in theirs {
      let current = here.last { $0.key == key }?.value
      let old = current.map { [ImportRun.text($0)] } ?? []
      let (before, after) = (current.map { [ShelfCell.of($0)] } ?? [], value.map { [ShelfCell.of($0)] } ?? [])
      let base = known?[ImportRun.undeclaredKey(key)] ?? []
      let new = value.map { [ImportRun.text($0)] } ?? []
      let isKept = known?[ImportBase.kept]?.contains(ImportRun.undeclaredKey(key).key) ?? false
      stated[ImportRun.undeclaredKey(key)] = new
      if old == new || old != base && new == base && !isKept { continue }
      guard old == base && !isKept || options.updates else {
        result.differences.append((key, before, after))
        continue
      }
      result.values.append((key, value))
      result.changes.append((key, before, after))
      if value != nil { summary.undeclared[key, default: 0] += 1 }
    }
    return result
  }
}
