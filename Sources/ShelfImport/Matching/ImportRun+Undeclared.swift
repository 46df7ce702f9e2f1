import ShelfFormats
import ShelfModel
import ShelfStore
import ShelfText

/// Fields that nothing declares, which only files of our own have: they merge as those that are declared.
extension ImportRun {
  /// What undeclared fields are called beside the others in what the last import brought.
  static func undeclaredKey(_ key: String) -> FieldHandle { FieldHandle(named: "=" + key) }

  /// Returns a value as a text that only values have that mean the same.
  static func text(_ value: JSONValue) -> String { ShelfCell.of(UndeclaredValue.settled(value)) }

  /// Returns what a draft says of undeclared fields; nil for one that it says to be empty.
  func undeclared(_ draft: Draft) -> [(key: String, value: JSONValue?)] {
    guard draft.isVerbatim else { return [] }
    func isUndeclared(_ key: String) -> Bool { library.schema.field(key, of: draft.kind) == nil }
    var all: [(key: String, value: JSONValue?)] = []
    for (key, value) in draft.others where isUndeclared(key) {
      all.removeAll { $0.key == key }
      all.append((key, value))
    }
    let emptied = draft.fields.filter(\.value.isEmpty).map(\.key.key).sorted()
    for key in emptied where isUndeclared(key) && !all.contains(where: { $0.key == key }) { all.append((key, nil)) }
    return all
  }

  /// What a draft changes in the undeclared fields of a record.
  struct UndeclaredChanges {
    var values: [(key: String, value: JSONValue?)] = []
    var changes: [(String, [String], [String])] = []
    var differences: [(String, [String], [String])] = []
  }

  /// Merges the undeclared fields of a draft with those of the record.
  ///
  /// - Parameters:
  ///   - known: what the last import brought.
  ///   - stated: what this one brings.
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
