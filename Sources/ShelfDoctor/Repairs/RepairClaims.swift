import YAMLEdit

/// The files, fields and list items that the repairs of one round change, so that no two repairs conflict.
///
/// Paths that differ only in case are treated as the same file, as on some disks, so that no two repairs of a round
/// create both paths.
struct RepairClaims {
  private var files: Set<String> = []
  private var fields: [Place: Field] = [:]
  private var filesWithFields: Set<String> = []

  private struct Place: Hashable {
    var path: String
    /// The key of the field, or nil for the entries of a file with duplicate keys.
    var field: String?
  }

  private struct Field {
    var items: Set<Int> = []
    /// The text values that are written to items. They are recorded because two repairs must not add the same reference
    /// to one list.
    var texts: Set<String> = []
    var isWhole = false
  }

  /// The part of a file that one edit changes.
  private enum Claim: Hashable {
    case file(String)
    case field(Place)
    /// A list item, together with the text that is written to it, or an entry by its position.
    case item(Place, Int, text: String?)
  }

  /// Claims everything that a repair changes. If another repair has already claimed any part of it, claims nothing and
  /// returns false.
  mutating func claim(_ repair: Repair) -> Bool {
    let claims = Set(repair.steps.flatMap(RepairClaims.claims))
    guard claims.allSatisfy(isFree) else { return false }
    for claim in claims {
      switch claim {
      case .file(let path): files.insert(path)
      case .field(let place):
        fields[place] = Field(isWhole: true)
        filesWithFields.insert(place.path)
      case .item(let place, let index, let text):
        fields[place, default: Field()].items.insert(index)
        if let text { fields[place, default: Field()].texts.insert(text) }
        filesWithFields.insert(place.path)
      }
    }
    return true
  }

  private func isFree(_ claim: Claim) -> Bool {
    switch claim {
    case .file(let path): return !files.contains(path) && !filesWithFields.contains(path)
    case .field(let place): return !files.contains(place.path) && fields[place] == nil
    case .item(let place, let index, let text):
      guard let field = fields[place] else { return !files.contains(place.path) }
      return !files.contains(place.path) && !field.isWhole && !field.items.contains(index)
        && !(text.map(field.texts.contains) ?? false)
    }
  }

  private static func claims(_ step: Repair.Step) -> [Claim] {
    switch step {
    case .write(let path, _, _): [.file(path.lowercased())]
    case .edit(let path, let edits): edits.map { claim($0, path.lowercased()) }
    }
  }

  private static func claim(_ edit: Edit, _ file: String) -> Claim {
    let path: [YAMLEdit.Step]
    var text: String?
    switch edit {
    case .set(let target, let value):
      path = target
      if case .scalar(let scalar) = value { text = scalar.text }
      if text == nil { return whole(path, file) }
    case .remove(let target), .setComment(let target, _): path = target
    case .append(_, let target): return whole(target, file)
    case .insert, .renameKey: return .file(file)
    }
    switch (path.first, path.dropFirst().first) {
    case (.key(let key), .index(let index)) where path.count == 2:
      return .item(Place(path: file, field: key), index, text: text)
    case (.entry(let index), nil): return .item(Place(path: file), index, text: nil)
    default: return whole(path, file)
    }
  }

  private static func whole(_ path: [YAMLEdit.Step], _ file: String) -> Claim {
    guard case .key(let key)? = path.first else { return .file(file) }
    return .field(Place(path: file, field: key))
  }
}
