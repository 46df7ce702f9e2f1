import ShelfModel
import YAMLEdit

extension Library {
  /// Brings the snapshot up to date with files that have changed.
  ///
  /// A record that keeps its file, its id and its references takes its old place, which costs the same in a library of any
  /// size, as long as no one else holds this snapshot. Anything else finds all ids and relations anew.
  ///
  /// - Parameter contents: the new contents by path relative to the library; nil for a file that is gone.
  package mutating func update(_ contents: [String: [UInt8]?]) {
    var rest: [String: [UInt8]?] = [:]
    var reader = RecordReader(schema: schema, limits: Limits())
    for (path, bytes) in contents {
      guard let bytes, let kind = Kind.of(path: path),
        let new = try? reader.read(bytes, of: RecordFile(kind: kind, path: path)), let position = position(of: new.id),
        records[position].path == path, keepsRelations(records[position], new)
      else {
        rest[path] = bytes
        continue
      }
      if records[position].source != new.source { replaceRecord(at: position, with: new) }
    }
    if !rest.isEmpty { self = replacing(rest) }
  }

  /// Takes the new contents of a file if its record keeps its place, which costs the same in a library of any size.
  ///
  /// - Returns: whether it does; if not, nothing is changed.
  package mutating func updateInPlace(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard let kind = Kind.of(path: path), let new = read(bytes, as: kind, path: path),
      let position = position(of: new.id), records[position].path == path, keepsRelations(records[position], new)
    else { return false }
    replaceRecord(at: position, with: new)
    return true
  }

  /// Returns whether a record leads to the same ones, and has the same ids, as the one that it replaces.
  private func keepsRelations(_ old: Record, _ new: Record) -> Bool {
    guard old.id == new.id, !old.hasFormerIDs, !new.hasFormerIDs else { return false }
    let fields = schema.fields(of: new.kind).map { $0.type.target != nil }
    func references(of record: Record) -> [RecordID] {
      var ids: [RecordID] = []
      record.forEachReference(in: fields) { _, id in ids.append(id) }
      return ids
    }
    return references(of: old) == references(of: new)
  }
}
