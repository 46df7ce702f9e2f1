import ShelfModel
import YAMLEdit

/// What the repairs of one round change, so that they do not conflict.
///
/// Names that differ only in case are one file here, as on other disks: two repairs of one round may not make both.
struct RepairClaims {
  private var files: Set<String> = []
  /// The changes in each field of each file.
  private var fields: [Place: Field] = [:]
  private var filesWithFields: Set<String> = []

  private struct Place: Hashable {
    var path: String
    var field: String
  }

  private struct Field {
    var items: Set<Int> = []
    /// The texts that are written; two repairs may not put the same reference into one list.
    var texts: Set<String> = []
    var isWhole = false
  }

  /// Claims what a repair changes; returns false if another one has claimed it.
  mutating func claim(_ repair: Repair) -> Bool {
    if let item = item(repair) {
      let field = fields[item.place] ?? Field()
      guard !files.contains(item.place.path), !field.isWhole, !field.items.contains(item.index),
        item.text.map({ !field.texts.contains($0) }) ?? true
      else { return false }
      fields[item.place, default: Field()].items.insert(item.index)
      if let text = item.text { fields[item.place, default: Field()].texts.insert(text) }
      filesWithFields.insert(item.place.path)
      return true
    }
    let places = repair.places.map { ($0.path.lowercased(), $0.field) }
    let isFree = places.allSatisfy { path, field in
      guard !files.contains(path) else { return false }
      return field.map { fields[Place(path: path, field: $0)] == nil } ?? !filesWithFields.contains(path)
    }
    guard isFree else { return false }
    for (path, field) in places {
      if let field {
        fields[Place(path: path, field: field)] = Field(isWhole: true)
        filesWithFields.insert(path)
      } else {
        files.insert(path)
      }
    }
    return true
  }

  /// Returns the one item of a list that a repair changes; nil if it changes anything else.
  private func item(_ repair: Repair) -> (place: Place, index: Int, text: String?)? {
    guard repair.steps.count == 1, case .edit(let file, let edits) = repair.steps[0], edits.count == 1 else {
      return nil
    }
    var text: String?
    let path: [YAMLEdit.Step]
    switch edits[0] {
    case .set(let target, .scalar(let scalar)): (path, text) = (target, scalar.text)
    case .remove(let target), .setComment(let target, _): path = target
    default: return nil
    }
    guard path.count == 2, case .key(let key) = path[0], case .index(let index) = path[1] else { return nil }
    return (Place(path: file.lowercased(), field: key), index, text)
  }
}
